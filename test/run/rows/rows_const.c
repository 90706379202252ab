// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 100 "for (int i = 0; i < ...": nothing in it is split
// UNHEEDED: planes the two are not one array
// Pointers to rows in a vector that is const: it ends with its block like any other one.
#include <stdio.h>
#include <stdlib.h>

#define N 30
#define M 20

typedef double plane[N][M];

static void fill(double (*p)[M], int k)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) p[i][j] = 1000 * k + 20 * i + j;
}

static double weigh(int round)
{
#pragma dist array planes[2][1][N][M]
#pragma dist distribute planes[*][*][block][*]
	plane *const planes[2] = {malloc(sizeof(plane)), malloc(sizeof(plane))};
	double s = 0;
	fill(*planes[0], round);
	fill(*planes[1], round + 1);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) s += (*planes[0])[i][j] * (*planes[1])[i][M - 1 - j];
	free(planes[0]);
	free(planes[1]);
	return s;
}

int main(void)
{
	for (int round = 0; round < 3; round++) printf("%.0f\n", weigh(round));
	return 0;
}
