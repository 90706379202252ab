// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 1
// BY-ALL: 6 "for (int i = 1; i < n; i++) p[i].v[0] = p[i - 1].v[1] + q[n...": a value of 'p' that one process sets
//              is read by another one in the same nest
//            "printf("%g %g\n", s, p[4].v[0]);": elements are read one by one
//            "t = p[7];": elements are read one by one
// Elements of struct types without a name, behind pointers of all kinds, and replicated arrays of such that nests write.
#include <stdio.h>
#include <stdlib.h>
static struct {
	double m;
	int c;
} all[20];

int main(void)
{
	int n = 20, m = 3;
	struct {
		int k;
		double v[2];
	} *p = malloc(n * sizeof *p), (*q)[m] = malloc(n * sizeof *q), **r = malloc(n * sizeof *r), t;
#pragma dist array p[n], r[n][m]
#pragma dist distribute[block] ::p
#pragma dist distribute[block][*] ::q, r
	r[0] = malloc(n * m * sizeof **r);
	for (int i = 1; i < n; i++) r[i] = r[0] + i * m;
	for (int i = 0; i < n; i++) {
		p[i].k = i;
		p[i].v[1] = 2 * i;
		for (int j = 0; j < m; j++) q[i][j] = p[i], r[i][j].k = j;
	}
	for (int i = 1; i < n; i++) p[i].v[0] = p[i - 1].v[1] + q[n - i][2].k;
	t = p[7];
	for (int i = 0; i < n; i++) {
		__typeof__(t) u = p[i];
		for (int j = 0; j < m; j++) r[i][j].v[0] = u.v[0] + q[i][j].v[1] + t.k;
	}
	double s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) s += r[i][j].v[0] * r[i][j].k;
	struct {
		int a;
		double b;
	} w[20], best = {-1};
	for (int i = 0; i < n; i++) {
		w[i].a = p[i].k * 2;
		w[i].b = p[i].v[0];
	}
	for (int i = 0; i < n; i++) s += w[i].a * w[i].b;
	for (int i = 0; i < n; i++) all[i].m = p[i].v[0], all[i].c = i;
	for (int i = 0; i < n; i++) s += all[i].m + all[n - 1 - i].c;
	printf("%g %g\n", s, p[4].v[0]);
	free(p);
	free(q);
	free(r[0]);
	free(r);
	return 0;
}
