// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// One value for elements of several types, each with an owner of its own: it is set from the right to the left, and
// converted on its way.
#include <stdio.h>

enum { N = 50 };
struct item {
	double a, b;
	unsigned k;
	int m;
};
static struct item p[N];
static double x[N], y[N];
static int z[N], w[N];
#pragma dist distribute p[block]
#pragma dist distribute [block] :: x, y, z, w

int main(void)
{
	for (int i = 0; i < N; i++) {
		p[i].a = p[i].b = p[i].k = 3 * i - 7;
		x[i] = y[i] = z[i] = i * 2.5;
	}
	for (int i = 0; i < N; i++) y[N - 1 - i] = x[i] = (z[i] = w[i] = i / .7);
	for (int i = 0; i < N; i++) p[i].m = z[i];
	double s = 0;
	for (int i = 0; i < N; i++) s += i % 3 * p[i].a + 2 * p[i].b + 3. * p[i].k + p[i].m;
	for (int i = 0; i < N; i++) s += i % 5 * x[i] + 2 * y[i] + 5 * z[i] + 7 * w[i];
	printf("%.10g\n", s);
	return 0;
}
