// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// The largest element, whose place goes out through pointers: they are followed behind the loop, where one was found.
// As with variables, one operation finds value and place; not where the array could hold what the pointers lead to.
// ARGS: 61 3
// ARGS: 3 2
// PER-STEP: procs=2 from="90 4" to="90 14" collectives=4 messages=0
// PER-STEP: procs=7 from="90 4" to="90 14" collectives=4 messages=0
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double largest(int n, double (*a)[n], int *p, int *q)
{
	double most = 0;
	for (int i = 0; i < n; i++)
		for (int j = i + 1; j < n; j++)
			if (fabs(a[i][j]) > most) {
				most = fabs(a[i][j]);
				*p = i;
				*q = j;
			}
	return most;
}

static float least(int n, int m, const float *a, long *place)
{
	float low = 1e9f;
	int i, j;
	for (i = 0; i < n; i++) {
		for (j = 0; j < m; j++) {
			if (a[i * m + j] < low) {
				low = a[i * m + j];
				place[0] = i;
				place[1] = j;
			}
		}
	}
	return low;
}

// Nothing is found, and there is no pointer.
static int above(int n, double (*a)[n], double limit, int *at)
{
	double most = limit;
	for (int i = 0; i < n; i++)
		if (a[i][0] > most) {
			most = a[i][0];
			*at = i;
		}
	return most > limit;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), steps = atoi(argv[2]), p = -1, q = -1, at = -1;
	double (*a)[n] = malloc(sizeof *a * (size_t)n);
	float *f = malloc(sizeof *f * (size_t)(n * n));
	long place[2] = {-1, -1}, sum = 0;
#pragma dist array f[n][n]
#pragma dist distribute [block][*] :: a, f
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) {
				a[i][j] = (i * 31 + j * 17 + t * 7) % 101;
				f[i * n + j] = (float)((i * 13 + j * 29 + t) % 89 - 44);
			}
		double most = largest(n, a, &p, &q);
		sum = sum * 3 % 10007 + (long)most * 100 + p * 10 + q;
		// One variable for both: the second one counts.
		largest(n, a, &p, &p);
		sum += p + (long)least(n, n, f, place) + place[0] * 7 + place[1];
		if (above(n, a, t % 2 ? 1000 : 50, t % 2 ? NULL : &at)) sum += at;
	}
	printf("%ld\n", sum);
	return 0;
}
