// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// An offset that the nest steps by rows, and that is set in front of it to where the first row begins: it is known to
// be a row's, whatever the first row is. Where it is set to something else the nest is run by all.
// ARGS: 24 1
// ARGS: 7 3
// MAX-SLOW: 1
// LOST: "this does not hold" it is not known where the row begins
// BY-ALL: 25 the same
#include <stdio.h>
#include <stdlib.h>

static void fill(int s, double *g, int from)
{
	int row = from * s;
	for (int z = from; z < s; z++) {
		for (int y = 0; y < s; y++) g[row + y] += z + y;
		row += s;
	}
}

static void before(int s, double *g, int from)
{
	long row;
	int last = s - 1;
	row = (long)from * s - s;
	double by = 2;
	for (int z = from; z <= last; z++) {
		row += s;
		for (int y = 0; y < s; y++) g[row + y] += by * z + y;
	}
}

static void changed(int s, double *g, int from)
{
	int row = from * s;
	from++;
	row += s;
	for (int z = from; z < s; z++) {
		for (int y = 0; y < s; y++) g[row + y] += z - y;
		row += s;
	}
}

int main(int argc, char **argv)
{
	int s = atoi(argv[1]), from = atoi(argv[2]);
	double *g = calloc((size_t)s * s, sizeof *g), t = 0;
#pragma dist array g[s][s]
#pragma dist distribute g[block][*]
	fill(s, g, from);
	before(s, g, from);
	changed(s, g, from - 1);
	for (int i = 0; i < s * s; i++) t += g[i] * (i % 11);
	printf("%.12g\n", t);
	return 0;
}
