// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 380
// BY-ALL: 53 "for (int j = 0; j < M; j++) f[0][j] = q[i][j], f[1][j] = i;" and the like: rows that others know
// ARGS: 0
// ARGS: 1
// ARGS: 2
// ARGS: 3
//
// Work rows that others know, or that are read later: what they hold is the sequential program's.
#include <stdio.h>
#include <stdlib.h>

#define N 19
#define M 13

static double q[N][M], r[N][M];
#pragma dist distribute[block][*] ::q, r

static void set(double **f, int i) {
	for (int j = 0; j < M; j++)
		f[0][j] = q[i][j] + 1, f[1][j] = q[i][j] * 2;
}

static double *kept;
static void keep(double **f) { kept = f[1]; }

int main(int argc, char **argv) {
	int which = argc > 1 ? atoi(argv[1]) : 0;
	double *f[2], *g[2], *h[2], **k = malloc(2 * sizeof *k), **l = malloc(2 * sizeof *l), table[M], s = 0;
	for (int a = 0; a < 2; a++) {
		f[a] = malloc(M * sizeof(double));
		g[a] = malloc(M * sizeof(double));
		h[a] = malloc(M * sizeof(double));
		k[a] = malloc(M * sizeof(double));
		l[a] = malloc(M * sizeof(double));
	}
	for (int j = 0; j < M; j++)
		table[j] = j, f[0][j] = f[1][j] = g[0][j] = g[1][j] = h[0][j] = h[1][j] = k[0][j] = k[1][j] = l[0][j] = l[1][j] = -j;
	double *row = g[0];
	if (which == 1)
		h[0] = table;
	if (which == 2)
		h[1] = h[0];
	if (which == 3)
		l[1] = k[0];
	keep(k);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			q[i][j] = (i * 7 + j * 3) % 11;
	for (int t = 0; t < 2; t++) {
		/* Read after the loop. */
		for (int i = 0; i < N; i++) {
			for (int j = 0; j < M; j++)
				f[0][j] = q[i][j], f[1][j] = i;
			for (int j = 0; j < M; j++)
				r[i][j] = f[0][M - 1 - j] + f[1][j];
		}
		for (int j = 0; j < M; j++)
			s += f[0][j] * j + f[1][j];
		/* By another name. */
		for (int i = 0; i < N; i++) {
			set(g, i);
			for (int j = 0; j < M; j++)
				r[i][j] += g[0][j] - g[1][M - 1 - j];
		}
		for (int j = 0; j < M; j++)
			s += row[j] * j;
		/* Rows that may be others. */
		for (int i = 0; i < N; i++) {
			for (int j = 0; j < M; j++)
				h[0][j] = q[i][j] * 3, h[1][j] = q[i][j] - 1;
			for (int j = 0; j < M; j++)
				r[i][j] += h[0][j] + table[j] * h[1][j];
		}
		for (int i = 0; i < N; i++) {
			for (int j = 0; j < M; j++)
				k[0][j] = q[i][j] * 3, k[1][j] = i;
			for (int j = 0; j < M; j++)
				r[i][j] -= k[0][j] * l[1][j] - k[1][j];
		}
		for (int j = 0; j < M; j++)
			s += kept[j] * j + table[j];
		/* From one iteration to the next one. */
		for (int i = 0; i < N; i++) {
			for (int j = 1; j < M; j++)
				l[0][j] += q[i][j];
			for (int j = 0; j < M; j++)
				r[i][j] += l[0][j];
		}
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++)
				q[i][j] = .5 * (q[i][j] + (int)r[i][j] % 7);
	}
	for (int i = 0; i < N; i++)
		s += r[i][i % M] * i;
	printf("%.12g %.12g\n", s, l[0][3] + l[1][2] + h[0][1] + h[1][1]);
	return 0;
}
