// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>

static double *u, *v;

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 100;
	double sum = 0;
#pragma dist array u[n], v[n + 1]
#pragma dist distribute u[block], v[block]
	u = malloc(sizeof *u * n);
	v = malloc(sizeof *v * (n + 1));
	for (int i = 0; i <= n; i++) v[i] = i % 7;
	for (int t = 0; t < 5; t++) {
		for (int i = 0; i < n; i++) u[i] = (v[i] + v[i + 1]) / 2;
		for (int i = 1; i < n; i++) v[i] = (u[i - 1] + u[i]) / 2;
	}
	for (int i = 0; i < n; i++) sum += u[i] * i;
	printf("%.17g\n", sum);
	return 0;
}
