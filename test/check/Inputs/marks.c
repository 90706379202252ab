// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>
#define N 40
static double a[N], b[N], c[N][N];
static int from[N];
static int calls;
static double memory;
#pragma dist distribute [block] :: a, b
#pragma dist distribute c[block][*]

#pragma dist pure
double weight(int i)
{
	return i * 0.5;
}

#pragma dist pure(elsewhere)
double elsewhere(int i);

int main(void)
{
	double t = 0, shift = 3;
	double table[N];
	for (int i = 0; i < N; i++) {
		a[i] = b[i] = i;
		from[i] = i;
		table[i] = i;
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) c[i][j] = i - j;
#pragma dist independent
	for (int i = 0; i < N; i++)
		a[i] = a[from[i]] + weight(i);
#pragma dist independent new(t)
	for (int i = 0; i < N; i++) {
		t = b[i] * 2;
		b[i] = t + 1;
	}
	for (int s = 0; s < 3; s++)
#pragma dist independent
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++)
				c[i][j] = c[i][(j + 1) % N] + shift;
	for (int i = 0; i < N; i++) b[i] += elsewhere(i) * table[i];
	double sum = elsewhere(3);
	for (int i = 0; i < N; i++) sum += a[i] + b[i] + c[i][i] + memory;
	printf("%g %d\n", sum, calls);
	return 0;
}
