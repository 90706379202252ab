// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line %s | grep -v '^[[:space:]]*//' | %FileCheck %s
// RUN: %hpcc -fdist -fdist-check -fdist-emit=c -fdist-no-line %s | grep -v '^[[:space:]]*//' | %FileCheck --check-prefix=CHECKED %s
//
// Functions ask once, when they are entered, whether anything is elsewhere: for the program, or for the memory that their parameters lead to.
#include <stddef.h>

double shared[100];
#pragma dist distribute shared[block]
extern void other_file(double *);

// CHECKED-NOT: hpcc_source_
// CHECK: double first(const double *p)
// CHECK-NEXT: { if (hpcc_alone || (hpcc_is_own(p))) return hpcc_source_first(p);
// CHECK: return HPCC_READ(p[0]);
// CHECK: static double hpcc_source_first(const double *p)
// CHECK-NEXT: {
// CHECK-NEXT: return p[0];
double first(const double *p)
{
	return p[0];
}

// What local pointers hold is followed, and what is called.
// CHECK: void steps(double *p, const double *q, int n)
// CHECK-NEXT: { if (hpcc_alone || (hpcc_is_own(p) && hpcc_is_own(q))) { hpcc_source_steps(p, q, n); return; }
// CHECK: HPCC_UPDATE(r[0]) += first(q + 1);
// CHECK: void hpcc_source_steps(
// CHECK: r[0] += hpcc_source_first(q + 1);
void steps(double *p, const double *q, int n)
{
	double *r = n ? p + 1 : NULL;
	if (r) r[0] += first(q + 1);
}

// Memory that no parameter leads to, functions that may map some, pointers of the memory's own, and variables that stay: only where nothing in the
// program is elsewhere.
// CHECK: double global(const double *p)
// CHECK-NEXT: { if (hpcc_alone) return hpcc_source_global(p);
double global(const double *p)
{
	return p[0] + shared[3];
}

// CHECK: double calls(double *p)
// CHECK-NEXT: { if (hpcc_alone) return hpcc_source_calls(p);
double calls(double *p)
{
	other_file(p);
	return p[0];
}

// CHECK: double rows(double **p)
// CHECK-NEXT: { if (hpcc_alone) return hpcc_source_rows(p);
double rows(double **p)
{
	return p[1][2];
}

// CHECK: double keeps(double *p)
// CHECK-NEXT: { if (hpcc_alone) return hpcc_source_keeps(p);
double keeps(double *p)
{
	static double most;
	if (p[0] > most) most = p[0];
	return most;
}

// CHECK: double steps_back(double *p)
// CHECK: { if (hpcc_alone) return hpcc_source_steps_back(p);
double steps_back(double *p)
{
	p -= 1;
	double *q = p;
	return q[1];
}

// No second text: the preprocessor's lines are not the function's own.
// CHECK-NOT: hpcc_source_split_head
#ifdef NEVER
double split_head(float *p) {
#else
double split_head(double *p) {
#endif
	return p[0];
}
// CHECK: double last(
double last(double *p, int n)
{
	return p[n - 1];
}

int main(void)
{
	double a[4] = {0}, *b[2] = {a, a};
	for (int i = 0; i < 100; i++) shared[i] = i;
	// CHECK: hpcc_source_steps(a, hpcc_image_of_shared, 3);
	steps(a, shared, 3);
	return global(a) + calls(a) + rows(b) + keeps(a) + steps_back(a + 1) + split_head(a) + last(a, 4) > 0;
}
// CHECK: hpcc_unit_maps();
