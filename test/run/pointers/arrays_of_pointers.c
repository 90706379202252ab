// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Declared arrays of pointers, each to an array of its own: levels of unlike sizes, a table of fields.
#include <stdio.h>
#include <stdlib.h>
#define NLEV 4
static double *u[NLEV], *f[NLEV];
static int n[NLEV];
#pragma dist array u[k][n[k] + 2][n[k] + 2], f[k][n[k] + 2][n[k] + 2] : k = 0..NLEV-1
#pragma dist distribute [block][*] :: u, f
static void relax(int n, double *restrict f, const double *restrict u)
{
	for (int i = 1; i <= n; i++)
		for (int j = 1; j <= n; j++)
			f[i * (n + 2) + j] = 0.25 * (u[(i - 1) * (n + 2) + j] + u[(i + 1) * (n + 2) + j] + u[i * (n + 2) + j - 1] + u[i * (n + 2) + j + 1]);
}
static double *fields[100];
#pragma dist array fields[c][30][20] : c = 0..99
#pragma dist distribute fields[block][*]
int main(void)
{
	double s = 0;
	for (int l = 0; l < NLEV; l++) {
		n[l] = 8 << l;
		u[l] = malloc((n[l] + 2) * (n[l] + 2) * sizeof(double));
		f[l] = malloc((n[l] + 2) * (n[l] + 2) * sizeof(double));
		for (int i = 0; i < n[l] + 2; i++)
			for (int j = 0; j < n[l] + 2; j++) u[l][i * (n[l] + 2) + j] = i * j % 7, f[l][i * (n[l] + 2) + j] = 1;
	}
	for (int l = 0; l < NLEV; l++) {
		relax(n[l], f[l], u[l]);
		for (int i = 1; i <= n[l]; i++)
			for (int j = 1; j <= n[l]; j++) u[l][i * (n[l] + 2) + j] = f[l][i * (n[l] + 2) + j] + f[l][(i - 1) * (n[l] + 2) + j];
	}
	for (int l = 0; l < NLEV; l++) {
		double s = 0;
		for (int i = 0; i < n[l] + 2; i++)
			for (int j = 0; j < n[l] + 2; j++) s += u[l][i * (n[l] + 2) + j] * (i + j);
		printf("%d %g\n", l, s);
	}
	int k = 0;
	while (k < 5) fields[k++] = calloc(600, sizeof(double));
	for (k = 0; k < 5; k++)
		for (int i = 0; i < 30; i++)
			for (int j = 0; j < 20; j++) fields[k][i * 20 + j] = i * k + j;
	for (k = 1; k < 5; k++)
		for (int i = 1; i < 30; i++)
			for (int j = 0; j < 20; j++) fields[k][i * 20 + j] += fields[k - 1][(i - 1) * 20 + j];
	for (k = 0; k < 5; k++)
		for (int i = 0; i < 30; i++)
			for (int j = 0; j < 20; j++) s += fields[k][i * 20 + j] * (i + k);
	printf("%g\n", s);
}
