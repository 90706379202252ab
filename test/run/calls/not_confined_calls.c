// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 66
// BY-ALL: 11 "number(row, 3);": functions that remember something keep the loop from being split, which is the subject
// ARGS: 13
// ARGS: 2
// Functions that remember something, or touch more than they are given: the iterations keep their order.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX = 32, N = 8 };
static double u[MAX][N], last[N], sums[N], *kept;
static int calls;
#pragma dist distribute u[block][*]

static void counts(void *p)
{
	double *v = p;
	if (v[0] > 1e9) counts(p);
	v[1] += ++calls;
}

static void remembers(void *p)
{
	static double before;
	double *v = p;
	if (v[0] > 1e9) remembers(p);
	v[2] += before;
	before = v[3];
}

static void keeps(double *v)
{
	if (v[0] > 1e9) keeps(v);
	if (kept) v[4] += kept[5];
	kept = v;
}

static void hides(const double *v, int n)
{
	if (n > 1) hides(v, n - 1);
	double *writes = (double *)v;
	writes[n - 1] += n;
}

// What one call leaves, the next one finds.
static void goes_on(void *p, int n)
{
	double *v = p;
	if (n > 1) goes_on(p, n - 1);
	v[n - 1] += .5 * v[n % N];
}

static void reads_last(double *v, int n)
{
	if (n > 1) reads_last(v, n - 1);
	v[n - 1] += last[n - 1];
}

static void into_sums(double *v, int n)
{
	double *to = n % 2 ? sums : v;
	if (n > 1) into_sums(v, n - 1);
	to[n - 1] += 1;
}

static void number(double *v, int n)
{
	long a = (long)v;
	if (n > 1) number(v, n - 1);
	((double *)a)[0] += n;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 13;
	double state[N] = {0}, row[N], shown[N];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < N; j++) u[i][j] = (3 * i + 5 * j) % 7;
	for (int i = 0; i < n; i++) {
		memcpy(row, u[i], sizeof row);
		counts(row);
		remembers(row);
		memcpy(u[i], row, sizeof row);
	}
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < N; j++) shown[j] = u[i][j];
		keeps(shown);
		for (int j = 0; j < N; j++) u[i][j] = shown[j];
	}
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < N; j++) row[j] = u[i][j];
		hides(row, N);
		number(row, 3);
		for (int j = 0; j < N; j++) u[i][j] = row[j];
	}
	for (int i = 0; i < n; i++) {
		state[0] += u[i][0];
		goes_on(state, N);
		for (int j = 0; j < N; j++) u[i][j] += state[j];
	}
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < N; j++) row[j] = u[i][j];
		reads_last(row, N);
		for (int j = 0; j < N; j++) u[i][j] = last[j] = row[j];
	}
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < N; j++) row[j] = u[i][j];
		into_sums(row, N);
		for (int j = 0; j < N; j++) u[i][j] = row[j] + sums[j];
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < N; j++) printf("%.12g\n", u[i][j]);
	printf("%d %g %g\n", calls, last[1], sums[1]);
	return 0;
}
