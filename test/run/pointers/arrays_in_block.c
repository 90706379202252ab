// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 4 3
// ARGS: 1 2
// MAX-SLOW: 0
// PER-STEP: procs=4 from="4 10" to="4 20" messages=4,8,7,4 bytes=960,1920,1856,960
// RESIDENT: procs=4 args="9 1" below_mb=60
// A hierarchy of grids in one block: an array for each level, one helper for all.
#include <stdio.h>
#include <stdlib.h>
enum { LEVELS = 4 };
static void relax(int n, double *restrict f, const double *restrict u)
{
	for (int i = 1; i <= n; i++)
		for (int j = 1; j <= n; j++)
			f[i * (n + 2) + j] = 0.25 * (u[(i - 1) * (n + 2) + j] + u[(i + 1) * (n + 2) + j] + u[i * (n + 2) + j - 1] + u[i * (n + 2) + j + 1]);
}
static void copy(int n, double to[n + 2][n + 2], double from[n + 2][n + 2])
{
	for (int i = 0; i < n + 2; i++)
		for (int j = 0; j < n + 2; j++) to[i][j] = from[i][j];
}
static double norm(int n, const double *u)
{
	double s = 0;
	for (int i = 0; i < n + 2; i++)
		for (int j = 0; j < n + 2; j++) s += u[i * (n + 2) + j] * (i + 2 * j);
	return s;
}
int main(int argc, char **argv)
{
	int levels = argc > 1 ? atoi(argv[1]) : LEVELS, steps = argc > 2 ? atoi(argv[2]) : 3, n[10], off[10], total = 0;
	double *u, *f;
#pragma dist array u + off[k] [n[k] + 2][n[k] + 2], f + off[k][n[k] + 2][n[k] + 2] : k = 0..levels-1
#pragma dist distribute u[block][*]
#pragma dist align f[i][j] with u[i][j]
	for (int l = 0; l < levels; l++) {
		n[l] = 8 << l;
		off[l] = total;
		total += (n[l] + 2) * (n[l] + 2) + l;
	}
	u = malloc(total * sizeof *u), f = calloc(total, sizeof *f);
	for (int l = 0; l < levels; l++) {
		double *ul = u + off[l], *fl = &f[off[l]];
		int m = n[l] + 2;
		for (int i = 0; i < m; i++)
			for (int j = 0; j < m; j++) ul[i * m + j] = i * j % 7, fl[i * m + j] = 0;
	}
	for (int t = 0; t < steps; t++)
		for (int l = 0; l < levels; l++) {
			relax(n[l], f + off[l], u + off[l]);
			copy(n[l], (double(*)[n[l] + 2])(u + off[l]), (void *)&f[off[l]]);
		}
	for (int l = 0; l < levels; l++) printf("%d %g\n", l, norm(n[l], u + off[l]));
	for (int l = 1; l < levels; l++) printf("%g ", u[off[l] + n[l] + 3]);
	printf("\n");
	free(u);
	free(f);
	return 0;
}
