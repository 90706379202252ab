// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 17
// ARGS: 5
// ARGS: 1
// Scalars that are read after the nest that set them: always, under a condition, or not at all; and loop counters.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = 4, i, j;
	int a[n][m];
#pragma dist distribute a[block][*]
	for (i = 0; i < n; i++)
		for (j = 0; j < m; j++) a[i][j] = (i * 5 + j) % 11;
	printf("%d %d\n", i, j);
	int last = -1, seen = -2, never = -3, place = -4;
	double x = 0.5;
	for (i = 0; i < n; i++) {
		for (j = 0; j < m; j++) {
			last = a[i][j] * 2;
			if (a[i][j] == 7) {
				seen = i;
				place = j;
			}
			if (a[i][j] > 100) never = 1;
			x = last + 0.25;
		}
	}
	printf("%d %d %d %d %g, %d %d\n", last, seen, place, never, x, i, j);
	for (i = n - 1; i > 0; i -= 2) {
		last = a[i][0];
		a[i][1] += last;
	}
	printf("%d %d\n", i, last);
	for (i = 3; i < n - 3; i++) last = a[i][2];
	printf("%d %d\n", i, last);
	for (i = 0; i < n; i++) {
		for (j = 0; j < m; j++) a[i][j] -= i;
		j = 2;
	}
	printf("%d %d\n", i, j);
	return argc != 2;
}
