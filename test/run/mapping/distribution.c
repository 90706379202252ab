// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
//
// Loops that are distributed: in the middle of an iteration a process needs what another one has just set.
#include <stdio.h>
#include <stdlib.h>

#define N 61
#define M 17
static double x[N], y[N], z[N], u[N][M], v[N][M], cov[N][N];
#pragma dist distribute [block] :: x, y, z
#pragma dist distribute [block][*] :: u, v, cov

static void show(const char *what, int n, const double a[n])
{
	double sum = 0;
	for (int i = 0; i < n; i++) sum += a[i] * (i % 7 - 3);
	printf("%s %g\n", what, sum);
}

// Pointers that the calls give different memory, or the same.
static void differences(int n, const double *of, double *flux, double *to)
{
	for (int i = 1; i < n; i++) {
		flux[i] = of[i] + of[i - 1];
		to[i] = flux[i] - flux[i - 1];
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N, m = M, i, j, k;
	double t, scale = 0.5;
	for (i = 0; i < n; i++) {
		z[i] = i % 17 + 1;
		x[i] = y[i] = 0;
	}
	// A difference of what is set beside it.
	for (i = 1; i < n; i++) {
		x[i] = z[i] * 2;
		y[i] = x[i] - x[i - 1];
	}
	show("x", n, x);
	show("y", n, y);
	// Private values that both parts need, a nest of two loops.
	for (i = 0; i < n; i++)
		for (j = 0; j < m; j++) u[i][j] = i * j % 5;
	for (i = 1; i < n; i++)
		for (j = 0; j < m; j++) {
			double w = (i + 1) * scale, half = w / 2;
			t = half + 1;
			u[i][j] += w + j;
			v[i][j] = u[i][j] + t * u[i - 1][j];
		}
	// The last values of variables.
	for (i = 0; i < n; i++) {
		t = i * scale;
		y[i] = t;
		x[n - 1 - i] = y[i] + 1;
	}
	printf("%d %g\n", i, t);
	show("x", n, x);
	// A symmetric matrix, whose other half is set with the first one; a sum in an element.
	for (i = 0; i < n; i++)
		for (j = i; j < n; j++) {
			cov[i][j] = 0;
			for (k = 0; k < m; k++) cov[i][j] += u[i][k] * v[j][k];
			cov[i][j] /= m - 1.0;
			cov[j][i] = cov[i][j];
		}
	for (i = 0; i < n; i += 7) show("cov", n, cov[i]);
	// Three parts, one of them with loops of its own.
	for (i = 0; i < n; i++) {
		x[i] = i;
		for (j = 0; j < m; j++) u[i][j] = x[i] + j;
		z[n - 1 - i] = x[i];
		y[i] = z[n - 1 - i] * 2;
	}
	show("z", n, z);
	show("y", n, y);
	for (i = 0; i < n; i += 5) show("u", m, u[i]);
	differences(n, z, x, y);
	show("y", n, y);
	return 0;
}
