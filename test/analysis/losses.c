// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fsyntax-only -fno-caret-diagnostics %s 2>&1 | %FileCheck --implicit-check-not warning: --implicit-check-not note: %s
//
// What loses time though it is right, each with its own reason.
#include <stdio.h>
#include <string.h>

#define N 100
static double a[N][N], u[N], v[N], x[N], y[N], kept[N];
#pragma dist distribute a[block][*]
#pragma dist distribute [block] :: u, v, x, y
static int to[N];

void gathered(int n, int steps)
{
	for (int t = 0; t < steps; t++) {
		// CHECK: losses.c:[[@LINE+2]]:38: warning: 'u' is gathered in each iteration of the loop around this one: every process gets from all others what it does not own [-Wdist-gathered-in-loop]
		// CHECK-NEXT: losses.c:[[@LINE+1]]:38: note: which elements 'u[to[i]]' reads is not known before the loop is run
		for (int i = 0; i < n; i++) v[i] = u[to[i]];
		for (int i = 0; i < n; i++) u[i] = v[i];
		for (int i = 0; i < n; i++)
			// CHECK: losses.c:[[@LINE+2]]:50: warning: 'x' is gathered in each iteration of the loop around this one
			// CHECK-NEXT: losses.c:[[@LINE+1]]:50: note: each process reads the same elements by 'x[j]', whatever it owns
			for (int j = 0; j < n; j++) y[i] += a[i][j] * x[j];
		for (int i = 0; i < n; i++) x[i] = y[i];
	}
}

// What does not change is brought once; a probe, and a halo, are no loss.
double brought_once(int n, int steps)
{
	double sum = 0;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) y[i] += a[i][j] * x[j];
		for (int i = 1; i < n - 1; i++) v[i] = u[i - 1] + u[i + 1];
		for (int i = 1; i < n - 1; i++) u[i] = v[i];
		if (t % 10 == 0) printf("%g\n", u[n / 2]);
	}
	return sum;
}

void turns(int n, int m)
{
	// CHECK: losses.c:[[@LINE+2]]:2: warning: the processes run this loop in turns: each waits for what those before it set [-Wdist-in-turns]
	// CHECK-NEXT: note: a value of 'a' that one process sets is read by another one in the same nest
	for (int i = 1; i < n; i++) a[i][m] += a[i - 1][m];
	for (int i = 0; i < n; i++) {
		double sum = 0;
		// CHECK: losses.c:[[@LINE+2]]:3: warning: this loop runs on one process after the other
		// CHECK-NEXT: note: 'fwrite' may have effects beyond its result
		for (int j = 0; j < m; j++) a[i][j] *= 2, sum += a[i][j];
		fwrite(&sum, sizeof sum, 1, stdout);
	}
	for (int i = 0; i < n; i++)
		// CHECK: losses.c:[[@LINE+2]]:3: warning: this loop runs on one process after the other
		// CHECK-NEXT: losses.c:[[@LINE+1]]:{{[0-9]+}}: note: the subscripts of 'a[to[i]][j]' on the left are not affine
		for (int j = 0; j < m; j++) a[to[i]][j] = x[i] + j;
}

// Blocks of N and of N + 1 rows: one row's elements may be on two processes. Where that makes two loops nothing is
// lost.
static double more[N + 1][N], again[N + 1][N];
#pragma dist distribute [block][*] :: more, again
void extents_that_differ(int n, int m)
{
	// CHECK: losses.c:[[@LINE+2]]:2: warning: every process runs all of this loop, but on numbers of processes with which 'a' and 'more' have the same blocks: their extents differ [-Wdist-unlike-extents]
	// CHECK-NEXT: losses.c:[[@LINE+4]]:18: note: a value of 'a' that one process sets is read by another one in the same nest
	for (int i = 0; i < n; i++)
		for (int j = 1; j < m; j++) {
			a[i][j] += more[i][j - 1];
			more[i][j] += a[i][j];
		}
	for (int i = 0; i < n; i++)
		for (int j = 1; j < m; j++) {
			again[i][j] += more[i][j - 1];
			more[i][j] += again[i][j];
		}
	for (int i = 0; i < n; i++)
		for (int j = 1; j < m; j++) {
			a[i][j] += more[i][j - 1];
			again[i][j] += a[i][j];
		}
}

