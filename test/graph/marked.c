// SPDX-License-Identifier: Apache-2.0
//
// `cycle` says which loop is the phase cycle, wherever it stands; without it that is the outermost one.
// RUN: %hpcc -fdist -O1 %s -o %t -lm && %hpcc-graph %t | %FileCheck --check-prefix MARKED %s
// RUN: %hpcc -fdist -O1 -DPLAIN %s -o %t.plain -lm && %hpcc-graph %t.plain | %FileCheck --check-prefix PLAIN %s
// RUN: %hpcc-graph --procs 4 %t | %FileCheck --check-prefix PREDICTED %s
// RUN: %hpcc -fdist -fdist-emit=model %s | %FileCheck --check-prefix MODEL %s
#include <stdio.h>

#define N 60
static double u[N], w[N];
#pragma dist distribute [block] :: u, w

static void relax(int steps)
{
#ifndef PLAIN
#pragma dist cycle
#endif
	// MARKED: phases of for (int t = 0; t < steps; t++), {{.*}}marked.c:[[@LINE+3]] in relax
	// PREDICTED: predicted; 15 steps of the cycle at {{.*}}marked.c:[[@LINE+2]]
	// MODEL: for{{.*}} cycle
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < N - 1; i++) w[i] = .5 * (u[i - 1] + u[i + 1]);
		for (int i = 1; i < N - 1; i++) u[i] = w[i];
	}
}

int main(void)
{
	// PLAIN: phases of for (int k = 0; k < 3; k++), {{.*}}marked.c:[[@LINE+1]] in main
	for (int k = 0; k < 3; k++) {
		for (int i = 0; i < N; i++) u[i] = i == k;
		relax(5);
		printf("%g\n", u[N / 2]);
	}
	return 0;
}
