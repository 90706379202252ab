// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 24 4
// PER-STEP: procs=2 from="24 10" to="24 20" messages=4,4 bytes=2568,2568 collectives=0
// Implicit line solves by columns and by rows (ADI): the sweep along columns runs with v split by columns, to which
// nothing is brought but its columns of u; v comes back by rows.
#include <stdio.h>
#include <stdlib.h>

static void sweeps(int n, double u[n][n], double v[n][n], double p[n][n], double q[n][n])
{
	const double a = -.3, b = 1.6;
	for (int i = 1; i < n - 1; i++) {
		v[0][i] = 1;
		p[i][0] = 0;
		q[i][0] = v[0][i];
		for (int j = 1; j < n - 1; j++) {
			p[i][j] = -a / (a * p[i][j - 1] + b);
			q[i][j] = (.3 * u[j][i - 1] + .4 * u[j][i] + .3 * u[j][i + 1] - a * q[i][j - 1]) /
			          (a * p[i][j - 1] + b);
		}
		v[n - 1][i] = 1;
		for (int j = n - 2; j >= 1; j--) v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
	}
	for (int i = 1; i < n - 1; i++) {
		u[i][0] = 1;
		p[i][0] = 0;
		q[i][0] = u[i][0];
		for (int j = 1; j < n - 1; j++) {
			p[i][j] = -a / (a * p[i][j - 1] + b);
			q[i][j] = (.3 * v[i - 1][j] + .4 * v[i][j] + .3 * v[i + 1][j] - a * q[i][j - 1]) /
			          (a * p[i][j - 1] + b);
		}
		u[i][n - 1] = 1;
		for (int j = n - 2; j >= 1; j--) u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 24, steps = argc > 2 ? atoi(argv[2]) : 4;
	double(*u)[n], (*v)[n], (*p)[n], (*q)[n];
#pragma dist array u[n][n], v[n][n], p[n][n], q[n][n]
#pragma dist distribute[block][*] ::u, v, p, q
	u = malloc(n * sizeof *u), v = malloc(n * sizeof *v), p = malloc(n * sizeof *p), q = malloc(n * sizeof *q);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) u[i][j] = (i + n - j) % 7 / 8., v[i][j] = p[i][j] = q[i][j] = i - j;
	for (int t = 0; t < steps; t++) sweeps(n, u, v, p, q);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) printf("%.9g %.9g\n", u[i][j], v[i][j]);
	return 0;
}
