// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 66 "for (int i = 0; i < N; i++) places[i] = i * 5 % N;": nothing in it is split
//
// Parameters that bear the names of functions which the headers declare: a directive before the function means the
// parameters.
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { N = 23, M = 7 };

static double image[N][M], rows[N][M];
static int places[N];

#pragma dist distribute y1[block][*]
#pragma dist align y0[i][j] with y1[i][j]
static void add(double y1[N][M], double y0[N][M])
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) y1[i][j] += 2 * y0[N - 1 - i][j];
}

#pragma dist distribute [block] :: index
static long weigh(const int *index, int n)
#pragma dist array index[n]
{
	long sum = 0;
	for (int i = 0; i < n; i++) sum += (long)index[i] * i;
	return sum;
}

int main(void)
{
	for (int i = 0; i < N; i++) {
		places[i] = i * 5 % N;
		for (int j = 0; j < M; j++) {
			image[i][j] = i + j;
			rows[i][j] = i * j;
		}
	}
	add(image, rows);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) printf("%g%c", image[i][j], j == M - 1 ? '\n' : ' ');
	printf("%ld\n", weigh(places, N));
	return strlen("") + (index("a", 'a') == NULL) + (y0(1) > 1);
}
