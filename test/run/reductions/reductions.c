// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 19
// ARGS: 2
// ARGS: 1
// MAX-SLOW: 0
// COUNTS: 1 2 3 4 7 16
// Reductions + * min max & | ^ && || into scalars of several types; several in a nest.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = 5;
	double a[n][m];
	int k[n][m];
	long l[n];
#pragma dist distribute [block][*] :: a, k
#pragma dist distribute l[block]
	for (int i = 0; i < n; i++) {
		l[i] = 1L << (i % 40);
		for (int j = 0; j < m; j++) {
			a[i][j] = (i * 13 + j * 7) % 101 - 50;
			k[i][j] = i ^ (3 * j);
		}
	}
	double sum = 1000, highest = -1e300, lowest = 1e300, product = 3;
	float fsum = 0;
	int isum = 7, ands = -1, ors = 0, xors = 5, imax = -1000000, imin = 1000000;
	long lor = 0;
	bool all = true, any = false;
	int every = 1, some = 0;
	unsigned count = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			sum += a[i][j] * 2;
			highest = a[i][j] > highest ? a[i][j] : highest;
			if (a[i][j] < lowest) lowest = a[i][j];
			fsum = fsum + (float)a[i][j];
			isum -= k[i][j];
			ands &= k[i][j] | 64;
			ors |= k[i][j];
			xors ^= k[i][j];
			if (k[i][j] > imax) imax = k[i][j];
			imin = k[i][j] < imin ? k[i][j] : imin;
			if (a[i][j] > 0) count++;
		}
	for (int i = 0; i < n; i++) {
		product *= l[i] > 4 ? 1 : 2;
		lor |= l[i];
		all = all && l[i] > 0;
		any = any || l[i] == 16;
		every &= l[i] != 8;
		some |= l[i] == 2;
	}
	printf("%g %g %g %g %g\n", sum, highest, lowest, product, fsum);
	printf("%d %d %d %d %d %d %u\n", isum, ands, ors, xors, imax, imin, count);
	printf("%ld %d %d %d %d\n", lor, all, any, every, some);
	double norm = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) norm = fmax(norm, fabs(a[i][j]));
	double dot = 0, total;
	for (int i = 0; i < n; i++) {
		double row = 0;
		for (int j = 0; j < m; j++) row += a[i][j];
		dot += row * l[i % 3 == 0 ? i : i];
	}
	total = dot;
	for (int i = 1; i < n; i++) total = total + (a[i][0] - a[i - 1][0]);
	printf("%g %g %g\n", norm, dot, total);
	return argc != 2;
}
