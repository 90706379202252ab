// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Variables that the head of a loop sets beside its own one.
#include <stdio.h>

#define N 60
static int v[N], w[N][N];
static double x[N];
#pragma dist distribute [block] :: v, x
#pragma dist distribute w[block][*]

int main(int argc, char **argv)
{
	int i, j, k, s, t, last, n = N - argc, total = 100;
	double sum, most;
	(void)argv;
	// Before the loop what it adds to; the last values of what it sets, and its own variable.
	for (s = 7, i = 0; i < n; i++) {
		s = i * 2;
		v[i] = s;
	}
	printf("%d %d\n", s, i);
	for (i = 0, total = n / 2; i < n; i++) total += v[i];
	printf("%d %d\n", total, i);
	for (sum = -1.5, j = 0; j < n; j++)
		for (i = 0; i < n; i++) w[j][i] = i - j, sum += i * 0.25;
	printf("%g %d %d\n", sum, i, j);
	for (t = 5, most = -1e9, i = n - 1; i >= 0; i--) {
		x[i] = v[i] * t;
		if (x[i] > most) most = x[i];
	}
	printf("%g %d %d\n", most, t, i);
	// Counters count on; `k` is chosen by what the head has set before.
	for (i = 1, k = 2 * i, s = 3; i < n / 2; i++, k += 2) x[i] += k + s;
	printf("%d %d %d\n", i, k, s);
	for (s = 4, t = s + 1, i = 0; i < n; i++) v[i] += t, s = i;
	printf("%d %d %d\n", s, t, i);
	// In inner loops, and where inner loops are split.
	for (i = 0; i < n; i++)
		for (last = -3, j = 0; j < n; j++) {
			last = i + j;
			w[i][j] += last;
		}
	printf("%d %d\n", last, j);
	for (total = 1, j = 0; j < 3; j++)
		for (i = 0; i < n; i++) v[i] += j, total += v[i] & 3;
	printf("%d %d\n", total, j);
	for (total = 9, i = 0; i < 0; i++) total += v[i];
	printf("%d %d\n", total, i);
	total = s = 0;
	for (i = 0; i < n; i++) {
		total += v[i] * i;
		for (j = 0; j < n; j++) s += w[i][j];
	}
	printf("%d %d\n", total, s);
	return 0;
}
