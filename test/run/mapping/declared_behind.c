// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 16 "for (int i = 0; i < N; i++) set(i);": what is declared behind it has no name there
// PER-STEP: procs=2 from="2" to="4" messages=0,0 collectives=0
// Functions that a loop calls name arrays which are declared behind the loop's function. A table is the same for all:
// the loop is split as ever. Arrays that are mapped have no name where the loop is: the calls stay, each where its
// element is.
#include <stdio.h>
#include <stdlib.h>
enum { N = 100 };
static void set(int i);
static double get(int i);
static double weight(const double *a, int i);
static double v[N], u[N];
#pragma dist distribute v[block], u[block]

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 2;
	double sum = 0;
	for (int i = 0; i < N; i++) u[i] = i % 7;
	for (int i = 0; i < N; i++) set(i);
	for (int i = 0; i < N; i++) sum += get(i);
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < N; i++) v[i] = weight(u, i);
		for (int i = 0; i < N; i++) u[i] = v[i] + 1;
	}
	for (int i = 0; i < N; i++) printf("%g ", v[i]);
	printf("%g\n", sum);
	return 0;
}

static double w[N];
static const int table[3] = {1, 4, 2};
static int other[3] = {1, 4, 2};
#pragma dist distribute w[block]
static void set(int i) { w[i] = i; }
static double get(int i) { return w[i]; }

static double weight(const double *a, int i)
{
	double s = 0;
	for (int k = 0; k < 3; k++) s += .1 * table[(k + i) % 3] * a[i] + other[k];
	return s;
}
