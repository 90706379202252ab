// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 6 "double highest = a[0][0];": elements are read one by one
// ARGS: 23
// ARGS: 3
// ARGS: 1
// MAX-SLOW: 0
// Minimum and maximum with their places: first and last among equals, one and several indices.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = 6;
	double a[n][m];
	int v[n];
#pragma dist distribute a[block][*]
#pragma dist align v[i] with a[i][*]
	for (int i = 0; i < n; i++) {
		v[i] = (i * 5) % 7;
		for (int j = 0; j < m; j++) a[i][j] = (i * 11 + j * 5) % 12 - 6;
	}
	double highest = a[0][0];
	int row = 0, column = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			if (a[i][j] > highest) {
				highest = a[i][j];
				row = i;
				column = j;
			}
	printf("first highest %g at %d %d\n", highest, row, column);
	int least = 1000000, where = -1;
	for (int i = 0; i < n; i++)
		if (v[i] <= least) least = v[i], where = i;
	printf("last least %d at %d\n", least, where);
	double size = 0;
	long at = -1;
	for (int i = n - 1; i >= 0; i--)
		if (fabs(a[i][2]) > size) {
			size = fabs(a[i][2]);
			at = i;
		}
	printf("largest %g, from above at %ld\n", size, at);
	int nothing = 77;
	double top = 1e9;
	for (int i = 0; i < n; i++)
		if (a[i][0] > top) {
			top = a[i][0];
			nothing = i;
		}
	printf("%g %d\n", top, nothing);
	return argc != 2;
}
