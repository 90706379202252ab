// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// SOURCES: ../Inputs/rows.c
// MAX-SLOW: 0
// Small vectors that functions set, in a file that does not see how they are split: not across their components.
#include <stdio.h>
#include <stdlib.h>
typedef double real3[3];
typedef struct {
	real3 *r, *f;
	double *U;
	int n;
} atoms;
void zero(atoms *s);
void grow(atoms *s);
int main(void)
{
	atoms A = {.n = 23}, *a = &A;
#pragma dist array a->r[A.n][3], a->f[A.n][3], a->U[A.n]
#pragma dist distribute[block][*] ::a->r, a->f
#pragma dist distribute a->U[block]
	a->r = malloc(A.n * sizeof(real3));
	a->f = malloc(A.n * sizeof(real3));
	a->U = malloc(A.n * sizeof(double));
	for (int i = 0; i < A.n; i++)
		for (int k = 0; k < 3; k++) a->f[i][k] = a->r[i][k] = i + k;
	zero(a);
	grow(a);
	double s = 0;
	for (int i = 0; i < A.n; i++) s += a->U[i] + a->f[i][1] + a->r[i][0];
	printf("%g\n", s);
}
