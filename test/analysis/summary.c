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

static void ends(double *x)
{
	x[0] += 1;
	x[N - 1] += x[0];
}

static double plain(int k) { return forgotten[k]; }

double all(int n, int steps)
{
	double sum = 0;
	// CHECK: summary.c:[[@LINE+1]]:2: remark: run by all: what 'ends' does with mapped memory is not split [-Rdist=summary]
	for (int t = 0; t < steps; t++) ends(u);
	// CHECK: summary.c:[[@LINE+1]]:2: remark: run by all: nothing in it is mapped [-Rdist=summary]
	for (int t = 0; t < steps; t++) sum += plain(t);
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

static double sums[N], skewed[N][N], left[N][N];
#pragma dist distribute [block][*] :: skewed, left
static int up[N];

// A part of a loop that is distributed, on memory without a mapping; a table, in words of C.
void parts(int n)
{
	double t = 0;
	// CHECK: summary.c:[[@LINE+1]]:2: remark: this part of the loop is run by all: nothing in it is mapped [-Rdist=summary]
	for (int i = 1; i < n; i++) {
		t = t * .5 + i;
		sums[i] = t;
		// CHECK: summary.c:[[@LINE+1]]:3: remark: split along dimension 0 of 'skewed'; sent each time: a[
		skewed[i][2] = a[n - i][2] * sums[i];
	}
	// CHECK: summary.c:[[@LINE+1]]:2: remark: split along dimension 0 of 'left'; sent each time: skewed[min(up[0:n - 1]):max(up[0:n - 1])][0:n - 1] [-Rdist=summary]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) left[i][j] = skewed[up[i]][j];
}

// Its body stands in the place of the call, along an inner dimension that is split: nothing runs the function itself.
static double by_columns[N][N], columns[N][N];
#pragma dist distribute [*][block] :: by_columns, columns
static void line(const double from[N][N], double to[N][N], int i)
{
	for (int j = 1; j < N - 1; j++) to[i][j] = from[i][j - 1] + from[i][j + 1];
}

void lines(void)
{
	// CHECK: summary.c:[[@LINE+1]]:2: remark: split along dimension 1 of 'columns'; sent each time: 1 column from below and 1 column from above of 'by_columns' [-Rdist=summary]
	for (int i = 0; i < N; i++) line(by_columns, columns, i);
}

// One loop of the source, which is two: rows of blocks, and the last one that is not full.
void blocks(int n, int m, const double *from, double *to)
{
	int across = (m + 3) / 4, all = (n + 3) / 4 * across;
	// CHECK: summary.c:[[@LINE+1]]:2: remark: split along dimension 0 of 'to' and dimension 1 of 'to'; sent each time: 1 row from below and 1 row from above of 'from' [-Rdist=summary]
	for (int c = 0; c < all; c++) {
		int top = 4 * (c / across), start = 4 * (c % across);
		int bottom = top + 4 > n ? n : top + 4, right = start + 4 > m ? m : start + 4;
		for (int i = top; i < bottom; i++)
			for (int j = start; j < right; j++)
				to[i * m + j] = i > 0 && i < n - 1 ? from[(i - 1) * m + j] + from[(i + 1) * m + j] : 0;
	}
}

// Two arrays of one shape, each as flat memory: whoever has an element of the one has that of the other.
void flat(int n, int m, double *x, double *y)
{
#pragma dist array x[n][m], y[n][m]
#pragma dist distribute [block][*] :: x, y
	// CHECK: summary.c:[[@LINE+1]]:2: remark: split along dimension 0 of 'y'; nothing is sent [-Rdist=summary]
	for (int i = 0; i < n * m; i++) x[i] = y[i] = i;
	// CHECK: summary.c:[[@LINE+1]]:2: remark: split along dimension 0 of 'y'; nothing is sent [-Rdist=summary]
	for (int i = 0; i < n * m; i++) y[i] = 2 * x[i];
}
