// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Functions that declare a pointer at their beginning and set it once, later on.
#include <stdio.h>

enum { N = 20, M = 6 };
struct cell {
	double g, x[2];
};
static struct cell cells[N][M];
static double a[N][M][4], s[N][M];
#pragma dist distribute [block][*] :: cells, s
#pragma dist align a[i][j][k] with s[i][j]

static struct cell *get(int i, int j)
{
	struct cell *c;
	int row = i;
	c = &cells[row][j];
	return c;
}

static double weight(const double *p, int i, int j)
{
	struct cell *c, *d;
	double w = 0;

	if (i % 2) {
		c = get(i, j);
		w = c->g * p[1];
		if (j > 2) w += c->x[1];
	} else {
		d = &cells[i][0];
		for (int k = 0; k < M; k++) w += d[k].g;
	}
	return w;
}

static int limit(int i, int j, double p[4])
{
	double least, *q;
	struct cell *c;
	int changed = 0;

	least = 0.5;
	if (p[0] < least) {
		p[0] = least;
		changed++;
	}
	c = get(i, j);
	if (p[1] < c->g) {
		q = p + 1;
		*q *= 1.5;
		changed++;
	}
	for (int k = 0; k < 2; k++) {
		double *e;
		e = &c->x[k];
		*e += k + p[k];
	}
	return changed;
}

int main(void)
{
	int changed = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			cells[i][j].g = i + j * 0.1;
			cells[i][j].x[0] = cells[i][j].x[1] = i - j;
			for (int k = 0; k < 4; k++) a[i][j][k] = 0.3 * k * i;
		}
	for (int i = 1; i < N - 1; i++)
		for (int j = 0; j < M; j++) s[i][j] += weight(a[i + 1][j], i + 1, j) - weight(a[i - 1][j], i - 1, j);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) changed += limit(i, j, a[i][j]);
	double sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) sum += (int)(8 * (s[i][j] + a[i][j][0] + a[i][j][1] + cells[i][j].x[1]));
	printf("%d %.15g\n", changed, sum);
	return 0;
}
