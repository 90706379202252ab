// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %compare %s --flags=-DGRID
//
// Loops that get elements one by one, as what they call may do anything: after some elements what lies around them is
// brought, and stays while elements of it are set one by one: after nine, where what was brought before has saved more
// collectives than it cost.
// FLAGS: -Wno-dist
// BY-ALL: 100 "hook(&total, ...)": functions through a pointer are called by all
// ARGS: 61 44 3
// ARGS: 2 3 2
// ARGS: 1 1 2
// PER-STEP: procs=2 from="120 90 2" to="120 90 6" collectives=18 messages=0
// PER-STEP: procs=4 from="120 90 2" to="120 90 6" collectives=18
// PER-STEP: procs=7 from="120 90 2" to="120 90 6" collectives=18
#include <stdio.h>
#include <stdlib.h>

struct cell {
	double value;
	int hits, kind;
};

static int n, m;
static double *u, *w;
static struct cell *c;
#pragma dist array u[n][m], w[n][m], c[n][m]
#ifdef GRID
#pragma dist distribute [block][block] :: u, w, c
#else
#pragma dist distribute [block][*] :: u, w, c
#endif

static double total, seen[10];
static int count;
static void note(double *where, double what)
{
	*where += what;
	seen[count++ % 10] = what;
}
void (*hook)(double *, double);

static void in_order(void)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) hook(&total, u[i * m + j]);
}

static void and_set(void)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			hook(&total, u[i * m + j] + w[i * m + j]);
			u[i * m + j] = total / 1000;
			w[i * m + j]++;
			if (j > 0) u[i * m + j] += u[i * m + j - 1] / 8;
		}
}

static void by_columns(void)
{
	for (int j = 0; j < m; j++)
		for (int i = n - 1; i >= 0; i--) {
			hook(&total, c[i * m + j].value);
			c[i * m + j].hits += 2;
			c[i * m + j].kind = c[i * m + j].hits++ % 5;
		}
}

int main(int argc, char **argv)
{
	n = argc > 1 ? atoi(argv[1]) : 10;
	m = argc > 2 ? atoi(argv[2]) : 10;
	int steps = argc > 3 ? atoi(argv[3]) : 2, sum = 0;
	hook = note;
	u = malloc(sizeof *u * n * m);
	w = malloc(sizeof *w * n * m);
	c = malloc(sizeof *c * n * m);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			u[i * m + j] = i * j % 7;
			w[i * m + j] = i + j;
			c[i * m + j] = (struct cell){i - j, j, 0};
		}
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) u[i * m + j] += 1, c[i * m + j].value += .5;
		hook(&total, u[n / 2 * m]);
		in_order();
		if (t % 2) and_set();
		by_columns();
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum += c[i * m + j].hits * (i % 3) + c[i * m + j].kind;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) total += u[i * m + j] * (i % 3) + w[i * m + j];
	printf("%.12g %g %d\n", total, seen[3], sum);
	return 0;
}
