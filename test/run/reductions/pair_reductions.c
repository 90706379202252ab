// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Newton's third law: a value that two elements get, each of another owner. Each process computes its part of the
// pairs once, and what it finds for others' elements is combined afterwards: not all pairs by all, for the sake of
// those that it owns one element of.
// FLAGS: -lm
// ARGS: 157 3
// ARGS: 2 3
// PER-STEP: procs=2 from="64 10" to="64 20" collectives=0
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 200 };
static double x[MOST], f[MOST], mass[MOST];
#pragma dist distribute x[block]
#pragma dist align f[i] with x[i]
#pragma dist align mass[i] with x[i]
static double p[MOST][3], a[MOST][3];
#pragma dist distribute p[block][*]
#pragma dist align a[i][d] with p[i][d]

// Both in the innermost loop.
static void pairs(int n)
{
	for (int i = 0; i < n; i++)
		for (int j = i + 1; j < n; j++) {
			double d = x[i] - x[j], g = d * .5;
			f[i] += g;
			f[j] -= g;
		}
}

// That of the outer loop is summed in a variable.
static void summed(int n)
{
	for (int i = 0; i < n - 1; i++) {
		double sum = 0;
		for (int j = i + 1; j < n; j++) {
			double d = x[i] - x[j];
			if (d * d > 400) continue;
			sum += mass[j] * d;
			f[j] -= mass[i] * d;
		}
		f[i] += sum;
	}
}

// Rows, by components, in a half of all pairs.
static void rows(int n)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++) {
			double r[3], r2 = 0;
			for (int d = 0; d < 3; d++) {
				r[d] = p[i][d] - p[j][d];
				r2 += r[d] * r[d];
			}
			if (r2 < 900)
				for (int d = 0; d < 3; d++) {
					a[i][d] += r[d];
					a[j][d] -= r[d];
				}
		}
}

// Through pointers, flat.
static void flat(int n, const double *restrict q, double *restrict force)
{
	for (int i = 0; i < n; i++)
		for (int j = i + 1; j < n; j++)
			if (q[i] > q[j]) {
				force[i] += 1;
				force[j] -= q[i] - q[j];
			}
}

// A matrix that is symmetrical, of sums over its elements' rows.
static double symmetrical(int n)
{
	static double c[MOST][MOST];
#pragma dist distribute c[block][*]
	double s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) c[i][j] = i == j;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++) {
			double sum = 0;
			for (int d = 0; d < 3; d++) sum += p[i][d] * p[j][d];
			c[i][j] += sum;
			c[j][i] += sum;
		}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) s += (i % 5) * c[i][j];
	return s;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), steps = atoi(argv[2]);
	double *q = malloc(n * sizeof *q), *force = malloc(n * sizeof *force);
#pragma dist distribute q[block]
#pragma dist align force[i] with q[i]
	for (int i = 0; i < n; i++) {
		x[i] = i * 13 % 41;
		mass[i] = i % 3 + 1;
		q[i] = i * 7 % 19;
		for (int d = 0; d < 3; d++) p[i][d] = i * (5 + d) % 31;
	}
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++) {
			f[i] = force[i] = 0;
			for (int d = 0; d < 3; d++) a[i][d] = 0;
		}
		pairs(n);
		summed(n);
		rows(n);
		flat(n, q, force);
		for (int i = 0; i < n; i++) {
			x[i] += (int)f[i] % 3;
			q[i] += (int)force[i] % 3;
			for (int d = 0; d < 3; d++) p[i][d] += (int)a[i][d] % 3;
		}
	}
	double s = 0, w = 0, v = 0;
	for (int i = 0; i < n; i++) {
		s += i % 7 * x[i];
		w += i % 5 * q[i];
		for (int d = 0; d < 3; d++) v += (d + 1) * p[i][d];
	}
	printf("%.10g %.10g %.10g %.10g\n", s, w, v, symmetrical(n));
	return 0;
}
