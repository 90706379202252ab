// SPDX-License-Identifier: Apache-2.0
#pragma once
#define N 10

static void header_step(double b[N])
{
	for (int i = 1; i < N - 1; i++)
		b[i] = i;
}
