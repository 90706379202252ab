// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line %s | grep -v '^[[:space:]]*//' | %FileCheck %s
//
// Which loops that add up run in strips.
static double a[100][200], b[100][200], c[100][200], d[100][200];
#pragma dist distribute [block][*] :: a, b, c, d

// CHECK-LABEL: double in_strips(
double in_strips(int n)
{
	double s = 0;
	// CHECK: for (int k = 1; k < n; ) { const long hpcc_n = hpcc_strip((long)(n) - (long)k); double hpcc_put[[S:[0-9]+]]_0[HPCC_STRIP]; HPCC_VECTORISE for (long hpcc_m = 0; hpcc_m < hpcc_n; hpcc_m++, k++) {
	// CHECK-NEXT: double t =
	// CHECK-NEXT: hpcc_put[[S]]_0[hpcc_m] = t;
	// CHECK: HPCC_VECTORISED for (long hpcc_m = 0; hpcc_m < hpcc_n; hpcc_m++) { s += hpcc_put[[S]]_0[hpcc_m] * hpcc_put[[S]]_0[hpcc_m]; } }
	for (int i = 1; i < 99; i++)
		for (int k = 1; k < n; k++) {
			double t = a[i][k] + b[i][k] * c[i][k] - a[i - 1][k] + c[i][k - 1];
			s += t * t;
			d[i][k] = t + d[i][k];
		}
	return s;
}

// Little else to do, elements far apart, a value carried to the next iteration, a condition, no floating point.
// CHECK-LABEL: double not_in_strips(
// CHECK-NOT: hpcc_strip(
double not_in_strips(int n)
{
	double s = 0, last = 0;
	long count = 0;
	for (int i = 0; i < 100; i++)
		for (int k = 0; k < n; k++) s += a[i][k] * b[i][k];
	for (int k = 0; k < n; k++)
		for (int i = 0; i < 100; i++) s += a[i][k] * b[i][k] + c[i][k] * d[i][k] + a[i][k] + b[i][k] + c[i][k];
	for (int i = 0; i < 100; i++)
		for (int k = 1; k < n; k++) {
			d[i][k] = d[i][k - 1] + a[i][k] * b[i][k] - c[i][k];
			s += d[i][k] * a[i][k] + b[i][k];
		}
	for (int i = 0; i < 100; i++)
		for (int k = 1; k < n; k++) {
			double t = a[i][k] * b[i][k] + c[i][k] * d[i][k] + a[i][k - 1] + b[i][k - 1];
			if (t > 0) s += t;
		}
	for (int i = 0; i < 100; i++)
		for (int k = 1; k < n; k++)
			count += (long)(a[i][k] * b[i][k] + c[i][k] * d[i][k] + a[i][k - 1] + b[i][k - 1]);
	return s + last + count;
}
