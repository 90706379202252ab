// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 18 "for (int i = 1; i < n; i++) if (g[i] < g[low]) low = i;": elements are read one by one
//            "for (i = 1; i < n; i++) if (2 * key[i] > 2 * key[double_key...": elements are read one by one
//            "for (size_t i = 1; i < (size_t)n; i++) if (cell[i].weight >...": elements are read one by one
//            "for (int i = 1; i < n; i += 2) if (key[by_key] < key[i]) by...": elements are read one by one
// ARGS: 40
// ARGS: 3
// ARGS: 1
// ARGS: 0
// FLAGS: -lm
// MAX-SLOW: 0
// Where an extremum is, found by comparing with the element that is there. The first of equal ones with > and <, the last with >= and <=; what
// cannot be compared never takes part, and stays where the search begins with it.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define ABS(x) ((x) < 0 ? -(x) : (x))
#define AT(i, j) u[(i)][(j)]

static double g[64];
#pragma dist distribute g[block]
static int key[64];
#pragma dist align key[i] with g[i]
static struct cell {
	float weight;
	int tag;
} cell[64];
#pragma dist align cell[i] with g[i]
static double u[40][40];
#pragma dist distribute u[block][*]

static void fill(int n, int how)
{
	for (int i = 0; i < n; i++) {
		g[i] = (i * 37 + how) % 11 - 5;
		key[i] = (i * 23 + how) % 7;
		cell[i].weight = (i * 5 + how) % 9, cell[i].tag = i;
	}
	// A NaN in the middle, or first; zeros of both signs.
	if (how == 1 && n > 20) g[17] = NAN;
	if (how == 2 && n) g[0] = NAN;
	for (int i = 0; i < n; i++)
		if (how == 3) g[i] = i % 2 ? 0.0 : -0.0;
}

static double size_of(double x) { return x < 0 ? -x : x; }

static void search(int n)
{
	int at = 0, last = 0, low = 0, high = 0, by_size = 0, by_key = 0, from_end = n - 1;
	for (int i = 1; i < n; i++)
		if (g[i] > g[at]) at = i;
	for (int i = 0; i < n; i++)
		if (g[last] <= g[i]) last = i;
	for (int i = 1; i < n; i++) {
		if (g[i] < g[low]) low = i;
		if (g[i] > g[high]) {
			high = i;
		}
	}
	for (int i = n - 2; i >= 0; i--)
		if (fabs(g[i]) > fabs(g[from_end])) from_end = i;
	for (int i = 1; i < n; ++i)
		if (size_of(g[i]) > size_of(g[by_size])) by_size = i;
	for (int i = 1; i < n; i += 2)
		if (key[by_key] < key[i]) by_key = i;
	printf("%d %d %d %d %d %d %d\n", at, last, low, high, from_end, by_size, by_key);
	size_t heavy = 0;
	for (size_t i = 1; i < (size_t)n; i++)
		if (cell[i].weight > cell[heavy].weight) heavy = i;
	long double_key = 0;
	int i;
	for (i = 1; i < n; i++)
		if (2 * key[i] > 2 * key[double_key]) double_key = i;
	// No element is looked at where the loop does not run: there is none at -1, nor at 1000000.
	int none = -1, far = 1000000;
	for (i = n; i < n; i++)
		if (g[i] > g[none]) none = i;
	for (i = n + 1; i <= n; i++)
		if (g[i] > g[far]) far = i;
	printf("%zu %ld %d %d %d\n", heavy, double_key, i, none, far);
}

// The pivot in a column, in what is left, and of each row.
static void pivots(int n)
{
	int each[40];
	for (int k = 0; k < n; k += 7) {
		int p = k, pi = k, pj = k, qi = k, qj = k;
		for (int i = k + 1; i < n; i++)
			if (ABS(u[i][k]) > ABS(u[p][k])) p = i;
		for (int i = k; i < n; i++)
			for (int j = k; j < n; j++)
				if (fabs(AT(i, j)) > fabs(AT(pi, pj))) pi = i, pj = j;
		for (int i = k; i < n; i++) {
			for (int j = k; j < n; j++) {
				if (u[i][j] <= u[qi][qj]) {
					qj = j;
					qi = i;
				}
			}
		}
		printf("%d: %d %d %d %d %d\n", k, p, pi, pj, qi, qj);
	}
	for (int i = 0; i < n; i++) {
		int at = 0;
		for (int j = 1; j < n; j++)
			if (u[i][j] > u[i][at]) at = j;
		u[i][0] = at;
	}
	for (int i = 0; i < n; i++) each[i] = (int)u[i][0];
	for (int i = 0; i < n; i++) printf("%d ", each[i]);
	printf("\n");
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40;
	for (int how = 0; how < 4; how++) {
		fill(n, how);
		search(n);
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) u[i][j] = (i * 31 + j * 17) % 29 - 14;
	pivots(n);
	return 0;
}
