// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 40 37 6
// ARGS: 9 150 1
// ARGS: 64 5 33
// COUNTS: 1 2 3 4 5 7
// RESIDENT: procs=4 args="1500 1500 1 1" below_mb=32
// The processes at the ends of a periodic array have room for its other end, and none for what lies between: of an array
// of 18 MB whose rows are split each holds a third at most. What is needed later makes more room, up to all of it, and
// nothing gets lost.
#include <stdio.h>
#include <stdlib.h>

static double sum_of(int n, int m, double a[n][m])
{
	double s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) s += a[i][j] * ((i * 7 + j * 3) % 11);
	return s;
}

#define RING(name, by) \
	static void name(int n, int m, double a[n][m], double b[n][m]) \
	{ \
		for (int i = 0; i < n; i++) \
			for (int j = 0; j < m; j++) \
				b[i][j] = a[i][(j + by) % m] + 2 * a[i][(j - by + m) % m] + 3 * a[(i + 1) % n][j] - \
				          a[(i + n - 1) % n][(j + 1) % m]; \
		for (int i = 0; i < n; i++) \
			for (int j = 0; j < m; j++) a[i][j] = (int)b[i][j] % 1000; \
	}
RING(near, 1)
RING(farther, 2)
RING(farthest, 4)

// Ghost rows and columns, of which the far ends are copies.
static void ghosts(int n, int m, double a[n][m])
{
	for (int j = 0; j < m; j++) a[0][j] = a[n - 2][j], a[n - 1][j] = a[1][j];
	for (int i = 0; i < n; i++) a[i][0] = a[i][m - 2], a[i][m - 1] = a[i][1];
}

static double on_grid(int n, int m)
{
	double (*a)[m] = malloc(n * sizeof *a), (*b)[m] = malloc(n * sizeof *b);
#pragma dist array a[n][m], b[n][m]
#pragma dist distribute [block][block] :: a, b
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] = i * 5 + j;
	ghosts(n, m, a);
	near(n, m, a, b);
	double s = sum_of(n, m, a);
	ghosts(n, m, b);
	farther(n, m, a, b);
	s += sum_of(n, m, a) + sum_of(n, m, b);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) b[i][j] = a[n - 1 - i][m - 1 - j];
	s += sum_of(n, m, b) + a[n - 1][0] + b[0][m - 1];
	free(a);
	free(b);
	return s;
}

static double on_rings(int n, int m, int little)
{
	double (*a)[m] = malloc(n * sizeof *a), (*b)[m] = malloc(n * sizeof *b);
#pragma dist array a[n][m], b[n][m]
#pragma dist distribute [*][block] :: a, b
#pragma dist dynamic a, b
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] = i + j * 5;
	near(n, m, a, b);
	double s = sum_of(n, m, a);
	if (little) return s;
	farther(n, m, a, b);
	farthest(n, m, a, b);
	s += sum_of(n, m, a) + sum_of(n, m, b);
#pragma dist redistribute a[block][*]
#pragma dist redistribute a[*][block]
	near(n, m, a, b);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) b[i][j] += a[i][m - 1 - j] + a[n - 1 - i][j];
	s += sum_of(n, m, b) + a[n - 1][0];
	free(a);
	free(b);
	return s;
}

static double in_space(int n, int m, int far)
{
	enum { L = 13 };
	double (*a)[m][L] = malloc(n * sizeof *a), (*b)[m][L] = malloc(n * sizeof *b);
#pragma dist array a[n][m][L], b[n][m][L]
#pragma dist distribute [*][block][block] :: a, b
	double s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < L; k++) a[i][j][k] = i + j * 5 + k * 3;
	for (int t = 1; t <= 2; t++) {
		int by = t == 1 ? 1 : far % m;
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++)
				for (int k = 0; k < L; k++)
					b[i][j][k] = a[(i + 1) % n][(j + by) % m][k] + a[i][j][(k + L - 1) % L] +
					             2 * a[i][(j + m - 1) % m][(k + 1) % L];
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++)
				for (int k = 0; k < L; k++) a[i][j][k] = b[i][j][k] - k;
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < L; k++) s += a[i][j][k] * ((i + j * 3 + k * 5) % 17);
	free(a);
	free(b);
	return s;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40, m = argc > 2 ? atoi(argv[2]) : 37, far = argc > 3 ? atoi(argv[3]) : 6;
	int little = argc > 4;
	printf("%.17g\n", on_rings(n, m, little));
	if (little) return 0;
	printf("%.17g\n", on_grid(n, m));
	printf("%.17g\n", in_space(n, m, far));
	return 0;
}