// Mapped memory that functions alone get to.
static int calls;
static void count(double *at) { *at += ++calls; }
static void shift(double (*of)[N], int i)
{
	for (int j = 0; j < N; j++) of[i + 1][j] += of[i][j];
}

void turns_of_calls(int n)
{
	// CHECK: losses.c:[[@LINE+2]]:2: warning: the processes run this loop in turns
	// CHECK-NEXT: note: a value of 'calls' that one process sets is read by another one in the same nest
	for (int i = 0; i < n; i++) count(&v[i]);
	// CHECK: losses.c:[[@LINE+2]]:2: warning: the processes run this loop in turns
	// CHECK-NEXT: note: a value of 'a' that one process sets is read by another one in the same nest
	for (int i = 0; i + 1 < n; i++) shift(a, i);
}

static double norm(void)
{
	double sum = 0;
	for (int i = 0; i < N; i++) sum += u[i] * u[i];
	return sum;
}

void by_all(int n, int m)
{
	for (int k = 0; k < m; k++)
		// CHECK: losses.c:[[@LINE+2]]:3: warning: every process runs all of this loop, on all the data it reads, and nests in it that could be split [-Wdist-nests-run-by-all]
		// CHECK-NEXT: note: 'printf' may have effects beyond its result
		for (int t = 0; t < n; t++) printf("%g %g\n", x[t], norm());
	// CHECK: losses.c:[[@LINE+3]]:2: warning: this loop takes the slow path: every process runs all of it, on all the data it reads [-Wdist-slow-path]
	// CHECK: note: 'printf' may have effects beyond its result
	// CHECK-NEXT: losses.c:[[@LINE+1]]:2: note: nests in it could be split
	for (int t = 0; t < n; t++) {
		for (int i = 0; i < N; i++) x[i] *= .5;
		printf("%g\n", x[t]);
	}
}

// A generator of the program's own, what is no reduction, a function of the C library: each is said.
double others(int n, int m)
{
	double sum = 0;
	// CHECK: losses.c:[[@LINE+2]]:2: warning: the processes run this loop in turns
	// CHECK-NEXT: note: a value of 'sum' that one process sets is read by another one in the same nest
	for (int i = 0; i < n; i++) {
		double part = 0;
		for (int j = 0; j < m; j++) part += a[i][j];
		sum = sum * .5 + part;
	}
	for (int i = 0; i < n; i++) {
		double part = 0;
		// CHECK: losses.c:[[@LINE+2]]:3: warning: this loop runs on one process after the other
		// CHECK-NEXT: note: 'memcpy' may have effects beyond its result
		for (int j = 0; j < m; j++) part += a[i][j];
		memcpy(kept, *a + i * N, sizeof kept);
		sum += part * kept[3];
	}
	return sum;
}

static double skewed[N][N], square[N][N], turned[N][N];
#pragma dist distribute [block][*] :: skewed, square
#pragma dist distribute turned[*][block]

// Of a box of rows one element of each is read; a triangle is half of its box, a transposed matrix all of it.
void across(int n)
{
	// CHECK: losses.c:[[@LINE+2]]:2: warning: more than twice as much of 'square' is sent as this loop reads of others' elements [-Wdist-more-than-read]
	// CHECK-NEXT: losses.c:[[@LINE+1]]:37: note: the elements that 'square[n - 1 - i][i]' reads lie across a box of indices, and all of the box is sent
	for (int i = 0; i < n; i++) v[i] = square[n - 1 - i][i];
	// CHECK: losses.c:[[@LINE+2]]:2: warning: more than twice as much of 'square' is sent as this loop reads of others' elements
	// CHECK-NEXT: losses.c:[[@LINE+2]]:{{[0-9]+}}: note: the elements that 'square[i + j][j]' reads lie across a box
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n - i; j++) skewed[i][j] = square[i + j][j];
	for (int i = 0; i < n; i++) v[i] = square[i][i] + square[0][i];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++) v[i] += x[j] + square[j][i];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) skewed[i][j] = square[j][i];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n - i; j++) turned[i][j] = turned[i + j][j] * .5;
	for (int i = 0; i < n / 4; i++) v[i] = x[4 * i];
}

