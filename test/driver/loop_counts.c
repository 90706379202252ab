// SPDX-License-Identifier: Apache-2.0
//
// HPCC_STATS=2 says how many statements each process has executed of each loop: of its part, with all others, and only to write out.
// RUN: %hpcc -fdist -w -O1 %s -o %t && env HPCC_STATS=2 %mpirun -n 2 %t > %t.out 2> %t.err
// RUN: %FileCheck %s < %t.err
// RUN: env HPCC_STATS=2 %t 2>&1 | %FileCheck --check-prefix=ALONE %s
// CHECK: hpcc-stats: rank 0 {{.*}} resident_kb {{[0-9]+}} collective_bytes {{[0-9]+}} split 487 by_all 10 output 10
// CHECK-NEXT: hpcc-stats: rank 1 {{.*}} split 406 by_all 10 output 10
// ALONE: hpcc-stats: rank 0 {{.*}} collective_bytes 0 split 913 by_all 0 output 0
#include <stdio.h>
#include <stdlib.h>

#define N 10
static double a[N][N], b[N][N], sums[N], x[N];
#pragma dist distribute [block][*] :: a, b
#pragma dist distribute [block] :: sums, x
static int to[N], size = 4;

// Of two runs one gets memory without a mapping: the source's own text, which counts nothing.
static void number(int n, double *x)
{
	// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+2]]: rank 0 runs 1 split 5 by_all 0 output 0{{$}}
	// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+1]]: rank 1 runs 1 split 5 by_all 0 output 0{{$}}
	for (int i = 0; i < n; i++) x[i] = i;
}

int main(void)
{
	// Two statements in each iteration.
	// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+2]]: rank 0 runs 1 split 100 by_all 0 output 0{{$}}
	// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+1]]: rank 1 runs 1 split 100 by_all 0 output 0{{$}}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			a[i][j] = i + j;
			b[i][j] = 0;
		}
	for (int t = 0; t < 3; t++) {
		// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+2]]: rank 0 runs 3 split 96 by_all 0 output 0{{$}}
		// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+1]]: rank 1 runs 3 split 96 by_all 0 output 0{{$}}
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) b[i][j] = a[i - 1][j] + a[i + 1][j];
		// A triangle: 10 + 9 + 8 + 7 + 6, and 5 + 4 + 3 + 2 + 1.
		// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+2]]: rank 0 runs 3 split 120 by_all 0 output 0{{$}}
		// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+1]]: rank 1 runs 3 split 45 by_all 0 output 0{{$}}
		for (int i = 0; i < N; i++)
			for (int j = i; j < N; j++) a[i][j] = b[i][j] * .5;
		// One element in three of a row, from another one on in each.
		// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+2]]: rank 0 runs 3 split 51 by_all 0 output 0{{$}}
		// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+1]]: rank 1 runs 3 split 51 by_all 0 output 0{{$}}
		for (int i = 0; i < N; i++)
			for (int j = i % 3; j < N; j += 3) a[i][j] += 1;
	}
	// Tiles of a size that is a variable, and a head with a condition, which is two loops.
	// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+2]]: rank 0 runs 1 split 50 by_all 0 output 0{{$}}
	// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+1]]: rank 1 runs 1 split 50 by_all 0 output 0{{$}}
	for (int ii = 0; ii < N; ii += size)
		for (int jj = 0; jj < N; jj += size)
			for (int i = ii; i < (ii + size < N ? ii + size : N); i++)
				for (int j = jj; j < (jj + size < N ? jj + size : N); j++) b[i][j] = a[i][j] + 1;
	// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+2]]: rank 0 runs 1 split 2 by_all 0 output 0{{$}}
	// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+1]]: rank 1 runs 1 split 1 by_all 0 output 0{{$}}
	for (int i = 0; i < N; i += size) x[i] = i; // 0, 4, 8
	// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+2]]: rank 0 runs 1 split 1 by_all 0 output 0{{$}}
	// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+1]]: rank 1 runs 1 split 2 by_all 0 output 0{{$}}
	for (int i = N - 1; i >= 0; i -= size) x[i] = i; // 9, 5, 1
	// In a row each fourth element from the diagonal on: 3 + 3 + 2 + 2 + 2, and 2 + 1 + 1 + 1 + 1.
	// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+2]]: rank 0 runs 1 split 12 by_all 0 output 0{{$}}
	// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+1]]: rank 1 runs 1 split 6 by_all 0 output 0{{$}}
	for (int i = 0; i < N; i++)
		for (int j = i; j < N; j += size) a[i][j] += 1;
	number(N, sums);
	number(N, malloc(N * sizeof *x));
	// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+2]]: rank 0 runs 1 split 50 by_all 0 output 0{{$}}
	// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+1]]: rank 1 runs 1 split 50 by_all 0 output 0{{$}}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) sums[i] += a[i][j];
	for (int i = 0; i < N; i++) to[i] = (i * 3) % N;
	// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+2]]: rank 0 runs 1 split 0 by_all 10 output 0{{$}}
	// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+1]]: rank 1 runs 1 split 0 by_all 10 output 0{{$}}
	for (int i = 0; i < N; i++) x[to[i]] = sums[i];
	// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+2]]: rank 0 runs 1 split 0 by_all 0 output 10{{$}}
	// CHECK-NEXT: hpcc-stats-loop: {{.*}}loop_counts.c:[[@LINE+1]]: rank 1 runs 1 split 0 by_all 0 output 10{{$}}
	for (int i = 0; i < N; i++) printf("%g\n", x[i]);
	return 0;
}
