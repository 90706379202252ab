// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -Wno-dist -fsyntax-only -fno-caret-diagnostics -Rdist=summary %s 2>&1 | %FileCheck %s
// Pointers to rows in an array: a function that gets it knows that the rows have a mapping, whatever it calls them and swaps.
#include <stdlib.h>

enum { N = 100 };

static void steps(char **a, char **b, int n)
{
	char **x = a, **y = b, **t;
	for (int s = 0; s < n; s++) {
		// CHECK: [[@LINE+1]]:3: remark: split along dimension 0 of 'y'; sent each time: 1 row from below of 'x'
		for (int i = 1; i < N; i++)
			for (int j = 0; j < N; j++) y[i][j] = x[i - 1][j];
		t = x, x = y, y = t;
	}
}

int main(void)
{
	char *cell[N], *next[N];
#pragma dist array cell[N][N], next[N][N]
#pragma dist distribute [block][*] :: cell, next
	for (int i = 0; i < N; i++) {
		cell[i] = calloc(N, 1);
		next[i] = calloc(N, 1);
	}
	steps(cell, next, 9);
	int s = 0;
	// CHECK: [[@LINE+1]]:2: remark: split along dimension 0 of 'cell'
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) s += cell[i][j];
	return s & 1;
}
