// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %compare %s "--flags=-DFORMATS=[block][block]"
//
// memcpy and memset of rows in functions that nests call, on rows found in a table, beside what is not understood, under
// conditions, in loops that end early, one row at a time. A part of that is run by all; the answers are right.
// MAX-SLOW: 18
// BY-ALL: 60 most of the loops are not split
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef FORMATS
#define FORMATS [block][*]
#endif
enum { N = 41, M = 24 };
static double u[N][M], v[N][M];
#pragma dist distribute FORMATS :: u, v
static int table[N];
static double g;
// Called in nests.
static double of_row(int i)
{
	double row[M], s = 0;
	memcpy(row, u[i], sizeof row);
	for (int j = 0; j < M; j++) s += row[j] * j;
	return s;
}
static void copy_row(double *to, const double *from, int n) { memcpy(to, from, n * sizeof *to); }
static void fill(int i, double x)
{
	double row[M];
	for (int j = 0; j < M; j++) row[j] = x + j;
	memcpy(v[i], row, sizeof row);
}
// Rows of a table.
static void permuted(void)
{
	for (int i = 0; i < N; i++) {
		double row[M];
		memcpy(row, u[table[i]], sizeof row);
		for (int j = 0; j < M; j++) v[i][j] += row[j];
	}
	for (int i = 0; i < N; i++) memcpy(u[table[i]], v[i], sizeof u[0]);
}
// Rows that the source draws are set, too.
static void strange(unsigned *seed)
{
	for (int i = 0; i < N; i++) {
		double row[M];
		memcpy(row, u[i], sizeof row);
		*seed = *seed * 1103515245u + 12345u;
		int k = (*seed >> 16) % N;
		u[k][3] += row[2];
		memset(&v[k][1], 0, 2 * sizeof(double));
		g += v[(k * k) % N][5];
	}
}
static void conditional(int n)
{
	for (int i = 0; i < N; i++) {
		double row[M] = {0};
		if (u[i][0] > 3)
			memcpy(row, u[i], n * sizeof(double));
		else
			memset(row, 0, sizeof row);
		for (int j = 0; j < M; j++) v[i][j] -= row[j];
		if (i == 7) break;
	}
	int i = 0;
	while (i < N) {
		memcpy(&v[i][1], u[i], (M - 1) * sizeof(double));
		i++;
	}
}
static void single(int k)
{
	memcpy(u[k], v[k + 1], sizeof u[k]);
	memset(u[k + 2], 0, sizeof u[0]);
}
int main(int argc, char **argv)
{
	unsigned seed = 3;
	double s = 0, w[M];
	for (int i = 0; i < N; i++) {
		table[i] = (i * 7 + 3) % N;
		for (int j = 0; j < M; j++) u[i][j] = (i * 3 + j) % 11;
	}
	for (int t = 0; t < 3; t++) {
		for (int i = 0; i < N; i++) s += of_row(i);
		for (int i = 0; i < N; i++) fill(i, u[i][2]);
		for (int i = 1; i < N; i++) copy_row(u[i], v[i - 1], M - 2);
		for (int i = 0; i < N; i++) {
			copy_row(w, u[i], M);
			v[i][3] = w[5] + w[6];
		}
		permuted();
		strange(&seed);
		conditional(argc + 10);
		single(4 + t);
		s += of_row(N / 2);
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) s += (u[i][j] + 2 * v[i][j]) * (i + j);
	printf("%.6f %.6f %.3f %.3f\n", s, g, u[5][3], v[40][20]);
	return 0;
}
