// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 23 4
// ARGS: 23 7
// ARGS: 16 16
// ARGS: 9 40
// Tiles whose size only the run knows, with counters beside the loops' variables: one nest, without slow paths.
// MAX-SLOW: 0
#include <stdio.h>
#include <stdlib.h>
#define MIN(a, b) ((a) < (b) ? (a) : (b))

static void add_places(int order, int tile, double *c)
{
#pragma dist array c[order][order]
#pragma dist distribute c[block][*]
	int i, ig, ii, j, jg, jj;
	for (jj = 0; jj < order; jj += tile)
		for (ii = 0; ii < order; ii += tile)
			for (jg = jj, j = 0; jg < MIN(jj + tile, order); j++, jg++)
				for (ig = ii, i = 0; ig < MIN(ii + tile, order); i++, ig++)
					c[ig + order * jg] += 100 * j + i;
}

// The counter steps in the body; other branches do not.
static void add_some(int order, int tile, double *c, const int *flag)
{
#pragma dist array c[order][order]
#pragma dist distribute c[block][*]
	for (int jj = 0; jj < order; jj += tile) {
		int k = 3 * jj;
		if (flag[jj]) k = 7;
		int first = 2;
		for (int jg = jj; jg < MIN(jj + tile, order); jg++) {
			int n = 0;
			if (flag[jg]) n = 1, n += 3;
			switch (flag[jg]) {
			case 0: n += 2;
			case 1: n++; break;
			}
			for (int i = 0; i < order; i++) c[i + order * jg] += first + n;
			first += 2;
		}
		c[order * jj] += k;
	}
}

// Set under a condition, and used there.
static void add_chosen(int order, double *c, const int *flag)
{
#pragma dist array c[order][order]
#pragma dist distribute c[block][*]
	for (int j = 0; j < order; j++) {
		if (flag[j]) {
			int k = 1, from = j > 2 ? 1 : 0;
			for (int i = from; i < order; i++) {
				c[i + order * j] += k;
				k += 3;
			}
			k = order - 1;
			c[k + order * j] += 5;
			k--;
			c[k + order * j] += 6;
		}
	}
}

int main(int argc, char **argv)
{
	int order = atoi(argv[1]), tile = atoi(argv[2]);
	double *c = malloc(sizeof *c * order * order), *a = malloc(sizeof *a * order * order);
#pragma dist array c[order][order], a[order][order]
#pragma dist distribute[block][*] ::a, c
	int *flag = malloc(sizeof *flag * order);
	for (int j = 0; j < order; j++) flag[j] = j % 3 == 1;
	for (int j = 0; j < order; j++)
		for (int i = 0; i < order; i++) c[i + order * j] = i, a[i + order * j] = j;
	add_places(order, tile, c);
	add_some(order, tile, c, flag);
	add_chosen(order, c, flag);
	double sum = 0;
	for (int j = 0; j < order; j++)
		for (int i = 0; i < order; i++) sum += c[i + order * j] * (1 + i + 31 * j % 17);
	printf("%.0f\n", sum);
	free(flag);
	free(a);
	free(c);
	return 0;
}
