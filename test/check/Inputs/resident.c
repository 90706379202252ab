// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>
#define N 48
static double a[N], b[N], grid[N][6];
static int from[N];
#pragma dist distribute [block] :: a, b
#pragma dist distribute grid[block][*]

struct cells {
	int n;
	double *v;
#pragma dist array v[n]
#pragma dist align v[i] with a[i]
};

int main(void)
{
	struct cells c = {N, malloc(N * sizeof(double))};
	for (int i = 0; i < N; i++) {
		a[i] = c.v[i] = i;
		b[i] = 0;
		from[i] = i;
		for (int j = 0; j < 6; j++) grid[i][j] = i + j;
	}
#pragma dist resident(a)
	for (int i = 0; i < N; i++)
		b[i] += a[from[i]];
#pragma dist resident(b)
	for (int i = 0; i < N; i++)
		b[from[i]] = 2 * a[i];
	for (int i = 0; i < N; i++)
#pragma dist resident(c.v, grid)
		for (int j = 0; j < 6; j++)
			grid[from[i]][j] += c.v[from[i]] * b[i];
	double sum = 0;
	for (int i = 0; i < N; i++) sum += a[i] + b[i] + grid[i][i % 6] + c.v[i];
	printf("%g\n", sum);
	return 0;
}
