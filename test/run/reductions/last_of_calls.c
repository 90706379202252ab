// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Called functions set variables of file scope whose last value is read after the nest: in each call, one that gives a pointer its value
// too. What they set in some calls only (last_of_calls_slow.c) is another matter.
#include <stdio.h>

enum { N = 20, M = 6 };
struct cell {
	double g, x[2];
};
static struct cell cells[N][M];
static double a[N][M][4], s[N][M];
#pragma dist distribute [block][*] :: cells, s
#pragma dist align a[i][j][k] with s[i][j]

static int at_i = -1, at_j = -1, least = -1, calls;

static struct cell *get(int i, int j)
{
	at_i = i;
	at_j = j;
	return &cells[i][j];
}

static double weight(const double *p, int i, int j)
{
	const struct cell *c = get(i, j);
	return c->g * p[1] + c->x[1];
}

static int limit(int i, int j, double p[4])
{
	struct cell *c = get(i, j);
	int changed = 0;
	if (p[0] < 0.5) {
		p[0] = 0.5;
		changed++;
	}
	if (p[1] < c->g) {
		p[1] *= 1.5;
		changed++;
	}
	return changed;
}

static void first_or_not(double *x, int i)
{
	least = -2;
	for (int k = 0; k < i; k++) least = k;
	if (i % 3) least = i;
	*x += least;
}

static void show(const char *what)
{
	printf("%s: %d %d %d\n", what, at_i, at_j, least);
	at_i = at_j = least = -1;
}

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			cells[i][j].g = i + j * 0.1;
			cells[i][j].x[1] = i - j;
			for (int k = 0; k < 4; k++) a[i][j][k] = 0.3 * k * i;
		}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			struct cell *c = get(i, j);
			s[i][j] = c->g * 2;
		}
	show("declaration");
	for (int i = N - 2; i > 0; i--)
		for (int j = 0; j < M - 1; j++) s[i][j] += weight(a[i + 1][j], i + 1, j) - weight(a[i - 1][j], i - 1, j);
	show("twice");
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) calls += limit(i, j, a[i][j]);
	show("in a function");
	for (int i = 0; i < N - 1; i++)
		for (int j = 0; j < M; j++)
			if (j != 3) limit(i, j, a[i][j]);
	show("not in all iterations");
	for (int i = N - 1; i >= 0; i--) first_or_not(&s[i][1], i);
	show("several times");
	double sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) sum += (int)(8 * (s[i][j] + a[i][j][0] + a[i][j][1]));
	printf("%d %g\n", calls, sum);
	return 0;
}
