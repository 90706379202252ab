// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// A program that forgets to set what it allocates gets zeros of a fresh heap when it runs alone, and here as well.
#include <stdio.h>
#include <stdlib.h>

enum { N = 21 };
static double a[N];
#pragma dist distribute a[block]

static int marked(int n)
{
	int *mark = malloc((size_t)n * sizeof *mark), found = 0;
	for (int i = 0; i < n; i += 3) mark[i] = 1;
	for (int i = 0; i < n; i++) found += mark[i] != 0;
	return found;
}

int main(void)
{
	int found = 0;
	double sum = 0;
	for (int n = 1; n < 400; n += 7) found += marked(n);
	for (int i = 0; i < N; i++) a[i] = found + i;
	for (int i = 0; i < N; i++) sum += a[i];
	printf("%d %g\n", found, sum);
	return 0;
}
