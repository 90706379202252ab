// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 8
// LOST: "`a` and `b` overlap" pieces of one block of memory, at some of the offsets
// BY-ALL: 30 "for (int ii = 0; ii < N; ii += tile) for (int j = 0; j < N;...": `a` and `b` overlap
//            "for (int ii = 0; ii < N; ii += tile) for (int i = ii; i < M...": some of its statements
//              belong to no owner
//            "for (int ii = 0; ii < N; ii += tile) double t[N];": some of its statements belong to no owner
//            "for (int jj = 0; jj < N; jj += tile) double t[N];": some of its statements belong to no owner
// Arrays that tiles of unknown size use: private to a tile, or set in an earlier one, or only in some; pieces of one block of memory that overlap
// and that do not.
#include <stdio.h>
#include <stdlib.h>
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define N 24
static double z[N][N], y[N][N], g[N * N];
#pragma dist distribute[block][*] ::z, y
static void init(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) z[i][j] = 0, y[i][j] = (i * 5 + j) % 7;
}
static void show(const char *s)
{
	double t = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) t += z[i][j] * (1 + (i * 7 + j) % 19);
	printf("%s %.0f\n", s, t);
}
static void carried(int tile)
{ // value carried over tiles of unknown size
	double before[N];
	for (int j = 0; j < N; j++) before[j] = j;
	for (int ii = 0; ii < N; ii += tile) {
		for (int i = ii; i < MIN(ii + tile, N); i++)
			for (int j = 0; j < N; j++) z[i][j] -= before[j];
		for (int j = 0; j < N; j++) {
			before[j] = 0;
			for (int i = ii; i < MIN(ii + tile, N); i++) before[j] += y[i][j];
		}
	}
}
static void sometimes(int tile, const int *flag)
{ // set in some tiles only
	double t[N];
	for (int j = 0; j < N; j++) t[j] = 1;
	for (int ii = 0; ii < N; ii += tile) {
		if (flag[ii])
			for (int j = 0; j < N; j++) t[j] = y[ii][j];
		for (int i = ii; i < MIN(ii + tile, N); i++)
			for (int j = 0; j < N; j++) z[i][j] += t[j];
	}
}
static void within(int tile, const int *flag)
{ // set and read under the same unknown condition
	for (int ii = 0; ii < N; ii += tile) {
		if (flag[ii]) {
			double t[N];
			for (int j = 0; j < N; j++) t[j] = y[ii][j] + 1;
			for (int i = ii; i < MIN(ii + tile, N); i++)
				for (int j = 0; j < N; j++) z[i][j] += t[N - 1 - j];
		}
	}
}
static void pieces(int tile, int off)
{
	double *a = calloc(4 * N, sizeof *a), *b = a + off;
	for (int ii = 0; ii < N; ii += tile) {
		for (int j = 0; j < N; j++) a[j] = y[ii][j];
		for (int j = 0; j < N; j++) b[j] = 3 * j;
		for (int i = ii; i < MIN(ii + tile, N); i++)
			for (int j = 0; j < N; j++) z[i][j] += a[j] + 2 * b[j];
	}
	free(a);
}
static void pieces_read(int tile, int off)
{
	double *a = calloc(4 * N, sizeof *a), *b = a + off;
	for (int ii = 0; ii < N; ii += tile) {
		for (int j = 0; j < N; j++) a[j] = y[ii][j];
		for (int i = ii; i < MIN(ii + tile, N); i++)
			for (int j = 0; j < N; j++) z[i][j] += a[j];
	}
	double s = 0;
	for (int j = 0; j < N; j++) s += b[j];
	printf("%g\n", s);
	free(a);
}
static void flat(int m, int tile)
{ // rank 1 with product
	for (int ii = 0; ii < N; ii += tile) {
		for (int i = ii; i < MIN(ii + tile, N); i++)
			for (int j = 0; j < m; j++) g[(i - ii) * m + j] = y[i][j] * 2;
		for (int i = ii; i < MIN(ii + tile, N); i++)
			for (int j = 0; j < m; j++) z[i][j] += g[(i - ii) * m + m - 1 - j];
	}
}
static double flat_read(int m)
{
	double s = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < m; j++) g[i * m + j] = y[i][j] * 2 + z[i][j];
	for (int k = 0; k < N * m; k++) s += g[k] * (k % 7);
	return s;
}
static int last_of_tile(int tile)
{
	int last = -1;
	for (int ii = 0; ii < N; ii += tile) {
		double t[N];
		for (int j = 0; j < N; j++) {
			t[j] = y[N - 1][j];
			last = ii + j;
		}
		for (int i = ii; i < MIN(ii + tile, N); i++)
			for (int j = 0; j < N; j++) z[i][j] += t[j];
	}
	return last;
}
static void columns(int tile)
{
	for (int jj = 0; jj < N; jj += tile) {
		double t[N];
		for (int i = 0; i < N; i++) t[i] = y[i][jj];
		for (int i = 0; i < N; i++)
			for (int j = jj; j < MIN(jj + tile, N); j++) z[i][j] += t[i] + t[N - 1 - i];
	}
}
static void down(int tile)
{
	for (int ii = N - 1; ii >= 0; ii -= tile) {
		double t[N];
		for (int j = 0; j < N; j++) t[j] = y[ii][j];
		for (int i = ii; i > ii - tile && i >= 0; i--)
			for (int j = 0; j < N; j++) z[i][j] += t[j];
	}
}
int main(void)
{
	int flag[N];
	for (int i = 0; i < N; i++) flag[i] = i % 3 == 0;
	int tiles[] = {5, 1, 7, 40};
	for (int k = 0; k < 4; k++) {
		int t = tiles[k];
		init();
		carried(t);
		show("carried");
		sometimes(t, flag);
		show("sometimes");
		within(t, flag);
		show("within");
		pieces(t, N);
		show("pieces");
		pieces(t, 3);
		show("pieces3");
		pieces(t, 0);
		show("pieces0");
		pieces_read(t, 4);
		show("pr");
		flat(20, t);
		show("flat");
		printf("%.0f\n", flat_read(20));
		printf("%d\n", last_of_tile(t));
		show("last");
		columns(t);
		show("cols");
		down(t);
		show("down");
	}
	return 0;
}
