// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Werror=dist-set-one-by-one %s
// MAX-SLOW: 0
// Elements of several owners that are set to one value in one statement.
#include <stdio.h>

#define N 23
#define NOTHING 0.0

static double u[N][N], v[N][N];
static float f[N];
static int k[N];
#pragma dist distribute [block][*] :: u, v
#pragma dist align f[i] with u[i][0]
#pragma dist align k[i] with u[i][0]

static void margins(double (*a)[N], int n)
{
	for (int i = 0; i < n; i++) a[i][0] = a[i][n - 1] = a[0][i] = a[n - 1][i] = 0.0;
}

static void halves(int n)
{
	for (int i = 0; i < n / 2; i++)
		if (i % 3)
			f[i] = f[n - 1 - i] = -1.5;
		else
			k[i] = (k[n - 1 - i]) = N;
	for (int i = 0; i < n; i++) {
		v[i][1] = u[i][2] = NOTHING;
		u[i][3] = (v[i][4] = 2);
	}
}

int main(void)
{
	for (int i = 0; i < N; i++) {
		// No value is the same in all of these.
		k[i] = f[i] = 2.75;
		for (int j = 0; j < N; j++) u[i][j] = i * N + j, v[i][j] = i - j;
	}
	margins(u, N);
	margins(v, N);
	halves(N);
	double s = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) s += u[i][j] * (j % 5) - v[i][j] * (i % 4) + k[i] + f[i];
	printf("%g\n", s);
	for (int i = 0; i < N; i++) printf("%g %g %g %d\n", u[i][3], v[i][N - 1], f[i], k[i]);
	return 0;
}
