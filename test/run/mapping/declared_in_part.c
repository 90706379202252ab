// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// STDIN: 40 26
// PER-STEP: procs=4 from="10" to="30" messages=1,2,3,3
//
// Arrays that are declared larger than the program uses them, in all dimensions: how much it uses is read, and that is
// split. Rows stay as long as they are declared.
#include <stdio.h>
#include <stdlib.h>
#define MAX 90

static double a[MAX][MAX], b[MAX][MAX], row[MAX], column[MAX];
int n, m;
#pragma dist array a[n][m], b[n][m], row[n], column[m]
#pragma dist distribute a[block][*]
#pragma dist align b[i][j] with a[i][j]
#pragma dist align row[i] with a[i][*]
#pragma dist distribute column[block]

// Columns are split: those that are not used are with the last one that is.
static float across[MAX][MAX], beside[MAX][MAX + 2];
#pragma dist array across[n][m], beside[n][m]
#pragma dist distribute across[*][block]
#pragma dist align beside[i][j] with across[i][j]

static double u[MAX][MAX], v[MAX][MAX];
#pragma dist array u[n][m], v[n][m]
#pragma dist template T[n + 2][m + 2]
#pragma dist distribute T[block][block]
#pragma dist align u[i][j] with T[i + 1][j + 1]
#pragma dist align v[i][j] with T[i + 1][m - j]

static void step(void)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++) b[i][j] = .25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++) a[i][j] = b[i][j];
	for (int i = 0; i < n; i++) {
		row[i] = 0;
		for (int j = 0; j < m; j++) row[i] += a[i][j];
	}
	for (int i = 0; i < n; i++)
		for (int j = 1; j < m; j++) beside[i][j] = across[i][j] + across[i][j - 1];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) across[i][j] = .5f * beside[i][j];
	for (int i = 1; i < n; i++)
		for (int j = 1; j < m; j++) u[i][j] += .5 * u[i][j] + i;
	for (int j = 0; j < m; j++) column[j] = column[j] * .5 + j;
}

static double by_pointer(void)
{
	double(*p)[MAX] = malloc(MAX * sizeof *p), sum = 0;
#pragma dist array p[n][m]
#pragma dist distribute p[block][*]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) p[i][j] = i * j % 11;
	for (int i = 1; i < n; i++)
		for (int j = 0; j < m; j++) sum += p[i][j] * p[i - 1][j];
	free(p);
	return sum;
}

static double in_block(int rows, int columns)
{
	static int whole[MAX][MAX];
	double sum = 0;
#pragma dist array whole[rows][columns]
#pragma dist distribute whole[block][block]
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++) whole[i][j] = i * j % 11;
	for (int i = 1; i < rows; i++)
		for (int j = 1; j < columns; j++) sum += whole[i][j] * whole[i - 1][j - 1];
	return sum;
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3;
	if (scanf("%d %d", &n, &m) != 2) return 1;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] = (i * 3 + j) % 7;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) across[i][j] = beside[i][j] = j % 5;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) u[i][j] = i - j;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) v[i][j] = j;
	for (int t = 0; t < steps; t++) step();
	double sum = 0;
	for (int i = 0; i < n; i++) sum += row[i] * (i % 8);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum += across[i][j] * 64 + u[i][j];
	for (int j = 0; j < m; j++) sum += column[j];
	printf("%.8g %.8g %g\n", sum, by_pointer(), in_block(n, m));
	printf("%g %g %g %g\n", a[n - 1][m - 1], a[n / 2][1], v[3][3], across[2][m - 1]);
	return 0;
}
