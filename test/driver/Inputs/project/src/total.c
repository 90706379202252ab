// SPDX-License-Identifier: Apache-2.0
#include "field.h"
double total(int n, double (*a)[5])
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < 5; j++) sum += a[i][j];
	return sum;
}
