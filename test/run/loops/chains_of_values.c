// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %compare --check %s
// RUN: %hpcc -fdist -fsyntax-only -Werror=dist-set-one-by-one -Werror=dist-slow-path %s
// MAX-SLOW: 0
// Elements of several owners that are set in one statement to a value that is computed.
#include <complex.h>
#include <math.h>
#include <stdio.h>

#define N 23
static double u[N][N], v[N][N], rim[N], w[N];
static double complex z[N];
static int k[N], m[N];
#pragma dist distribute [block][*] :: u, v
#pragma dist align [i] with u[i][0] :: w, z, k, m
#define MEAN(a, b) (0.5 * ((a) + (b)))

static double boundary(int j, double t) { return sin(j * 0.3 + t); }

static void rims(double t)
{
	for (int j = 0; j < N; j++) u[0][j] = u[N - 1][j] = rim[j] = boundary(j, t);
	for (int i = 1; i < N - 1; i++)
		if (i % 5)
			u[i][0] = u[i][N - 1] = u[i][N - 2] = t + i;
		else
			v[i][0] = v[N - 1 - i][0] = t * i;
	for (int j = 0; j < N; j++) v[0][j] = v[N - 1][j] = MEAN(u[1][j], u[N - 2][j]);
}

static void folded(void)
{
	for (int i = 0; i < N / 2; i++) {
		w[i] = w[N - 1 - i] = u[i][1] - u[N - 1 - i][1];
		switch (i % 3) {
		case 0: z[i] = z[N - 1 - i] = u[i][2] + I * rim[i]; break;
		default: k[i] = k[N - 1 - i] = (int)(10 * u[i][3]);
		}
	}
}

// Where it is one owner's, and where it goes along the rows.
static void rows(void)
{
	for (int i = 1; i < N; i++)
		for (int j = 1; j < N; j++) v[i][j] = u[i][j] = 0.5 * u[i][j - 1] + v[i][j];
	for (int i = 0; i < N; i++) m[i] = k[i] = (k[i] + i) % 7;
}

int main(void)
{
	double sum = 0;
	for (int i = 0; i < N; i++) {
		rim[i] = w[i] = 0, z[i] = 0;
		for (int j = 0; j < N; j++) u[i][j] = v[i][j] = i - 0.5 * j;
	}
	for (int t = 0; t < 3; t++) {
		rims(t);
		folded();
		rows();
	}
	for (int i = 0; i < N; i++) {
		sum = 0;
		for (int j = 0; j < N; j++) sum += u[i][j] * (j + 1) - v[i][j] * 2;
		printf("%.12g %.12g %.12g %.12g %.12g %d %d\n", sum, w[i], rim[i], creal(z[i]), cimag(z[i]), k[i], m[i]);
	}
	return 0;
}
