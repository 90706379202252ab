// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Cells whose particles begin where the cell says: what a pointer leads to that an iteration sets is said to be local, and the iteration
// belongs to the owner of its cell.
#include <stdio.h>
#include <stdlib.h>
typedef struct {
	double v, x;
} vec;
typedef struct {
	long offset;
	int nn;
	int nei[4];
} box;
enum { P = 5 };
void kernel(int n, box *b, vec *rv, vec *fv)
{
	int l, k, i, j;
	long first_i, first_j;
	vec *rA, *fA, *rB;
#pragma dist resident(fA)
	for (l = 0; l < n; l = l + 1) {
		first_i = b[l].offset;
		rA = &rv[first_i];
		fA = &fv[first_i];
		for (k = 0; k < 1 + b[l].nn; k++) {
			int pointer = k == 0 ? l : b[l].nei[k - 1];
			first_j = b[pointer].offset;
			rB = &rv[first_j];
			for (i = 0; i < P; i = i + 1)
				for (j = 0; j < P; j = j + 1) {
					double r2 = rA[i].v + rB[j].v;
					fA[i].v += r2;
					fA[i].x += r2 * rB[j].x;
				}
		}
	}
}
int main(void)
{
	int n = 11;
	box *b = malloc(n * sizeof *b);
	vec *rv, *fv;
#pragma dist array b[n], rv[n][P], fv[n][P]
#pragma dist distribute b[block]
#pragma dist distribute[block][*] ::rv, fv
	rv = malloc(n * P * sizeof *rv);
	fv = malloc(n * P * sizeof *rv);
	for (int i = 0; i < n; i++) {
		b[i].offset = i * P;
		b[i].nn = i % 4;
		for (int k = 0; k < 4; k++) b[i].nei[k] = (i + k) % n;
	}
	for (int i = 0; i < n * P; i++) {
		rv[i].v = i;
		rv[i].x = 2 * i;
		fv[i].v = 0;
		fv[i].x = 0;
	}
	kernel(n, b, rv, fv);
	double s = 0;
	for (int i = 0; i < n * P; i++) s += fv[i].v + i * fv[i].x;
	printf("%g\n", s);
}
