// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 4
// ENV: HPCC_STRIPS=5
// Values that are not of a strip alone: what a variable holds before the nest, and where its loop ends. Such loops are
// no pipelines, and loops whose variable is read beside them are run to their end; a value that comes from another
// iteration is one that crosses.
#include <stdio.h>
#define N 20
#define M 30
static unsigned a[N][M], b[N][M], c[N][M], d[N][M], e[N], f3[N][3], g4[4][12];
#pragma dist distribute[block][*] ::a, b, c, d, f3
#pragma dist distribute e[block]
#pragma dist distribute g4[*][block]
static void f(int n, int m)
{
	unsigned s = 5;
	for (int i = 1; i < n; i++)
		for (int j = 0; j < m; j++) {
			if (i > 10) s = i;
			a[i][j] = a[i - 1][j] + s;
		}
}
static void g(int n, int m)
{
	int j;
	for (int i = 1; i < n; i++) {
		for (j = 0; j < m; j++) b[i][j] += b[i - 1][j];
		for (int k = 0; k < m; k++) b[i][k] += j;
	}
}
static void h(int n, int m)
{
	unsigned t[4] = {1, 2, 3, 4};
	for (int i = 1; i < n; i++) {
		if (i > 10) t[3] = i;
		for (int j = 0; j < m; j++) c[i][j] += c[i - 1][j] * t[3];
	}
}
static void k(int n, int m)
{
	int q;
	for (int i = 1; i < n; i++) {
		for (q = 0; q < i % 5; q++);
		for (int j = 0; j < m; j++) d[i][j] += d[i - 1][j] * q;
	}
}
static void ends(void)
{
	int j, x = 9;
	for (int i = 0; i < 4; i++) {
		for (j = 0; j < 12; j++) g4[i][j] = i;
		for (int q = 0; q < 12; q++) g4[i][q] += j;
	}
	for (int i = 0; i < N; i++) {
		e[i] = x;
		for (x = 0; x < 3; x++) f3[i][x] = i;
	}
	for (int i = 0; i < N; i++) printf("%u %u ", e[i], f3[i][1]);
	for (int i = 0; i < 12; i++) printf("%u ", g4[1][i]);
	printf("\n");
}
static void p(unsigned (*x)[M])
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j += 7) printf("%u ", x[i][j]);
	printf("\n");
}
int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = b[i][j] = c[i][j] = d[i][j] = i + j;
	f(N, M), g(N, M), h(N, M), k(N, M);
	ends();
	p(a), p(b), p(c), p(d);
}
