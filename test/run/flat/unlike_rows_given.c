// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %compare --check %s
// ARGS: 20 9
// ARGS: 7 2
// One flat loop over arrays whose rows have different lengths, handed to a function, and as members of a struct: each
// statement runs where its own array's elements are.
#include <stdio.h>
#include <stdlib.h>

typedef struct chunk {
	int x, y;
	double *volume, *area;
#pragma dist array volume[y][x], area[y][x + 1]
#pragma dist distribute [block][*] :: volume, area
} chunk;

static void fill(int x, int y, double *volume, double *area, int t)
{
	for (int i = 0; i < x * y; i++) {
		volume[i] = 2 + i % 3 + t;
		area[i] = 3 - i % 7;
	}
}

static void add(chunk *c)
{
	for (int i = 0; i < c->x * c->y; i++) {
		c->volume[i] += i;
		c->area[i] *= 2;
	}
}

static double sum_of(int x, int y, const double *volume, const double *area)
{
	double sum = 0;
	for (int j = 0; j < y; j++)
		for (int i = 0; i < x; i++) sum += volume[j * x + i] * (1 + j % 3) + area[j * (x + 1) + i];
	return sum;
}

int main(int argc, char **argv)
{
	chunk c;
	c.x = argc > 1 ? atoi(argv[1]) : 8;
	c.y = argc > 2 ? atoi(argv[2]) : 5;
	c.volume = calloc((size_t)c.x * (size_t)c.y, sizeof *c.volume);
	c.area = calloc((size_t)(c.x + 1) * (size_t)c.y, sizeof *c.area);
	int x = c.x, y = c.y;
	double *volume = calloc((size_t)x * (size_t)y, sizeof *volume);
	double *area = calloc((size_t)(x + 1) * (size_t)y, sizeof *area);
#pragma dist array volume[y][x], area[y][x + 1]
#pragma dist distribute [block][*] :: volume, area
	for (int t = 0; t < 3; t++) {
		fill(x, y, volume, area, t);
		fill(c.x, c.y, c.volume, c.area, t);
		add(&c);
	}
	printf("%g %g\n", sum_of(x, y, volume, area), sum_of(c.x, c.y, c.volume, c.area));
	free(c.volume), free(c.area), free(volume), free(area);
	return 0;
}
