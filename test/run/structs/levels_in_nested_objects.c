// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Objects within others, in allocated memory that moves: offsets behind a pointer of theirs, which is set late.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct inner {
	int n, *off;
	double u[900];
#pragma dist array u + off[k] [n][n] : k = 0..1
#pragma dist distribute u[block][*]
};
struct outer { char name[13]; struct inner in[2]; int tail; };
static double work(struct inner *p)
{
	int n = p->n; double s = 0;
	for (int k = 0; k < 2; k++) {
		double *v = p->u + p->off[k];
		for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) v[i * n + j] = i * j + k;
	}
	for (int k = 0; k < 2; k++) {
		double *v = p->u + p->off[k];
		for (int i = 1; i < n; i++) for (int j = 0; j < n; j++) s += v[i * n + j] - v[(i - 1) * n + j];
	}
	return s;
}
static struct outer fixed;
int main(void)
{
	double a[50], t = 0;
#pragma dist distribute a[block]
	for (int i = 0; i < 50; i++) a[i] = i;
	struct outer *o = malloc(3 * sizeof *o);
	for (int i = 0; i < 50; i++) t += a[i];
	for (int q = 0; q < 3; q++) for (int r = 0; r < 2; r++) {
		o[q].in[r].n = 5 + q + r;
		for (int i = 0; i < 50; i++) t += a[i];
		o[q].in[r].off = malloc(2 * sizeof(int));
		o[q].in[r].off[0] = 3; o[q].in[r].off[1] = 300 + q;
	}
	for (int q = 0; q < 3; q++) for (int r = 0; r < 2; r++) printf("%g ", work(&o[q].in[r]));
	printf("%g\n", t);
	fixed.in[1].n = 7;
	for (int i = 0; i < 50; i++) t += a[i];
	fixed.in[1].off = (int[]){0, 100};
	printf("%g\n", work(&fixed.in[1]));
	o = realloc(o, 5 * sizeof *o);
	memset(o + 3, 0, 2 * sizeof *o);
	o[4].in[0] = o[1].in[1];
	printf("%g %g\n", work(&o[4].in[0]), work(&o[2].in[0]));
	struct outer local = *o;
	printf("%g %g\n", work(&local.in[0]), local.in[1].u[5]);
	for (int q = 0; q < 3; q++) for (int r = 0; r < 2; r++) free(o[q].in[r].off);
	free(o);
	struct outer *z = calloc(1, sizeof *z);
	for (int i = 0; i < 50; i++) t += a[i];
	printf("%g\n", z->in[0].u[3] + t);
	free(z);
	return 0;
}
