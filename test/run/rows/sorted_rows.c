// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 74 "double x = key[*(const long *)p], y = key[*(const long *)q];": elements are read one by one
//            "for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) a[i...": some of its statements
//              belong to no owner
// qsort and bsearch of rows, by translated functions: what they compare is here, the keys that they look up may be elsewhere.
#include <stdio.h>
#include <stdlib.h>

enum { N = 9, M = 26 };
static long a[N][M], b[N][M];
static double key[M * N];
#pragma dist distribute a[block][*]
#pragma dist distribute b[*][block]
#pragma dist distribute key[block]
static int calls;

static int by_value(const void *p, const void *q)
{
	long x = *(const long *)p, y = *(const long *)q;
	calls++;
	return (x > y) - (x < y);
}

static int by_key(const void *p, const void *q)
{
	double x = key[*(const long *)p], y = key[*(const long *)q];
	return (x > y) - (x < y);
}

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = b[i][j] = (i + 3) * (j + 5) * 7919 % (N * M);
	for (int i = 0; i < N * M; i++) key[i] = i * 37 % 101 + i * 0.001;
	for (int i = 0; i < N; i++) {
		qsort(a[i], M, sizeof a[i][0], i % 2 ? by_key : by_value);
		qsort(b[i], M, sizeof b[i][0], i % 2 ? by_value : by_key);
	}
	long wanted = a[2][M / 2];
	long *found = bsearch(&wanted, a[2], M, sizeof wanted, by_value);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) printf("%ld %ld\n", a[i][j], b[i][j]);
	printf("%d %d\n", found && found - a[2] <= M / 2, calls);
	return 0;
}
