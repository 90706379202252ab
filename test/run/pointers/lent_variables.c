// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %compare --check %s
// RUN: %hpcc -fdist -fsyntax-only -Werror=dist-slow-path -DUNREAD %s
// MAX-SLOW: 3
// Variables of a function's block of which calls get the address: what a nest leaves in them is read by nobody where other calls set them first.
#include <math.h>
#include <stdio.h>

#define N 23
#define Q 3
static double f[N][Q], w[N];
#pragma dist distribute f[block][*]
#pragma dist align w[i] with f[i][0]
static const double c[Q] = {-1, 0, 1};

static void moments(const double *p, double *rho, double *u)
{
	*rho = *u = 0;
	for (int q = 0; q < Q; q++) {
		*rho += p[q];
		*u += c[q] * p[q];
	}
	*u /= *rho;
}

static int halves(double x, int *whole)
{
	if (x < 0) {
		*whole = 0;
		return 0;
	}
	*whole = (int)x;
	return 1;
}

static void __attribute__((unused)) perhaps(double x, double *r)
{
	if (x > 2) *r = x;
}

int main(void)
{
	double rho, u, worst, r = 0, kept = 1;
	(void)r, (void)kept;
	int whole, count;
	for (int i = 0; i < N; i++)
		for (int q = 0; q < Q; q++) f[i][q] = 1 + q + 0.1 * i;
	worst = 0;
	for (int i = 0; i < N; i++) {
		moments(f[i], &rho, &u);
		if (fabs(u * rho) > worst) worst = fabs(u * rho);
	}
	count = 0;
	for (int i = 0; i < N; i++)
		if (i % 3) count += halves(f[i][0] - 2, &whole) + whole;
	printf("%.15g %d\n", worst, count);
	moments(f[N / 2], &rho, &u);
	printf("%.15g %.15g\n", rho, u);
	for (int i = 0; i < N; i++) {
		moments(f[i], &rho, &u);
		w[i] += rho;
	}
	if (halves(w[3], &whole)) printf("%d\n", whole);
	// Here the last one is read.
#ifndef UNREAD
	for (int i = 0; i < N; i++) {
		moments(f[i], &rho, &u);
		w[i] -= rho - u;
	}
	printf("%.15g %.15g\n", rho, u);
	for (int i = 0; i < N; i++) {
		moments(f[i], &rho, &r);
		w[i] *= r;
	}
	perhaps(w[1], &r);
	printf("%.15g %g\n", r, frexp(w[2], &whole));
	{
		double *where = &kept;
		for (int i = 0; i < N; i++) {
			moments(f[i], &rho, &kept);
			w[i] += kept;
		}
		printf("%.15g\n", *where);
	}
#endif
	for (int i = 0; i < N; i++) printf("%.12g\n", w[i]);
	return 0;
}
