// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only %s 2>&1 | %count 0
// ARGS: 30 20 6
// ARGS: 1 20 6
// ARGS: 0 20 6
// MAX-SLOW: 0
// One loop in place of two or three over arrays with several subscripts, by lengths of rows that only the run knows.
#include <stdio.h>
#include <stdlib.h>
enum { N = 30, M = 20, K = 6 };
static double a[N][M], b[N][M], d[N][M][K], e[N][M], f[N][M];
static struct cell {
	double w;
	int tag;
} cells[N][M];
#pragma dist distribute [block][*] :: a, b, cells
#pragma dist distribute d[block][*][*]
#pragma dist distribute e[*][block]
#pragma dist distribute f[block][block]

static double planes(int n, int m, int k, double (*r)[m][k], double (*s)[m][k])
{
	double sum = 0;
	for (int c = 0; c < n * m * k; c++) r[c / (m * k)][(c / k) % m][c % k] = c % 17;
	for (int c = 0; c < n * m * k; c++) {
		int x = c / (m * k), rest = c - x * m * k, y = rest / k, z = rest - y * k;
		s[x][y][z] = 2 * r[x][y][z] + x - y + z;
	}
	for (int c = 0; c < n * m * k; c++) {
		int x = c / (m * k), y = c % (m * k) / k, z = c % k;
		sum += r[x][y][z] * s[x][y][z];
	}
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N, m = argc > 2 ? atoi(argv[2]) : M, k = argc > 3 ? atoi(argv[3]) : K;
	double *v, *w;
#pragma dist array v[n + 1][m][k], w[n + 1][m][k]
#pragma dist distribute [block][*][*] :: v, w
	v = calloc((n + 1) * m * k, sizeof *v);
	w = calloc((n + 1) * m * k, sizeof *w);
	for (int c = 0; c < n * m; c++) a[c / m][c % m] = c;
	for (int c = 0; c < n * m; c++) {
		int i = c / m, j = c % m;
		if (i > 0 && i < n - 1 && j > 0 && j < m - 1)
			b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1] - 4 * a[i][j];
		else
			b[i][j] = a[i][j];
		cells[i][j].w = b[i][j];
		cells[i][j].tag = c;
	}
	for (int c = 0; c < n * m * k; c++) d[c / (m * k)][(c / k) % m][c % k] = c + b[c / (m * k)][(c / k) % m];
	for (int c = 0; c < n * m; c++) e[c / m][c % m] = c;
	for (int c = 0; c < n * m; c++) f[c / m][c % m] = c;
	for (int c = 0; c < n * m; c++) e[c / m][c % m] += 1;
	double sum = planes(n, m, k, (void *)v, (void *)w);
	for (int c = 0; c < n * m; c++) sum += cells[c / m][c % m].w * cells[c / m][c % m].tag + e[c / m][c % m];
	printf("%.12g\n", sum);
	sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			sum += a[i][j] * j + b[i][j] * i + e[i][j] * (i + j) + f[i][j];
			for (int l = 0; l < k; l++) sum += d[i][j][l] * (l + i);
		}
	for (int c = 0; c < n * m * k; c++) sum += (v[c] + w[c]) * (c % 5);
	printf("%.12g\n", sum);
	free(v), free(w);
	return 0;
}
