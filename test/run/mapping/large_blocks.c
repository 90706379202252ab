// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 200
// ARGS: 3
// Mapped blocks large enough to have address space of their own: freed, grown, allocated again.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	double *a;
#pragma dist array a[n][n]
#pragma dist distribute a[block][*]
	for (int round = 0; round < 3; round++, n += 7) {
		a = malloc(sizeof(double) * n * n);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) a[i * n + j] = i + j + round;
		printf("%g\n", a[n * n - 1]);
		a = realloc(a, sizeof(double) * n * n * 2);
		double sum = 0;
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) sum += a[i * n + j];
		printf("%g\n", sum);
		free(a);
	}
	return 0;
}
