// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
//
// Mapped arrays in what is not evaluated: sizes in bounds, extents, enumerators, assertions, bit-fields, alignments; typeof, _Generic;
// in macros, at file scope and in blocks, for arrays that nests use under the same name.
#include <stdio.h>
#include <stdlib.h>

#define LEN(x) (sizeof(x) / sizeof((x)[0]))
#define ROWS (sizeof grid / sizeof grid[0])
#define COLUMNS (sizeof grid[0] / sizeof **grid)

#pragma dist processors p[*]
double v[37], w[37];
static float grid[13][7];
#pragma dist distribute v[block] onto p, w[block] onto p, grid[block][*] onto p

_Static_assert(sizeof v / sizeof v[0] == 37, "the extent of v");
_Static_assert(ROWS * COLUMNS == 91, "the extents of grid");
enum { N = sizeof v / sizeof v[0], BYTES = sizeof(w) };
double copy[LEN(v)];
static const size_t table[] = {sizeof v, LEN(w), sizeof grid[0]};
struct flags {
	unsigned low : sizeof v[0], high : COLUMNS;
};
__typeof__(grid[0]) line;

static void fill(void)
{
	for (size_t i = 0; i < ROWS; i++)
		for (size_t j = 0; j < COLUMNS; j++) grid[i][j] = (float)(i * sizeof grid[0] + j);
	for (int j = 0; j < (int)LEN(line); j++) line[j] = grid[ROWS - 1][j];
}

static double locals(int n)
{
	double a[n + 20], b[11];
#pragma dist distribute a[block], b[block]
	double scratch[sizeof b / sizeof *b];
	static int s[19];
#pragma dist distribute s[block]
	for (size_t i = 0; i < sizeof a / sizeof a[0]; i++) a[i] = (double)(i * sizeof(b));
	for (unsigned i = 0; i < sizeof b / sizeof *b; i++) b[i] = a[i + 1];
	for (int i = 0; i < (int)LEN(s); i++) s[i] = i * (int)sizeof s;
	double sum = 0;
	for (size_t i = 0; i < sizeof a / sizeof *a; i++) sum += a[i];
	for (int i = 0; i < 11; i++) scratch[i] = b[i];
	for (int i = 0; i < (int)LEN(s); i++) sum += s[i];
	return sum + scratch[10] + sizeof scratch;
}

int main(void)
{
	fill();
	for (size_t i = 0; i < sizeof v / sizeof v[0]; i++) v[i] = i;
	for (int i = 0; i < (int)LEN(v); i++) w[i] = 2 * v[i] + sizeof w;
	double s = 0;
	for (unsigned i = 0; i < LEN(w); ++i) s += w[i];
	for (int i = 0; i < N; i++) copy[i] = 3 * w[i];
	char buffer[sizeof v];
	_Alignas(__typeof__(v[0])) int q = 8;
	enum { K = sizeof w / sizeof *w };
	__typeof__(v[0]) x = v[3];
	__typeof__(w) whole;
	int g = _Generic(v[0], double : 1, default : 2);
	int same = __builtin_types_compatible_p(__typeof__(v), double[37]);
	double variable[(int)v[5] + 1];
	switch (q) {
	case sizeof v[0]: q = 1; break;
	default: q = 2;
	}
	struct flags f = {255, 127};
	printf("%g %zu %d %d %d %d %g %zu %zu %g\n", s, sizeof buffer, K, g, same, q, x, sizeof variable, sizeof whole,
	        copy[36]);
	printf("%d %zu %zu %zu %u %u %g %g\n", BYTES, table[0], table[1], table[2], f.low, f.high, line[6], locals(30));
	return 0;
}
