// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 2
// BY-ALL: 80 "for (int i = 0; i < m; i++) for (int j = -2; j < m; j++) if...": nothing in it is split
//            "for (int i = 0; i < m; i++) if (i < n) a[i] = i;": nothing in it is split
//            "for (int i = -5; i < 9; i++) if (i >= 0) shorter[8 - i] += i;": the array 'r', which
//              every process has a copy of, is written in parts
// UNHEEDED: a it has no elements where the argument is 0
// ARGS: 12
// ARGS: 1
// ARGS: 3
// ARGS: 0
//
// Loops that go beyond the arrays which they set: what else an iteration there does is done once.
#include <stdio.h>
#include <stdlib.h>

double fixed[30], shorter[9];
int r[4];
#pragma dist distribute fixed[block]
#pragma dist align shorter[i] with fixed[i + 4]

static void print(const char *what, double s, int last) { printf("%s: %g %d %d\n", what, s, r[1], last); }

static void declared(int m)
{
	double s = 0;
	int last = 0;
	for (int i = 0; i <= 30; i++) {
		if (i > 0) fixed[i - 1] = i;
		s += 0.5 * i;
	}
	for (int i = 0; i < 40; i++) {
		if (i < 30) fixed[i] += i;
		r[1] = i;
		last = i;
	}
	print("declared", s, last);
	for (int i = 0; i < 30 + m; i++) {
		if (i >= 4 && i < 13) shorter[i - 4] = i;
		s += i;
		if (i > 20) last = i + 1;
	}
	print("shorter", s, last);
	for (int i = -5; i < 9; i++) {
		if (i >= 0) shorter[8 - i] += i;
		if (i >= -4) fixed[8 - i] += i;
		s += i;
		r[1] = i;
	}
	print("downward", s, last);
	s = 0;
	for (int i = 0; i < 30 + m; i++) {
		if (i >= 30) break;
		fixed[i] += i;
		s += i;
	}
	print("left", s, last);
	for (int i = 0; i < 9; i++) s += shorter[i] * i;
	for (int i = 0; i < 30; i++) s += fixed[i] * i;
	print("sums", s, last);
}

static void allocated(int n)
{
	int m = 20, last = 0;
	double *a = malloc((n + !n) * sizeof *a), s = 0;
	double(*g)[n ? n : 1] = malloc(n * sizeof *g + 1);
#pragma dist array a[n]
#pragma dist distribute a[block]
#pragma dist array g[n][n]
#pragma dist distribute g[block][block]
	for (int i = 0; i < m; i++) {
		if (i < n) a[i] = i;
		s += i;
		r[1] = i;
		if (i > 3) last = i;
	}
	print("allocated", s, last);
	for (int i = 0; i < m; i++)
		for (int j = -2; j < m; j++) {
			if (i < n && j < n && j >= 0) g[i][j] = i * j;
			s += i;
			if (i > 3) last = i + j;
		}
	print("grid", s, last);
	double *flat = g[0];
	for (int i = -1; i <= n * n; i++) {
		if (i >= 0 && i < n * n) flat[i] += i;
		s += i;
		if (i > 3) last = i;
	}
	print("flat", s, last);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) s += g[i][j];
	for (int i = 0; i < n; i++) s += a[i];
	print("sums", s, last);
	free(a);
	free(g);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12;
	declared(n);
	allocated(n);
	return 0;
}
