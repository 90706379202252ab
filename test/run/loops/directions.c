// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only %s 2>&1 | %count 0
// ARGS: 1
// ARGS: -1
// ARGS: 3
// ARGS: -4
// MAX-SLOW: 0
// Loops whose direction a variable chooses: a loop for each, in its order.
#include <stdio.h>
#include <stdlib.h>
#define N 60
#define UP(d) ((d) > 0)
static double a[N], c[N], b[N][N];
#pragma dist distribute a[block]
#pragma dist align c[i] with a[i]
#pragma dist distribute b[block][*]
static const int ways[4][2] = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};

// Both calls give 1 or -1.
static void shift(int n, int dir, double *x, double *y)
{
	int first = dir > 0 ? 0 : n - 1, end = dir > 0 ? n : -1;
	for (int i = first; i != end; i += dir) y[i] += 2 * x[i] + dir;
	for (int i = first; 0 <= i && i < n; i = i + dir) y[i] -= x[i];
}

static void given(int n, int step)
{
	int s = step > 0 ? 0 : n - 1, e = step > 0 ? n : -1, last = -1, count = 0;
	double sum = 0;
	for (int i = s; step > 0 ? i < e : i > e; i += step) a[i] += i;
	for (int i = s; (step > 0 && i < e) || (step < 0 && i > e); i += step) {
		a[i] += 1;
		sum += a[i];
		if (a[i] > 70) last = i;
	}
	for (int i = s; UP(step) ? i < e : i > e; i += step, count++)
		for (int j = s; UP(step) ? j < e : j > e; j += step) b[i][j] = i + 2 * j;
	int i = s;
	while (step < 0 ? i >= 0 : i < n) {
		c[i] = a[i] + i;
		i += step;
	}
	printf("%d %d %d %g\n", last, i, count, sum);
}

int main(int argc, char **argv)
{
	int step = argc > 1 ? atoi(argv[1]) : 1, dir = step > 0 ? 1 : -1, back = -dir, forward = step > 2;
	int n = N, from = 1, to = n - 1;
	for (int i = 0; i < N; i++) a[i] = i, c[i] = i % 5;
	given(n, step);
	shift(n, dir, a, c);
	shift(n, -1, c, a);
	for (int i = dir > 0 ? from : to - 1; i >= from && i < to; i += dir) a[i] += c[i];
	for (int i = back > 0 ? 0 : n - 1; i >= 0 && i < n; i -= dir) a[i] *= 2;
	for (int i = forward ? 0 : n - 1; forward ? i < n : i >= 0; forward ? i++ : i--) c[i] += 3;
	for (int i = n - 1; i >= 0 && i < n; i--) c[i] += a[i];
	for (int k = 0; k < 4; k++) {
		int di = ways[k][0], dj = ways[k][1];
		for (int i = di > 0 ? 1 : n - 2; di > 0 ? i < n - 1 : i > 0; i += di)
			for (int j = dj > 0 ? 1 : n - 2; dj > 0 ? j < n - 1 : j > 0; j += dj) {
				double old = b[i][j - dj];
				b[i][j] += 0.5 * old; /* in its order */
			}
	}
	double s = 0;
	for (int i = 0; i < N; i++) s += a[i] * i + c[i];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) s += b[i][j] * (i - 2 * j);
	printf("%.12g\n", s);
	for (int i = 0; i < N; i++) printf("%g %g\n", a[i], c[i]);
	return 0;
}
