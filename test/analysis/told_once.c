// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
//
// A loop that is written for each component is told of once.
#include <stdlib.h>
static double *q[4];
#pragma dist array q[k][40][16] : k = 0..3
#pragma dist distribute [block][*] :: q
static int at[640];
int main(void)
{
	for (int k = 0; k < 4; k++) q[k] = calloc(640, sizeof(double));
	for (int i = 0; i < 640; i++) at[i] = (i * 7) % 640;
	for (int t = 0; t < 3; t++)
		for (int i = 0; i < 640; i++) {
			for (int k = 0; k < 4; k++) {
				q[k][at[i]] = q[(k + 1) % 4][i] + 1;
				// CHECK: told_once.c:[[@LINE+1]]:5: warning: this loop sets elements one by one
				for (int m = 0; m < 3; m++) q[k][at[m]] *= i + m;
				// CHECK: told_once.c:[[@LINE-1]]:{{[0-9]+}}: note: the subscripts of 'q[0][at[m]]' on
				// CHECK-NOT: one by one
				// CHECK-NOT: 'q[1][at[m]]'
			}
		}
}
