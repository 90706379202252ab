// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
//
// Allocations that do not show the number of rows.
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
// CHECK-DAG: unseen.c:[[@LINE+1]]:25: error: the shape of the memory behind 'a' is not known; add '#pragma dist array a[...][...]' with its extents
#pragma dist distribute a[block][*]
// CHECK-DAG: unseen.c:[[@LINE+1]]:25: error: the shape of the memory behind 'b' is not known
#pragma dist distribute b[block][*]
// CHECK-DAG: unseen.c:[[@LINE+1]]:25: error: the shape of the memory behind 'c' is not known
#pragma dist distribute c[block][*]
// CHECK-DAG: unseen.c:[[@LINE+1]]:25: error: the shape of the memory behind 'd' is not known
#pragma dist distribute d[block][*]
// CHECK-DAG: unseen.c:[[@LINE+1]]:25: error: the shape of the memory behind 'e' is not known
#pragma dist distribute e[block][*]
	// A shape elsewhere in the memory.
	double (*f)[m] = malloc(n * sizeof *f), (*g)[m] = f + 1;
#pragma dist distribute f[block][*]
// CHECK-DAG: unseen.c:[[@LINE+1]]:25: error: the shape of the memory behind 'g' is not known
#pragma dist distribute g[block][*]
	// A row has the size that it was declared with.
	int k = n;
	double (*h)[k] = NULL;
	k++;
	h = malloc(n * k * sizeof(double));
// CHECK-DAG: unseen.c:[[@LINE+1]]:25: error: the shape of the memory behind 'h' is not known
#pragma dist distribute h[block][*]
// CHECK: 7 errors generated.
	return a == b || c == d || e == g || h == NULL;
}
