// SPDX-License-Identifier: Apache-2.0
//
// What the runtime names by a number is in the graph, versions of functions included: the same loops once more.
// RUN: %hpcc -fdist -w -fdist-emit=graph-json %s -o %t.json && %hpcc-graph %t.json | %FileCheck %s
// RUN: %hpcc -fdist -w -fdist-emit=c %s -o %t.c && %python %S/Inputs/nests.py %t.c %t.json
#include <stdio.h>
#include <stdlib.h>

#define N 100
static double u[N];
#pragma dist distribute u[block]

// CHECK: 3 tasks, {{.*}} in 1 unit
static void copy(double *to, const double *from)
{
	for (int i = 0; i < N; i++) to[i] = from[i];
}

int main(void)
{
	double here[N];
	for (int i = 0; i < N; i++) u[i] = i;
	copy(here, u);
	copy(u, here);
	double s = 0;
	for (int i = 0; i < N; i++) s += u[i];
	printf("%g\n", s);
}
