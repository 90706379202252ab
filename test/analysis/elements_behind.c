// SPDX-License-Identifier: Apache-2.0
//
// Elements that are accessed outside of nests behind parameters and rows.
// RUN: %hpcc -fdist -fsyntax-only -Rdist=element %s 2>&1 | %FileCheck %s
#include <stdlib.h>

double at(const double *p, int i)
{
	// CHECK: elements_behind.c:[[@LINE+1]]:9: remark: 'p[i]' goes from its owner to every process, 8 bytes, where the memory behind 'p' is split [-Rdist=element]
	return p[i];
}

void put(double *const *rows, int i, double x)
{
	// CHECK: elements_behind.c:[[@LINE+1]]:2: remark: 'rows[i][i + 1]' is set by its owner, where the memory behind 'rows' is split [-Rdist=element]
	rows[i][i + 1] = x;
}

double test(int n)
{
	double *a = malloc((size_t)n * sizeof *a), **r = malloc((size_t)n * sizeof *r);
#pragma dist array a[n], r[n][n]
#pragma dist distribute a[block]
#pragma dist distribute r[block][*]
	for (int i = 0; i < n; i++) r[i] = malloc((size_t)n * sizeof **r);
	for (int i = 0; i < n; i++) a[i] = i;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) r[i][j] = i + j;
	put(r, 1, 3);
	// CHECK: elements_behind.c:[[@LINE+1]]:24: remark: 'r[1][2]' goes from its owner to every process, 8 bytes [-Rdist=element]
	return at(a, n / 2) + r[1][2];
}
