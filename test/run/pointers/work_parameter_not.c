// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// What a function leaves in memory that it is given is read after all: by the caller, in a loop or not, by a function,
// through another pointer, by a function that is called in between, or by the function that is called next.
#include <stdio.h>
#include <stdlib.h>

enum { N = 41, M = 8 };
static double a[N][M], b[N][M], shared[M], *kept;
#pragma dist distribute [block][*] :: a, b

static void rows(double *w)
{
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) w[j] = a[i][j] * 2;
		for (int j = 0; j < M; j++) b[i][j] = w[M - 1 - j] + w[j / 2];
	}
}

// The other half is what the caller has put there, or another function.
static void half(double *w)
{
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M / 2; j++) w[j] = a[i][j] + 1;
		for (int j = 0; j < M; j++) b[i][j] -= w[j];
	}
}

static double last(const double *v) { return v[2] + v[3]; }
static void keep(double *v) { kept = v; }
static void tell(void) { printf("%g\n", shared[4]); }
static void twice(double *v) { rows(v), rows(v); }

static double told(double *v)
{
	rows(v);
	return v[1];
}

static void deep(double *v, int n)
{
	if (n == 0) return;
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) v[j] = a[i][j] * n;
		for (int j = 0; j < M; j++) b[i][j] += v[M - 1 - j];
	}
	deep(v, n - 1);
	b[n][1] += v[2];
}

static void show(double x)
{
	double sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) sum += b[i][j] * (i + j);
	printf("%g %g\n", sum, x);
}

int main(int argc, char **argv)
{
	void (*called)(double *) = argc > 5 ? NULL : rows;
	double *read = malloc(M * sizeof *read), *looped = malloc(M * sizeof *looped),
	       *given = malloc(M * sizeof *given);
	double *alias = malloc(M * sizeof *alias), *other = alias, *lost = malloc(M * sizeof *lost);
	double *halves = malloc(M * sizeof *halves), *below = malloc(M * sizeof *below),
	       *again = calloc(M, sizeof *again);
	double *wide = calloc(2 * M, sizeof *wide), local[M], sum = 0;
	(void)argv;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) a[i][j] = (i * 7 + j * 3) % 11;
	for (int t = 0; t < 2; t++) {
		rows(read);
		show(read[3]);
		rows(looped);
		for (int k = 0; k < M; k++) sum += looped[k];
		show(sum);
		rows(given);
		show(last(given));
		show(told(below));
		twice(below);
		show(below[1]);
		rows(shared);
		tell();
		rows(alias);
		show(other[5]);
		keep(lost);
		rows(lost);
		show(kept[6]);
		for (int k = 0; k < M; k++) halves[k] = k + t;
		half(halves);
		rows(halves);
		half(halves);
		show(0);
		deep(again, 3);
		show(again[0]);
		rows(wide + 4);
		show(wide[2] + wide[9]);
		called(local);
		show(local[7]);
	}
	return 0;
}
