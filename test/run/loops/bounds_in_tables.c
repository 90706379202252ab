// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Bounds that stand in tables: entries of an array of integers, of a member array.
#include <stdio.h>

#define N 12

static int points[2] = {N, N - 1};
static struct {
	int n[3];
	double h;
} grid = {{N, N, 3}, 0.5};
static double rho[N][N], flow[3][N][N], energy[N][N];
#pragma dist distribute rho[block][*]
#pragma dist align energy[i][j] with rho[i][j]
#pragma dist align flow[*][i][j] with rho[i][j]

static double total(const int shape[2])
{
	double sum = 0;
	for (int i = 0; i < shape[0]; i++)
		for (int j = 0; j < shape[1]; j++) sum += rho[i][j] + energy[i][j] * (i + 1);
	return sum;
}

int main(void)
{
	double inverse, part;
	int i, j, m;
	for (m = 0; m < grid.n[2]; m++)
		for (i = 0; i < grid.n[0]; i++)
			for (j = 0; j < grid.n[1]; j++) flow[m][i][j] = 1 + m + (i + j) % 4;
	for (i = 0; i <= points[0] - 1; i++)
		for (j = 0; j <= points[1] - 1; j++) {
			inverse = 1.0 / flow[0][i][j];
			rho[i][j] = flow[1][i][j] * inverse;
			part = grid.h * (flow[2][i][j] - rho[i][j]);
			energy[i][j] = part;
		}
	printf("%.12g\n", rho[points[0] - 1][points[1] - 1]);
	for (i = 1; i <= points[0] - 2; i++)
		for (j = 1; j <= points[1] - 2; j++) flow[2][i][j] = rho[i - 1][j] + rho[i + 1][j] - energy[i][j + 1];
	points[1] = 3;
	for (i = 1; i <= points[0] - 2; i++)
		for (j = 1; j <= points[1] - 2; j++) energy[i][j] = flow[2][i][j];
	for (i = 0; i < N; i++)
		for (j = 0; j < N; j++) rho[i][j] = (int)(1024 * rho[i][j]), energy[i][j] = (int)(1024 * energy[i][j]);
	printf("%.12g\n", total(grid.n));
	return 0;
}
