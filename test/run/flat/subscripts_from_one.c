// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 5
// MAX-SLOW: 0
// As translators from Fortran write it: pointers set back before their arrays, static counters, all by reference.
#include <stdio.h>
#include <stdlib.h>

typedef int integer;
typedef double doublereal;

static int relax_(integer *n, integer *m, doublereal *a, integer *lda, doublereal *b, integer *ldb)
{
	integer a_dim1, a_offset, b_dim1, b_offset, last, end;
	static integer i, j;

	a_dim1 = *lda;
	a_offset = 1 + a_dim1;
	a -= a_offset;
	b_dim1 = *ldb;
	b_offset = 1 + b_dim1;
	b -= b_offset;

	last = *n - 1;
	for (j = 2; j <= last; ++j) {
		end = *m - 1;
		for (i = 2; i <= end; ++i)
			b[i + j * b_dim1] = a[i - 1 + j * a_dim1] + a[i + 1 + j * a_dim1] + a[i + (j - 1) * a_dim1] - a[i + (j + 1) * a_dim1];
	}
	last = *n;
	for (j = 1; j <= last; ++j) b[*m + j * b_dim1] = a[j * a_dim1 + 1];
	return 0;
}

static doublereal dot_(integer *n, doublereal *x, doublereal *y)
{
	static integer i;
	static doublereal sum;
	integer end;
	--y;
	--x;
	sum = 0.;
	if (*n <= 0) goto L10;
	end = *n;
	for (i = 1; i <= end; ++i) sum += x[i] * y[i];
L10:
	return sum;
}

// What a static counter was left with is read by the next call, or is not.
static double *v;
static int total(int n, int mode)
{
	static int i, k = 2, found;
	double s = 0;
	if (mode == 1) return i;
	if (mode == 2) goto search;
	for (i = 0; i < n; i++) s += v[i];
	for (k++, i = 0; i < n; i++) v[i] += k;
	return (int)s;
search:
	for (i = 0; i < n; i++)
		if (v[i] > 5) found = i;
	return found + k;
}

int main(int argc, char **argv)
{
	integer n = argc > 1 ? atoi(argv[1]) : 17, m = 13;
	double *a = malloc(n * m * sizeof *a), *b = calloc(n * m, sizeof *b);
	v = malloc(n * sizeof *v);
#pragma dist array a[n][m], b[n][m], v[n]
#pragma dist distribute a[block][*]
#pragma dist align b[i][j] with a[i][j]
#pragma dist align v[i] with a[i][*]
	for (int j = 0; j < n; j++) {
		v[j] = j;
		for (int i = 0; i < m; i++) a[j * m + i] = i * j % 7;
	}
	for (int t = 0; t < 3; t++) {
		relax_(&n, &m, a, &m, b, &m);
		relax_(&n, &m, b, &m, a, &m);
	}
	double s = 0;
	for (int j = 0; j < n; j++)
		for (int i = 0; i < m; i++) s += a[j * m + i] * (i + j);
	printf("%g %g\n", s, dot_(&n, v, v));
	int most = total(n, 0);
	printf("%d %d %d %d\n", most, total(n, 1), total(n - 1, 2), total(n, 1));
	printf("%d %d\n", total(n - 2, 0), total(n, 1));
	free(a);
	free(b);
	free(v);
	return 0;
}
