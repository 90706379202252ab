// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fsyntax-only -fno-caret-diagnostics %s 2>&1 | %FileCheck --implicit-check-not warning: --implicit-check-not note: %s
//
// Arrays without a mapping that each process uses where it has set them, in functions that get them, too: what all are
// sent is read by nobody. Where somebody may read it there is no such warning.
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define N 100
static double u[N], v[N];
#pragma dist distribute [block] :: u, v
static double shifted[N + 10];
#pragma dist distribute shifted[block]
static double twice_seen[N], moved[N];

static void absorb(double *of, double *before, bool first)
{
	for (int i = 0; i < N; i++) {
		of[i] += first ? 0 : before[i];
		// CHECK: shared_in_loop.c:[[@LINE+3]]:15: warning: what each process sets of 'before' is sent to all others in each iteration of the loop around this one, and nobody reads it there
		// CHECK-NEXT: shared_in_loop.c:[[@LINE+2]]:15: note: no directive maps it: aligned with 'of', beside which it is used, each process keeps its part
		// CHECK-NEXT: shared_in_loop.c:[[@LINE+43]]:3: note: the loop is the one that calls 'absorb' here
		if (!first) before[i] = of[i];
	}
}

// What the second parameter is somebody reads elsewhere.
static void absorb_seen(double *of, double *before)
{
	for (int i = 0; i < N; i++) {
		of[i] += before[i];
		before[i] = of[i];
	}
}

// Elements of one subscript that are beside those of two processes.
static void absorb_moved(void)
{
	for (int i = 0; i < N; i++) {
		u[i] += moved[i];
		moved[i] = u[i];
	}
	for (int i = 0; i < N; i++) shifted[i] += moved[i];
}

// Others may know the memory.
static double *handed_out;
static void absorb_handed_out(double *of, double *before)
{
	handed_out = before;
	for (int i = 0; i < N; i++) {
		of[i] += before[i];
		before[i] = of[i];
	}
}

double absorbed(int steps)
{
	static double at_rest[N], own[N];
	double *old = malloc(N * sizeof *old), sum = 0;
	if (!old) return 0;
	for (int i = 0; i < N; i++) old[i] = at_rest[i] = i;
	memset(own, 0, sizeof own);
	for (int t = 0; t < steps; t++) {
		absorb(u, old, t == 0);
		absorb(v, own, false);
		absorb_seen(u, twice_seen);
		absorb_moved();
		absorb_handed_out(u, at_rest);
		sum += twice_seen[t % N] + handed_out[0];
	}
	free(old);
	return sum;
}
