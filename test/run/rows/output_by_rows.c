// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Werror %s
// ARGS: 61 2
// ARGS: 2 1
// ARGS: 1 2
// MAX-SLOW: 0
// PER-STEP: procs=2 from="61 2" to="61 4" collectives=6 messages=0,0
// PER-STEP: procs=4 from="61 2" to="61 4" collectives=8 messages=0,0,0,0
// PER-STEP: procs=7 from="61 2" to="61 4" collectives=6
// What is not as it was is gathered: five arrays in a step, one of them twice; where two dimensions are split, for each of its loops.
// Rows, pictures and elements that are output in order, through buffers and helpers: one collective for each such loop, whatever the order of its
// loops and the shape of its arrays.
#include <stdio.h>
#include <stdlib.h>
enum { N = 61, M = 37, L = 5 };
typedef struct field {
	int n, m;
	double *v;
#pragma dist array v[n][m]
#pragma dist distribute v[block][*]
} field;
static double p[N][M];
static float g[N][M][L];
static double **rows;
static int n, m = M;
#pragma dist distribute p[block][*]
#pragma dist distribute g[block][block][*]
#pragma dist array rows[n][m]
#pragma dist distribute rows[block][*]

static void by_buffer(void)
{
	double row[M];
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < M; j++) row[j] = p[i][j];
		fwrite(row, sizeof *row, M, stdout);
	}
}

// Of a flat array, from its last row on.
static void picture(const double *u, int rows_of, int width)
{
	unsigned char *row = malloc(3 * (size_t)width);
	for (int i = rows_of - 1; i >= 0; i--) {
		for (int j = 0; j < width; j++) {
			double v = u[i * width + j];
			row[3 * j] = (unsigned char)(255 * v);
			row[3 * j + 1] = v > .5 ? 255 : 0;
			row[3 * j + 2] = 255 - row[3 * j];
		}
		fwrite(row, 3, width, stdout);
	}
	free(row);
}

static void put_row(const field *f, int i)
{
	float line[64];
	for (int j = 0; j < f->m; j++) line[j] = (float)f->v[i * f->m + j];
	fwrite(line, sizeof *line, f->m, stdout);
}

static void save(const field *f)
{
	for (int i = 0; i < f->n; i++) put_row(f, i);
}

static void save_columns(const field *f)
{
	for (int j = 0; j < f->m; j++)
		for (int i = 0; i < f->n; i++) {
			double x = f->v[i * f->m + j];
			fwrite(&x, sizeof x, 1, stdout);
		}
}

static void print_row(const double *v, int k)
{
	for (int j = 0; j < k; j++) printf("%g ", v[j]);
	putchar('\n');
}

static void big_endian(float v)
{
	unsigned u = (unsigned)(v * 16);
	unsigned char b[4] = {u >> 24, u >> 16, u >> 8, u};
	fwrite(b, 1, 4, stdout);
}

static void step(int t, field *f)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) {
			p[i][j] += .5 * t;
			rows[i][j] -= 1;
			f->v[i * f->m + j] *= .75;
			for (int k = 0; k < L; k++) g[i][j][k] += 1;
		}
}

int main(int argc, char **argv)
{
	n = argc > 1 ? atoi(argv[1]) : N;
	int steps = argc > 2 ? atoi(argv[2]) : 1;
	field f = {n, M, malloc(sizeof(double) * (n * M + 1))};
	rows = malloc((n + 1) * sizeof *rows);
	for (int i = 0; i < n; i++) rows[i] = malloc(m * sizeof **rows);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) {
			p[i][j] = i * 100 + j;
			rows[i][j] = i - j;
			f.v[i * f.m + j] = (i + j) / (double)(N + M);
			for (int k = 0; k < L; k++) g[i][j][k] = i + j * k;
		}
	for (int t = 0; t < steps; t++) {
		step(t, &f);
		by_buffer();
		picture(f.v, n, M);
		save(&f);
		step(t, &f);
		save_columns(&f);
		for (int i = 0; i < n; i++) print_row(rows[i], m);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < M; j++)
				for (int k = 0; k < L; k++) big_endian(g[i][j][k]);
		for (int k = 0; k < L; k++)
			for (int j = 0; j < M; j++)
				for (int i = 0; i < n; i++)
					if (t % 2)
						fwrite(&(float){g[i][j][k]}, sizeof(float), 1, stdout);
					else
						putc((int)g[i][j][k] & 255, stdout);
		for (int i = 0; i < n; i++) {
			float line[M];
			for (int j = 0; j < M; j++) line[j] = g[i][j][L / 2];
			for (int j = 0; j < M; j++) printf(j ? ",%g" : "%g", line[j]);
			puts("");
		}
		for (int i = 0; i < n; i++) fwrite(rows[i], sizeof **rows, m, stdout);
		for (int i = 0; i < n; i++) {
			double sum = 0;
			for (int j = 0; j < M; j++) sum += p[i][j] * rows[i][j];
			printf("%d %.10g\n", i, sum);
		}
	}
	free(f.v);
	return 0;
}
