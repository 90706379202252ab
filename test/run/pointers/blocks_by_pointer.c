// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// A pointer to a block of elements whose type says the size alone: cells of several values each, as lattice codes keep them.
#include <stdio.h>
#include <stdlib.h>

enum { X = 5, Y = 6, Z = 11, VALUES = 4 };
typedef float block[X * Y * Z * VALUES];
typedef block *block_pointer;
#define AT(x, y, z, v) ((v) + VALUES * ((x) + X * ((y) + Y * (z))))

static block_pointer from, to;
#pragma dist array from[Z][Y][X][VALUES], to[Z][Y][X][VALUES]
#pragma dist distribute from[block][*][*][*]
#pragma dist align to[k][j][i][v] with from[k][j][i][v]

static void allocate(float **p)
{
	*p = malloc(sizeof(block));
	if (!*p) exit(1);
}

static void set(block grid, float by)
{
	for (int z = 0; z < Z; z++)
		for (int y = 0; y < Y; y++)
			for (int x = 0; x < X; x++)
				for (int v = 0; v < VALUES; v++) grid[AT(x, y, z, v)] = by * z + y - x * v;
}

static void stream(block source, block target)
{
	for (int z = 1; z < Z - 1; z++)
		for (int y = 1; y < Y - 1; y++)
			for (int x = 1; x < X - 1; x++) {
				target[AT(x, y, z, 0)] = source[AT(x, y, z - 1, 1)];
				target[AT(x, y, z, 1)] = source[AT(x, y, z + 1, 0)] + source[AT(x - 1, y, z, 2)];
				target[AT(x, y, z, 2)] = source[AT(x, y + 1, z, 3)];
			}
}

static void swap(block_pointer *a, block_pointer *b)
{
	block_pointer c = *a;
	*a = *b;
	*b = c;
}

int main(void)
{
	allocate((float **)&from);
	allocate((float **)&to);
	set(*from, 2);
	set(*to, 1);
	for (int t = 0; t < 3; t++) {
		stream(*from, *to);
		swap(&from, &to);
	}
	double s = 0;
	for (int z = 0; z < Z; z++)
		for (int y = 0; y < Y; y++)
			for (int x = 0; x < X; x++)
				for (int v = 0; v < VALUES; v++) s += (*from)[AT(x, y, z, v)] * (z + v);
	printf("%g %g\n", s, (*to)[7]);
	for (int z = 1; z < Z; z++)
		for (int y = 0; y < Y; y++)
			for (int x = 0; x < X; x++) (*to)[AT(x, y, z, 0)] += (*from)[AT(x, y, z - 1, 2)], from[0][AT(x, y, z, 3)] = z;
	s = 0;
	for (int k = 0; k < X * Y * Z * VALUES; k++) s += (*to)[k] * (k % 5) + from[0][k];
	printf("%g\n", s);
	free(from);
	free(to);
	return 0;
}
