// SPDX-License-Identifier: Apache-2.0
// Functions for one line, with what only this file has.
#define PLACE(a, i, j) a[(i) * m + (j)]
#define WEIGHT (quarter * factor)
enum { WAYS = 4, FIRST = -1 };
typedef double real;

static const int di[WAYS] = {FIRST, 1, 0, 0}, dj[WAYS] = {0, 0, FIRST, 1};
static const real quarter = .25;
static double factor = .9, table = 3;

static real at(const real *a, int m, int i, int j) { return PLACE(a, i, j < 0 ? 0 : j >= m ? m - 1 : j); }

void far_line(const real *a, real *b, int m, int i)
{
	for (int j = 0; j < m; j++) {
		real sum = 0;
		for (int d = 0; d < WAYS; d++) sum += at(a, m, i + di[d], j + dj[d]);
		PLACE(b, i, j) = WEIGHT * sum;
	}
}

void far_grow(void)
{
	factor *= .99;
	table += factor;
}

void far_cells(double *a, int m, int i)
{
	for (int j = 0; j < m; j++) a[j] += (table + i % WAYS) * 1e-3;
}