// What loops of other functions call; and what only some of their iterations, or none, do.
static double line[N], now[N], kept_apart[N];
#pragma dist distribute [block] :: line, now, kept_apart

static void multiply(double *to, const double *from)
{
	for (int i = 0; i < N; i++)
		// CHECK: losses.c:[[@LINE+3]]:50: warning: 'from' is gathered in each iteration of the loop around this one
		// CHECK-NEXT: losses.c:[[@LINE+2]]:50: note: each process reads the same elements by 'from[j]', whatever it owns
		// CHECK-NEXT: losses.c:[[@LINE+23]]:3: note: the loop is the one that calls 'twice' here
		for (int j = 0; j < N; j++) to[i] += a[i][j] * from[j];
}

static void of_stays(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) now[i] += a[i][j] * kept_apart[j];
}

static void seldom(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) now[i] += a[i][j] * line[j];
}

static void twice(double *to, const double *from) { multiply(to, from); }

void steps_of(int n)
{
	for (int t = 0; t < n; t++) {
		if (t % 100 == 0) seldom();
		of_stays();
		twice(now, line);
		for (int i = 0; i < N; i++) line[i] = now[i];
	}
}

// Blocks of flat memory that are split in the middle: what a line's neighbours across its ends are is no halo.
static double planes[20][40][30], next_planes[20][40][30];
#pragma dist distribute [*][block][*] :: planes, next_planes

static void across_lines(int n, const double *from, double *to)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 0; j < 40; j++)
			// CHECK: losses.c:[[@LINE+3]]:61: warning: 'from' is gathered in each iteration of the loop around this one
			// CHECK-NEXT: losses.c:[[@LINE+2]]:61: note: each process reads the same elements by
			// CHECK-NEXT: losses.c:[[@LINE+7]]:3: note: the loop is the one that calls 'across_lines' here
			for (int k = 0; k < 30; k++) to[(i * 40 + j) * 30 + k] = from[(i * 40 + j) * 30 + k - 1];
}

void steps_across_lines(int n)
{
	for (int t = 0; t < n; t++) {
		across_lines(20, **planes, next_planes[0][0]);
		for (int i = 0; i < 20; i++)
			for (int j = 0; j < 40; j++)
				for (int k = 0; k < 30; k++) planes[i][j][k] = next_planes[i][j][k] / 2;
	}
}

// Of an array without a mapping what the processes set is sent to all: in vain, where it is used by those that set it.
static double last[N], seen[N], handed[N];
static double total(const double *of)
{
	double sum = 0;
	for (int i = 0; i < N; i++) sum += of[N - 1 - i] * i;
	return sum;
}

double shared(int n, int steps)
{
	double sum = 0;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++) {
			u[i] = last[i] + v[i];
			// CHECK: losses.c:[[@LINE+2]]:4: warning: what each process sets of 'last' is sent to all others in each iteration of the loop around this one, and nobody reads it there [-Wdist-shared-in-loop]
			// CHECK-NEXT: losses.c:[[@LINE+1]]:4: note: no directive maps it: aligned with 'u', beside which it is used, each process keeps its part
			last[i] = v[i];
		}
		for (int i = 0; i < n; i++) seen[i] = u[i], handed[i] = v[i];
		for (int i = 0; i < n; i++) v[i] = seen[n - 1 - i];
		sum += total(handed);
	}
	return sum;
}
