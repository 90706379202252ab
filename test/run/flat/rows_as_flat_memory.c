// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Functions that use the rows of an array as flat memory, and get its first row, or its first element: `&u[0][0]`,
// `u[0]`, `*u`, of static arrays and of arrays with variable row length. Their loops are split, in the function and
// where a loop calls it for each element. A row for each read of a neighbour and a plane for each of the last four, but
// for rows that are there already.
// ARGS: 61 4
// ARGS: 3 4
// ARGS: 1 2
// PER-STEP: procs=2 from="61 5" to="61 15" messages=7,3 bytes=10200,1208 collectives=0
// PER-STEP: procs=4 from="61 5" to="61 15" messages=7,10,10,3 bytes=10200,11408,11408,1208 collectives=0
// PER-STEP: procs=7 from="61 5" to="61 15" messages=7,10,10,10,10,10,3 collectives=0
#include <stdio.h>
#include <stdlib.h>

enum { N = 61, M = 52, L = 6 };

static double u[N][M], v[N][M];
static double w[N][M][L], z[N][M][L];
static double c[L][N][M], d[L][N][M];
#pragma dist distribute [block][*] :: u, v
#pragma dist distribute [block][*][*] :: w, z
#pragma dist distribute [*][block][*] :: c, d

static void step(int n, const double *a, double *b)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < M - 1; j++)
			b[i * M + j] =
			        .25 * (a[(i - 1) * M + j] + a[(i + 1) * M + j] + a[i * M + j - 1] + a[i * M + j + 1]);
}

static void set(double *a, int i, int j, double value) { a[i * M + j] = value; }

static double around(const double *a, int i, int j)
{
	return a[(i - 1) * M + j] + a[(i + 1) * M + j] - 2 * a[i * M + j];
}

static double corner(const double *a, int i, int j) { return a[(i - 1) * M + j + 1] - a[(i + 1) * M + (j - 1)]; }

static void planes(int n, const double *a, double *b)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 0; j < M; j++)
			for (int k = 0; k < L; k++) b[i * M * L + j * L + k] = a[((i - 1) * M + j) * L + k] * .5 + 1;
}

static double line(const double *a, int i, int j, int k) { return a[(i * M + j) * L + k]; }

static double second(const double *a, int m, int i, int j)
{
	return a[(i - 1) * m + j] - 2 * a[i * m + j] + a[i * m + j + m];
}

static void any_length(int n, int m, double (*a)[m], double (*b)[m])
{
	step(n, a[0], *b);
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++) a[i][j] = b[i][j] - .125 * second(&b[0][0], m, i, j);
}

// The plane i, of arrays whose planes are split.
static void plane(const double *a, double *b, int i)
{
	for (int j = 1; j < N - 1; j++)
		for (int k = 1; k < M - 1; k++)
			b[(i * N + j) * M + k] = a[(i * N + j - 1) * M + k] + a[((i - 1) * N + j) * M + k] / 2;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N, steps = argc > 2 ? atoi(argv[2]) : 3;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) set(&u[0][0], i, j, (i * 7 + j) % 11);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) set(*v, i, j, 0);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			for (int k = 0; k < L; k++) w[i][j][k] = i + j % 5 + k;
	for (int i = 0; i < L; i++)
		for (int j = 0; j < N; j++)
			for (int k = 0; k < M; k++) c[i][j][k] = d[i][j][k] = i + j % 5 + k;
	for (int t = 0; t < steps; t++) {
		step(n, &u[0][0], &v[0][0]);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < M; j++) u[i][j] = v[i][j] / 2 + 1;
		for (int i = 1; i < n - 1; i++)
			for (int j = 1; j < M - 1; j++) v[i][j] = around(u[0], i, j) + corner(*u, i, j);
		any_length(n, M, v, u);
		for (int i = 1; i < L; i++) plane(&c[0][0][0], d[0][0], i);
		for (int i = 1; i < L; i++) plane(**d, c[0][0], i);
		planes(n, &w[0][0][0], z[0][0]);
		for (int i = 1; i < n; i++)
			for (int j = 0; j < M; j++)
				for (int k = 0; k < L; k++)
					w[i][j][k] = line(**z, i - 1, j, k) + line(&z[0][0][0], i, j, k);
	}
	double sum = c[L - 1][N / 2][3] + d[1][N - 2][M - 2], all = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) sum += u[i][j] * (j % 3 + i) + v[i][j];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			for (int k = 0; k < L; k++) all += line(w[0][0], i, j, k) * (k % 3);
	printf("%.10g %.10g\n", sum, all);
	return 0;
}
