// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Columns that are made orthogonal where rows have several owners: a dot product and an update for each pair of
// columns. All dot products with one column are made together, where each process had all columns behind it before,
// and computed what the others had computed. Householder's reflections begin at row k, and divide by an element of
// it.
// FLAGS: -lm
// ARGS: 160 24
// ARGS: 5 3
// ARGS: 3 1
// PER-STEP: procs=2 from="190 10" to="190 30" collectives=6 messages=0
// PER-STEP: procs=4 from="190 10" to="190 30" collectives=6 messages=0
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double **rows(int m, int n)
{
	double **a = malloc((size_t)m * sizeof *a);
	a[0] = malloc((size_t)m * (size_t)n * sizeof **a);
	for (int i = 1; i < m; i++) a[i] = a[i - 1] + n;
	return a;
}

static void reflect(int m, int n, double **a, double *d)
{
	int i, j, k;
	double s;
	for (k = 0; k < n && k < m; k++) {
		double nrm = 0;
		for (i = k; i < m; i++) nrm += a[i][k] * a[i][k];
		nrm = sqrt(nrm);
		if (nrm != 0) {
			if (a[k][k] < 0) nrm = -nrm;
			for (i = k; i < m; i++) a[i][k] /= nrm;
			a[k][k] += 1;
			for (j = k + 1; j < n; j++) {
				s = 0;
				for (i = k; i < m; i++) s += a[i][k] * a[i][j];
				s = -s / a[k][k];
				for (i = k; i < m; i++) a[i][j] += s * a[i][k];
			}
		}
		d[k] = -nrm;
	}
}

static void orthogonalise(int m, int n, double (*q)[n])
{
	for (int k = 0; k < n; k++) {
		double s = 0;
		for (int i = 0; i < m; i++) s += q[i][k] * q[i][k];
		s = sqrt(s);
		for (int i = 0; i < m; i++) q[i][k] /= s;
		for (int j = k + 1; j < n; j++) {
			double d = 0;
			for (int i = 0; i < m; i++) d += q[i][k] * q[i][j];
			for (int i = 0; i < m; i++) q[i][j] -= d * q[i][k];
		}
	}
}

int main(int argc, char **argv)
{
	int m = argc > 1 ? atoi(argv[1]) : 40, n = argc > 2 ? atoi(argv[2]) : 24;
	double **a = rows(m, n), *d = calloc((size_t)n, sizeof *d), (*q)[n] = malloc((size_t)m * sizeof *q), most = 0;
#pragma dist array a[m][n]
#pragma dist distribute [block][*] :: a, q
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) q[i][j] = a[i][j] = (i * 7 + j * 13 + i * j) % 17 + (i == j) * 20;
	reflect(m, n, a, d);
	orthogonalise(m, n, q);
	for (int k = 0; k < n; k++) printf("%.8g ", d[k]);
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) most = fmax(most, fabs(a[i][j]));
	printf("%.8g\n", most);
	for (int j = 0; j < n; j += 7) printf("%.8g ", q[m / 2][j]);
	return 0;
}
