// SPDX-License-Identifier: Apache-2.0
#include "levels.h"
void smooth(int k)
{
	for (int c = 0; c < 2; c++)
		for (int i = 1; i < n[k] - 1; i++)
			for (int j = 1 + (i + c) % 2; j < n[k] - 1; j += 2) {
				double *p = &u[off[k] + i * n[k] + j];
				p[0] = 0.25 * (p[-1] + p[1] + p[-n[k]] + p[n[k]]);
			}
}
double total(int k)
{
	double s = 0;
	for (int i = 0; i < n[k]; i++)
		for (int j = 0; j < n[k]; j++) s += u[off[k] + i * n[k] + j];
	return s;
}
