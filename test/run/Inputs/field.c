// SPDX-License-Identifier: Apache-2.0
#include "field.h"
#include <stdio.h>

static double before[FIELD_ROWS];
#pragma dist align before[i] with field[i][*]

void smooth(double (*to)[FIELD_COLUMNS])
{
	for (int i = 0; i < FIELD_ROWS; i++) before[i] = to[i][0];
	for (int i = 1; i < FIELD_ROWS - 1; i++)
		for (int j = 0; j < FIELD_COLUMNS; j++) to[i][j] = field[i - 1][j] + field[i + 1][j] - before[i - 1];
}

double total(int n, int m, double a[n][m])
{
	double s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) s += a[i][j];
	return s;
}

void show(void)
{
	for (int i = 0; i < FIELD_ROWS; i++) {
		printf("%d:", i);
		for (int j = 0; j < FIELD_COLUMNS; j++) printf(" %g", field[i][j]);
		printf("\n");
	}
}
