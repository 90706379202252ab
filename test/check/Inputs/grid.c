// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>
#pragma dist processors P[2][2]

int main(void)
{
	int n = 30;
	double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * n * n);
#pragma dist array u[n][n], v[n][n]
#pragma dist distribute [block][block] onto P :: u, v
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) u[i * n + j] = v[i * n + j] = i + j;
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < n - 1; j++)
			v[i * n + j] = u[(i - 1) * n + j] + u[i * n + j + 1] + u[(i + 1) * n + j - 1];
	double s = 0;
	for (int k = 0; k < n; k++) s += v[k * n + k];
	printf("%g\n", s);
	free(u);
	free(v);
	return 0;
}
