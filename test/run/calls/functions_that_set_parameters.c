// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Functions that clamp or wrap what they are given before they return an element: in their place stands the element that
// they mean, so that each process has its part of the columns, not a part of every row.
// ARGS: 23 37 3
// ARGS: 3 2 2
// ARGS: 1 9 2
// PER-STEP: procs=4 from="1504 1120 1" to="1504 1120 3" messages=4 collectives=0
// RESIDENT: procs=4 args="1504 1120 3" below_mb=25
#include <stdio.h>
#include <stdlib.h>

#define ROWS 1504
#define COLUMNS 1120
static double u[ROWS][COLUMNS], v[ROWS][COLUMNS];
#pragma dist distribute u[block][block], v[block][block]
static int n, m;

static double at(double w[ROWS][COLUMNS], int x, int y)
{
	x = x < 0 ? 0 : x >= n ? n - 1 : x;
	y = (y < 0 ? 0 : y >= m ? m - 1 : y);
	return w[x][y];
}

// Step by step, and each of what the one before has made of it.
static double bounded(double w[ROWS][COLUMNS], int x, int y, double by)
{
	if (x < 0) x = 0;
	if (x > n - 1) {
		x = n - 1;
	}
	if (y < 0) y = 0;
	if (y > m - 1) y = m - 1;
	by = by + (x > 1);
	by = by * (y + 1) / m;
	return w[x][y] * by;
}

// What is given becomes a number of the parameter's type, each time.
static double narrow(double w[ROWS][COLUMNS], int x, int y, unsigned char few, float part)
{
	few = few + 250;
	part = part / 3;
	part = part + few;
	return w[x][y] * part;
}

int main(int argc, char **argv)
{
	n = atoi(argv[1]), m = atoi(argv[2]);
	int steps = atoi(argv[3]);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) u[i][j] = v[i][j] = (i * 7 + j * 3) % 64;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++)
				v[i][j] = .25 * (at(u, i - 1, j) + at(u, i + 1, j) + at(u, i, j - 1) + at(u, i, j + 1));
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++)
				u[i][j] = .25 * (at(v, i - 1, j) + at(v, i + 1, j) + at(v, i, j - 1) + at(v, i, j + 1));
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			v[i][j] = bounded(u, i + 1, j - 1, .5) + narrow(u, i, j, i + j, i * .1) - narrow(u, i, j, 7, j);
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum += v[i][j] * (i % 3 + 1);
	printf("%.6f %.6f %.6f\n", sum, v[n / 2][m / 3], v[n - 1][0]);
	return 0;
}
