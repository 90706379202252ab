// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13 7
// FLAGS: -lm
// MAX-SLOW: 0
// PER-STEP: procs=4 from="13 7 4" to="13 7 8" collectives=2
// Macros for the larger of two that evaluate each once, in GNU's manner: in bounds, subscripts, values, functions and reductions.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX(a, b) __extension__({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define min(a, b) ({ __auto_type _x = (a); __auto_type _y = (b); _x < _y ? _x : _y; })
#define ABS(x) ({ double _v = (x); _v < 0 ? -_v : _v; })
#define ROUND(x) ({ int _r = (x) + 0.5; _r; })
#define COUNT(x) ({ double _c = (x); counted++; _c; })
#define N 20
static double u[N][N], v[N][N];
#pragma dist distribute [block][*] :: u, v

static double limited(double a, double b) { return MAX(0.0, MAX(min(2 * a, b), min(a, 2 * b))); }

static double step(int n, int m, const double *p, double *q, double *lowest, int *largest)
{
	double most = 0, least = 1e9;
	int whole = -1000;
	for (int i = 0; i < N; i++)
		for (int j = MAX(0, i - 3); j < min(N, i + 4); j++)
			v[i][j] = MAX(u[i][j], u[min(i + 1, N - 1)][j]) - ABS(u[i][j]);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			q[i * m + j] = 0.5 * (p[MAX(i - 1, 0) * m + j] + p[min(i + 1, n - 1) * m + j]) + limited(i, j);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			most = MAX(MAX(most, fabs(u[i][j])), v[i][j]);
			least = min(least, MAX(v[i][j], u[i][j]));
			whole = MAX(whole, ROUND(u[i][j]));
		}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) most = fmax(q[i * m + j], fmax(fmax(most, 1), p[i * m + j]));
	*lowest = least, *largest = whole;
	return most;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 13, m = argc > 2 ? atoi(argv[2]) : 7, steps = argc > 3 ? atoi(argv[3]) : 4;
	double *p, *q, sum = 0;
	int counted = 0;
#pragma dist array p[n][m], q[n][m]
#pragma dist distribute [block][*] :: p, q
	p = malloc(n * m * sizeof *p), q = malloc(n * m * sizeof *q);
	for (int i = 0; i < n * m; i++) p[i] = i % 11;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) u[i][j] = (i * 7 + j * 3) % 17 - 5, v[i][j] = 0;
	for (int t = 0; t < steps; t++) {
		double lowest;
		int largest;
		double most = step(n, m, p, q, &lowest, &largest);
		double *r = p;
		p = q, q = r;
		sum += most + lowest + largest;
	}
	for (int i = 0; i < n; i++) sum += COUNT(p[i * m]);
	printf("%.10g %d\n", sum, counted);
	return 0;
}
