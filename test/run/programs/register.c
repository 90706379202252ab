// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 6
// FLAGS: -Wno-implicit-int
//
// Variables of storage class register: reductions, places, last values and serial code need their addresses. And bit-fields that serial
// code sets.
#include <stdio.h>

#define N 9
static double a[N], b[N];
#pragma dist distribute [block] :: a, b
#define LOCAL register

static double f(register int n, /* register */ register const double *p)
{
	register double sum = 0, most = -1; // in a register
	register int i, at = -1, last = 0;
	register register_of = 2, *none = 0;
	for (i = 0; i < n; i++) sum += p[i];
	for (i = 0; i < n; i++)
		if (p[i] > most) most = p[i], at = i;
	for (i = 0; i < n; i++) {
		if (p[i] > 3) last = i;
		b[i] = last;
	}
	register double t = 0;
	for (i = n - 1; i >= 0; i--) {
		t = p[i] * 2;
		b[i] += t;
	}
	for (register long k = 0; k < n; k++) n -= p[k] > 100, sum += b[k];
	return sum + most * at + last + i + t + register_of + (none == 0);
}

static int old_style(n, by) register n; register double by;
{
	register int i;
	for (i = 0; i < n; i++) a[i] += by;
#pragma dist serial
	{
		n = 3;
		by = 2;
	}
	for (i = 0; i < n; i++) a[i] *= by;
	return i;
}

struct flags {
	unsigned on : 3, off : 5;
	int n;
};

static void set(struct flags *p)
{
#pragma dist serial
	{
		p->on = 6;
		p->off++;
	}
}

int main(void)
{
	register int k, r = 1;
	register double(*q)[N] = &a;
	LOCAL double s = 0;
	struct {
		struct flags in;
	} l = {{1, 2, 1}};
	for (k = 0; k < N; k++) a[k] = (k * 5) % N;
	printf("%g\n", f(N, a));
	printf("%g %d %g\n", b[4], k, (*q)[3]);
	register double *w = b;
	for (k = 0; k < N; k++) w[k] += (*q)[k];
	printf("%g %d\n", f(N - 1, b), old_style(N, 0.5));
	for (k = 0; k < N; k++) s += a[k];
#pragma dist serial
	r = 2;
#pragma dist serial
	l.in.on = 5;
	for (int i = 0; i < (int)l.in.on; i++) s += a[i] * r;
	set(&l.in);
	for (int i = 0; i < (int)l.in.on; i++) s += a[i] * r;
	printf("%g %d %d\n", s, l.in.off, r);
	return 0;
}
