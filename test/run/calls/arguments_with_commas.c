// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Arguments with a comma in parentheses, of calls that are written anew.
// FLAGS: -Wno-unused-value
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 50 };

static double a[N], b[N];
#pragma dist distribute [block] :: a, b

static int calls;

static size_t size_of(int n)
{
	calls++;
	return n * sizeof(double);
}

int main(void)
{
	double sum = 0;
	for (int i = 0; i < N; i++) a[i] = i;
	memcpy(b, (0, a), sizeof b);
	memset((calls++, a), 0, (calls++, sizeof a));
	memcpy((calls++, a + 3), (calls++, b + 1), (calls += 2, size_of(7)));
	for (int i = 0; i < N; i++) sum += a[i] * 3 + b[i];
	printf("%g %d %g %g\n", sum, calls, (calls++, a[4]), b[(calls--, 7)]);
	return 0;
}
