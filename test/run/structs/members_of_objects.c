// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Members whose shape is said where they are allocated, of one object: by parameters and local variables.
#include <stdio.h>
#include <stdlib.h>
struct data { double *density, *energy; };
struct inner { int n; struct { int m; double *w; } part;
#pragma dist array part.w[n][part.m]
#pragma dist distribute part.w[block][*]
};
static void make(int nx, int ny, struct data *d)
{
	d->density = malloc(sizeof(double) * nx * ny);
#pragma dist array d->density[ny][nx], d->energy[ny][nx]
#pragma dist distribute d->density[block][*]
#pragma dist align d->energy[i][j] with d->density[i][j]
	d->energy = malloc(sizeof(double) * nx * ny);
}
static void step(struct data *d, int nx, int ny)
{
	for (int j = 1; j < ny - 1; j++)
		for (int i = 1; i < nx - 1; i++) d->energy[j * nx + i] += d->density[(j - 1) * nx + i] + d->density[(j + 1) * nx + i];
}
int main(void)
{
	struct data d;
	struct inner x, *y = &x;
	int nx = 20, ny = 24;
	double s = 0;
	make(nx, ny, &d);
	for (int j = 0; j < ny; j++)
		for (int i = 0; i < nx; i++) d.density[j * nx + i] = i + j, d.energy[j * nx + i] = i;
	step(&d, nx, ny);
	for (int j = 0; j < ny; j++)
		for (int i = 0; i < nx; i++) s += d.density[j * nx + i] * d.energy[j * nx + i];
	y->n = 12, x.part.m = 7;
	y->part.w = malloc(12 * 7 * sizeof(double));
	for (int i = 0; i < y->n; i++)
		for (int j = 0; j < y->part.m; j++) y->part.w[i * y->part.m + j] = i - j;
	for (int i = 0; i < y->n; i++)
		for (int j = 0; j < y->part.m; j++) s += x.part.w[i * y->part.m + j] * i;
	printf("%g\n", s);
}
