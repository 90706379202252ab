// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// SOURCES: ../Inputs/field.c
// Mapped arrays across files: an array declared extern, and functions in the other file that take arrays.
#include <stdio.h>
#include "../Inputs/field.h"

double field[FIELD_ROWS][FIELD_COLUMNS];

int main(void)
{
	double other[FIELD_ROWS][FIELD_COLUMNS];
#pragma dist distribute other[block][*]
	for (int i = 0; i < FIELD_ROWS; i++)
		for (int j = 0; j < FIELD_COLUMNS; j++) field[i][j] = i * j, other[i][j] = 1;
	smooth(other);
	printf("%g\n", total(FIELD_ROWS, FIELD_COLUMNS, other));
	for (int i = 0; i < FIELD_ROWS; i++) field[i][0] += other[i][1];
	show();
	return 0;
}
