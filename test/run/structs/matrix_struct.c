// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13
// ARGS: 2
// MAX-SLOW: 0
// A struct with a flat array and four extents behind a macro, passed by pointer; one for the field, one for coefficients.
#include <stdio.h>
#include <stdlib.h>

#define AT(m, q, i, j, k)                                                                                              \
	(m)->v[(q) * (m)->ni * (m)->nj * (m)->nk + (i) * (m)->nj * (m)->nk + (j) * (m)->nk + (k)]

struct field {
	float *v;
	int nq, ni, nj, nk;
#pragma dist array v[nq][ni][nj][nk]
#pragma dist distribute v[*][block][*][*]
};
typedef struct field field;

static int make(field *f, int nq, int ni, int nj, int nk)
{
	f->nq = nq;
	f->ni = ni;
	f->nj = nj;
	f->nk = nk;
	f->v = NULL;
	f->v = (float *)malloc(sizeof(float) * nq * ni * nj * nk);
	return f->v != NULL;
}

static void clear(field *f)
{
	if (f->v) free(f->v);
	f->v = NULL;
	f->nq = f->ni = f->nj = f->nk = 0;
}

static void set(field *f, int q, float value)
{
	for (int i = 0; i < f->ni; i++)
		for (int j = 0; j < f->nj; j++)
			for (int k = 0; k < f->nk; k++) AT(f, q, i, j, k) = value;
}

static void slope(field *f)
{
	for (int i = 0; i < f->ni; i++)
		for (int j = 0; j < f->nj; j++)
			for (int k = 0; k < f->nk; k++) AT(f, 0, i, j, k) = (float)(i * i % 8);
}

static float relax(int steps, field *a, field *p, field *to)
{
	int imax = p->ni - 1, jmax = p->nj - 1, kmax = p->nk - 1;
	float total = 0;
	for (int n = 0; n < steps; n++) {
		total = 0;
		for (int i = 1; i < imax; i++)
			for (int j = 1; j < jmax; j++)
				for (int k = 1; k < kmax; k++) {
					float s0 = AT(a, 0, i, j, k) * AT(p, 0, i + 1, j, k) +
					           AT(a, 1, i, j, k) * AT(p, 0, i - 1, j + 1, k) +
					           AT(a, 2, i, j, k) * AT(p, 0, i, j, k + 1);
					float ss = (s0 - AT(p, 0, i, j, k)) * 0.5f;
					total += (float)((int)ss % 4);
					AT(to, 0, i, j, k) = AT(p, 0, i, j, k) + 0.5f * ss;
				}
		for (int i = 1; i < imax; i++)
			for (int j = 1; j < jmax; j++)
				for (int k = 1; k < kmax; k++) AT(p, 0, i, j, k) = AT(to, 0, i, j, k);
	}
	return total;
}

int main(int argc, char **argv)
{
	field a, p, next;
	int n = atoi(argv[1]);
	if (!make(&a, 3, n, 5, 6) || !make(&p, 1, n, 5, 6) || !make(&next, 1, n, 5, 6)) return 1;
	for (int q = 0; q < 3; q++) set(&a, q, (float)(q + 1));
	slope(&p);
	set(&next, 0, 0);
	printf("%g\n", relax(3, &a, &p, &next));
	for (int i = 0; i < n; i++) printf("%g %g %g\n", AT(&p, 0, i, 2, 3), AT(&p, 0, i, 0, 0), AT(&next, 0, i, 3, 4));
	clear(&a);
	clear(&p);
	clear(&next);
	return argc != 2;
}
