// SPDX-License-Identifier: Apache-2.0
//
// The phase cycle is marked for the runtime, with how often it runs where its head says so; one with pragmas of others is
// left as it is, as they must stand before the loop itself.
//
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line %s | grep -v '^[[:space:]]*//' | %FileCheck --check-prefixes=CYCLE,COUNT %s
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -DLIMIT %s | grep -v '^[[:space:]]*//' | %FileCheck --check-prefixes=CYCLE,UNKNOWN %s
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -DLEFT %s | grep -v '^[[:space:]]*//' | %FileCheck --check-prefixes=CYCLE,UNKNOWN %s
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line -DUNROLL %s | grep -v '^[[:space:]]*//' | \
// RUN:   %FileCheck --check-prefix=PRAGMA --implicit-check-not=HPCC_CYCLE %s
#include <stdio.h>

static double a[60], b[60];
#pragma dist distribute [block] :: a, b

int main(int argc, char **argv)
{
	int steps = 10 * argc;
	// COUNT: HPCC_CYCLE("{{.*}}cycle.c", [[#@LINE+5]], hpcc_max(0, (long)(steps) - (long)(2)))
	// UNKNOWN: HPCC_CYCLE("{{.*}}cycle.c", [[#@LINE+4]], -1)
#ifdef UNROLL
#pragma GCC unroll 2
#endif
	for (int t = 2; t < steps; t++) {
		// CYCLE: HPCC_CYCLE_STEP
		// PRAGMA: #pragma GCC unroll 2
		// PRAGMA: for (int t = 2; t < steps; t++)
		for (int i = 1; i < 59; i++) b[i] = a[i - 1] + a[i + 1];
		for (int i = 1; i < 59; i++) a[i] = b[i];
#ifdef LIMIT
		if (argv[1]) steps--;
#endif
#ifdef LEFT
		if (argv[1]) break;
#endif
	}
	printf("%g\n", a[30]);
}
