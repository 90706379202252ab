// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Werror %s
// ARGS: 40 2
// ARGS: 13 1
// ARGS: 3 1
// ARGS: 2 1
// MAX-SLOW: 0
// PER-STEP: procs=2 from="40 2" to="40 4" messages=1,1 bytes=240,240 collectives=0
// PER-STEP: procs=4 from="40 2" to="40 4" messages=1,2,2,1 bytes=240,480,480,240 collectives=0
// PER-STEP: procs=7 from="40 2" to="40 4" messages=1,2,2,2,2,2,1 bytes=240,480,480,480,480,480,240 collectives=0
// Pointers that walk by rows, and others that walk along each row from where these are, set in the head of the inner
// loop; the outer loop's head steps rows before it begins. Each process gets a row from below and one from above in
// each step.
#include <stdio.h>
#include <stdlib.h>
enum { N = 40, M = 30 };
#define ROW M
static double u[N][M], v[N][M], w[N][M];
#pragma dist distribute [block][*] :: u, v, w

static void sum(double *pr, double *qr, int n)
{
	double *p, *q;
	int r, c;
	for (r = 1, pr += M, qr += M; r < n - 1; r++, pr += M, qr += M)
		for (c = 0, p = pr, q = qr; c < M; c++, p++, q++) *p = q[-M] + q[M];
}

static void shift(double *pr, const double *qr, int n)
{
	double *p;
	const double *q;
	int r, c;
	for (r = 0; r < n; r++, pr += ROW, qr += ROW) {
		for (p = pr + 1, q = qr + 2, c = 2; c < M; c++) *p++ = *q++ / 4;
		*pr = 1;
	}
}

static void add(double *pr, double *qr, int n)
{
	int r;
	for (r = 0, pr++, qr++; r < n; r++, pr += M, qr += M) {
		double *p, *q;
		int c;
		for (c = 0, q = qr, p = pr; c < M - 2; c++) *p++ += *q++ + r;
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N, steps = argc > 2 ? atoi(argv[2]) : 1;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = i * j % 17, v[i][j] = i - j;
	for (int t = 0; t < steps; t++) {
		sum(&v[0][0], &u[0][0], n);
		shift(u[0], v[0], n);
		add(&w[0][0], &v[0][0], n);
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j += 7) printf("%g %g %g\n", u[i][j], v[i][j], w[i][j]);
	return 0;
}
