// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 1
// BY-ALL: 55 "u = conjg(e[i]);": elements are read one by one
//            "u = e[i];": elements are read one by one
//            "cplx d = add(x[4], y[N - 1]);": elements are read one by one
//            "cplx e = swapped(x[5]), *f = &(cplx){.im = y[8].re};": elements are read one by one
//
// Compound literals that macros make of elements: in loops, initialisers and conditions, with members by name and in another order.
#include <stdio.h>
typedef struct { double re, im; } cplx;
#define conjg(z) ((cplx){(z).re, -1.0 * (z).im})
#define add(a, b) ((cplx){(a).re + (b).re, (a).im + (b).im})
#define swapped(z) (cplx){.im = (z).re, .re = (z).im}
enum { N = 20 };
static cplx x[N], y[N];
#pragma dist distribute [block] :: x, y
static cplx pick(int is, int n, cplx e[])
{
	cplx u, s = {0, 0};
	for (int i = 0; i < n; i++) {
		if (is >= 1)
			u = e[i];
		else
			u = conjg(e[i]);
		s = add(s, u);
		if (s.re > 1e9) return u;
	}
	return s;
}
int main(void)
{
	for (int i = 0; i < N; i++) x[i].re = i, x[i].im = 1 - i;
	for (int i = 0; i < N; i++) y[i] = conjg(x[i]);
	cplx a = pick(1, N, x), b = pick(0, N, y), c = conjg(x[3]);
	cplx d = add(x[4], y[N - 1]);
	int k = 2;
	while (k < 5) d = add(d, conjg(y[k])), k++;
	cplx e = swapped(x[5]), *f = &(cplx){.im = y[8].re};
	double pair = ((double[]){x[1].re, y[2].im})[k & 1];
	printf("%g %g %g %g\n", e.re, e.im, f->im, pair);
	printf("%g %g %g %g %g %g %g %g\n", a.re, a.im, b.re, b.im, c.re, c.im, d.re, d.im);
}
