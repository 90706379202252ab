// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 2
// ARGS: 13 2
// ARGS: 1 1
// ARGS: 40 -3
// ARGS: 0 1
// Loops with two variables in the head, steps of unknown sign, conditions that step, while and do, macros that hold loops, colouring.
#include <stdio.h>
#include <stdlib.h>
#define N 41
static double a[N][N], b[N], c[N];
#pragma dist distribute a[block][*]
#pragma dist distribute[block] ::b, c

#define FILL(v, n, e)                                                                                                  \
	for (int k = 0; k < (n); k++) {                                                                                \
		v[k] = (e);                                                                                            \
	}
#define LOOP2(i, j, n)                                                                                                 \
	for (int i = 1; i < (n) - 1; i++)                                                                              \
		for (int j = 1; j < (n) - 1; j++)
#define SWEEP(n, color)                                                                                                \
	do {                                                                                                           \
		for (int i = 1; i < (n) - 1; i++)                                                                      \
			for (int j = 1 + (i + (color)) % 2; j < (n) - 1; j += 2)                                       \
				a[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);              \
	} while (0)

static double sum(int n)
{
	double s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) s += a[i][j];
	return s;
}
int main(int argc, char **argv)
{
	int n = atoi(argv[1]), step = atoi(argv[2]);
	FILL(b, N, k % 7)
	FILL(c, N, 0)
	for (int i = 0, j = n - 1; i < n; i++, j--) c[i] = b[j] + i;
	for (int i = 0; i < n; i++) printf("%g ", c[i]);
	printf("\n");
	for (int i = 0, j = n - 1; i < j; ++i, --j) {
		double t = c[i];
		c[i] = b[i] + j;
		b[i] = t;
	}
	for (int i = n; i-- > 0;) c[i] += b[i] * i;
	for (size_t i = n; i-- > 0;) c[i] += b[i] * i;
	for (unsigned i = n; i--;) c[i] += 1;
	{
		int i = n;
		while (i-- > 0) c[i] += 2;
	}
	{
		int i = 0;
		while (i < n) {
			c[i] += b[i];
			i++;
		}
	}
	{
		int i = 0;
		do {
			c[i] += b[i];
			i++;
		} while (i < n);
	}
	for (int i = step > 0 ? 0 : n - 1; step > 0 ? i < n : i >= 0; i += step) c[i] *= 2;
	for (int i = 0; i < n; i += abs(step)) c[i] *= 3;
	int lo = step > 0 ? 0 : n - 1, hi = step > 0 ? n : -1;
	for (int i = lo; step > 0 ? i < hi : i > hi; i += step) b[i] += 5;
	if (step == 1 || step == -1)
		for (int i = lo; i != hi; i += step) b[i] -= i;
	for (int i = 0; i < n; i++) printf("%g %g ", b[i], c[i]);
	printf("\n");
	LOOP2(i, j, N) a[i][j] = (i * 7 + j * 3) % 11;
	for (int i = 0; i < N; i++) a[i][0] = a[0][i] = 1;
	for (int it = 0; it < 3; it++) {
		SWEEP(N, 0);
		SWEEP(N, 1);
	}
	printf("%g\n", a[3][4] + a[N - 2][N - 2]);
	int isw = 1, jsw;
	for (int it = 0; it < 2; it++) {
		jsw = 1;
		for (int ipass = 1; ipass <= 2; ipass++, jsw = 3 - jsw) {
			isw = jsw;
			for (int j = 1; j < n - 1; j++, isw = 3 - isw)
				for (int i = isw; i < n - 1; i += 2)
					a[j][i] += 0.25 * (a[j + 1][i] + a[j - 1][i] + a[j][i + 1] + a[j][i - 1] -
					                          4 * a[j][i]);
		}
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) printf("%.15g ", a[i][j]);
	printf("\n");
	return 0;
}
