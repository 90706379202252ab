// SPDX-License-Identifier: Apache-2.0
//
// do{ without a blank is the phase cycle.
// RUN: %compare %s
#include <stdio.h>

enum { N = 50 };
static double u[N], v[N];
#pragma dist distribute [block] :: u, v

int main(void)
{
	int t = 0;
	// clang-format off
	do{
		for (int i = 1; i < N - 1; i++) v[i] = u[i - 1] + u[i + 1] + 1;
		for (int i = 1; i < N - 1; i++) u[i] = v[i] / 2;
		++t;
	}while (t < 10 && u[N / 2] < 100);
	// clang-format on
	printf("%d %g\n", t, u[N / 2]);
	return 0;
}
