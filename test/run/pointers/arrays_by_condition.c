// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Which of two arrays is meant, by a condition that is the same in all of a nest: (t % 2 ? u : v)[i][j]. Rows go to the
// neighbours, as with a pointer that is set so. Also where the same array has its own name in the nest, and where the
// condition changes in it.
// ARGS: 1 4
// ARGS: 1 5
// MAX-SLOW: 310
// LOST: overlap one of the two is named beside the condition, and read
// BY-ALL: 40 where one of the two is named beside the condition, and where it changes from row to row
// PER-STEP: procs=2 from="0 10" to="0 20" messages=3 bytes=2144 collectives=0
// PER-STEP: procs=4 from="0 10" to="0 20" messages=3,6,6,3 bytes=2144,4288,4288,2144 collectives=0
// PER-STEP: procs=7 from="0 10" to="0 20" messages=3,6,6,6,6,6,3 bytes=2144,4288,4288,4288,4288,4288,2144 collectives=0
#include <stdio.h>
#include <stdlib.h>

enum { N = 60, M = 90 };

static double u[N][M], v[N][M], *p, *q;
#pragma dist distribute [block][*] :: u, v
#pragma dist array p[N][M], q[N][M]
#pragma dist distribute [block][*] :: p, q

#define NOW (t % 2 == 0 ? u : v)
#define NEXT (t % 2 == 0 ? v : u)

static void of_arrays(int t)
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < M - 1; j++)
			NEXT[i][j] = .25 * (NOW[i - 1][j] + NOW[i + 1][j] + NOW[i][j - 1] + NOW[i][j + 1]);
}

static void of_pointers(int flip)
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 0; j < M; j++)
			(flip ? p : q)[i * M + j] =
			        .5 * ((!flip ? p : q)[(i - 1) * M + j] + (!flip ? p : q)[(i + 1) * M + j]);
}

static double at(double w[N][M], int i, int j) { return w[i < 0 ? 0 : i >= N ? N - 1 : i][(j + M) % M]; }

static void by_function(int t)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) NEXT[i][j] = .5 * (at(NOW, i - 1, j) + at(NOW, i + 1, j - 1));
}

// The array that is read is the one that is set, in every other step.
static void by_name_too(int t)
{
	for (int i = 1; i < N; i++)
		for (int j = 0; j < M; j++) NEXT[i][j] = .5 * (u[i - 1][j] + v[i][j]);
}

static void changing(int t)
{
	for (int i = 1; i < N; i++) {
		for (int j = 0; j < M; j++) (t > 2 ? u : v)[i][j] += (i > 30 ? u : v)[i - 1][j] * .5;
		if (i == 40) t++;
	}
}

int main(int argc, char **argv)
{
	int all = argc > 1 ? atoi(argv[1]) : 1, steps = argc > 2 ? atoi(argv[2]) : 4;
	double sum = 0;
	p = malloc(N * M * sizeof *p);
	q = malloc(N * M * sizeof *q);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = v[i][j] = (7 * i + 3 * j) % 11;
	for (int i = 0; i < N * M; i++) p[i] = q[i] = i % 13;
	for (int t = 0; t < steps; t++) {
		of_arrays(t);
		of_pointers(t & 1);
		by_function(t);
		if (!all) continue;
		by_name_too(t);
		changing(t);
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) sum += (int)(64 * u[i][j]) % 101 + (int)(64 * v[i][j]) % 103;
	for (int i = 0; i < N * M; i++) sum += (int)(64 * p[i]) % 97 + (int)(64 * q[i]) % 89;
	printf("%.0f\n", sum);
	free(p);
	free(q);
	return 0;
}
