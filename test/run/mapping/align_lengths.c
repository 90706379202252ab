// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
//
// Arrays of unlike lengths that are aligned with one another, set in one loop: its bounds are those of all of them together, whichever
// stands first in it.
#include <stdio.h>
#define N 40
#define M 25
double first[N], longer[N], shorter[M], before[M];
#pragma dist distribute first[block]
#pragma dist align [i] with first[i] :: shorter, longer
#pragma dist align before[i] with first[i + 10]

int main(void)
{
	for (int t = 0; t < 2; t++) {
		for (int i = 0; i < N; i++) first[i] = i + t;
		for (int i = 0; i < N; i++) {
			if (i < M) shorter[i] = 2 * i;
			longer[i] = i + 7;
		}
		for (int i = 0; i < N; i++) {
			if (i >= 10 && i < 10 + M) before[i - 10] = longer[i] + i;
			longer[i] += first[i];
		}
	}
	for (int i = 0; i < N; i++) printf("%g %g\n", first[i], longer[i]);
	for (int i = 0; i < M; i++) printf("%g %g\n", shorter[i], before[i]);
	return 0;
}
