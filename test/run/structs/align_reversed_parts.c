// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
//
// What is aligned in reverse is owned by the processes in the other direction: where several of them set an element of a replicated array
// the last iteration's value counts, which is the first process's.
#include <stdio.h>
#define N 41
double a[N + 1], x[N + 1];
int r[N + 1], q[N + 1];
#pragma dist distribute a[block]
#pragma dist align x[i] with a[N - i]

int main(void)
{
	for (int i = 0; i <= N; i++) a[i] = i;
	for (int i = 0; i <= N; i++) {
		x[i] = i % 7;
		for (int k = 0; k < 3; k++) r[k] = i;
	}
	for (int i = 0; i <= N - 2; i++) {
		x[i] += 1;
		for (int k = 0; k < 3; k++) q[i + k] = i;
	}
	for (int i = 0; i <= N; i++) printf("%g %g %d %d\n", a[i], x[i], r[i], q[i]);
	return 0;
}
