// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=model %s -o - | %FileCheck %s
//
// Allocations that do not show the number of rows: there are as many as the memory has room for.
#include <stdlib.h>

void *get(size_t size);
int count(void);

int main(int argc, char **argv)
{
	int n = argc + 4, m = 2 * n;
	(void)argv;
	double (*a)[m] = malloc(n * sizeof(double) * n);
	double (*b)[m] = malloc(n * sizeof *b), (*c)[m] = get(n * sizeof *c), (*d)[m] = malloc(count() * sizeof *d);
	b = malloc((n + 1) * sizeof *b);
	double (*e)[m];
	int later = 5;
	e = malloc(later * sizeof *e);
// CHECK-DAG: array [room of a][m] of double distribute [block][*]
#pragma dist distribute a[block][*]
// CHECK-DAG: array [room of b][m] of double distribute [block][*]
#pragma dist distribute b[block][*]
// CHECK-DAG: array [room of c][m] of double distribute [block][*]
#pragma dist distribute c[block][*]
// CHECK-DAG: array [room of d][m] of double distribute [block][*]
#pragma dist distribute d[block][*]
// CHECK-DAG: array [room of e][m] of double distribute [block][*]
#pragma dist distribute e[block][*]
	// A shape elsewhere in the memory.
	double (*f)[m] = malloc(n * sizeof *f), (*g)[m] = f + 1;
// CHECK-DAG: array [n][m] of double distribute [block][*]
#pragma dist distribute f[block][*]
// CHECK-DAG: array [room of g][m] of double distribute [block][*]
#pragma dist distribute g[block][*]
	// A row has the size that it was declared with.
	int k = n;
	double (*h)[k] = NULL;
	k++;
	h = malloc(n * k * sizeof(double));
// CHECK-DAG: array [room of h][k] of double distribute [block][*]
#pragma dist distribute h[block][*]
	return a == b || c == d || e == g || h == NULL;
}
