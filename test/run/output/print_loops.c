// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 19
// Loops that print or read elements, in several shapes: they move sections and keep the order.
#include <stdio.h>

#define N 19
#define M 6

static double a[N][M];
static int n_printed;
#pragma dist distribute a[block][*]

static void print_row(const double *row, int m)
{
	for (int j = 0; j < m; j++) printf("%g ", row[j]);
	printf("\n");
}

static double reduce_in_order(void)
{
	double h = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) h = h / 2 + a[i][j];
	return h;
}

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = i * M + j;
	for (int i = 0; i < N; i += 3) {
		printf("row %d:", i);
		for (int j = 0; j < M; j++) {
			printf(" %g", a[i][j]);
			n_printed++;
		}
		printf("\n");
	}
	for (int j = M - 1; j >= 0; j--)
		for (int i = N - 1; i > N - 4; i--) printf("%g%s", a[i][j], i > N - 3 ? "," : "\n");
	for (int i = 0; i < N; i++) print_row(a[i], M);
	for (int i = 0; i < N; i++)
		if (a[i][2] > 50 && (int)a[i][2] % 4 == 0) printf("%d: %g\n", i, a[i][2]);
	printf("%.17g %d\n", reduce_in_order(), n_printed);
	int bad = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			if (a[i][j] != i * M + j) {
				printf("wrong at %d %d\n", i, j);
				bad = 1;
			}
	return bad;
}
