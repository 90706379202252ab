// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fdist-emit=model -I%hpcc_source/include %s 2>&1 | %FileCheck %s
// Functions that say what a loop costs.
#include <hpcc/callbacks.h>

static double v[100];
#pragma dist distribute v[block]
static void work(const long *par, const hpcc_range *own, double *n) { (void)par, (void)own, n[HPCC_FADD]++; }
static double rows(const long *par) { return (double)par[0]; }
static double two(const long *par, long more) { return (double)(par[0] + more); }

void set(void)
{
// CHECK: callbacks.c:[[@LINE+1]]:32: error: 'two' has not the type of 'numPDUs', which <hpcc/callbacks.h> calls 'hpcc_number_function'
#pragma dist callback(numPDUs: two)
	for (int i = 0; i < 100; i++) v[i] = i;
// CHECK: callbacks.c:[[@LINE+1]]:47: error: 'numPDUs' is given twice for this loop
#pragma dist callback(numPDUs: rows, numPDUs: rows)
	for (int i = 0; i < 100; i++) v[i] = i;
// CHECK: callbacks.c:[[@LINE+1]]:23: error: unknown callback 'complexity'
#pragma dist callback(complexity: work)
	for (int i = 0; i < 100; i++) v[i] = i;
// CHECK-NOT: error
#pragma dist callback(comp_complexity: work, numPDUs: rows)
	for (int i = 0; i < 100; i++) v[i] = i;
// CHECK: callbacks.c:[[@LINE+1]]:9: error: 'callback' is not followed by a loop
#pragma dist callback(numPDUs: rows)
	v[0] = 1;
}
