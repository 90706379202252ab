// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 3
// Reductions whose operation is a function's: sums, products, extrema, one function in another; extrema with their places in members, behind
// pointers, in functions that get addresses. Values are equal in many places: the first one counts, or the last.
#include <stdio.h>

enum { N = 23, M = 7 };
typedef struct best {
	double value;
	int i, j;
} best;
static int a[N][M];
static double u[N][M];
#pragma dist distribute [block][*] :: a, u
static double t[N][M];
#pragma dist distribute t[*][block]
static best largest;

static double add(double x, double y) { return x + y; }
static double scaled(double x, double sum) { return add(sum, 2 * x); }
static int join(int x, int y) { return x | y; }
static double max2(double x, double y) { return x > y ? x : y; }
static double min2(double x, double y)
{
	if (x < y) return x;
	return y;
}
static int least(int x, int y)
{
	if (x > y) {
		return y;
	} else {
		return x;
	}
}
// No reduction: what is added up is cut off.
static int narrow(signed char x, int y) { return x + y; }
// Nor this: the order counts.
static double decay(double x, double y) { return 0.5 * x + y; }

static void update(double *b, int *w, double x, int i)
{
	if (x > *b) {
		*b = x;
		*w = i;
	}
}
static void update_best(best *b, double x, int i, int j)
{
	if (x > b->value) {
		b->value = x;
		b->i = i;
		b->j = j;
	}
}
static void update_last(best *b, double x, int i, int j)
{
	if (x <= b->value) {
		b->value = x;
		b->i = i;
		b->j = j;
	}
}
static void update_row(double *b, int *w, const double *row, int i)
{
	for (int j = 0; j < M; j++)
		if (*b < row[j]) {
			*b = row[j];
			*w = i * M + j;
		}
}
static void print(const char *what, best b) { printf("%s %g %d %d\n", what, b.value, b.i, b.j); }

static void operations(void)
{
	double sum = 1, twice = 0, most = -1, few = 1e9;
	int bits = 0, small = 1000;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			sum = add(sum, u[i][j]);
			twice = scaled(u[i][j], twice);
			most = max2(most, u[i][j]);
			few = min2(u[i][j], few);
			bits = join(bits, a[i][j]);
			small = least(least(small, a[i][j]), a[i][j] + 1);
		}
	printf("%g %g %g %g %d %d\n", sum, twice, most, few, bits, small);
}
static void places(best *b)
{
	double top = -1;
	int where = -1;
	best last = {1e9, 0, 0}, mine = {-1, 0, 0};
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) update(&top, &where, u[i][j], i * M + j);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) update_best(&mine, u[i][j], i, j);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			if (u[i][j] > b->value) {
				b->value = u[i][j];
				b->i = i;
				b->j = j;
			}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			if (u[i][j] <= last.value) {
				last.value = u[i][j];
				last.i = i;
				last.j = j;
			}
	best column = {-1, 0, 0};
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) update_best(&column, t[i][j], i, j);
	print("column", column);
	for (int i = N - 1; i >= 0; i--)
		for (int j = 0; j < M; j++) update_best(&largest, u[i][j] + 1, i, j);
	printf("%g %d\n", top, where);
	print("mine", mine);
	print("b", *b);
	print("last", last);
	print("largest", largest);
}
static void rows(void)
{
	double top = -1;
	int where = -1;
	for (int i = 0; i < N; i++) update_row(&top, &where, u[i], i);
	printf("rows %g %d\n", top, where);
}

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			a[i][j] = 3 + (i * 13 + j * 5) % 31;
			u[i][j] = (i * 13 + j * 5) % 31;
		}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) t[i][j] = (i + 3 * j) % 5;
	best b = {-1, 0, 0}, c = {1e9, 0, 0};
	operations();
	places(&b);
	rows();
	int cut = 0;
	double low = 0;
	for (int i = 0; i < N; i++) cut = narrow(cut, a[i][2] + 50);
	for (int i = 0; i < N; i++) low = decay(low, u[i][3]);
	for (int i = 0; i < N; i++) update_last(&c, u[i][1], i, 1);
	printf("%d %g\n", cut, low);
	print("c", c);
	return 0;
}
