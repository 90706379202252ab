// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13 17
// ARGS: 5 3
// MAX-SLOW: 0
// One allocation shared by several arrays, with unused memory between and behind them; offsets in macros; realloc and free.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define U(i, j) u[((i) + 1) * (m + 2) + (j) + 1]
#define V(i, j) v[((i) + 1) * (m + 2) + (j) + 1]

struct state {
	int n;
	double *all, *x, *y;
#pragma dist array x[n], y[n]
#pragma dist distribute [block] :: x, y
};

static void open_state(struct state *s, int n)
{
	s->n = n;
	s->all = calloc(2 * n + 10, sizeof(double));
	s->x = s->all;
	s->y = s->all + n + 7;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 11, m = argc > 2 ? atoi(argv[2]) : 16, size = (n + 2) * (m + 2);
	double *base = malloc((2 * size + 5) * sizeof(double));
	double *u = base, *v = base + size;
#pragma dist array u[n + 2][m + 2], v[n + 2][m + 2]
#pragma dist distribute [block][*] :: u, v
	for (int i = -1; i <= n; i++)
		for (int j = -1; j <= m; j++) {
			U(i, j) = i * 10 + j;
			V(i, j) = 0;
		}
	base[2 * size + 1] = 5;
	for (int t = 0; t < 3; t++) {
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) V(i, j) = 0.25 * (U(i - 1, j) + U(i + 1, j) + U(i, j - 1) + U(i, j + 1));
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) U(i, j) = V(i, j);
	}
	struct state s;
	open_state(&s, n);
	for (int i = 0; i < n; i++) s.x[i] = i, s.y[i] = -i;
	for (int i = 1; i < n; i++) s.x[i] += s.y[i - 1];
	for (int i = -1; i <= n; i++)
		for (int j = -1; j <= m; j++) printf("%.17g %.17g\n", U(i, j), V(i, j));
	for (int i = 0; i < n; i++) printf("%g %g\n", s.x[i], s.y[i]);
	printf("%g %g\n", base[2 * size + 1], base[size + m + 3]);
	free(s.all);
	free(base);

	int *w = malloc(n * sizeof *w);
#pragma dist array w[n]
#pragma dist distribute w[block]
	for (int i = 0; i < n; i++) w[i] = i * i;
	int grown = n;
	n = 2 * n + 1;
	w = realloc(w, n * sizeof *w);
	for (int i = grown; i < n; i++) w[i] = -1;
	for (int i = 1; i < n; i++) w[i - 1] += 2 * w[i];
	n = grown / 2 + 1;
	w = realloc(w, n * sizeof *w);
	for (int i = 0; i < n; i++) w[i]++;
	for (int i = 0; i < n; i++) printf("%d ", w[i]);
	free(w);
	w = calloc(n + 3, sizeof *w);
	for (int i = 0; i < n; i++) w[i] += i;
	printf("%d %d\n", w[n - 1], w[n + 2]);
	free(w);
	free(NULL);
	return 0;
}
