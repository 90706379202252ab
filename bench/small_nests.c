// SPDX-License-Identifier: Apache-2.0
//
// What statistics cost at worst: nests of a few iterations, entered again and again. With -DSENDS each also gets its
// neighbours' elements.
#include <stdio.h>
#include <stdlib.h>

enum { N = 20 };
double u[N], v[N];
#pragma dist distribute u[block], v[block]

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 1000000;
	for (int i = 0; i < N; i++) u[i] = v[i] = i;
	for (int t = 0; t < steps; t++) {
		// Else the loops would be one nest.
		if (t == -1) printf("never\n");
#ifdef SENDS
		for (int i = 1; i < N - 1; i++) v[i] = 0.5 * (u[i - 1] + u[i + 1]);
#endif
		for (int i = 0; i < N; i++) u[i] = 0.5 * v[i] + 0.5;
	}
	printf("%g\n", u[N / 2]);
	return 0;
}
