// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 1
// BY-ALL: 100 "row[i] += 100;": elements are set one by one
//            "g.cell[i] = i;": elements are set one by one
//            "a[i] = i;": elements are set one by one
//            "for (int i = 0; i < table[0]; i++) b[i] = i;": `table` and `q` overlap
// SOURCES: ../Inputs/numbers.c
// STDIN: 13 4
// Bounds, tables and pointers to arrays that loops change by pointers to them.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	int n, m;
	int *cell;
} grid;

void read_size(int *n, int *m);

int main(void)
{
	int n = 0, k = 0, table[2] = {0};
	grid g = {0};
	int *a, *b;
	read_size(&n, &k);
#pragma dist array a[n], b[n], g.cell[n]
#pragma dist distribute[block] ::a, b, g.cell
	a = calloc(n, sizeof *a);
	b = calloc(n, sizeof *b);
	g.cell = calloc(n, sizeof *a);
	int *p = &n, *q = table, *r = &g.n, *row = a, **at = &row;
	grid *h = &g;
	const int size = n;
	table[0] = g.n = g.m = n;
	for (int i = 0; i < n; i++) {
		a[i] = i;
		if (i == 5) *p = 8;
	}
	for (int i = 0; i < table[0]; i++) {
		b[i] = i;
		if (i == 6) q[0] = 9;
	}
	for (int i = 0; i < g.n; i++) {
		g.cell[i] = i;
		if (i == 7) *r = 10;
	}
	for (int i = 0; i < g.m; i++) {
		a[i] += g.cell[i];
		if (i == 4) h->m = 7;
	}
	for (int i = 0; i < size; i++) {
		row[i] += 100;
		if (i == 4) *at = b;
	}
	for (int i = 0; i < size; i++) printf("%d %d %d\n", a[i], b[i], g.cell[i]);
	printf("%d %d %d %d\n", n, table[0], g.n, g.m);
	return 0;
}
