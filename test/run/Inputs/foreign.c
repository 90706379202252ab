// SPDX-License-Identifier: Apache-2.0
#include "foreign.h"

struct holder shared;
double base[20] = {1, 2, [19] = 5};

double sum_void(const void *p, int n)
{
	double s = 0;
	for (int i = 0; i < n; i++) s += ((const double *)p)[i];
	return s;
}

void add_to_result(int n)
{
	double *v = get_values();
	for (int i = 0; i < n; i++) v[i] += 1;
}

double sum_cells(struct cell *c, int n)
{
	double s = 0;
	for (int i = 0; i < n; i++) c[i].x += 1;
	for (int i = 0; i < n; i++) s += c[i].x * c[i].k;
	return s + c[n - 1].k;
}

int count_bytes(unsigned char *s, int n)
{
	int k = 0;
	for (int i = 0; i < n; i++) k += s[i]++ > 3;
	return k;
}

int sum_colours(enum colour *c, int n)
{
	int s = 0;
	for (int i = 0; i < n; i++) s += c[i] == BLUE;
	return s;
}

int flip(_Bool *b, int n)
{
	int s = 0;
	for (int i = 0; i < n; i++) b[i] = !b[i];
	for (int i = 0; i < n; i++) s += b[i];
	return s;
}

double turn(double _Complex *z, int n)
{
	double s = 0;
	for (int i = 0; i < n; i++) z[i] *= 1i;
	for (int i = 0; i < n; i++) s += cimag(z[i]);
	return s;
}

float halve(float **p, int n)
{
	for (int i = 0; i < n; i++) (*p)[i] /= 2;
	return p[0][n - 1];
}

double sum_members(struct holder *h)
{
	double s = 0;
	for (int i = 0; i < h->n; i++) h->v[i] *= 2;
	for (int i = 0; i < h->n; i++) s += h->v[i];
	return s;
}

double sum_copy(struct holder h)
{
	double s = 0, *v = h.raw;
	for (int i = 0; i < h.n; i++) s += v[i];
	return s + v[h.n - 1];
}

double sum_called(double *(*get)(void), int n)
{
	double s = 0;
	for (int i = 0; i < n; i++) s += get()[i];
	return s;
}

double sum_cells_of_result(int n)
{
	struct cell *c = get_cells();
	double s = 0;
	for (int i = 0; i < n; i++) s += c[i].x;
	return s;
}

double sum_shared(void) { return shared.v[0] + shared.v[shared.n - 1]; }
