// SPDX-License-Identifier: Apache-2.0
// Memory for others: mapped, and not.
#include <stdlib.h>

double *give_mapped(int n)
{
	double *x = malloc(n * sizeof *x);
#pragma dist array x[n]
#pragma dist distribute x[block]
	for (int i = 0; i < n; i++) x[i] = i;
	return x;
}

void give_plain(double **to, int n)
{
	*to = malloc(n * sizeof **to);
	for (int i = 0; i < n; i++) (*to)[i] = 2 * i;
}
