// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 100
//
// Functions that are given a pointer to one struct of an array of two dimensions, and name its members by ->.
#include <stdio.h>
#include <stdlib.h>

enum { N = 11, M = 3 };
typedef struct {
	double x, v[3], m[2][2];
} cell;
static cell grid[N][M];
static double out[N];
#pragma dist distribute out[block]
#pragma dist distribute grid[block][*]

static double total(const cell *u)
{
	double s = 0;
	for (int i = 0; i < 3; i++) s += u->v[i] + u->x;
	for (int i = 0; i < 2; i++) s -= u->m[i][1 - i] * (u->x + 1);
	return s;
}

static void set(cell *u, double by)
{
	for (int i = 0; i < 3; i++) u->v[i] = by * i;
	for (int i = 0; i < 4; i++) u->m[i / 2][i % 2] = by + i;
}

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int k = 0; k < M; k++) grid[i][k].x = i + k;
	for (int i = 0; i < N; i++)
		for (int k = 0; k < M; k++) set(&grid[i][k], k);
	set(&grid[3][2], 0.5);
	printf("%g %g\n", total(&grid[4][1]), total(&grid[3][2]));
	for (int i = 0; i < N; i++) out[i] = total(&grid[i][1]);
	cell *last = &grid[N - 1][M - 1];
	set(last, last->x);
	printf("%g %g\n", out[2], total(last));
	return 0;
}
