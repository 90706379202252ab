// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13
// ARGS: 2
// MAX-SLOW: 0
// Arrays that are members of structs, with members as extents; objects by value and by pointer.
#include <stdio.h>
#include <stdlib.h>

struct field {
	int n, m;
	double *v;
#pragma dist array v[n][m]
#pragma dist distribute v[block][*]
};

static void make(struct field *f, int n, int m)
{
	f->n = n;
	f->m = m;
	f->v = malloc(sizeof(double) * n * m);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) f->v[i * m + j] = i ^ j;
}

static void smooth(const struct field *from, struct field *to)
{
	for (int i = 1; i < from->n - 1; i++)
		for (int j = 0; j < from->m; j++)
			to->v[i * to->m + j] = from->v[(i - 1) * from->m + j] + from->v[(i + 1) * from->m + j];
}

int main(int argc, char **argv)
{
	struct field a, b;
	make(&a, atoi(argv[1]), 6);
	make(&b, atoi(argv[1]), 6);
	for (int t = 0; t < 3; t++) {
		smooth(&a, &b);
		smooth(&b, &a);
	}
	for (int i = 0; i < a.n; i++)
		for (int j = 0; j < a.m; j++) printf("%g %g\n", a.v[i * a.m + j], b.v[i * b.m + j]);
	free(a.v);
	free(b.v);
	return argc != 2;
}
