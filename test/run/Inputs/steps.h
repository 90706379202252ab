// SPDX-License-Identifier: Apache-2.0
// Functions with loops, for a program that includes them.
#pragma once
#include "steps_size.h"

#define FOR(i, a, b) for (int i = a; i < b; i++)

/* One step of diffusion. */
static inline void step(double a[N][M], double b[N][M])
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 0; j < M; j++)
			b[i][j] = 0.5 * (a[i - 1][j] + a[i + 1][j]);
}

static double total(double a[N][M])
{
	double sum = 0;
	FOR(i, 0, N) { FOR(j, 0, M) {
		sum += a[i][j];
	} }
	return sum;
}
