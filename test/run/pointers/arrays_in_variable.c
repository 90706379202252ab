// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 4 3
// ARGS: 1 2
// MAX-SLOW: 0
// PER-STEP: procs=4 from="4 10" to="4 20" messages=4,8,7,3 bytes=928,1856,1800,872
// A hierarchy of grids in blocks that the source declares, at offsets that the program computes; one of them for a residual, aligned with it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define MAXLEVEL 8
#define NR 14000
static double u[NR];
double r[NR];
static int first[MAXLEVEL + 1], size[MAXLEVEL + 1], levels;
#pragma dist array u + first[k] [size[k]][size[k]] : k = 1..levels
#pragma dist array r + first[k] [size[k]][size[k]] : k = 1..levels
#pragma dist distribute u[block][*]
#pragma dist align r[i][j] with u[i][j]
static void setup(int n)
{
	levels = n;
	for (int k = 1; k <= n; k++) size[k] = (4 << k) + 1;
	first[n] = 0;
	for (int k = n - 1; k >= 1; k--) first[k] = first[k + 1] + size[k + 1] * size[k + 1];
}
static void fill(double *z, int n, double c)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) z[i * n + j] = c * ((i * 7 + j * 3) % 11);
}
static void resid(double *restrict or, const double *restrict ou, int n)
{
	double(*restrict r)[n] = (double(*)[n]) or ;
	const double(*u)[n] = (const double(*)[n])ou;
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < n - 1; j++) r[i][j] += 0.1 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j]);
}
static void correct(double *u, const double *r, int n)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) u[i * n + j] += 0.5 * r[i * n + j];
}
static double norm(const double *z, int n)
{
	double s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) s += z[i * n + j] * (i - j);
	return s;
}
int main(int argc, char **argv)
{
	setup(argc > 1 ? atoi(argv[1]) : 4);
	int steps = argc > 2 ? atoi(argv[2]) : 3;
	for (int k = levels; k >= 1; k--) {
		fill(&u[first[k]], size[k], 1.0 / k);
		fill(r + first[k], size[k], 0);
	}
	for (int t = 0; t < steps; t++)
		for (int k = levels; k >= 1; k--) {
			resid(&r[first[k]], &u[first[k]], size[k]);
			correct(u + first[k], r + first[k], size[k]);
		}
	for (int k = levels; k >= 1; k--) printf("%d %.10g\n", k, norm(&r[first[k]], size[k]));
	// Beside them nothing is mapped.
	r[NR - 1] = 3;
	printf("%g %g\n", r[NR - 1], r[first[levels] + 40]);
	memset(u, 0, sizeof u);
	printf("%g\n", norm(u + first[1], size[1]));
	return 0;
}
