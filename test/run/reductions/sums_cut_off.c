// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 13
// BY-ALL: 74 "for (int i = 0; i < N; i++) held.whole += a[i], held.all +=...": a value of 'held.whole' that one
//              process sets is read by another one in the same nest
//            "for (int i = 0; i < N; i++) real += a[i] + b[i] * I;": a value of 'real' that one process
//              sets is read by another one in the same nest
//            "for (int i = 0; i < N; i++) odd ^= b[i];": a value of 'odd' that one process sets is read
//              by another one in the same nest
//            "for (int i = 0; i < N; i++) any += a[i] > 3 ? -1 : 0;": a value of 'any' that one process
//              sets is read by another one in the same nest
// Sums whose result is cut off in each step: in another order it is another one.
#include <complex.h>
#include <stdbool.h>
#include <stdio.h>

#define N 40

static double a[N];
static int b[N], part[4];
static struct {
	int whole;
	double all;
} held;
#pragma dist distribute a[block]
#pragma dist align b[i] with a[i]

static int returned(int s, double x) { return s + x; }

static int by_variable(int s, double x)
{
	int v = s;
	if (x > 2) v = s + x;
	return v;
}

int main(void)
{
	for (int i = 0; i < N; i++) a[i] = i * 7 % 17 - 4.5, b[i] = i * 77;

	int s = 1, t = 1, u = 1, v = 1, w = 1, product = 3, byte = 7, kept = 0;
	for (int i = 0; i < N; i++) s += a[i];
	for (int i = 0; i < N; i++) t = t + a[i];
	for (int i = 0; i < N; i++) u = (int)(a[i] + u);
	for (int i = 0; i < N; i++) v = returned(v, a[i]);
	for (int i = 0; i < N; i++) w = by_variable(w, a[i]);
	for (int i = 0; i < N; i++) product *= 1 + a[i] / 10;
	for (int i = 0; i < N; i++) byte = (unsigned char)(byte + b[i]);
	for (int i = 0; i < N; i++) kept += (int)a[i];
	printf("%d %d %d %d %d %d %d %d\n", s, t, u, v, w, product, byte, kept);

	double whole = 7;
	for (int i = 0; i < N; i++) whole = (int)(whole + a[i]);
	for (int i = 0; i < N; i++) held.whole += a[i], held.all += a[i];
	for (int i = 0; i < N; i++) part[b[i] % 4] += a[i];
	printf("%g %d %g %d %d %d %d\n", whole, held.whole, held.all, part[0], part[1], part[2], part[3]);

	bool any = false, odd = false, some = false;
	for (int i = 0; i < N; i++) any += a[i] > 3 ? -1 : 0;
	for (int i = 0; i < N; i++) odd ^= b[i];
	for (int i = 0; i < N; i++) some ^= a[i] > 2;
	short low = 9;
	for (int i = 0; i < N; i++) low = low + b[i] * 999;
	double real = 0;
	for (int i = 0; i < N; i++) real += a[i] + b[i] * I;
	printf("%d %d %d %d %g\n", any, odd, some, low, real);
	return 0;
}
