// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 3 "for (int i = 0, k = 1; i < n; i++) b[i] += 3 * a[k];": some of its statements belong to no owner
//            "for (int i = 0, k = 1; i < n; i++) b[i] = a[k] - a[i];": some of its statements belong to no owner
// ARGS: 40
// ARGS: 7
// ARGS: 3
// MAX-SLOW: 1
// Counters that wrap around a length that only the run knows, upward and downward, by more than one, as conditions, choices and remainders.
#include <stdio.h>
#include <stdlib.h>

static double a[40], b[40], u[40][40];
#pragma dist distribute [block] :: a, b
#pragma dist distribute u[block][*]

static void up(int n)
{
	int k, step = 0;
	for (int i = 0, k = 1; i < n; i++) {
		b[i] = a[k] - a[i];
		k++;
		if (k >= n) k -= n;
	}
	for (int i = 0, k = 1; i < n; i++) {
		b[i] += 3 * a[k];
		if (++k > n - 1) k = k - n;
	}
	k = 0;
	for (int i = 0; i < n; i++) {
		b[i] += 5 * a[k];
		k += 2;
		if (k >= n) k -= n;
	}
	step += k;
	k = n - 1;
	for (int i = 0; i < n; i++) {
		b[i] += 7 * a[k];
		k = (k + 3) % n;
	}
	printf("%d %d\n", k, step);
}

static void down(int n)
{
	int k = n - 1;
	for (int i = 0; i < n; i++) {
		b[i] += 11 * a[k];
		k--;
		if (k < 0) k = n - 1;
	}
	for (int i = 0; i < n; i++) {
		b[i] += 13 * a[k];
		if (--k == -1) k += n;
	}
	for (int i = 0; i < n; i++) {
		b[i] += 17 * a[k];
		k = (k - 1 + n) % n;
	}
	for (int i = 0; i < n; i++) {
		b[i] += 19 * a[k];
		k = (k + n - 2) % n;
	}
	printf("%d ", k);
	for (int i = 0; i < n; i++) {
		b[i] += 23 * a[k];
		k = k > 0 ? k - 1 : n - 1;
	}
	for (int i = 0; i < n; i++) {
		b[i] += 29 * a[k];
		if (k == 0)
			k = n - 1;
		else
			k--;
	}
	size_t z = 0, m = (size_t)n;
	for (size_t i = 0; i < m; i++) {
		b[i] += 31 * a[z];
		z = z != 0 ? z - 1 : m - 1;
	}
	k = 1;
	for (int i = 0; i < n; i++) {
		b[i] += 37 * a[k];
		k -= 3;
		if (k < 0) k += n;
	}
	printf("%d %zu\n", k, z);
}

// A constant length, in rows of rows, with many turns.
static void constant(int n)
{
	int k = 0, l = 4;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			u[i][j] = k + 10 * l;
			k += 3;
			if (k >= 7) k -= 7;
			l--;
			if (l < 0) l = 4;
		}
	printf("%d %d\n", k, l);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40;
	for (int i = 0; i < n; i++) a[i] = i * i % 17 + 0.5;
	up(n);
	down(n);
	constant(n);
	for (int i = 0; i < n; i++) printf("%g ", b[i]);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) printf("%g ", u[i][j]);
	printf("\n");
	return 0;
}
