// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 300 7
// ARGS: 3 5
// BY-ALL: 6 "for (i = 0; i < n; i++) {...": nothing in it is split
// RESIDENT: procs=4 args="3464 2" below_mb=90
//
// Loops that allocate the rows of a matrix and set them at once, in helpers, before the pointer with the directive
// receives it: each process touches its part only, of matrices of 96 MB. And loops of which the parts belong together.
#include <stdio.h>
#include <stdlib.h>

static double **zeros(int n, int m)
{
	double **a = malloc(n * sizeof *a);
	for (int i = 0; i < n; i++) {
		a[i] = malloc(m * sizeof **a);
		for (int j = 0; j < m; j++) a[i][j] = 0;
	}
	return a;
}

struct field {
	int n, m;
	double **v;
};

static void init(struct field *f, int n, int m)
{
	int i, j;
	f->n = n, f->m = m;
	f->v = (double **)malloc(n * sizeof(double *));
	if (!f->v) exit(1);
	for (i = 0; i < f->n; ++i) {
		f->v[i] = (double *)malloc(f->m * sizeof(double));
		if (f->v[i] == NULL) {
			fprintf(stderr, "out of memory\n");
			exit(1);
		}
		for (j = 0; j < f->m; ++j) f->v[i][j] = i + .5 * j;
		f->v[i][0] += 1;
	}
	printf("%d %d\n", i, n > 0 ? j : 0);
}

static float ***cube(int n)
{
	float ***c = malloc(n * sizeof *c);
	int i, j, k;
	for (i = 0; i < n; i++) {
		c[i] = malloc(n * sizeof **c);
		for (j = 0; j < n; j++) {
			c[i][j] = malloc(n * sizeof ***c);
			for (k = 0; k < n; k++) c[i][j][k] = i * 100 + j * 10 + k;
		}
	}
	return c;
}

// Each row is as long as the one before says; what stops at once leaves the rest as it was.
static double **growing(int n, int *length)
{
	double **a = calloc(n, sizeof *a);
	int most = 1;
	for (int i = 0; i < n; i++) {
		a[i] = malloc(most * sizeof **a);
		for (int j = 0; j < most; j++) a[i][j] = most;
		length[i] = most++;
	}
	return a;
}

static double **until(int n, int last)
{
	double **a = calloc(n, sizeof *a);
	for (int i = 0; i < n; i++) {
		a[i] = malloc(n * sizeof **a);
		if (i == last) return a;
		for (int j = 0; j < n; j++) a[i][j] = i;
	}
	return a;
}

static double sum(double **a, int n, int m)
{
	double s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) s += a[i][j] * (1 + (i + j) % 3);
	return s;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40, m = argc > 2 ? atoi(argv[2]) : 7;
	if (m == 2) m = n;
	double **u = zeros(n, m), **v = zeros(n, m);
#pragma dist array u[n][m], v[n][m]
#pragma dist distribute [block][*] :: u, v
	for (int i = 1; i < n - 1; i++)
		for (int j = 0; j < m; j++) u[i][j] += i + v[i - 1][j] + v[i + 1][j];
	printf("%.12g %.12g\n", sum(u, n, m), sum(v, n, m));
	if (m == n) return 0;
	struct field f;
	init(&f, 7, m);
	printf("%.12g\n", sum(f.v, 7, m));
	float ***c = cube(m);
#pragma dist array c[m][m][m]
#pragma dist distribute c[block][*][*]
	float top = 0;
	for (int i = 0; i < m; i++)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < m; k++) top = c[i][j][k] > top ? c[i][j][k] : top;
	int length[8];
	double **g = growing(8, length), **h = until(8, 5);
	printf("%g %d %g %g %g %d\n", top, length[7], g[2][2], g[7][7], h[4][7], h[6] != NULL);
	return 0;
}
