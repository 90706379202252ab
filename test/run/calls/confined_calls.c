// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13 3
// ARGS: 2 2
// MAX-SLOW: 0
// PER-STEP: procs=2 from="13 3" to="13 13" messages=0 bytes=0 collectives=0
// PER-STEP: procs=4 from="13 3" to="13 13" messages=0 bytes=0 collectives=0
// PER-STEP: procs=7 from="13 3" to="13 13" messages=0 bytes=0 collectives=0
// Work arrays of an iteration that functions get which are not taken in place of their calls: they call themselves, take void *, go through their memory by
// butterflies. Planes of a mapped array are copied in and out.
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX = 32, N = 8 };
typedef struct { double re, im; } cx;
static double complex u[MAX][N][N], roots[N];
static cx w[MAX][N];
#pragma dist distribute [block][*][*] :: u
#pragma dist distribute [block][*] :: w
static cx twiddles[N];
static double complex fixed[N][N], spare[N][N];

static void split(cx *v, cx *tmp, int n, int stride)
{
	if (n == 1) return;
	int h = n / 2;
	for (int k = 0; k < h; k++) tmp[k] = v[2 * k], tmp[h + k] = v[2 * k + 1];
	split(tmp, v, h, 2 * stride);
	split(tmp + h, v, h, 2 * stride);
	for (int k = 0; k < h; k++) {
		cx t = twiddles[k * stride], o = tmp[h + k], e = tmp[k];
		cx p = {t.re * o.re - t.im * o.im, t.re * o.im + t.im * o.re};
		v[k].re = e.re + p.re, v[k].im = e.im + p.im;
		v[k + h].re = e.re - p.re, v[k + h].im = e.im - p.im;
	}
}

static void transform(void *work, void *tmp) { split(work, tmp, N, 1); }

static void line(double complex *x, int stride)
{
	for (int i = 0, j = 0; i < N - 1; i++) {
		if (i < j) {
			double complex s = x[i * stride];
			x[i * stride] = x[j * stride];
			x[j * stride] = s;
		}
		int k = N / 2;
		while (k <= j) j -= k, k /= 2;
		j += k;
	}
	for (int len = 2; len <= N; len *= 2)
		for (int i = 0; i < N; i += len)
			for (int k = 0; k < len / 2; k++) {
				double complex a = x[(i + k) * stride], b = x[(i + k + len / 2) * stride] * roots[k * (N / len)];
				x[(i + k) * stride] = a + b;
				x[(i + k + len / 2) * stride] = a - b;
			}
}

static void plane_of(void *work)
{
	double complex(*p)[N] = work;
	for (int j = 0; j < N; j++) line(p[j], 1);
	for (int i = 0; i < N; i++) line(&p[0][i], N);
}

static void lines(int n)
{
	cx row[N], tmp[N];
#pragma dist independent new(row, tmp)
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < N; j++) row[j] = w[i][j];
		transform(row, tmp);
		for (int j = 0; j < N; j++) w[i][j].re = row[j].re / 4, w[i][j].im = row[j].im / 4;
	}
}

static void heap(int n)
{
	double complex *plane = malloc(N * N * sizeof *plane);
#pragma dist independent new(plane)
	for (int k = 0; k < n; k++) {
		for (int j = 0; j < N; j++)
			for (int i = 0; i < N; i++) plane[j * N + i] = u[k][j][i];
		plane_of(plane);
		for (int j = 0; j < N; j++)
			for (int i = 0; i < N; i++) u[k][j][i] = plane[j * N + i] / N;
	}
	free(plane);
}

// Set as a whole before: nothing need be said of them.
static void whole(int n)
{
	double complex own[N][N];
	for (int k = 0; k < n; k++) {
		for (int j = 0; j < N; j++)
			for (int i = 0; i < N; i++) own[j][i] = u[k][j][i];
		plane_of(own);
		memcpy(spare, own, sizeof spare);
		line(spare[2], 1);
		for (int j = 0; j < N; j++)
			for (int i = 0; i < N; i++) u[k][j][i] = (own[j][i] + fixed[j][i] - spare[j][i]) / N;
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 13, steps = argc > 2 ? atoi(argv[2]) : 3;
	for (int k = 0; k < N; k++) {
		roots[k] = cexp(-2 * M_PI * k / N * I);
		twiddles[k].re = creal(roots[k]), twiddles[k].im = cimag(roots[k]);
	}
	for (int k = 0; k < n; k++)
		for (int j = 0; j < N; j++) {
			w[k][j].re = (k * 5 + j * 3) % 7, w[k][j].im = 0;
			for (int i = 0; i < N; i++) u[k][j][i] = (k * 7 + j * 5 + i * 3) % 11;
		}
	for (int t = 0; t < steps; t++) {
		lines(n);
		heap(n);
		whole(n);
	}
	for (int k = 0; k < n; k++)
		for (int j = 0; j < N; j++)
			printf("%.12g %.12g %.12g\n", w[k][j].re, creal(u[k][j][k % N]), cimag(u[k][j][k % N]));
	return 0;
}
