// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Variables that are subscripts, and are set within an expression, where what they were before is known: behind it,
// and in what the expression evaluates later, they are no longer that.
// MAX-SLOW: 24
// BY-ALL: 100 what the variables are is not known before the loop runs
// LOST: "is not affine" which elements these are
#include <stdio.h>
#define N 41
static int a[N], b[N];
#pragma dist distribute [block] :: a, b

static int other(int i) { return N - 1 - i; }

static void by_chain(void)
{
	int x = 0, y = 0, z[2] = {0};
	for (int i = 0; i < N; i++) {
		y = i;
		x = (y = N - 1 - i);
		a[y] += i + x;
	}
	for (int i = 0; i < N; i++) {
		y = i;
		z[0] = (y = N - 1 - i);
		a[y] += 2 * i + z[0];
	}
	for (int i = 0; i < N; i++) {
		y = i;
		z[1] = y, x = (y = N - 1 - i) + z[1];
		a[y] += i * x;
	}
	for (int i = 0; i < N; i++) {
		y = i;
		int q = (y = N - 1 - i);
		a[y] += i - q;
	}
	for (int i = 0; i < N; i++) {
		y = i;
		x = y = other(i);
		a[x] += i + 3 * y;
	}
}

static void by_condition(void)
{
	int y = 0;
	for (int i = 0; i < N; i++) {
		y = i;
		if ((y = N - 1 - i) > 7) a[y] += i;
	}
	for (int i = 0; i < N; i++) {
		y = i;
		if (i > 3 && (y = N - 1 - i) > 7 && a[y] > 0) a[y] += i;
	}
	for (int i = 0; i < N; i++) {
		y = i;
		int n = 0;
		while ((y = N - 1 - i) > n) n += y;
		a[y] += n;
	}
	for (int i = 0; i < N; i++) {
		y = i;
		switch (y = N - 1 - i) {
		case 3: a[y] += 5; break;
		default: a[y] += 7;
		}
	}
}

static long by_order(void)
{
	long sum = 0;
	int y = 0, x = 0;
	for (int i = 0; i < N; i++) {
		y = i;
		sum += (i + 1) * (y = N - 1 - i, a[y]);
	}
	for (int i = 0; i < N; i++) {
		y = i;
		b[i] = i > 5 ? (y = N - 1 - i, a[y]) : a[y];
	}
	for (int i = 0; i < N; i++) {
		y = i;
		x = i % 2 ? y++ : (y = N - 1 - i);
		if (y < N) b[y] += x;
	}
	return sum;
}

int main(void)
{
	for (int i = 0; i < N; i++) a[i] = b[i] = i % 5;
	for (int t = 0; t < 3; t++) {
		by_chain();
		by_condition();
		printf("%ld\n", by_order());
	}
	for (int i = 0; i < N; i++) printf("%d %d\n", a[i], b[i]);
	return 0;
}
