// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 28 9 5 2
// ARGS: 7 2 1 2
// ARGS: 3 4 3 1
// MAX-SLOW: 0
// PER-STEP: procs=2 from="28 9 5 1" to="28 9 5 2" messages=5,5 bytes=608,752 collectives=0
// PER-STEP: procs=4 from="28 9 5 1" to="28 9 5 2" messages=5,10,10,5 bytes=608,1360,1360,752 collectives=0
// PER-STEP: procs=7 from="28 9 5 1" to="28 9 5 2" messages=5,10,10,10,10,10,5 bytes=608,1360,1360,1360,1360,1360,752 collectives=0
// Strides that are added to the index of an element, once for each direction: rows are sent where it is that of rows,
// nothing where it is 1.
#include <stdio.h>
#include <stdlib.h>
#define NX 28
#define NY 16

static double q[NX][NY], f[NX][NY];
#pragma dist distribute [block][*] :: q, f
typedef struct grid {
	int n[3], stride[3];
	double *u, *v;
} grid;

static void central(const double *q, double *f, int stride)
{
	for (int i = 1; i < NX - 1; i++)
		for (int j = 1; j < NY - 1; j++) {
			int k = i * NY + j;
			f[k] = 0.5 * (q[k + stride] - q[k - stride]);
		}
}

// Of each direction's faces, on one side only, both ways.
static void faces(const double *q, double *f, size_t stride)
{
	for (size_t i = 1; i < NX; i++)
		for (size_t j = 1; j < NY; j++) f[i * NY + j] += q[i * NY + j] - q[i * NY + j - stride] / 2;
}

static void update(double *q, double *f)
{
	for (int i = 0; i < NX; i++)
		for (int j = 0; j < NY; j++) q[i * NY + j] -= 0.1 * f[i * NY + j];
}

static void chosen(const double *q, double *f, int dir)
{
	static const int strides[2] = {1, NY};
	int s = dir ? NY : 1;
	for (int i = 1; i < NX - 1; i++)
		for (int j = 1; j < NY - 1; j++) {
			int k = i * NY + j;
			f[k] += (q[k + s] - q[k - s]) + q[k + strides[dir]] * q[k - strides[dir]] / 8;
		}
}

// Two elements away, and next to the ends of rows.
static void wide(const double *q, double *f, int s)
{
	for (int i = 2; i < NX - 2; i++)
		for (int j = 2; j < NY - 2; j++) {
			int k = i * NY + j;
			f[k] += (q[k + 2 * s] - q[k - s + 1]) / 4;
		}
}

static void of_lengths(const double *u, double *v, int n, int m, int l, int stride)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++)
			for (int k = 1; k < l - 1; k++) {
				int c = (i * m + j) * l + k;
				v[c] += (u[c + stride] - u[c]) / 2;
			}
}

static void of_members(const grid *g, int dir)
{
	for (int i = 1; i < g->n[0] - 1; i++)
		for (int j = 1; j < g->n[1] - 1; j++)
			for (int k = 1; k < g->n[2] - 1; k++) {
				int c = (i * g->n[1] + j) * g->n[2] + k;
				g->u[c] = (g->v[c + g->stride[dir]] + g->v[c - g->stride[dir]]) / 4;
			}
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), l = atoi(argv[3]), steps = atoi(argv[4]);
	double *u = malloc(sizeof *u * n * m * l), *v = malloc(sizeof *v * n * m * l), sum = 0;
#pragma dist array u[n][m][l], v[n][m][l]
#pragma dist distribute [block][*][*] :: u, v
	grid g = {{n, m, l}, {m * l, l, 1}, u, v};
	for (int i = 0; i < NX; i++)
		for (int j = 0; j < NY; j++) q[i][j] = i * j % 5, f[i][j] = j;
	for (int c = 0; c < n * m * l; c++) u[c] = c * 7 % 11, v[c] = c % 3;
	for (int t = 0; t < steps; t++) {
		central(q[0], f[0], NY), update(q[0], f[0]), central(q[0], f[0], 1), update(q[0], f[0]);
		faces(q[0], f[0], NY), update(q[0], f[0]), faces(q[0], f[0], 1), update(q[0], f[0]);
		for (int dir = 0; dir < 2; dir++) chosen(q[0], f[0], dir), update(q[0], f[0]);
		wide(q[0], f[0], NY), update(q[0], f[0]), wide(q[0], f[0], 1), update(q[0], f[0]);
		of_lengths(u, v, n, m, l, m * l), of_lengths(u, v, n, m, l, l), of_lengths(u, v, n, m, l, 1);
		for (int dir = 0; dir < 3; dir++) of_members(&g, dir);
	}
	for (int i = 0; i < NX; i++)
		for (int j = 0; j < NY; j++) sum += q[i][j] * (j % 4) + f[i][j];
	printf("%.6f", sum);
	for (int c = 0; c < n * m * l; c++) sum += u[c] * (c % 5) + v[c];
	printf(" %.6f\n", sum);
	return 0;
}
