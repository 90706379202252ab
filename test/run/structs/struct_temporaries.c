// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Rdist=summary %s 2>&1 | %FileCheck %s
//
// Variables of struct types that each iteration sets member by member, as it would set scalars: declared in the loop or
// around it, and read behind it or not.
// MAX-SLOW: 4
// ARGS: 103 7
// ARGS: 3 2
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	double re, im;
} complex;
typedef struct {
	complex at, by;
	union {
		int n;
		float x;
	};
} both;
enum { MOST = 200 };
static complex p[MOST];
static double q[MOST];
#pragma dist distribute [block] :: p, q


// CHECK: struct_temporaries.c:[[#@LINE + 4]]:2: remark: split along dimension 0 of 'q'
static void declared_inside(int n)
{
	double last = 0;
	for (int i = 0; i < n; i++) {
		complex d;
		both e;
		d.re = p[i].re;
		d.im = p[i].im;
		e.at.re = d.re + 1;
		e.by.im = d.im - e.at.re;
		q[i] += d.re * d.im + e.by.im;
	}
	(void)last;
}

// c is set anew on each line.
static long outside(int lines, int n, int most)
{
	complex c;
	long count = 0;
	// CHECK: struct_temporaries.c:[[#@LINE + 1]]:2: remark: split along dimension 0 of 'p'
	for (int line = 0; line < lines; line++) {
		for (int i = 0; i < n; i++) {
			c.re = p[i].re + line;
			c.im = p[i].im;
			for (int j = 0; j < most; j++) {
				double t = c.re * c.re - c.im * c.im + p[i].re;
				c.im = c.re * c.im * 2 + p[i].im;
				c.re = t;
				if (c.re * c.re + c.im * c.im > 4) {
					count++;
					break;
				}
			}
		}
	}
	return count;
}

// CHECK: struct_temporaries.c:[[#@LINE + 8]]:2: remark: slow, on one process after the other
// What is read afterwards is the last iteration's: of one member, of all of them, through a union.
static double read_afterwards(int n)
{
	complex a, b;
	both u;
	double s = 0;
	a.im = 3;
	for (int i = 0; i < n; i++) {
		a.re = p[i].re;
		q[i] += a.re;
	}
	s += a.im;
	for (int i = 0; i < n; i++) {
		a.re = p[i].re;
		a.im = i;
		q[i] += a.re - a.im;
	}
	s += a.im * 2;
	for (int i = 0; i < n; i++) {
		a.re = p[i].im;
		a.im = 2 * i;
		q[i] += a.re - a.im;
	}
	b = a;
	s += b.re * 3 + b.im;
	for (int i = 0; i < n; i++) {
		u.n = i;
		u.by.re = i;
		q[i] += u.n * u.by.re;
	}
	s += u.x == 0 ? 1 : 2;
	return s;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), lines = atoi(argv[2]);
	double s = 0;
	for (int i = 0; i < n; i++) {
		p[i].re = i % 11 * .25 - 2;
		p[i].im = i % 7;
	}
	declared_inside(n);
	printf("%ld\n", outside(lines, n, 50));
	printf("%g\n", read_afterwards(n));
	for (int i = 0; i < n; i++) s += q[i] * (i % 13);
	printf("%.12g\n", s);
	return 0;
}
