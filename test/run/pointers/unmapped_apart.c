// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Functions that others may call get memory without a mapping, and use it by subscripts that only the run knows: that
// two pointers lie apart is seen by what they point to: allocated blocks, variables, the stack. Parts of one block are
// taken for one.
// ARGS: 50 10
// ARGS: 3 2
// MAX-SLOW: 1
// LOST: "overlap" the two are parts of one block
// BY-ALL: 40 the same
#include <stdio.h>
#include <stdlib.h>

void histogram(int n, double *p, double *sum, int *which, double *w)
{
	for (int i = 0; i < n; i++) sum[which[i]] += p[i] * w[which[i]];
}

void search(const double *p, int n, long *bins, int nb, float *edge)
{
	for (int i = 0; i < n; i++) {
		int lo = 0, hi = nb;
		while (hi > lo + 1) {
			int k = (lo + hi) / 2;
			if (p[i] < edge[k])
				hi = k;
			else
				lo = k;
		}
		bins[lo]++;
	}
}

void collect(int n, const double *p, const int *which, double *w, double *sums)
{
	for (int i = 0; i < n; i++) {
		double by = p[i] * w[which[i]];
		sums[which[i]] += by;
	}
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

// The first processes allocate more than the last ones: what is known of the blocks of all stays the same on all.
static void allocate(int n, double *p)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < (i < n / 2 ? 400 : 1); j++) {
			double *own = malloc(2 * sizeof *own);
			own[0] = p[i] + 1;
			own[1] = p[i];
			qsort(own, 2, sizeof *own, ascending); // keeps the compiler from leaving the memory out
			p[i] = own[0];
			free(own);
		}
}

static double in_variable[20];

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), kinds = atoi(argv[2]);
	double *p = malloc(n * sizeof *p), *sum = calloc(kinds, sizeof *sum), *w = malloc(kinds * sizeof *w);
	int *which = malloc(n * sizeof *which);
	long *bins = calloc(kinds, sizeof *bins);
	float *edge = malloc((kinds + 1) * sizeof *edge);
	double on_stack[20] = {0};
	double *parts = calloc(2 * kinds, sizeof *parts);
#pragma dist distribute p[block]
	for (int i = 0; i < n; i++) {
		p[i] = i;
		which[i] = i * 7 % kinds;
	}
	for (int i = 0; i < kinds; i++) {
		w[i] = parts[i] = i % 3 + 1;
		edge[i] = i * n / kinds;
	}
	edge[kinds] = n;
	allocate(n, p);
	histogram(n, p, sum, which, w);
	search(p, n, bins, kinds, edge);
	collect(n, p, which, w, on_stack);
	collect(n, p, which, w, in_variable);
	collect(n, p, which, on_stack, in_variable);
	// What is added is read again.
	collect(n, p, which, parts, parts + 1);
	for (int k = 0; k < kinds; k++)
		printf("%g %ld %g %g %g\n", sum[k], bins[k], on_stack[k], in_variable[k], parts[k]);
	return 0;
}
