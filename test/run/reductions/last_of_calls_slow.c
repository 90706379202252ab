// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 5
// BY-ALL: 88 "for (int i = 0; i < N; i++) if (b[i] > 20) b[i] = is_large(...": the value of 'place' after the nest
//              is needed
//            "for (int i = 0; i < N; i++) b[i] += i % 2 && is_large(&b[i]...": the value of 'place'
//              after the nest is needed
//            "*x += 1;": elements are set one by one
//            "if (*x > 30) seen = i;": elements are read one by one
// Called functions set variables of file scope whose last value is read after the nest, but not in each call, or where nothing can be noted.
#include <stdio.h>

enum { N = 20 };
static double a[N], b[N];
#pragma dist distribute [block] :: a, b

static int seen = -1, place = -1;

static double *get(int i)
{
	if (i > 12) seen = i;
	return &a[i];
}

static double far(int i)
{
	double *x = get(i);
	return *x + 1;
}

static void mark(double *x, int i, int n)
{
	if (*x > 30) seen = i;
	for (int k = 0; k < n; k++) place = i * 10 + k;
	*x += 1;
}

static int is_large(const double *x, int i)
{
	place = i;
	return *x > 30;
}

static void show(const char *what)
{
	printf("%s: %d %d\n", what, seen, place);
	seen = place = -1;
}

int main(void)
{
	int none = N / 30;
	for (int i = 0; i < N; i++) a[i] = i % 7 * 9;
	for (int i = N - 1; i >= 0; i--) b[i] = far(i);
	show("under an affine condition");
	for (int i = 0; i < N; i++) mark(&a[i], i, N - 18 - i);
	show("in a loop that may be empty");
	for (int i = 0; i < N; i++) mark(&a[i], i, none);
	show("in an empty loop");
	for (int i = 0; i < N; i++)
		if (is_large(&a[i], i)) b[i] = 0;
	show("in a condition");
	for (int i = 0; i < N; i++)
		if (b[i] > 20) b[i] = is_large(&a[i], i);
	show("under a condition of the nest");
	for (int i = 0; i < N; i++) b[i] += i % 2 && is_large(&b[i], i);
	show("in an operand");
	double sum = 0;
	for (int i = 0; i < N; i++) sum += (i + 1) * (a[i] + b[i]);
	printf("%g\n", sum);
	return 0;
}
