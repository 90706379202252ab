// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
//
// Elements that are read and set as another type, as flags that stand among numbers, in a flat loop over several planes.
#include <stdio.h>
#include <stdlib.h>

enum { C, N, FLAGS, CELL };
enum { SOLID = 1, WALL = 4, INNER = 8 };
#define NX 8
#define NY 6
#define NZ 10
#define PLANE (NX * NY * CELL)
#define AT(x, y, z, e) ((e) + CELL * ((x) + (y)*NX + (z)*NX * NY))
#define BITS(v) ((unsigned *)((void *)(&(v))))
#define HAS(g, f) ((*BITS(g[i + FLAGS])) & (f))
#define SET(g, x, y, z, f) \
	{ \
		unsigned *const bits = BITS(g[AT(x, y, z, FLAGS)]); \
		(*bits) |= (f); \
	}

struct cell {
	int kind, colour;
	double v;
};
static struct cell cells[60];
#pragma dist distribute cells[block]

// The pointer leads to the third plane of the memory.
static void allocate(double **p)
{
#pragma dist array p[k][NZ + 4][PLANE] : k = 0..0
#pragma dist distribute p[block][*]
	*p = calloc((NZ + 4) * PLANE, sizeof **p);
	*p += 2 * PLANE;
}

static void set_up(double *g)
{
	for (int z = -2; z < NZ + 2; z++)
		for (int y = 0; y < NY; y++)
			for (int x = 0; x < NX; x++) {
				g[AT(x, y, z, C)] = x + 10 * y + 100 * z;
				*BITS(g[AT(x, y, z, FLAGS)]) = 0;
				if (x == 0 || z == 0) {
					SET(g, x, y, z, WALL);
				} else {
					if (z % 3 == 1 && y > 1) SET(g, x, y, z, INNER);
				}
			}
}

static void stream(const double *src, double *dst)
{
	for (int i = AT(0, 0, 0, 0); i < AT(0, 0, NZ, 0); i += CELL) {
		if (HAS(src, WALL)) {
			dst[i + C] = src[i + N];
			continue;
		}
		double here = 0.5 * src[i + C];
		dst[i + C + PLANE] = here + (HAS(src, INNER) ? 1 : 0.25 * src[i + C - PLANE]);
		dst[i + N - PLANE] = here;
	}
}

static unsigned long mixed(const double *g)
{
	unsigned long all = 0, sum = 0;
	for (int k = 0; k < NZ * PLANE; k++) {
		double v = 1 + g[k];
		all ^= *(unsigned long *)&v << k % 7;
		*((unsigned *)&v + 1) |= 3;
		sum += (unsigned long)(v * 8);
	}
	return all ^ sum;
}

int main(void)
{
	double *src, *dst;
	allocate(&src);
	allocate(&dst);
	set_up(src);
	set_up(dst);
	for (int t = 0; t < 5; t++) {
		stream(src, dst);
		double *h = src;
		src = dst, dst = h;
	}
	double sum = 0;
	unsigned flags = 0;
	for (int k = 0; k < NZ * PLANE; k += CELL) sum += src[k + C], flags += 3 * *BITS(src[k + FLAGS]);
	printf("%.10g %u %lu\n", sum, flags, mixed(src) % 1000000);

	for (int i = 0; i < 60; i++) cells[i].kind = i % 7, cells[i].colour = i % 5, cells[i].v = i;
	for (int i = 1; i < 60; i++) {
		unsigned char *kind = (unsigned char *)&cells[i].kind;
		kind[1] |= 1;
		cells[i].v += *(unsigned short *)&cells[i - 1].colour & SOLID;
	}
	long total = 0;
	for (int i = 0; i < 60; i++) total += cells[i].kind + (long)cells[i].v;
	printf("%ld\n", total);
	return 0;
}
