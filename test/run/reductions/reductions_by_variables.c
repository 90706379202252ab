// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 86
// Reductions by functions that put what they return into a variable; and two that only look like it, which go on one process after the other.
#include <stdio.h>
enum { N = 43, M = 5 };
static double a[N][M];
#pragma dist distribute a[block][*]

static double larger(double x, double y)
{
	double value;
	if (y < x) {
		value = x;
	} else {
		value = y;
	}
	return value;
}

static double smaller(double x, double y)
{
	double value = x;
	if (y < value) value = y;
	return value;
}

static double magnitude(double x)
{
	double value;
	if (0.0 <= x)
		value = +x;
	else
		value = -x;
	return value;
}

static double sum(double x, double y)
{
	double value;
	value = x + y;
	return value;
}

static double halved(double x, double y)
{
	double half = x / 2, value;
	value = half + y;
	return value;
}

static double last_large(double x, double y)
{
	double value = x;
	if (y > 20) value = y;
	return value;
}

int main(void)
{
	double top = -1e9, low = 1e9, far = 0, total = 0, mean = 0, last = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = (i * 13 + j * 5) % 31 - 12;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			top = larger(top, a[i][j]);
			low = smaller(a[i][j], low);
			far = larger(far, magnitude(a[i][j] + 3));
			total = sum(total, a[i][j]);
		}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) mean = halved(mean, a[i][j]);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) last = last_large(last, a[i][j] + 3);
	printf("%g %g %g %g %.12g %g\n", top, low, far, total, mean, last);
	return 0;
}
