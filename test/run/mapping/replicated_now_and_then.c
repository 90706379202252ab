// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ENV: HPCC_REPLICATE=3
// MAX-SLOW: 9
// BY-ALL: 100 behind each three runs of nests all processes get the arrays
//
// All processes get arrays as a whole between any two nests, and lose them again: between a pointer's loss of an array
// and its return, between the two runs of a loop that is left early, while the value of an element is computed, where
// parameters have mappings, where the program asks for these, and in arrays that come and go.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 40 };
typedef struct {
	double x, y, z;
} point;

static double *cache, *a, b[N], u[4 * N], v[N], m[N][N];
static point s[N];
#pragma dist distribute a[block]
#pragma dist distribute [block] :: b, u, v, s
#pragma dist distribute [block][*] :: m

static double *get(void)
{
	if (!cache) cache = malloc(N * sizeof *cache);
	return cache;
}

static void returns(int t)
{
	a = get();
	for (int i = 0; i < N; i++) a[i] = b[i] + t;
	for (int i = 1; i < N - 1; i++) b[i] = 0.5 * (a[i - 1] + a[i + 1]);
}

static void leaves(int limit)
{
	int i, k;
	double sum = 0;
	for (i = 0, k = 3; i < N; i++, k += 2) {
		if (v[i] > limit) break;
		sum += u[k];
	}
	printf("%d %d %g\n", i, k, sum);
}

static point value(int t)
{
	point p = {t, 0, 1};
	for (int i = 0; i < N; i++) b[i] += i;
	for (int i = 0; i < N; i++) s[i].z += b[i];
	p.y = b[t % N];
	return p;
}

#pragma dist distribute by_rows[block][*]
static void rows(double by_rows[N][N])
{
	for (int i = 1; i < N; i++)
		for (int j = 1; j < N; j++) by_rows[i][j] = 0.5 * by_rows[i - 1][j] + by_rows[i][j - 1] / 3;
}

#pragma dist distribute by_columns[*][block]
static void columns(double by_columns[N][N])
{
	for (int j = 0; j < N; j++)
		for (int i = 0; i < N; i++) by_columns[i][j] += b[i] / (j + 1);
}

static double comes_and_goes(int n)
{
	double most = 0, *w = malloc(n * sizeof *w);
#pragma dist distribute w[block]
	for (int i = 0; i < n; i++) w[i] = b[i % N] * i;
	for (int i = 1; i < n; i++) v[i] = v[i] + (w[i] > w[i - 1]) * 0.25;
	for (int i = 0; i < n; i++) most = w[i] > most ? w[i] : most;
	free(w);
	return most;
}

int main(void)
{
	for (int i = 0; i < 4 * N; i++) u[i] = i % 17;
	for (int i = 0; i < N; i++) v[i] = i, b[i] = i % 5, s[i] = (point){i, i, 0};
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) m[i][j] = (i * j) % 7;
	for (int t = 0; t < 9; t++) returns(t);
	for (int t = 0; t < 9; t++) leaves(20 + t);
	for (int t = 0; t < 9; t++) {
		s[(t * 7 + 9) % N] = value(t);
		printf("%g %g\n", s[9].x, s[16].y);
	}
	for (int t = 0; t < 9; t++) {
		rows(m);
		columns(m);
		printf("%.9g\n", m[3][t]);
		memcpy(m[t], m[N - 1 - t], sizeof m[t]);
	}
	for (int t = 0; t < 9; t++) {
		returns(t);
		leaves(20 + t);
		printf("%.9g\n", comes_and_goes(N - t));
	}
	double sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) sum += m[i][j] * (i - j) + s[j].z;
	printf("%.9g\n", sum);
	return 0;
}
