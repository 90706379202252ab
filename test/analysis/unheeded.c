// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fsyntax-only -fno-caret-diagnostics %s 2>&1 | %FileCheck --implicit-check-not warning: %s
//
// Mappings that are seen to have no effect, and such as may have one.
#include <stdio.h>
#include <stdlib.h>

#define N 100

// CHECK: unheeded.c:[[@LINE+3]]:9: warning: the mapping of 'never' has no effect: nothing gives the pointer memory [-Wdist-mapping-without-memory]
static double *never, *null = NULL;
#pragma dist array never[N], null[N]
#pragma dist distribute never[block]
// CHECK: unheeded.c:[[@LINE+1]]:9: warning: the mapping of 'null' has no effect: nothing gives the pointer memory
#pragma dist distribute null[block]

// By its address, by another file, by what it begins with.
static double *given, *begun = &(double[N]){1}[0], *sometimes;
double *by_others;
#pragma dist array given[N], by_others[N], begun[N], sometimes[N]
#pragma dist distribute[block] ::given, by_others, begun, sometimes
int take(double **);
#pragma dist pure(take)

// CHECK: unheeded.c:[[@LINE+2]]:9: warning: the mapping of 'unused' has no effect: no loop uses the array [-Wdist-mapping-unused]
static double unused[N], other[N], model[N], handed[N], single[N], used[N], seen_by_others[N], *freed;
#pragma dist distribute unused[block]
// CHECK: unheeded.c:[[@LINE+1]]:9: warning: the mapping of 'single' has no effect: no loop uses the array
#pragma dist distribute single[block]
#pragma dist array freed[N]
// CHECK: unheeded.c:[[@LINE+1]]:9: warning: the mapping of 'freed' has no effect: no loop uses the array
#pragma dist distribute freed[block]
#pragma dist distribute[block] ::model, handed, used
#pragma dist align other[i] with model[i]
double elsewhere[N];
#pragma dist distribute elsewhere[block]
static double *view = seen_by_others;
#pragma dist distribute seen_by_others[block]

static double element(int i) { return handed[i]; }

// What nobody calls is no use.
static double uncalled[N];
// CHECK: unheeded.c:[[@LINE+1]]:9: warning: the mapping of 'uncalled' has no effect: no loop uses the array
#pragma dist distribute uncalled[block]
static void nobody(void)
{
	double *mine = malloc(N * sizeof *mine);
#pragma dist distribute mine[block]
	for (int i = 0; mine && i < N; i++) mine[i] = i;
	for (int i = 0; i < N; i++) uncalled[i] = i;
}

int main(int argc, char **argv)
{
	double sum = 0, *local;
// CHECK: unheeded.c:[[@LINE+2]]:9: warning: the mapping of 'local' has no effect: nothing gives the pointer memory
#pragma dist array local[argc]
#pragma dist distribute local[block]
	freed = malloc(N * sizeof *freed);
	if (!freed || !argv) return 1;
	free(freed);
	if (argc > 1) sometimes = malloc(N * sizeof *sometimes);
	take(&given);
	single[3] = 1;
	for (int i = 0; i < N; i++) used[i] = other[i] + (never == NULL) + (null == NULL) + begun[i];
	for (int i = 0; i < N; i++) sum += given[i] + view[i] + element(i) + (sometimes ? sometimes[i] : 0);
	printf("%g %g %g\n", sum, used[3], single[3]);
	return 0;
}
