// SPDX-License-Identifier: Apache-2.0
//
// Translated: a stencil, and in each step what other code does with MPI by itself.
#include <stdio.h>
#include <stdlib.h>

#define N 96
double u[N], v[N];
#pragma dist distribute u[block], v[block]

void own_mpi(int begins, int step);

int main(int argc, char **argv)
{
	int begins = argc > 1 && atoi(argv[1]);
	for (int i = 0; i < N; i++) u[i] = v[i] = i % 7;
	for (int t = 0; t < 3; t++) {
		for (int i = 1; i < N - 1; i++) v[i] = 0.5 * (u[i - 1] + u[i + 1]);
		for (int i = 1; i < N - 1; i++) u[i] = v[i];
		own_mpi(begins, t);
	}
	printf("%g\n", u[N / 2]);
	return 0;
}
