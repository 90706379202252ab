// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -Wno-dist -fsyntax-only -fno-caret-diagnostics -Rdist=summary %s 2>&1 | %FileCheck %s
//
// A time loop that is no nest itself, for what a function in it sets, says whose nests it stands around. So does one
// that gives mapped memory to a function of the C library.
#include <stdio.h>
#include <stdlib.h>
typedef struct { int n, m; } sizes;
static void begin(sizes p, double **c_ptr, double **o_ptr, double **mean_ptr)
{
	*c_ptr = malloc(sizeof(double) * p.n * p.m);
	*o_ptr = malloc(sizeof(double) * p.n * p.m);
	*mean_ptr = malloc(sizeof(double) * 100);
	for (int i = 0; i < p.n; i++)
		for (int j = 0; j < p.m; j++) (*c_ptr)[i * p.m + j] = i, (*o_ptr)[i * p.m + j] = j;
}
static void first(sizes p, double *c)
{
	int r = p.n - 2;
	for (int j = 0; j < p.m; j++)
		if (c[r * p.m + j] > 0) c[r * p.m + j] += 1;
}
static void step(sizes p, double *c, double *o)
{
	for (int i = 1; i < p.n - 1; i++)
		for (int j = 0; j < p.m; j++) c[i * p.m + j] = o[(i - 1) * p.m + j];
}
static double average(sizes p, const double *c)
{
	double sum = 0;
	for (int i = 0; i < p.n; i++) for (int j = 0; j < p.m; j++) sum += c[i * p.m + j];
	return sum;
}
static int timestep(sizes p, double *c, double *o) { first(p, c); step(p, c, o); return 0; }
int main(void)
{
	sizes p = {50, 40};
	double *c, *o, *mean;
	#pragma dist array c[p.n][p.m], o[p.n][p.m]
	#pragma dist distribute [block][*] :: c, o
	begin(p, &c, &o, &mean);
	// CHECK: summary_around.c:[[@LINE+1]]:2: remark: run by all, around the nests of 'timestep' [-Rdist=summary]
	for (int t = 0; t < 3; t++) {
		timestep(p, c, o);
		mean[t] = average(p, c);
	}
	// CHECK: summary_around.c:[[@LINE+1]]:2: remark: run by all: what 'fread' does with mapped memory is not split
	for (int k = 0; k < p.n * p.m; k++) {
		if (fread(&c[k], sizeof c[k], 1, stdin) != 1) abort();
	}
	return mean[1] > 0;
}
