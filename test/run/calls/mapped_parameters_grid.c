// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MIN-PROCS: 2
//
// Parameters that are split in two dimensions, onto a grid that need not have all processes, with others aligned to them.
#include <stdio.h>

enum { N = 17 };
static double a[N][N], y[N], z[N], part[N][N];
#pragma dist processors ONE[2]
#pragma dist distribute [block][*] :: a
#pragma dist distribute [block] :: y, z
#pragma dist distribute part[block][*] onto ONE

static void both_split(int n, double (*x)[n], double y[n], double z[n])
{
	int half = n / 2 + 1;
#pragma dist processors P[*][2]
#pragma dist array x[n][n]
#pragma dist distribute x[block][block(half)] onto P
#pragma dist align y[i] with x[i][0]
#pragma dist align z[j] with x[*][j]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) x[i][j] = x[i][j] * 0.5 + y[i] - z[j];
}

int main(void)
{
	for (int i = 0; i < N; i++) {
		y[i] = i, z[i] = 3 - i;
		for (int j = 0; j < N; j++) a[i][j] = part[i][j] = i * j % 5;
	}
	for (int t = 0; t < 2; t++) {
		both_split(N, a, y, z);
		both_split(N, part, z, y);
		printf("%g %g %g\n", a[3][N - 1], part[N - 1][4], y[2]);
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) printf("%g %g%c", a[i][j], part[i][j], j == N - 1 ? '\n' : ' ');
	return 0;
}
