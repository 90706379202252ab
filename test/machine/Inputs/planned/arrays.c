// Arrays of all kinds in a cycle in which blocks move.
#include <stdio.h>
#include <stdlib.h>

static double sum(int n, const double *v)
{
	double s = 0;
	for (int i = 0; i < n; i++) s += v[i] * (i % 7);
	return s;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 100, steps = argc > 2 ? atoi(argv[2]) : 6;
	double *u = calloc((size_t)n, sizeof *u), *v = calloc((size_t)n, sizeof *v), *half = calloc((size_t)n / 2, sizeof *half);
	double **rows = malloc((size_t)n * sizeof *rows);
#pragma dist distribute u[block]
#pragma dist align v[i] with u[i]
#pragma dist align half[i] with u[2 * i + 1]
#pragma dist array rows[n][8]
#pragma dist distribute rows[block][*]
	for (int i = 0; i < n; i++) rows[i] = calloc(8, sizeof **rows);
	for (int i = 0; i < n; i++) u[i] = (i * 37) % 101;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < 8; j++) rows[i][j] = i + j;
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < n - 1; i++) v[i] = 0.5 * (u[i - 1] + u[i + 1]) + rows[i][3];
		for (int i = 1; i < n - 1; i++) u[i] = v[i] - half[i / 2];
		for (int i = 0; i < n / 2; i++) half[i] += 0.25 * u[2 * i + 1];
		for (int i = 1; i < n; i++)
			for (int j = 0; j < 8; j++) rows[i][j] += 0.125 * u[i - 1];
		printf("%d %g %g\n", t, u[n / 3], rows[n / 2][5]);
	}
	double *later = calloc(2 * (size_t)n, sizeof *later);
#pragma dist distribute later[block]
	for (int i = 0; i < 2 * n; i++) later[i] = i;
	for (int i = 1; i < 2 * n; i++) later[i] = later[i] + u[i / 2];
	printf("%g %g %g %g\n", sum(n, u), sum(n, v), sum(n / 2, half), sum(2 * n, later));
	double all = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < 8; j++) all += rows[i][j];
	printf("%g\n", all);
	return 0;
}
