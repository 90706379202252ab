// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Parameters of an array type that a header defines, with functions that write to them.
#include "../Inputs/vectors3.h"

#include <stdio.h>

#define N 17
static real3 r[N], f[N];
#pragma dist distribute [block][*] :: r, f

void scale(real3 e, double by)
{
	for (int k = 0; k < 3; k++) e[k] *= by;
}

int main(void)
{
	double sum = 0;
	real3 total;
	for (int i = 0; i < N; i++)
		for (int k = 0; k < 3; k++) r[i][k] = i + 10 * k;
	for (int i = 0; i < N; i++) {
		zero3(f[i]);
		add3(f[i], r[i]);
		if (i % 3 == 0) scale(f[i], 0.5);
	}
	zero3(total);
	for (int i = 0; i < N; i++) add3(total, f[i]);
	for (int i = 0; i < N; i++)
		for (int k = 0; k < 3; k++) sum += f[i][k] * (i + k);
	printf("%.15g %.15g %.15g %.15g\n", sum, total[0], total[1], total[2]);
	return 0;
}
