// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// SOURCES: ../Inputs/extremes.c
// FLAGS: -fno-whole-program
// MAX-SLOW: 0
// Reductions into memory that another file gives, of values that have got names before.
#include "../Inputs/extremes.h"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
#pragma dist array v[ROWS][COLUMNS]
#pragma dist distribute v[block][*]
	double(*v)[COLUMNS] = malloc(sizeof(double[ROWS][COLUMNS]));
	double m = 0;
	long bins[BINS] = {0};
	for (int j = 0; j < ROWS; j++)
		for (int i = 0; i < COLUMNS; i++) v[j][i] = j * 3 % 17 + i;
	extremes(v, &m, bins);
	printf("%g\n", m);
	for (int b = 0; b < BINS; b++) printf("%ld\n", bins[b]);
	free(v);
	return 0;
}
