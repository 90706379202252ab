// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
//
// Functions that read tables through pointers of their own: what these lead to is what the arguments lead to, however
// they are set. One that may lead elsewhere is not taken for that.
// MAX-SLOW: 1
// BY-ALL: 18 "for (int i = 0; i < n; i++) last[0] = got[i] + elsewhere...": 'elsewhere' reads what the loop sets
// ARGS: 300
// ARGS: 5
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	double e, a;
} point;
enum { N_POINTS = 65 };

static double between(double e, int k, const int *index, const point *t, int n)
{
	const point *low;
	if (index[k] == n - 1)
		low = &t[index[k] - 1];
	else
		low = &t[index[k]];
	const point *high = low + 1;
	return low->a + e * high->a + low[1].e;
}

static double walk(const point *t, int n, double e)
{
	const point *p = t, *end = t + n;
	double s = 0;
	while (p < end && p->e < e) {
		s += p->a;
		p++;
	}
	return s;
}

static double first_of(const double *a, const double *b, int which)
{
	const double local[2] = {1, 2};
	const double *c = which ? a : b;
	if (which == 2) c = local;
	return c[0] + c[1];
}

static double last[2];
static double elsewhere(const double *a, int which)
{
	const double *p = a;
	if (which) p = last;
	return p[0];
}

// CHECK-NOT: warning:
int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	point *table = malloc(N_POINTS * sizeof *table);
	int *index = malloc((N_POINTS - 1) * sizeof *index);
	double *sample = malloc(n * sizeof *sample), *got = malloc(n * sizeof *got);
	double pair[2] = {3, 4}, more[2] = {5, 7}, s = 0;
#pragma dist distribute [block] :: sample, got
	for (int k = 0; k < N_POINTS; k++) table[k] = (point){k, k * k};
	for (int k = 0; k < N_POINTS - 1; k++) index[k] = k * 7 % (N_POINTS - 1);
	for (int i = 0; i < n; i++) sample[i] = i * 7919 % 6300 / 100.0;
	for (int i = 0; i < n; i++) got[i] = between(sample[i], (int)sample[i], index, table, N_POINTS - 1);
	for (int i = 0; i < n; i++) got[i] += walk(table, N_POINTS, sample[i]);
	for (int i = 0; i < n; i++) got[i] += first_of(pair, more, i % 3);
	// CHECK: pointers_into_arguments.c:[[#@LINE + 1]]:{{[0-9]+}}: warning:
	for (int i = 0; i < n; i++) last[0] = got[i] + elsewhere(pair, i % 2);
	for (int i = 0; i < n; i++) s += got[i] * (i % 7);
	printf("%.10g %.10g\n", s, last[0]);
	return 0;
}
