// SPDX-License-Identifier: Apache-2.0
#include "field.h"
double field[SIZE][5];
void fill(double by)
{
	for (int i = 0; i < SIZE; i++)
		for (int j = 0; j < 5; j++) field[i][j] = by;
}
