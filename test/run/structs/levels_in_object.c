// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// MAX-SLOW: 0
// Levels in an array that a struct holds: where each begins is computed when the object is there.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 5, ROOM = 4096 };

struct hierarchy {
	int levels, n[LEVELS];
	long off[LEVELS];
	double all[ROOM];
#pragma dist array all + off[k] [n[k]][n[k]] : k = 0..levels-1
#pragma dist distribute all[block][*]
};

static struct hierarchy fixed;

static void build(struct hierarchy *h, int levels)
{
	long at = 2;
	h->levels = levels;
	for (int k = 0; k < levels; k++) {
		h->n[k] = 4 << k, h->off[k] = at;
		at += h->n[k] * h->n[k] + k;
	}
}

static void set(int n, double *a, double by)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) a[i * n + j] = by * i + j;
}

static void restrict_to(int n, double *to, const double *from)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) to[i * n + j] += from[2 * i * 2 * n + 2 * j] - from[(2 * i + 1) * 2 * n + 2 * j];
}

static double cycle(struct hierarchy *h)
{
	for (int k = 0; k < h->levels; k++) set(h->n[k], h->all + h->off[k], k + 1);
	for (int k = h->levels - 2; k >= 0; k--) restrict_to(h->n[k], h->all + h->off[k], &h->all[h->off[k + 1]]);
	double s = 0;
	for (int k = 0; k < h->levels; k++) {
		int n = h->n[k];
		double *a = h->all + h->off[k];
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) s += a[i * n + j] * (i - j);
	}
	return s;
}

static double in_block(int levels)
{
	struct hierarchy h;
	build(&h, levels);
	return cycle(&h);
}

int main(int argc, char **argv)
{
	int levels = argc > 1 ? atoi(argv[1]) : 4;
	build(&fixed, levels);
	printf("%g\n", cycle(&fixed));
	printf("%g %g\n", in_block(levels), in_block(levels - 1));
	struct hierarchy *h = calloc(1, sizeof *h), *copy;
	build(h, levels);
	printf("%g\n", cycle(h));
	build(h, levels - 1);
	printf("%g %g\n", cycle(h), h->all[5]);
	copy = malloc(sizeof *copy);
	memcpy(copy, h, sizeof *copy);
	printf("%g\n", copy->all[7]);
	set(copy->n[1], copy->all + copy->off[1], 3);
	printf("%g %g\n", copy->all[copy->off[1] + 3], cycle(copy));
	free(h);
	free(copy);
	return 0;
}
