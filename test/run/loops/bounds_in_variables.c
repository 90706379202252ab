// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Bounds and subscripts in variables: set before, computed, changed between nests, read from members and arrays.
#include <stdio.h>
#include <stdlib.h>

struct region {
	int first, last, offset;
};

static double a[24], b[24];
#pragma dist distribute [block] :: a, b

static void apply(const struct region *r, double by)
{
	for (int i = r->first; i <= r->last; i++) b[i] = a[i + r->offset] * by;
}

int main(int argc, char **argv)
{
	struct region regions[3] = {{1, 9, -1}, {10, 15, 4}, {16, 23, 0}};
	int limits[4] = {0, 5, 17, 24}, n = 24;
	for (int i = 0; i < n; i++) a[i] = i, b[i] = 0;
	for (int k = 0; k < 3; k++) apply(&regions[k], k + 1);
	for (int k = 0; k < 3; k++)
		for (int i = limits[k]; i < limits[k + 1]; i++) a[i] += 100 * k;
	int s = 1, distance = 1;
	while (distance < n) {
		for (int i = 0; i < n - distance; i++) b[i] += a[i + distance];
		distance *= 2;
		s = 3 - s;
	}
	int half = n / 2, rest = n - half;
	for (int i = 0; i < rest; i++) b[half + i] -= a[i];
	for (int i = argc; i < n - argc; i++) b[i] += 0.5;
	printf("%d\n", s);
	for (int i = 0; i < n; i++) printf("%g %g\n", a[i], b[i]);
	return 0;
}
