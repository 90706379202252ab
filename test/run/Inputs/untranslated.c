// SPDX-License-Identifier: Apache-2.0
//
// A library that knows nothing of processes.
#include <stdio.h>
#include <stdlib.h>

double library_norm(int n, const double *v);
double library_dot(int n, const double *x, const double *y);
int library_sort(int n, double *v, double *median);
int library_write(const char *name, const double *v, int n);

double library_norm(int n, const double *v)
{
	double most = 0;
	for (int i = 0; i < n; i++)
		if (v[i] > most) most = v[i];
	return most;
}

double library_dot(int n, const double *x, const double *y)
{
	double sum = 0;
	for (int i = 0; i < n; i++) sum += x[i] * y[i];
	return sum;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

int library_sort(int n, double *v, double *median)
{
	static int calls;
	qsort(v, (size_t)n, sizeof *v, compare);
	*median = v[n / 2];
	return ++calls;
}

int library_write(const char *name, const double *v, int n)
{
	FILE *f = fopen(name, "a");
	for (int i = 0; i < n; i++) fprintf(f, "%g\n", v[i]);
	return fclose(f);
}
