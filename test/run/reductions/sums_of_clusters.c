// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Sums for each cluster in an array of structs that all processes have, at a subscript that the data give: each
// member is a reduction of its own, as arrays in its place are. Each sum's terms are whole numbers.
// ARGS: 161 3
// ARGS: 3 2
// PER-STEP: procs=2 from="190 4" to="190 14" collectives=5 messages=0
// PER-STEP: procs=7 from="190 4" to="190 14" collectives=5 messages=0
#include <stdio.h>
#include <stdlib.h>

enum { K = 5, MOST = 200 };
typedef struct {
	double x, y;
	int group;
} observation;
static observation o[MOST];
#pragma dist distribute o[block]

typedef struct cluster {
	double x, y;
	long count;
} cluster;
static cluster c[K];
static struct {
	float x[2];
	int count;
} spread[K];

static void sums(int n)
{
	for (int j = 0; j < K; j++) c[j].x = c[j].y = 0, c[j].count = 0;
	for (int i = 0; i < n; i++) {
		int g = o[i].group;
		c[g].x += o[i].x;
		c[g].y += o[i].y;
		c[g].count++;
	}
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), steps = atoi(argv[2]);
	double all = 0;
	for (int i = 0; i < n; i++) o[i].x = i % 100, o[i].y = i % 37, o[i].group = i % K;
	for (int t = 0; t < steps; t++) {
		sums(n);
		for (int i = 0; i < n; i++) {
			spread[o[i].group].x[0] += o[i].y;
			spread[o[i].group].count++;
		}
		for (int i = 0; i < n; i++) o[i].group = (o[i].group + (int)c[o[i].group].count + i) % K;
		for (int j = 0; j < K; j++) all += (j + 1) * (c[j].x + c[j].y * 3) + c[j].count;
	}
	for (int j = 0; j < K; j++)
		printf("%g %g %ld %g %d\n", c[j].x, c[j].y, c[j].count, spread[j].x[0], spread[j].count);
	printf("%.17g\n", all);
	return 0;
}
