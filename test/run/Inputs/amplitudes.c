// SPDX-License-Identifier: Apache-2.0
#include "accumulate.h"

#include <stdlib.h>

double *field;
int n_field;

void transform(struct amplitude *out, const struct amplitude *weights, const double *x, int n, int k)
{
	for (int i = 0; i < n; i++) accumulate(&out[i], weights[k], x[i]);
	accumulate(&out[0], weights[k], 1);
}

struct amplitude *amplitudes(int n)
{
	struct amplitude *all = calloc(n, sizeof *all);
#pragma dist array all[n]
#pragma dist distribute all[block]
	return all;
}
