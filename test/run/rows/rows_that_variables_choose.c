// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Flat memory whose shape a directive gives elsewhere, used in a row that a variable chooses: i * 24 + j over something
// else than rows and columns. The shape says which of the two is the length of a row; i, which may be 0, is not. What a
// table of doubles moves by is known by the run only.
// ARGS: 0 23
// ARGS: 5 1
// ARGS: 23 0
#include <stdio.h>
#include <stdlib.h>

#define X 24
#define Y 24
typedef struct {
	double x, y;
} vec;
static const vec e[9] = {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
typedef struct {
	double g[9], f[9];
} node;
static node *d;
#pragma dist array d[X][Y]
#pragma dist distribute d[block][*]

static void corner(node *p, int row, int column)
{
	int i, j;
	i = row;
	j = column;
	for (int k = 0; k < 9; k++) {
		int from = i + (int)e[k].x, beside = j + (int)e[k].y;
		if (from >= 0 && from < X && beside >= 0 && beside < Y)
			(p + i * X + j)->g[k] = ((p + i * X + j) + (int)e[k].x * X + (int)e[k].y)->f[k];
	}
}

int main(int argc, char **argv)
{
	int row = atoi(argv[1]), column = atoi(argv[2]);
	d = malloc(X * Y * sizeof *d);
	for (int i = 0; i < X; i++)
		for (int j = 0; j < Y; j++)
			for (int k = 0; k < 9; k++)
				(d + i * X + j)->f[k] = i * 10000 + j * 100 + k, (d + i * X + j)->g[k] = 0;
	corner(d, row, column);
	for (int k = 0; k < 9; k++) printf("%g\n", (d + row * X + column)->g[k]);
	return argc < 0;
}
