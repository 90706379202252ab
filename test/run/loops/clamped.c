// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 21 0
// TOLERANCE: 1e-13
// ARGS: 8 0
// MAX-SLOW: 0
// PER-STEP: procs=3 from="20 4" to="20 8" messages=3,4,3
// Neighbours at the edge: indices, also flat ones, that are chosen by ?: or set by if and else before they are used.
#include <stdio.h>
#include <stdlib.h>

static double *a, *b;

static void copy(int m, int n)
{
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) a[i * n + j] = b[i * n + j];
}

// The same element at the edge: flat indices, by ?: and by if.
static void clamped(int m, int n)
{
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) {
			int c = j + i * n, up = i == 0 ? c : c - n, down = c, left = j == 0 ? c : c - 1;
			if (i < m - 1) down = c + n;
			b[c] = 0.25 * (a[c] + a[up] + a[down] + a[left]);
		}
	copy(m, n);
}

// Round and round, by if, by if and else, and by ?: in the subscript.
static void around(int m, int n)
{
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) {
			int ip = i + 1, jm, jp = j + 1;
			if (ip == m) ip = 0;
			if (j == 0)
				jm = n - 1;
			else
				jm = j - 1;
			if (jp >= n) jp -= n;
			b[i * n + j] = 0.3 * (a[ip * n + j] + a[(i == 0 ? m - 1 : i - 1) * n + j] + a[i * n + jm] - a[i * n + jp]);
		}
	copy(m, n);
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = n + 4, steps = atoi(argv[2]);
	double s = 0;
#pragma dist array a[m][n], b[m][n]
#pragma dist distribute [block][*] :: a, b
	a = malloc(sizeof *a * m * n), b = malloc(sizeof *b * m * n);
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) a[i * n + j] = i * j % 17, b[i * n + j] = 0;
	for (int t = 0; t < steps + 2; t++) clamped(m, n), around(m, n);
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) s += a[i * n + j] * (j + 1) * i;
	printf("%.17g\n", s);
	free(a), free(b);
	return 0;
}
