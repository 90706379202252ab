// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 41 17
// ARGS: 40 -1
// ARGS: 40 0
// ARGS: 1 0
// MAX-SLOW: 0
// Loops that are left early, by break, return and goto: searches and checks. The first exit in the program's order counts, wherever it is found.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define N 41
static double a[N], b[N], m[N][N], w[N][N];
#pragma dist distribute[block] ::a, b
#pragma dist distribute m[block][*], w[*][block]

static int find(int n, double x)
{
	for (int i = 0; i < n; i++)
		if (a[i] == x) return i;
	return -1;
}

static int find_last(int n, double x)
{
	int i;
	for (i = n - 1; i >= 0; i--)
		if (b[i] == x) break;
	return i;
}

static int check(int n, double eps)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			double want = i + 2 * j, error = fabs(m[i][j] - want);
			if (error > eps) {
				printf("m[%d][%d] is %g, not %g: %g\n", i, j, m[i][j], want, error);
				return 1;
			}
		}
	return 0;
}

static int check_columns(int n)
{
	int i, j;
	for (i = 0; i < n; i++)
		for (j = 0; j < n; j++) {
			if (w[i][j] != i * j) goto bad;
		}
	return 0;
bad:
	printf("w[%d][%d] %g\n", i, j, w[i][j]);
	return 2;
}

// What is added up, and the last value, end with the iteration that leaves.
static double until(int n, double limit, double *last)
{
	double sum = 0, before = -1;
	int count = 0, i;
	for (i = 0; i < n; i++) {
		if (a[i] > limit) {
			count = -count;
			break;
		}
		sum += b[i];
		before = a[i];
		count++;
	}
	*last = before + i;
	return sum + 1000 * count;
}

static int two_ways(int n, double low, double high)
{
	double best = 0;
	for (int i = 0; i < n; i++) {
		if (a[i] == low) {
			best = b[i];
			goto found;
		} else if (b[i] == high) {
			return 100 + i;
		}
	}
	return -5;
found:
	return (int)best;
}

// Not the condition but its opposite leaves; the loop writes, too: all processes run it.
static int same(int n)
{
	int ok = 1;
	for (int i = 0; i < n; i++) {
		if (a[i] <= 1000)
			ok++;
		else
			break;
	}
	return ok;
}

// At the exit the other array ends.
static double bounds(int n)
{
	double sum = 0;
	int i;
	for (i = 0; i < n; i++) {
		if (b[i] > 1e9) break;
		sum += a[i + 1];
	}
	for (i = 0; i < n; i++)
		if (a[i] < -1 || b[i] > 9) break;
	return sum + i;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), at = atoi(argv[2]);
	double last, sum;
	for (int i = 0; i < N; i++) a[i] = i, b[i] = (i * 7) % 11;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) m[i][j] = i + 2 * j;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) w[i][j] = i * j;
	printf("%d %d %d\n", find(n, at), find(n, 3.5), find_last(n, at % 11));
	printf("%d %d\n", check(n, 1e-12), check_columns(n));
	if (at >= 0) {
		m[at][at / 2] += 1, m[at][at] -= 3;
		w[at][at / 2] = 7, w[at][0] = 7;
		if (at + 1 < N) w[at + 1][0] = 3;
	}
	printf("%d %d\n", check(n, 1e-12), check_columns(n));
	sum = until(n, at, &last);
	printf("%g %g\n", sum, last);
	sum = until(n, 1e6, &last);
	printf("%g %g\n", sum, last);
	printf("%d %d %d\n", two_ways(n, at, 10), two_ways(n, -7, at), two_ways(n, 30, 5));
	b[n - 1] = 1e10;
	printf("%g\n", bounds(n));
	printf("%d\n", same(n));
	a[n / 2] = 5000;
	printf("%d %d\n", same(n), find(n, 5000));
	return check(n, 0.5);
}
