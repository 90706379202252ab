// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
// RUN: %hpcc -fdist -DRIGHT -fdist-emit=graph %s | %FileCheck --check-prefix GRAPH %s
// RUN: %hpcc -E %s -o %t.i && %not %hpcc -fdist -fsyntax-only %t.i 2>&1 | %FileCheck --check-prefix ALONE %s
//
// Inquiry functions are pure; those whose answers differ stay in local functions.
#include <hpcc/dist.h>

double a[100], b[100][100];
#pragma dist distribute a[block]

// GRAPH: task 1: split by ownership
// GRAPH: task 2: split by ownership
// GRAPH-NEXT: hpcc_par[0] = (long)(dist_nprocs())
void good(int n)
{
	for (int i = 0; i < n; i++) a[i] = dist_owner(a, i) + dist_grid(a, 0);
	for (int p = 0; p < dist_nprocs(); p++) a[p] = p;
}

// ALONE: inquiries.c:[[@LINE+4]]:1: error: this call was preprocessed for one process; preprocess with -fdist, too
int owner(int i)
{
	int who =
dist_owner(a, i);
	return who;
}

#ifndef RIGHT
// CHECK: inquiries.c:[[@LINE+1]]:23: error: 'dist_rank' differs between processes; it may be called in functions that are marked '#pragma dist local' only
int (*which)(void) = &dist_rank;

long bad(int n)
{
	return dist_lo(a, 0)
	// CHECK: inquiries.c:[[@LINE-1]]:9: error: 'dist_lo' differs
	// CHECK: inquiries.c:[[@LINE+1]]:11: error: 'dist_hi' differs
	       + dist_hi(a, 0) + dist_intervals(a, 0);
	// CHECK: inquiries.c:[[@LINE-1]]:27: error: 'dist_intervals' differs
}

double *place(void)
{
	long ld[2], lo, hi, step;
	// CHECK: inquiries.c:[[@LINE+1]]:2: error: 'dist_interval' differs
	dist_interval(b, 0, 0, &lo, &hi, &step);
	// CHECK: inquiries.c:[[@LINE+1]]:9: error: 'dist_local' differs
	return dist_local(b, ld);
}
#endif
