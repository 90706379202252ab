// SPDX-License-Identifier: Apache-2.0
//
// HPCC_STATS=1 names the places where something was slow, how often and why, in the order of the source.
// RUN: %hpcc -fdist -w -O1 %s -o %t && env HPCC_STATS=1 %mpirun -n 2 %t < /dev/null > %t.out 2> %t.err
// RUN: %FileCheck --check-prefix=OUT %s < %t.out && %FileCheck %s < %t.err
// RUN: %mpirun -n 2 %t < /dev/null 2>&1 | %FileCheck --check-prefix=OUT --implicit-check-not hpcc-stats %s
// CHECK: hpcc-stats: rank 0 {{.*}} slow 15 reads 8 resident_kb
// CHECK-NEXT: hpcc-stats: rank 1 {{.*}} slow 15 reads 8 resident_kb
// OUT: total 4107
#include <stdio.h>
#include <stdlib.h>

#define N 20
static double a[N], b[N], other[N + 1], m[N][N], by_columns[N][N];
#pragma dist distribute [block] :: a, b, other
#pragma dist distribute m[block][*], by_columns[*][block]
static int to[N];

static void scatter(void)
{
	// CHECK-NEXT: hpcc-stats-at: {{.*}}stats.c:[[@LINE+1]]: slow 3: the subscripts of 'a[to[i]]' on the left are not affine
	for (int i = 0; i < N; i++) a[to[i]] = b[i];
}

static void shift(double *x, double *y, int n)
{
	// CHECK-NEXT: hpcc-stats-at: {{.*}}stats.c:[[@LINE+1]]: slow 1: `{{[xy]}}` and `{{[xy]}}` overlap
	for (int i = 0; i < n; i++) x[i] = y[i];
}

static void both(double *x, double *y, int n)
{
	// CHECK-NEXT: hpcc-stats-at: {{.*}}stats.c:[[@LINE+2]]: slow 1: `{{[xy]}}` has no mapping, or is not split, and other arrays are
	// CHECK-NEXT: hpcc-stats-at: {{.*}}stats.c:[[@LINE+1]]: slow 2: `{{[xy]}}` does not lie as `{{[xy]}}` does
	for (int i = 0; i < n; i++) x[i] = i, y[i] += i;
}

static void rows(int n, int row, int used, double *x)
{
	for (int i = 0; i < n; i++)
		// CHECK-NEXT: hpcc-stats-at: {{.*}}stats.c:[[@LINE-1]]: slow 1: the rows of `x` have 16 elements here, those of the mapped array `m` 20
		// CHECK-NEXT: hpcc-stats-at: {{.*}}stats.c:[[@LINE-2]]: slow 1: this does not hold: {{.*}}row >= used
		for (int j = 0; j < used; j++) x[i * row + j] += 1;
}

static void pointers_to_rows(double **c)
{
	// CHECK-NEXT: hpcc-stats-at: {{.*}}stats.c:[[@LINE+1]]: slow 1: `c` is written through pointers to its rows, and has no mapping
	for (int i = 0; i < N; i++) c[i][0] = m[i][0];
}

static void turns(void)
{
	for (int i = 1; i < 5; i++) {
		const int ends = getchar() < 0;
		// CHECK-NEXT: hpcc-stats-at: {{.*}}stats.c:[[@LINE+1]]: slow 4: this loop runs on one process after the other{{.*}}'m'
		for (int j = 0; j < N; j++) m[i][j] += m[i - 1][j] * ends;
	}
	// CHECK-NEXT: hpcc-stats-at: {{.*}}stats.c:[[@LINE+1]]: slow 1: the processes run this loop in turns: each waits for what those before it set
	for (int i = N - 2; i >= 0; i--) m[i][0] += m[i + 1][0];
}

int main(void)
{
	double total = 0;
	int k = 0;
	for (int i = 0; i < N; i++) a[i] = i, b[i] = 2 * i, to[i] = N - 1 - i;
	for (int t = 0; t < 3; t++) scatter();
	shift(a, b, N);
	shift(a, a + 1, N - 1);
	both(a, b, N);
	both(a, other, N);
	both(a, other, N);
	both(calloc(N, sizeof *a), b, N);
	rows(N, N, N, (double *)m);
	rows(N, N, N, (double *)by_columns);
	rows(16, 16, 16, (double *)m);
	rows(N - 1, N, N + 1, (double *)m);
	double *row[N];
	for (int i = 0; i < N; i++) row[i] = calloc(1, sizeof *row[0]);
	pointers_to_rows(row);
	turns();
	// What all had from the loops that they ran they have no longer.
	for (int i = 0; i < N; i++) b[i] *= 1;
again:
	// CHECK-NEXT: hpcc-stats-at: {{.*}}stats.c:[[@LINE+1]]: reads 8
	total += b[k];
	if (++k < N) goto again;
	// CHECK-NEXT: hpcc-stats-at: {{.*}}stats.c:[[@LINE+1]]: writes 20
	for (int i = 0; i < N; i++) b[to[i]] = i * i;
	for (int i = 0; i < N; i++) b[i] *= 1;
	// What goes to one owner alone is no read by all, where not all have what lies around it.
	b[3] = b[0] + b[N - 1] + m[3][3] + total;
	for (int i = 0; i < N; i++) total += b[i];
	// CHECK-NEXT: hpcc-stats-time: share
	// CHECK: hpcc-stats-time: {{.*}}stats.c:{{[0-9]+}} nest
	// CHECK: hpcc-stats-time: {{.*}} elsewhere
	// CHECK-NEXT: hpcc-stats-time: {{.*}} in loops that all processes run in full
	// CHECK: hpcc-stats-memory: m ({{.*}}stats.c:[[#]]): 3200 bytes, of which processes hold 1600 to
	printf("total %g\n", total);
	return 0;
}
