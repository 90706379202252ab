// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 1
// BY-ALL: 43 "for (int i = 0; i < N; i++) if (u[i][0] > limit) {": 'printf' may have effects beyond its result
// ARGS: 50 0
// ARGS: 50 1
// A branch that ends the program, but where it goes on before that: what it has set until then counts.
#include <stdio.h>
#include <stdlib.h>

#define N 23

static double u[N][8];
#pragma dist distribute u[block][*]

int main(int argc, char **argv)
{
	double limit = atof(argv[1]), sum = 0;
	int end = atoi(argv[2]), k = 2;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < 8; j++) u[i][j] = i * 8 + j;
	for (int i = 0; i < N; i++) {
		if (u[i][0] > limit) {
			k = 5;
			if (!end) continue;
			printf("ends at %d\n", i);
			exit(8);
		}
		u[i][k] += 1;
	}
	for (int i = 0; i < N; i++) {
		if (i > N - 3) k = 1;
		u[i][k] += 2;
	}
	for (int i = 0; i < N; i++) sum += (i + 1) * u[i][2] + i * u[i][5] - i * u[i][1];
	printf("%g %d\n", sum, k);
	return 0;
}
