// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Grids and templates of blocks and structs: several in one directive, for arrays of file scope and of structs, with extents of
// variables; alignments that stand before what they align with is mapped; arrays that are used before they are defined.
#include <stdio.h>
#include <stdlib.h>

extern double g[40];
static double late[40];
double wide[17];

struct field {
	int n;
#pragma dist processors Q[*]
#pragma dist template T[n + 1]
#pragma dist distribute T[block] onto Q
	double *u, *v;
#pragma dist array u[n], v[n]
#pragma dist align u[i] with T[i], v[i] with T[i + 1]
};

static double statics(void)
{
	static double a[60], b[60];
#pragma dist align a[i] with b[i]
#pragma dist distribute b[block]
	double c[60], d[60];
#pragma dist align c[i] with d[i]
#pragma dist distribute d[block]
	for (int i = 0; i < 60; i++) a[i] = b[i] = c[i] = d[i] = i;
	double s = 0;
	for (int i = 0; i < 59; i++) s += a[i + 1] + b[i] + c[i + 1] + d[i];
	return s;
}

static double grids(int n)
{
#pragma dist processors p[n - n + 1], q[*], r[1]
#pragma dist template t[n]
#pragma dist distribute t[block] onto q
	double a[n], b[n], c[n];
#pragma dist distribute a[block] onto p, c[block] onto r
#pragma dist align b[i] with t[i]
	for (int i = 0; i < n; i++) a[i] = b[i] = c[i] = i;
	double s = 0;
	for (int i = 0; i < n; i++) s += a[i] * b[i] + c[i];
	return s;
}

static double fields(int n)
{
	struct field f = {n, malloc(n * sizeof(double)), malloc(n * sizeof(double))};
	f.u = malloc(f.n * sizeof *f.u);
	f.v = malloc(f.n * sizeof *f.v);
	for (int i = 0; i < f.n; i++) f.u[i] = f.v[i] = i;
	double s = 0;
	for (int i = 0; i < f.n - 1; i++) s += f.u[i] * f.v[i + 1];
	free(f.u);
	free(f.v);
	return s;
}

int main(void)
{
#pragma dist processors p[*], q[*]
#pragma dist template t[40]
#pragma dist distribute t[block] onto q
#pragma dist distribute g[block] onto p, late[block] onto q
#pragma dist align wide[i] with t[2 * i + 3]
	for (int i = 0; i < 40; i++) g[i] = late[i] = i;
	for (int i = 0; i < 17; i++) wide[i] = g[2 * i + 3];
	double s = 0;
	for (int i = 0; i < 40; i++) s += g[i] * late[39 - i];
	for (int i = 0; i < 17; i++) s += wide[i];
	printf("%g %g %g %g\n", s, statics(), grids(23), fields(31));
	return 0;
}

double g[40];
static double late[40];
