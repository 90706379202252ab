// SPDX-License-Identifier: Apache-2.0
#include "known_late.h"

#include <stdlib.h>

double *shared_a, *shared_b;

void shared_make(void)
{
	shared_a = malloc((size_t)n * sizeof *shared_a);
	shared_b = malloc((size_t)n * sizeof *shared_b);
	for (int i = 0; i < n; i++) shared_b[i] = 2 * i;
}

double shared_sum(void)
{
	double sum = 0;
	for (int i = 1; i < n; i++) sum += shared_a[i] * shared_b[i - 1];
	return sum;
}
