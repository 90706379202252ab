// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Extents that are constants between those that are not, in functions that see no directive: whatever is multiplied first, 4 * m is a longer stride than m.
// MAX-SLOW: 0
#include <stdio.h>
#include <stdlib.h>

enum { KINDS = 4 };

static void inside_out(double *v, int n, int m)
{
	for (int i = 0; i < n; i++)
		for (int k = 0; k < KINDS; k++)
			for (int j = 0; j < m; j++) v[j + m * (k + KINDS * i)] = 100 * i + 10 * k + j;
}

static void outside_in(double *v, const double *u, int n, int m)
{
	for (int i = 1; i < n - 1; i++)
		for (int k = 0; k < KINDS; k++)
			for (int j = 0; j < m; j++)
				v[(i * KINDS + k) * m + j] =
				        u[((i - 1) * KINDS + k) * m + j] + u[((i + 1) * KINDS + (KINDS - 1 - k)) * m + j];
}

static void four(double *v, int n, int l, int m)
{
	for (int i = 0; i < n; i++)
		for (int h = 0; h < l; h++)
			for (int k = 0; k < KINDS; k++)
				for (int j = 0; j < m; j++) v[j + m * (k + KINDS * (h + l * i))] += i * h + k * j;
}

int main(int argc, char **argv)
{
	int n = 9 + argc, m = 3, l = 5;
	(void)argv;
	double *u, *v, *w;
#pragma dist array u[n][KINDS][m], v[n][KINDS][m], w[n][l][KINDS][m]
#pragma dist distribute [block][*][*] :: u, v
#pragma dist distribute w[block][*][*][*]
	u = calloc(n * KINDS * m, sizeof *u);
	v = calloc(n * KINDS * m, sizeof *v);
	w = calloc(n * l * KINDS * m, sizeof *w);
	if (!u || !v || !w) return 1;
	inside_out(u, n, m);
	outside_in(v, u, n, m);
	four(w, n, l, m);
	for (int k = 0; k < n * KINDS * m; k++) printf("%g %g\n", u[k], v[k]);
	for (int k = 0; k < n * l * KINDS * m; k++) printf("%g%c", w[k], k % 12 == 11 ? '\n' : ' ');
	free(u);
	free(v);
	free(w);
	return 0;
}
