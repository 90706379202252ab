// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// A variable that hands a value from one iteration to the next, set from an array that the loop only reads, in a loop
// that is distributed: it is no private value that each part computes.
// MAX-SLOW: 8
// LOST: "one process after the other" what goes from an iteration to the next
#include <stdio.h>
#define N 41
static int a[N], b[N], d[N][6], e[N];
#pragma dist distribute [block] :: a, b, e
#pragma dist distribute d[block][*]

int main(void)
{
	int i, m1, m2 = 0, last = 100, now = 3;
	for (i = 0; i < N; i++) a[i] = i * 7 % 23 + 1;
	for (i = 0; i < N - 1; i++) {
		for (int j = 0; j < 6; j++) d[i][j] += j;
		m1 = m2;
		m2 = a[i];
		b[i] = m1 - m2;
	}
	for (i = 0; i < N; i++) printf("%d ", b[i]);
	for (i = 0; i < N; i++) {
		for (int j = 0; j < 6; j++) d[i][j] += now;
		now = a[i] + 1;
		e[i] = now - last;
		last = a[i];
	}
	printf("\n%d %d\n", last, now);
	// Set before it is read, twice.
	for (i = 1; i < N - 1; i++) {
		now = a[i];
		for (int j = 0; j < 6; j++) d[i][j] += now;
		now = a[i - 1];
		e[i] += now;
		for (int j = 0; j < 5; j++) d[i][j + 1] += d[i][j];
	}
	for (i = 0; i < N; i++) printf("%d %d %d\n", e[i], d[i][3], d[i][5]);
	return 0;
}
