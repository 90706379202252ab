// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=model -w %s | %FileCheck %s
//
// Expressions without parentheses and without conversions that keep the value.
#include <stdarg.h>
#include <stddef.h>

enum color { RED, GREEN = 5 };
struct pair {
	int a;
	double b[3];
	unsigned bits : 3;
};

void conversions(size_t k, int i, unsigned u, char c, long l, float f, double d, _Bool b, unsigned char uc)
{
	// CHECK: assign : unsigned long 'k = k - 1' @[[@LINE+3]]
	// CHECK: binary - : unsigned long 'k - 1'
	// CHECK: int 1 : unsigned long '1'
	k = k - 1;
	// CHECK: assign : unsigned long 'k = i'
	// CHECK-NEXT: var k
	// CHECK-NEXT: cast implicit : unsigned long 'i'
	// CHECK-NEXT: var i : int
	k = i;
	// CHECK: assign : long 'l = i'
	// CHECK-NEXT: var l
	// CHECK-NEXT: var i
	l = i;
	// CHECK: assign : long 'l = u'
	// CHECK-NEXT: var l
	// CHECK-NEXT: var u
	l = u;
	// CHECK: assign : unsigned int 'u = uc'
	// CHECK-NEXT: var u
	// CHECK-NEXT: var uc
	u = uc;
	// CHECK: cast implicit : char 'i'
	c = i;
	// CHECK: cast implicit : float 'd'
	f = d;
	// CHECK: assign : double 'd = f'
	// CHECK-NEXT: var d
	// CHECK-NEXT: var f
	d = f;
	// CHECK: cast implicit : int 'd'
	i = d;
	// CHECK: cast implicit : _Bool 'i'
	b = i;
	// CHECK: cast : int '(int)(d)'
	i = (int)(d);
}

int constants(int n)
{
	double v[n];
	// CHECK: int 5 : int 'GREEN'
	// CHECK: int 97 : int ''a''
	n = GREEN + 'a';
	// CHECK: int 8 : unsigned long 'sizeof(double)'
	// CHECK: int 16 : unsigned long '__builtin_offsetof(struct pair, b[1])' source "offsetof(struct pair, b[1])"
	// CHECK: sizeof : unsigned long 'sizeof v'
	n = sizeof(double) + offsetof(struct pair, b[1]) + sizeof v;
	// CHECK: float : double '0x1p-3'
	// CHECK: float : double '1e-30'
	v[0] = 0x1p-3 + 1e-30;
	return n;
}

double places(struct pair *p, struct pair s, double *v, double (*w)[4], int i)
{
	// CHECK: member a : int 'p->a'
	// CHECK-NEXT: deref implicit : struct pair '*(p)' source "p"
	// CHECK-NEXT: var p
	p->a = 1;
	// CHECK: index : double 's.b[i]'
	// CHECK-NEXT: member b : double[3] 's.b'
	// CHECK-NEXT: var s
	s.b[i] = 2;
	// CHECK: index : double '2[v]'
	// CHECK-NEXT: var v
	// CHECK-NEXT: int 2
	2[v] = 3;
	// CHECK: addr : double * '&(v[0])'
	// CHECK-NEXT: index : double 'v[0]'
	v = &(v[0]);
	// CHECK: deref : double '*(v + i)'
	// CHECK-NEXT: binary + : double * 'v + i'
	*(v + i) = 0;
	// CHECK: index : double 'w[i][2]'
	// CHECK-NEXT: index : double[4] 'w[i]'
	return w[i][2];
}

int operators(int a, int b, ...)
{
	va_list ap;
	// CHECK: assign << : int 'a <<= 2'
	a <<= 2;
	// CHECK: incdec + postfix : int 'a++'
	// CHECK: incdec - : int '--b'
	a++, --b;
	// CHECK: cond : int 'a ?: b'
	// CHECK-NEXT: var a
	// CHECK-NEXT: var b
	// CHECK-NEXT: function others
	return a ?: b;
}

int others(int x, float f, int n)
{
	// CHECK: opaque : int '({ int w = x; w + 1; })'
	// CHECK-NEXT: body: compound
	// CHECK-NEXT: decl w
	x = ({ int w = x; w + 1; });
	// CHECK: assign : int 'x = _Generic(f, float: 1, default: n)'
	// CHECK-NEXT: var x
	// CHECK-NEXT: int 1
	x = _Generic(f, float: 1, default: n);
	// CHECK: compound : struct pair '(struct pair){.a = 3}'
	// CHECK-NEXT: init : struct pair
	// CHECK-NEXT: int 3
	struct pair s = (struct pair){.a = 3};
	// CHECK: opaque : void 'asm'
	// CHECK-NEXT: addr implicit : int * 'x'
	// CHECK-NEXT: var x
	// CHECK-NEXT: var n
	__asm__("" : "=r"(x) : "r"(n));
	return x;
}
