// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line %s -o - | %FileCheck %s
// RUN: %hpcc -fdist -fdist-emit=graph %s -o - | %FileCheck --check-prefix GRAPH %s
//
// A function that a nest calls and that is looked into has a second version, the source's own: no nest, no test of each access.
static double a[100][8];
#pragma dist distribute a[block][*]

// CHECK: static void add(double *row, int k, double by) { HPCC_UPDATE(row[k]) += by; }
// CHECK-NEXT: static void hpcc_inner_add(double *row, int k, double by)
// CHECK-NEXT: { row[k] += by; }
static void add(double *row, int k, double by) { row[k] += by; }

// CHECK: static void hpcc_inner_shift(double *row, int n, double by)
// CHECK-NEXT: {
// CHECK-NEXT: for (int k = 0; k < n; k++) hpcc_inner_add(row, k, by);
void shift(double *row, int n, double by)
{
	for (int k = 0; k < n; k++) add(row, k, by);
}

// GRAPH: computes (a[i])[k] = t
static void half(double *row)
{
	double t;
	for (int k = 0; k < 8; k++) {
		t = row[k] / 2;
		row[k] = t;
	}
}

void g(int n)
{
	for (int i = 0; i < n; i++) half(a[i]);
}

void f(int n)
{
	// CHECK: while (hpcc_next(hpcc_r))
	// CHECK: hpcc_inner_shift(a[i], 8, 0.5);
	for (int i = 0; i < n; i++) shift(a[i], 8, 0.5);
	// CHECK: {{^}}	shift(
	shift(a[3], 8, 2);
}
