// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Reductions into members, array elements and through pointers; in a function that returns the result.
#include <stdio.h>

#define N 27

static double a[N];
#pragma dist distribute a[block]

struct statistics {
	double sum, squares;
	int n;
	double lowest, highest;
};

static double total(const double *v, int n)
{
	double s = 0;
	for (int i = 0; i < n; i++) s += v[i];
	return s;
}

static void moments(const double *v, int n, double *first, double *second)
{
	*first = 0;
	*second = 0;
	for (int i = 0; i < n; i++) {
		*first += v[i];
		*second += v[i] * v[i];
	}
}

int main(void)
{
	struct statistics s = {0, 0, 0, 1e9, -1e9};
	double sums[3] = {0, 0, 0}, first, second;
	long histogram[4] = {0, 0, 0, 0};
	for (int i = 0; i < N; i++) a[i] = (i * 17) % 23 - 5;
	for (int i = 0; i < N; i++) {
		s.sum += a[i];
		s.squares += a[i] * a[i];
		s.n++;
		if (a[i] < s.lowest) s.lowest = a[i];
		if (a[i] > s.highest) s.highest = a[i];
	}
	for (int i = 0; i < N; i++) {
		sums[1] += a[i];
		sums[2] += a[i] * i;
	}
	for (int i = 0; i < N; i++) histogram[(int)(a[i] + 5) / 6] += 1;
	moments(a, N, &first, &second);
	printf("%g %g %d %g %g\n", s.sum, s.squares, s.n, s.lowest, s.highest);
	printf("%g %g %g\n", sums[0], sums[1], sums[2]);
	printf("%ld %ld %ld %ld\n", histogram[0], histogram[1], histogram[2], histogram[3]);
	printf("%g %g %g\n", total(a, N), first, second);
	return 0;
}
