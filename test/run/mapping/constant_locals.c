// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only %s 2>&1 | %count 0
// MAX-SLOW: 0
//
// Local variables that are constants: a flat array of which each process computes a part has none of another's elements.
#include <stdio.h>

static double g[40][40];
#pragma dist distribute g[block][*]

int main(void)
{
	int nx = 40, ny = nx, half = nx >> 1, changes = 3;
	static float r[1600];
	for (int i = 0; i < ny; i++)
		for (int j = 0; j < nx; j++) g[i][j] = i * half - j;
	for (int i = 0; i < ny; i++)
		for (int j = 0; j < nx; j++) r[nx * i + j] = (float)g[i][j];
	changes = (int)r[1599] - changes;
	for (int i = 0; i < 1600; i++) printf("%g %d\n", r[i], changes);
	return 0;
}
