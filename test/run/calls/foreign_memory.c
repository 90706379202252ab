// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// SOURCES: ../Inputs/get.c
// MAX-SLOW: 0
// Vectors without a mapping that a function of another file allocates, in functions, beside a distributed matrix.
#include <stdio.h>
#include <stddef.h>
#include <string.h>

#define N 23
void *get(size_t size);
static double a[N][N];
#pragma dist distribute a[block][*]

static void multiply(double m[N][N], double x[N], double y[N])
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) y[i] = y[i] + m[i][j] * x[j];
}

int main(void)
{
	double(*x)[N] = get(sizeof *x), (*y)[N] = get(sizeof *y);
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < N; j++) a[i][j] = (i + j) % 5;
		(*x)[i] = i;
		(*y)[i] = 1;
	}
	multiply(a, *x, *y);
	for (int i = 0; i < N; i++) printf("%g ", (*y)[i]);
	printf("\n");
	return 0;
}
