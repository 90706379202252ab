// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Distributed arrays named by initialisers of static duration: pointers, arrays of pointers, structs, in functions too.
#include <stdio.h>

#define N 23
#define M 5

static double u[N][M], v[N][M];
#pragma dist distribute [block][*] :: u, v
static double (*now)[M] = u, (*next)[M] = v;
static double (*planes[])[M] = {v, u};
static struct grid {
	const char *name;
	double (*field)[M], *corner;
	int n;
} grid = {"grid", u, &v[N - 1][M - 1], N}, two[2] = {{.field = v}, {.name = "second", .field = u + 2}};
double *first = &u[0][0];
static const int rows = sizeof u / sizeof u[0], cells = sizeof(u) / sizeof(**u);

static double at(int i)
{
	static double (*table[2])[M] = {u, v}, *last = &v[N - 1][0];
	static int calls;
	double value = table[calls++ % 2][i][0] + *last;
	last = u[calls % N];
	return value;
}

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			u[i][j] = i * M + j;
			v[i][j] = -1;
		}
	for (int t = 0; t < 3; t++) {
		for (int i = 1; i < N - 1; i++)
			for (int j = 0; j < M; j++) next[i][j] = now[i - 1][j] + now[i + 1][j];
		double (*old)[M] = now;
		now = next;
		next = old;
	}
	double sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) sum += now[i][j] * (j + 1);
	printf("%g %g %g %g\n", sum, planes[0][3][2], planes[1][4][1], *first);
	printf("%s %g %g %d %g %g %s\n", grid.name, grid.field[5][1], *grid.corner, grid.n, two[0].field[2][2],
	        two[1].field[2][2], two[1].name);
	static const size_t bytes = sizeof(v);
	printf("%d %d %zu\n", rows, cells, bytes);
	printf("%g %g %g\n", at(3), at(4), at(5));
	return 0;
}
