// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 3 "for (int i = 0; i + 1 < NX; i++) double *p = &a[i][NY - 2];": this does not hold: false
//            "for (int i = 0; i < NX; i++) const double *p = a[order[i]];": no mapped array says where
//              the iterations of 'i' belong
//            "*p += k;": elements are set one by one
//            "default: q[3]++;": elements are set one by one
// MAX-SLOW: 2
//
// Pointers that a nest sets to an element or a row, and follows. One goes beyond its row (slow); others cannot be told, and are as they were.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	double x, v, f[3];
	int n;
} cell;

enum { NX = 20, NY = 15 };
static cell c[NX][NY];
static double a[NX][NY], b[NX][NY], flat[NX * NY];
static int order[NX];
#pragma dist distribute[block][*] ::c, a, b
#pragma dist distribute flat[block]

static void cells(int nx, int ny, cell *all)
{
	cell *p;
	for (int i = 0; i < nx; i++)
		for (int j = 0; j < ny; j++) {
			cell *q = &all[i * ny + j];
			q->x = i, q->v = j, q->n = 3;
			for (int k = 0; k < q->n; k++) q->f[k] = k;
		}
	for (int i = 1; i < nx - 1; i++)
		for (int j = 0; j < ny; j++) {
			p = all + i * ny + j;
			const cell *up = p - ny, *down = &all[(i + 1) * ny + j];
			p->v += 0.5 * (up->x + down->x);
			double *f = p->f;
			f[1] += 2;
			*(f + 2) -= up->x;
		}
}

static double rows(double (*u)[NY], double (*w)[NY])
{
	double sum = 0;
	for (int i = 1; i < NX - 1; i++) {
		const double *up = u[i - 1], *down = u[i + 1];
		double *restrict to = w[i], *last = &w[i][NY - 1];
		for (int j = 0; j < NY; j++) to[j] = up[j] - *(down + j);
		*last = 7;
		sum += to[3] + last[-1];
	}
	return sum;
}

// The index changes behind the pointer's back; the row ends before the pointer does; a pointer that walks.
static double changing(void)
{
	double sum = 0;
	for (int i = 0; i < NX; i++) {
		int k = i;
		double *p = &a[k][2];
		k = (k + 1) % NX;
		*p += k;
		order[i] = NX - 1 - i;
	}
	for (int i = 0; i + 1 < NX; i++) {
		double *p = &a[i][NY - 2];
		p[0] = 1, p[3] = 2;
	}
	for (int i = 0; i < NX; i++) {
		double *p = b[i];
		for (int j = 0; j < NY; j++) sum += *p++;
	}
	for (int i = 0; i < NX; i++) {
		const double *p = a[order[i]];
		sum += i * p[1];
	}
	for (int k = 1; k < NX * NY - 1; k++) {
		double *p = flat + k;
		*p = (flat[k] + 1 + sum) * k;
	}
	return sum;
}

// A pointer that is set in one case and used in another, where it is still what it was.
static void cases(void)
{
	double *p;
	for (int i = 1; i < NX - 1; i++) {
		p = b[i];
		switch (i % 3) {
		case 0:;
			p = a[i];
			p[1] += 1;
			break;
		case 1: p[1] = 3 * i; break;
		default: break;
		}
	}
	for (int i = 1; i < NX - 1; i++) {
		double *q = b[i];
		switch (i % 3) {
			double *r;
		case 0:
			r = a[i];
			r[2] += 1;
			break;
		case 1: q[2] = 3 * i; break;
		default: q[3]++;
		}
	}
}

int main(void)
{
	for (int i = 0; i < NX; i++)
		for (int j = 0; j < NY; j++) a[i][j] = i * i + j, b[i][j] = 1;
	cells(NX, NY, &c[0][0]);
	printf("%g\n", rows(a, b));
	printf("%g\n", changing());
	cases();
	for (int i = 0; i < NX; i++)
		for (int j = 0; j < NY; j++)
			printf("%g %g %g %g %g %g\n", c[i][j].v, c[i][j].f[1], c[i][j].f[2], a[i][j], b[i][j],
			        flat[i * NY + j]);
	return 0;
}
