// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Sums for each cluster in structs that were allocated, as many as the program is asked for: each member is a reduction
// of its own, whose elements are seen as they are touched. Other members are read meanwhile. Each sum's terms are whole
// numbers.
// ARGS: 161 5 3
// ARGS: 3 2 2
// PER-STEP: procs=2 from="190 5 4" to="190 5 14" collectives=12 messages=0
// PER-STEP: procs=4 from="190 5 4" to="190 5 14" collectives=12 messages=0
// PER-STEP: procs=7 from="190 5 4" to="190 5 14" collectives=12 messages=0
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	double x, y;
	size_t group;
} observation;

typedef struct cluster {
	double x, y;
	int weight;
	float most;
	long count;
} cluster;

typedef struct spread {
	char name;
	float x[2];
	int count;
} spread;

static void sums(const observation *o, int n, cluster *c, size_t k)
{
	for (size_t j = 0; j < k; j++) c[j].x = c[j].y = 0, c[j].count = 0, c[j].most = -1;
	for (int i = 0; i < n; i++) {
		size_t g = o[i].group;
		c[g].x += o[i].x * c[g].weight;
		c[g].y = c[g].y + o[i].y;
		c[g].count++;
		c[g].most = fmaxf(c[g].most, (float)o[i].x);
	}
}

static void spreads(const observation *o, int n, spread *s)
{
	for (int i = 0; i < n; i++) {
		size_t g = o[i].group;
		for (int d = 0; d < 2; d++) s[g].x[d] += (float)(d ? o[i].y : o[i].x);
		s[g].count = s[g].count - 1;
	}
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), steps = atoi(argv[3]);
	size_t k = (size_t)atoi(argv[2]);
	double all = 0;
	observation *o = malloc(sizeof *o * (size_t)n);
#pragma dist distribute o[block]
	cluster *c = malloc(k * sizeof *c);
	spread *s = calloc(k, sizeof *s);
	for (size_t j = 0; j < k; j++) c[j].weight = 1 + (int)j, s[j].name = (char)('a' + j);
	for (int i = 0; i < n; i++) o[i].x = i % 100, o[i].y = i % 37, o[i].group = (size_t)i % k;
	for (int t = 0; t < steps; t++) {
		sums(o, n, c, k);
		spreads(o, n, s);
		for (int i = 0; i < n; i++) o[i].group = (o[i].group + (size_t)c[o[i].group].count + (size_t)i) % k;
		for (size_t j = 0; j < k; j++) all += (double)(j + 1) * (c[j].x + c[j].y * 3) + (double)c[j].count;
	}
	for (size_t j = 0; j < k; j++)
		printf("%g %g %ld %g %d %c %g %g %d\n", c[j].x, c[j].y, c[j].count, c[j].most, c[j].weight, s[j].name,
		        s[j].x[0], s[j].x[1], s[j].count);
	printf("%.17g\n", all);
	return 0;
}
