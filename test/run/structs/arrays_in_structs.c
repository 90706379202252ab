// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Arrays that are members of structs without a mapping, written and read beside distributed arrays.
#include <stdio.h>
#include <stdlib.h>
#define N 40
static double A[N], B[N];
#pragma dist distribute A[block], B[block]
struct P { double a, b; };
struct S { int k; double v[60]; struct P q[N]; double m[4][N]; };
static struct S g;
int main(void) {
	struct S *x = calloc(1, sizeof *x), y = {0};
	for (int i = 0; i < N; i++) A[i] = i, B[i] = 0;
	for (int i = 0; i < N; i++) { B[i] = 1; x->v[i] = A[i]; }
	for (int i = 0; i < N; i++) { B[i] += 1; y.v[i] = A[i]; g.v[i] = 2 * A[i]; }
	for (int i = 0; i < N; i++) { B[i] += 1; y.q[i].a = A[i]; x->q[i].b = 3 * A[i]; }
	for (int i = 0; i < N; i++) { B[i] += 1; g.m[2][i] = A[i]; }
	for (int i = 0; i < N; i++) { A[i] = g.v[N - 1 - i] + y.q[i].a + x->k + g.m[2][3]; }
	printf("%g %g %g %g %g %g %g %g\n", x->v[39], y.v[38], g.v[3], y.q[20].a, x->q[21].b, g.m[2][5], B[3], A[7]); return 0; }
