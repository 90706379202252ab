// SPDX-License-Identifier: Apache-2.0
//
// Loops that could be split and are run by all, because of the arrays or values that they are given, are told of at
// the end, and those of which the compiler has not warned because it saw nothing mapped: once each, with the line, the
// reason and what to write instead; not where it costs next to nothing, and not on one process.
// RUN: %hpcc -fdist -w -O1 %s -o %t && %mpirun -n 2 %t > %t.out 2> %t.err
// RUN: %FileCheck --check-prefix=OUT %s < %t.out && %FileCheck --implicit-check-not=hpcc: %s < %t.err
// RUN: %mpirun -n 1 %t 2>&1 | %FileCheck --check-prefix=OUT --implicit-check-not=hpcc: %s
// What is lost is little beside what is split.
// RUN: %mpirun -n 2 %t 200 2>&1 | %FileCheck --check-prefix=OUT --implicit-check-not=hpcc: %s
// OUT: total
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define N 400
static double m[N][N], other[N][N], flat[N * N], same[N * N], longer[N * N + 1], ends[2 * N];
#pragma dist distribute [block][*] :: m, other
#pragma dist distribute [block] :: flat, same, longer, ends

static void shift(double *x, const double *y, int n)
{
	// CHECK: hpcc: {{.*}}c:[[@LINE+2]]: warning: this loop could be split, and all processes ran all of it: `{{[xy]}}` and
	// CHECK-SAME: `{{[xy]}}` overlap; hand it arrays that lie apart
	for (int i = 0; i < n; i++) x[i] = y[i];
}

static void both(double (*x)[N], double (*y)[N])
{
	// CHECK-NEXT: hpcc: {{.*}}c:[[@LINE+2]]: {{.*}}all of it, 3 times: `{{[xy]}}` has no mapping, or is not split, and
	// CHECK-SAME: other arrays are; give it a mapping, too
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) x[i][j] = i, y[i][j] += j;
}

static void both_alike(double *x, double *y, int n)
{
	// CHECK-NEXT: hpcc: {{.*}}c:[[@LINE+1]]: {{.*}}all of it: `{{[xy]}}` does not lie as `{{[xy]}}` does; align them
	for (int i = 0; i < n; i++) x[i] = i, y[i] += 1;
}

static void rows(int n, int row, int used, double *x)
{
	// CHECK-NEXT: hpcc: {{.*}}c:[[@LINE+2]]: {{.*}}all of it: the rows of `x` have 300 elements here, those of the mapped
	// CHECK-SAME: array `m` 400; give it the shape that it is used with (`array`)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < used; j++) x[i * row + j] += 1;
}

static void beyond_rows(int n, int row, int used, double *x)
{
	// CHECK-NEXT: hpcc: {{.*}}c:[[@LINE+2]]: {{.*}}all of it: this does not hold: {{.*}}row >= used
	// CHECK-SAME: ; it is split where that holds
	for (int i = 0; i < n; i++)
		for (int j = 0; j < used; j++) x[i * row + j] += 1;
}

// These rows are seen to have no mapping: the compiler has warned.
static void pointers_to_rows(double **c)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) c[i][j] = m[i][j];
}

union pointer {
	double *p;
	uintptr_t number;
};

// The compiler does not see that mapped memory gets here, and has not warned.
static void unseen(union pointer to, int n)
{
	double *t = to.p;
	// CHECK-NEXT: hpcc: {{.*}}c:[[@LINE+1]]: warning: all processes ran all of this loop: no mapped array says where
	for (int i = 1; i < n; i++) t[i] += t[i - 1] / 2;
}

// Of this one it has.
static void seen(int n)
{
	for (int i = 1; i < n; i++) same[i * 7 % n] = same[i] + 1;
}

// Each run costs next to nothing, and all of them together do, too.
static void little(double *x, const double *y)
{
	for (int i = 0; i < 3; i++) x[i] = y[i];
}

static double work(void)
{
	double most = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			other[i][j] = other[i][j] / 2 + i + j;
			if (other[i][j] > most) most = other[i][j];
		}
	return most;
}

int main(int argc, char **argv)
{
	double total = 0;
	double *row[N];
	for (int t = 0; t < (argc > 1 ? atoi(argv[1]) : 1); t++) total += work();
	little(ends, ends + 1);
	if (argc == 1) {
		for (int i = 0; i < N; i++) row[i] = calloc(N, sizeof *row[0]);
		shift(m[0], m[0] + 1, N * N - 1);
		for (int k = 0; k < 3; k++) both(calloc(N, sizeof *m), m);
		both(m, other);
		both_alike(flat, same, N * N);
		both_alike(flat, longer, N * N);
		rows(N, N, N, (double *)m);
		rows(300, 300, 300, (double *)m);
		beyond_rows(N - 1, N, N + 1, (double *)m);
		pointers_to_rows(row);
		union pointer to = {calloc(1, sizeof(double))};
		to.number = (uintptr_t)flat;
		unseen(to, N * N);
		seen(N * N);
	} else {
		shift(m[0], m[0] + 1, N * N - 1);
	}
	for (int i = 0; i < N; i++) total += m[i][i] + flat[i] + same[i] + longer[i];
	printf("total %g\n", total);
	return 0;
}
