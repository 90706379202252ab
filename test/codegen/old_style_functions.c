// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -std=gnu89 -w -fdist-emit=c -fdist-no-line -o - %s | %FileCheck %s
// Functions in the old style have a copy with the source's own text, too, and run it where nothing is elsewhere.
#include <stdlib.h>
double a[40][30];
#pragma dist distribute a[block][*]

// CHECK: static hpcc_source_fill();
fill(p, n, scale)
double p[40][30];
int n; /* rows */
float scale;
{
	// CHECK: hpcc_source_fill(p, n, scale);
	// CHECK: HPCC_WRITE(p[i][j]) =
	int i, j;
	for (i = 0; i < n; i++)
		for (j = 0; j < 30; j++) p[i][j] = (float)rand() / RAND_MAX * scale;
	// CHECK: static hpcc_source_fill(p, n, scale)
	// CHECK: float scale;
	// CHECK: p[i][j] = (float)rand()
}

// CHECK: double hpcc_source_element();
// CHECK: double element(i, j) { if (hpcc_alone) return hpcc_source_element(i, j);
double element(i, j) { return a[i][j]; }

int main()
{
	fill(a, 40, .5);
	return element(3, 4) > 2;
}
