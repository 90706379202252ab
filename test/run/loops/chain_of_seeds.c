// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -Rdist=summary %s -o %t 2>&1 | %FileCheck %s
//
// Planes of random numbers, each from a seed that is made of that of the plane before: all processes compute the
// seeds, and each its own planes. Nothing is sent, and the seeds are known to all behind the loop.
#include <stdio.h>

#define N 37
#define M 211

static double u[N][M], v[N][M], w[N][M];
#pragma dist distribute u[block][*]
#pragma dist distribute v[block][*]
#pragma dist distribute w[block][*]
static double work[M + 1];
static long seed = 4711;

static double next(double *x, double a)
{
	double t = *x * a;
	*x = t - (long)t;
	return *x;
}

static void fill(int n, double *x, double a, double y[])
{
	double s = *x;
	for (int i = 0; i < n; i++) {
		s = s * a;
		s -= (long)s;
		y[i + 1] = s;
	}
	*x = s;
}

static int step(void)
{
	seed = (seed * 1103515245 + 12345) % 2147483648;
	return (int)(seed / 65536);
}

int main(void)
{
	double start = .37, x, last;
	int t;
	// CHECK: [[# @LINE + 1]]:{{.*}}: split along dimension 0 of 'u'; nothing is sent
	for (int k = 0; k < N; k++) {
		x = start;
		fill(M, &x, 1234.5, work);
		t = 1;
		for (int i = 0; i < M; i++) u[k][i] = work[t++];
		if (k != N) last = next(&start, 777.77);
	}
	// The seed is of file scope, and read behind the loop.
	// CHECK: [[# @LINE + 1]]:{{.*}}: split along dimension 0 of 'v'; nothing is sent
	for (int k = 0; k < N; k++) {
		long own = step() % 1000;
		for (int i = 0; i < M; i++) {
			own = (own * 57 + 13) % 1009;
			v[k][i] = (double)own;
		}
	}
	// Two values, made of each other, and some rows only.
	int a = 1, b = 2;
	// CHECK: [[# @LINE + 1]]:{{.*}}: split along dimension 0 of 'w'; nothing is sent
	for (int k = 3; k < N - 2; k++) {
		int c = (a * 7 + b) % 101;
		a = b;
		b = c;
		for (int i = 1; i < M; i++) w[k][i] = a + i * b;
	}
	// What all read in all iterations are a few elements.
	// CHECK: [[# @LINE + 1]]:{{.*}}: split along dimension 0 of 'w'; sent each time: v[0:36][3] to all
	for (int k = 0; k < N; k++) {
		double own = v[k][3] + 1;
		seed = (seed * 1103515245 + 12345) % 2147483648;
		for (int i = 0; i < M; i++) w[k][i] += own * (double)(seed / 65536 % 10);
	}
	double sum = 0;
	for (int k = 0; k < N; k++)
		for (int i = 0; i < M; i++) sum += u[k][i] * (i % 3) + v[k][i] * (k % 5) + w[k][i] * (i % 7);
	printf("%.10g %ld %d %d %.10g %.10g\n", sum, seed, a, b, start, last);
	return 0;
}
