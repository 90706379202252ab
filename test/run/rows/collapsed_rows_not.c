// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 7
// BY-ALL: 56 "for (int c = 1 - n * m; c <= 0; c++) q[-c / m][-c % m] += a...": this does not hold: (sizeof(q[0]) /
//              sizeof(q[0][0])) = 20 and m = 20
//            "for (int c = 0; c < n * m; c++) a[c / m][(c + 1) % m] += c...": the subscripts of 'a[c /
//              m][(c + 1) % m]' on the left are not affine
//            "for (int c = 0; c < n * m; c++) a[c / m][c % k] += 1;": the subscripts of 'a[c / m][c %
//              k]' on the left are not affine
//            "for (int c = 0; c < n * m; c++) b[c / m][c % m] += a[c / m]...": this does not hold: m = 20
// ARGS: 20 6
// ARGS: 10 3
// ARGS: 7 4
// ARGS: 1 1
// Quotients and remainders by other lengths than the rows', other orders, and rows whose variable has changed since: right, if perhaps slow.
#include <stdio.h>
#include <stdlib.h>
enum { N = 30, M = 20 };
static double a[N][M], b[N][M];
#pragma dist distribute [block][*] :: a, b

int main(int argc, char **argv)
{
	int m = argc > 1 ? atoi(argv[1]) : M, k = argc > 2 ? atoi(argv[2]) : 6, n = N;
	double *v = calloc(N * M, sizeof *v);
#pragma dist array v[N][M]
#pragma dist distribute v[block][*]
	for (int c = 0; c < n * m; c++) a[c / m][c % m] = c; /* only some columns, where m is less than M */
	for (int c = 0; c < n * m; c++) b[c / m][c % m] += a[c / m][c % m] + a[N - 1 - c / m][c % m];
	for (int c = 0; c < n * k; c++) a[c / k][c % k] += b[c / k][c % k];
	for (int c = 0; c < n * m; c++) b[c % n][c / n] += c;
	for (int c = 0; c < n * m; c++) a[c / m][c % k] += 1;
	for (int c = 0; c < n * m; c++) a[c / m][(c + 1) % m] += c % 7;
	double(*q)[m] = (void *)v;
	int was = m;
	m = m > k ? m - 1 : m;
	for (int c = 0; c < n * m; c++) q[c / m][c % m] += c;
	m = was;
	for (int c = 0; c < n * m; c++) q[c / m][c % m] *= 2;
	for (int c = 1 - n * m; c <= 0; c++) q[-c / m][-c % m] += a[-c / m][-c % m];
	double s = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) s += a[i][j] * j + b[i][j] * i + v[i * M + j] * (i - j);
	printf("%.12g\n", s);
	free(v);
	return 0;
}
