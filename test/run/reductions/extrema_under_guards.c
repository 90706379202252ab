// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Werror %s
// ARGS: 43 2
// ARGS: 3 1
// ARGS: 1 1
// MAX-SLOW: 0
// PER-STEP: procs=2 from="43 2" to="43 4" messages=1,1 collectives=10
// PER-STEP: procs=4 from="43 2" to="43 4" messages=0,1,1,1 collectives=11
// PER-STEP: procs=7 from="43 2" to="43 4" messages=0,1,1,1,1,1,1 collectives=11
// Minima and maxima under conditions beside the comparison, in any order, with and without their place: one reduction each.
// Two elements of the first rows are read by all: sent to the one other process, or to all at once. Of a vector each
// process gets the two elements below its own.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 43 };
static double a[N][N], h[N + 2];
static int n, at_i, at_j;
#pragma dist distribute a[block][*]
#pragma dist distribute h[block]
typedef struct best {
	double value;
	int where;
} best;

#define ALL for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)

static double before(void)
{
	double top = 0;
	ALL if (i != j && a[i][j] > top) top = a[i][j];
	return top;
}

static double behind(void)
{
	double top = -1;
	ALL if (a[i][j] > top && i != j) top = a[i][j];
	return top;
}

static double between(void)
{
	double top = 1000;
	ALL if (i != j && a[i][j] < top && (i + j) % 3 && a[j % 2][1] >= 0) top = a[i][j];
	return top;
}

static double place(void)
{
	double top = -1;
	ALL if (a[i][j] < 30 && fabs(a[i][j]) > top && (i * j) % 3 != 1)
	{
		top = fabs(a[i][j]);
		at_i = i;
		at_j = j;
	}
	return top;
}

static double last_place(void)
{
	double top = -1;
	ALL if (j > i && a[i][j] >= top) top = a[i][j], at_i = i, at_j = j;
	return top;
}

static double beside_write(double by)
{
	double top = -1;
	ALL
	{
		a[i][j] += by;
		if (i != j && a[i][j] > top) top = a[i][j];
	}
	return top;
}

static double chosen(void)
{
	double top = -1, low = 1000;
	ALL
	{
		top = i != j && a[i][j] > top ? a[i][j] : top;
		low = i == j || a[i][j] >= low ? low : a[i][j];
	}
	return top - low;
}

static double nested(void)
{
	double top = -1, low = 1000;
	ALL
	{
		if (i == j) continue;
		double v = fabs(a[i][j]);
		if (v > top && v < 100) top = v;
		if (v < low && v > 1) low = v;
	}
	return top - low;
}

static best neighbour(void)
{
	best b = {-1, -1};
	for (int i = 0; i < n; i++)
		if (i > 0 && i < n - 1 && h[i - 1] + h[i + 1] > b.value) {
			b.value = h[i - 1] + h[i + 1];
			b.where = i;
		}
	return b;
}

static double function(void)
{
	double top = -1;
	ALL if (i != j) top = fmax(top, a[i][j]);
	return top;
}

int main(int argc, char **argv)
{
	n = argc > 1 ? atoi(argv[1]) : N;
	int steps = argc > 2 ? atoi(argv[2]) : 1;
	ALL a[i][j] = (i * 37 + j * 11) % 101;
	for (int i = 0; i < n; i++) h[i] = (i * 29) % 31;
	for (int t = 0; t < steps; t++) {
		ALL a[i][j] += .5;
		for (int i = 0; i < n; i++) h[i] += i % 3;
		printf("%g %g %g\n", before(), behind(), between());
		double value = place();
		printf("%g %d %d\n", value, at_i, at_j);
		value = last_place();
		printf("%g %d %d\n", value, at_i, at_j);
		best b = neighbour();
		printf("%g %g %g %g %g %d\n", beside_write(.25), chosen(), nested(), function(), b.value, b.where);
	}
	return 0;
}
