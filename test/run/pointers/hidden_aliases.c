// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 5
// BY-ALL: 54 "for (int i = 0; i < N; i++) p[i] = A[i] + x->v[i];": `x->v` and `p` overlap
//            "G += A[i];": elements are read one by one
//            "for (int i = 0; i < N; i++) t[i] += 4;": no mapped array says where the iterations of 'i' belong
//            "for (int i = 0; i < N; i++) C[i] = s[i] + 3;": `s` is mapped, and was not expected to be
// Memory that pointers lead to in ways that no one sees: function pointers in tables, addresses of pointers in tables and as bytes, unions,
// integers; a sum that is read through a pointer; an array in a struct under two names.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 40
static double A[N], C[N], G, *gp = &G, *q;
#pragma dist distribute A[block], C[block]
static double **pp = &q;
struct box {
	int k;
	double v[60];
};
union both {
	double *p;
	uintptr_t i;
};

static double total(double *v)
{
	double s = 0;
	for (int i = 0; i < N; i++) s += v[i];
	return s;
}

static double (*table[])(double *) = {total};

static void set(double **o, double *v) { memcpy(o, &v, sizeof v); }
static void set_number(uintptr_t o, double *v) { *(double **)o = v; }
static double *same(double *v) { return v; }

int main(void)
{
	double *z = calloc(N, sizeof *z), *r = calloc(N, sizeof *r), *s = calloc(N, sizeof *s);
	for (int i = 0; i < N; i++) A[i] = i % 5;
	printf("%g %g\n", table[0](z), table[0](A));
	q = z;
	*pp = A;
	for (int i = 0; i < N; i++) C[i] = q[i] + 1;
	printf("%g\n", total(C));
	set(&r, A);
	for (int i = 0; i < N; i++) C[i] = r[i] + 2;
	printf("%g %g\n", total(C), r[7]);
	set_number((uintptr_t)&s, A);
	for (int i = 0; i < N; i++) C[i] = s[i] + 3;
	printf("%g %g\n", total(C), s[8]);
	union both u = {calloc(N, sizeof(double))};
	u.i = (uintptr_t)A;
	double *t = same(u.p);
	for (int i = 0; i < N; i++) t[i] += 4;
	printf("%g\n", total(A));
	for (int i = 0; i < N; i++) {
		G += A[i];
		C[i] = *gp;
	}
	printf("%g %g\n", G, C[20]);
	struct box *x = calloc(1, sizeof *x);
	double *p = x->v + 1;
	for (int i = 0; i < N; i++) p[i] = A[i] + x->v[i];
	printf("%g\n", x->v[N]);
	return 0;
}
