// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -O2 -c %S/../Inputs/untranslated.c -o %t.o && %compare --flags="-I%hpcc_source/include %t.o" %s
//
// Functions of a library that was not translated, by the three marks.
#include <hpcc/dist.h>
#include <stdio.h>

double library_norm(int n, const double *v);
double library_dot(int n, const double *x, const double *y);
int library_sort(int n, double *v, double *median);
int library_write(const char *name, const double *v, int n);
#pragma dist pure(library_norm)
#pragma dist local(library_dot)
#pragma dist serial(library_sort, library_write)

enum { N = 19 };
static double x[N], y[N], copy[N];
#pragma dist distribute x[block], y[block]

#pragma dist local
static double dot(int n, const double *p, const double *q)
{
	long first = dist_lo(p, 0), last = dist_hi(p, 0);
	if (last >= n) last = n - 1;
	return last < first ? 0 : library_dot((int)(last - first + 1), &p[first], &q[first]);
}

int main(void)
{
	double sum = 0, median = -1, other = -1;
	for (int i = 0; i < N; i++) x[i] = i * 7 % N, y[i] = copy[i] = i;
	sum += dot(N, x, y);
	printf("%g %g\n", sum, library_norm(N, x));
	int calls = library_sort(N, x, &median);
	calls += library_sort(N, copy, &other);
	printf("%d %g %g %g\n", calls, median, other, x[4]);
	for (int i = 0; i < N; i++) y[i] += x[i];
	library_write("out", y, N);
	library_write("out", copy, 3);
	printf("%g\n", library_norm(N - 3, &y[1]));
	return 0;
}
