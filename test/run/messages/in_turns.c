// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %compare --check %s
// ARGS: 13 5 1
// ARGS: 40 7 2
// ARGS: 3 4 1
// ARGS: 1 1 1
// MAX-SLOW: 20
// Loops whose values cross from process to process, in each direction: each process runs all its iterations at once, when those before it have sent
// what it reads of theirs. So a loop is slow once, not once for each of its rows.
#include <stdio.h>
#include <stdlib.h>

static int n, m;

static double value(int i, int j) { return (i * 7 + j * 3) % 11 + .5; }

static void show(const char *what, double *a)
{
	double s = 0;
#pragma dist array a[n][m]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) s += a[i * m + j] * (i + 2 * j + 1);
	printf("%s %.12g\n", what, s);
}

// Memory of which the function knows nothing.
static void down(double *a)
{
	for (int i = 1; i < n; i++)
		for (int j = 0; j < m; j++) a[i * m + j] = .5 * a[i * m + j] + .25 * a[(i - 1) * m + j];
}

static void up(double *a)
{
	for (int i = n - 2; i >= 0; i--)
		for (int j = 0; j < m; j++) a[i * m + j] -= .125 * a[(i + 1) * m + j];
}

static void sweep(double *a)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++)
			a[i * m + j] = (a[(i - 1) * m + j] + a[i * m + j - 1] + a[(i + 1) * m + j] + a[i * m + j + 1]) / 4;
}

// The loop that goes along the split dimension is the inner one.
static void by_columns(double *a)
{
	for (int j = 0; j < m; j++)
		for (int i = 1; i < n; i++) a[i * m + j] += .5 * a[(i - 1) * m + j];
}

// Far away.
static void far(double *a, int by)
{
	for (int i = by; i < n; i++)
		for (int j = 0; j < m; j++) a[i * m + j] += .25 * a[(i - by) * m + (m - 1 - j)];
}

static double state = 1;
static double next(void)
{
	state = state * 1.5;
	if (state > 100) state -= 99.5;
	return state;
}

struct stream {
	unsigned seed;
	int calls;
};

// What is not in mapped arrays is handed on.
static void handed_on(double *a, double *b)
{
	int found = 0, last[4] = {0};
	double run = 0, most = 0;
	struct stream s = {7, 0};
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i * m + j] = next();
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			s.seed = s.seed * 1103515245u + 12345u;
			s.calls++;
			run += a[i * m + j];
			b[i * m + j] = run + (s.seed >> 16) % 10;
			if (b[i * m + j] > most + 3) most = b[i * m + j], last[found++ % 4] = i * m + j;
		}
	printf("handed on %d %d %d %d %d %d %.12g\n", found, last[0], last[1], last[2], last[3], s.calls, most);
}

int main(int argc, char **argv)
{
	n = argc > 1 ? atoi(argv[1]) : 13, m = argc > 2 ? atoi(argv[2]) : 5;
	int by = argc > 3 ? atoi(argv[3]) : 1;
	double *a = malloc(sizeof(double) * n * m), *b = malloc(sizeof(double) * n * m);
#pragma dist array a[n][m]
#pragma dist array b[n][m]
#pragma dist distribute a[block][*]
#pragma dist align b[i][j] with a[i][j]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i * m + j] = value(i, j), b[i * m + j] = 0;
	down(a), show("down", a);
	up(a), show("up", a);
	sweep(a), show("sweep", a);
	sweep(a), show("sweep", a);
	by_columns(a), show("by columns", a);
	far(a, by), show("far", a);
	handed_on(a, b), show("numbers", a), show("sums", b);
	free(a), free(b);
}
