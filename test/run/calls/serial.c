// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %compare --check %s
//
// Serial functions and statements: whole arrays on one process, what they change back at the owners, their results to all.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 13, M = 7 };
static double a[N][M], b[N][M], v[N];
#pragma dist distribute a[block][*], b[block][block], v[block]
static int calls;
static double table[4];
struct grid {
	int n, m;
	double *u;
#pragma dist array u[n][m]
#pragma dist distribute u[*][block]
};

#pragma dist serial
static int save(const char *name, int n, int m, double (*x)[m])
{
	FILE *f = fopen(name, "w");
	if (!f) return -1;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) fprintf(f, "%g%c", x[i][j], j + 1 < m ? ' ' : '\n');
	calls++;
	return fclose(f) ? -1 : n * m;
}

static void swap(double *x, double *y)
{
	double t = *x;
	*x = *y, *y = t;
}

static void store(double *to, double value) { *to = value; }

// Reverses the array, and gives its sum in one result and its largest in another.
#pragma dist serial
static double reverse(int n, double *x, double *largest, struct grid *g)
{
	double sum = 0;
	for (int i = 0; i < n / 2; i++) swap(&x[i], &x[n - 1 - i]);
	store(largest, x[0]);
	for (int i = 0; i < n; i++) {
		sum += x[i];
		if (x[i] > *largest) *largest = x[i];
	}
	for (int k = 0; k < 4; k++) table[k] += k * sum;
	for (int i = 0; i < g->n; i++) g->u[i * g->m] += sum;
	if (sum < 0) return 0;
	return sum;
}

#pragma dist serial
static void load(const char *name)
{
	double *work = malloc(N * M * sizeof *work);
	FILE *f = fopen(name, "r");
	for (int k = 0; k < N * M; k++)
		if (fscanf(f, "%lf", &work[k]) != 1) exit(3);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) b[i][j] = 2 * work[i * M + j];
	fclose(f);
	free(work);
}

#pragma dist serial
static int fails(void)
{
	return fopen("not/there", "r") != NULL;
}

int main(void)
{
	struct grid g = {3, 5, NULL};
	double largest = -1;
	int lines = 0, letters[3] = {0};
	g.u = calloc(15, sizeof *g.u);
	FILE *log = fopen("log", "w");
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = i * M + j;
	for (int i = 0; i < N; i++) v[i] = i * i;
	fprintf(log, "before\n");
	printf("saved %d\n", save("a.txt", N, M, a));
	load("a.txt");
	save("b.txt", N, M, b);
	printf("%g", reverse(N, v, &largest, &g));
	printf(" %g %g %g %g %d\n", largest, table[3], g.u[10], v[0], calls);
	for (int t = 0; t < 3; t++) {
		for (int i = 0; i < N; i++) v[i] += t;
#pragma dist serial
		for (int i = 1; i < N; i++) {
			v[i] += v[i - 1];
			if (i > 5) break;
			lines++;
			letters[t] += i;
			fprintf(log, "step %d: %g\n", t, v[i]);
		}
		fprintf(log, "after %d\n", t);
	}
#pragma dist serial
	printf("one line %d\n", lines);
	errno = 0;
	printf("%d %d\n", fails(), errno == ENOENT);
	printf("%d %d %d %d\n", lines, letters[0], letters[1], letters[2]);
	for (int i = 0; i < N; i++) printf("%g %g %g\n", v[i], a[i][i % M], b[i][i % M]);
	fclose(log);
	free(g.u);
	return 0;
}
