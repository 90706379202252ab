// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 87 "if (k > 0) sum += *p;": elements are read one by one
//            "if ((p = &a[i]) && *p > 3) return *p;": elements are read one by one
//            "for (int i = 0; i < N; i++) c[i] += 5 * by_a_condition(i);": elements are set one by one
//            "for (int i = 0; i < N; i++) c[i] += 4 * changed(i);": elements are set one by one
// Functions that set a pointer in ways that are no declaration: in a branch only, again, in a loop and read behind it, by a condition.
#include <stdio.h>

enum { N = 24 };
static double a[N], b[N], c[N];
#pragma dist distribute [block] :: a, b, c

static double in_a_branch(int i)
{
	double *p = NULL, *q;
	if (i % 2) p = &a[i];
	q = p ? p : &b[i];
	return *q;
}

static double again(int i)
{
	double *p, sum;
	p = &a[i];
	sum = *p;
	p = &b[N - 1 - i];
	return sum + *p;
}

static double from_before(int i)
{
	double *p, sum = 0;
	for (int k = 0; k < 3; k++) {
		if (k > 0) sum += *p;
		p = &a[(i + 5 * k) % N];
	}
	return sum;
}

static double changed(int i)
{
	double *p;
	int k = i;
	p = &a[k];
	k = N - 1 - i;
	return *p + k;
}

static double by_a_condition(int i)
{
	double *p;
	if ((p = &a[i]) && *p > 3) return *p;
	return 0;
}

int main(void)
{
	for (int i = 0; i < N; i++) a[i] = i % 7, b[i] = i * 3;
	for (int i = 0; i < N; i++) c[i] = in_a_branch(i);
	for (int i = 0; i < N; i++) c[i] += 2 * again(i);
	for (int i = 0; i < N; i++) c[i] += 3 * from_before(i);
	for (int i = 0; i < N; i++) c[i] += 4 * changed(i);
	for (int i = 0; i < N; i++) c[i] += 5 * by_a_condition(i);
	for (int i = 0; i < N; i++) printf("%g ", c[i]);
	printf("\n");
	return 0;
}
