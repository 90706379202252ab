// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
//
// Sums and extrema that called functions add to: members of what they get the address of, variables of file scope.
#include <math.h>
#include <stdio.h>

#define N 100
struct stats {
	double max, min, sum;
	int n;
};
static double a[N];
#pragma dist distribute a[block]
static struct stats all;
static long passed;

static void update(struct stats *s, double x)
{
	if (x > s->max) s->max = x;
	s->min = fmin(s->min, x);
	s->sum += x;
	s->n++;
}

static void count(double x)
{
	all.sum += x;
	all.n++;
	if (x > all.max) all.max = x;
	if (x > 10) passed += 2;
}

static void both(struct stats *s, double x)
{
	update(s, 2 * x);
	count(x);
}

static struct stats of(const double *v, int n)
{
	struct stats s = {-1e9, 1e9, 0, 0}, *p = &s;
	for (int i = 0; i < n; i++) update(p, v[i]);
	return s;
}

int main(void)
{
	struct stats s = {-1e9, 1e9, 0, 0};
	for (int i = 0; i < N; i++) a[i] = (i * 37) % 101 - 50;
	for (int i = 0; i < N; i++) update(&s, a[i]);
	for (int i = 0; i < N; i++) count(a[i]);
	for (int i = 0; i < N; i++) {
		a[i] += 1;
		both(&s, a[i]);
		passed++;
	}
	printf("%g %g %g %d\n", s.max, s.min, s.sum, s.n);
	printf("%g %g %d %ld\n", all.max, all.sum, all.n, passed);
	s = of(a, N);
	printf("%g %g %g %d\n", s.max, s.min, s.sum, s.n);
	return 0;
}
