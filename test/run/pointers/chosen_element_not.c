// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 100 "for (int i = 0; i < N; i++) {": one address is of an element of another type
//
// A pointer to one of two elements, of which one is seen as another type: where it leads is not counted in elements of
// that array.
#include <stdio.h>

#define N 64

typedef struct pair {
	double x, y;
} pair;

static double d[N + 1], out[N];
static pair pairs[N];
#pragma dist distribute [block] :: d, out, pairs

int main(void)
{
	for (int i = 0; i < N; i++) {
		d[i] = i;
		pairs[i] = (pair){i * 3, -i};
	}
	for (int i = 0; i < N; i++) {
		const double *p;
		if (i % 3)
			p = &d[i];
		else
			p = (const double *)&pairs[(N - 1 - i) / 2];
		out[i] = p[0] + 2 * p[1];
	}
	double sum = 0;
	for (int i = 0; i < N; i++) sum += out[i] * (i % 7);
	printf("%g\n", sum);
	return 0;
}
