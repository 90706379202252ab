// SPDX-License-Identifier: Apache-2.0
#include "extremes.h"

#include <math.h>

static void largest_root(const double (*v)[COLUMNS], double *m)
{
	*m = 0;
	for (int j = 0; j < ROWS; j++)
		for (int i = 0; i < COLUMNS; i++) {
			const double root = sqrt(v[j][i]);
			*m = fmax(*m, root);
		}
}

static void count(const double (*v)[COLUMNS], long *bins)
{
	for (int j = 0; j < ROWS; j++)
		for (int i = 0; i < COLUMNS; i++) {
			const double x = v[j][i], half = 0.5 * x;
			const int bin = (int)half % BINS;
			bins[bin] += 1 + (long)half;
		}
}

void extremes(const double (*v)[COLUMNS], double *m, long *bins)
{
	largest_root(v, m);
	count(v, bins);
}
