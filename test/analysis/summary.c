// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -Wno-dist -fsyntax-only -fno-caret-diagnostics -Rdist=summary %s 2>&1 | %FileCheck --implicit-check-not remark: %s
// RUN: %hpcc -fdist -Wno-dist -fsyntax-only -fno-caret-diagnostics -Rdist %s 2>&1 | %FileCheck --check-prefix=OTHERS %s
// OTHERS-NOT: -Rdist=summary
//
// A line for each loop nest, in the order of the source.
#include <stdio.h>

#define N 100
static double a[N][N], b[N][N], u[N], forgotten[N];
#pragma dist distribute [block][*] :: a, b
#pragma dist distribute u[block]
static int to[N];

static void step(int n)
{
	// CHECK: summary.c:[[@LINE+1]]:2: remark: split along dimension 0 of 'b'; sent each time: 1 row from below and 1 row from above of 'a' [-Rdist=summary]
	for (int i = 1; i < n - 1; i++)
		for (int j = 0; j < n; j++) b[i][j] = a[i - 1][j] + a[i + 1][j];
	// CHECK: summary.c:[[@LINE+1]]:2: remark: split along dimension 0 of 'a'; nothing is sent [-Rdist=summary]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) a[i][j] = b[i][j];
}

double all(int n, int steps)
{
	double sum = 0;
	// CHECK: summary.c:[[@LINE+1]]:2: remark: run by all, around the nests of 'step' [-Rdist=summary]
	for (int t = 0; t < steps; t++) step(n);
	// CHECK: summary.c:[[@LINE+1]]:2: remark: run by all: nothing in it is mapped [-Rdist=summary]
	for (int i = 0; i < n; i++) forgotten[i] = i;
	// CHECK: summary.c:[[@LINE+1]]:2: remark: split along dimension 0 of 'u'; sent each time: the sum of 'sum' [-Rdist=summary]
	for (int i = 0; i < n; i++) sum += u[i];
	// CHECK: summary.c:[[@LINE+1]]:2: remark: slow, all of it run by all: the subscripts of 'u[to[i]]' on the left are not affine; {{.*}} [-Rdist=summary]
	for (int i = 0; i < n; i++) u[to[i]] = u[i];
	// CHECK: summary.c:[[@LINE+1]]:2: remark: run by all, in its order: 'printf' may have effects beyond its result; sent each time: u[0:n - 1] to all [-Rdist=summary]
	for (int i = 0; i < n; i++) printf("%g\n", u[i]);
	return sum;
}
