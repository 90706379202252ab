// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// The time loop is left by break, by return and by goto, on what nests computed.
#include <stdio.h>

#define N 16

static long a[N], b[N];
#pragma dist distribute [block] :: a, b

static int search(int limit)
{
	for (int t = 0; t < 100; t++) {
		long largest = -1;
		for (int i = 0; i < N; i++) {
			a[i] = a[i] + i;
			if (a[i] > largest) largest = a[i];
		}
		if (largest > limit) return t;
	}
	return -1;
}

int main(void)
{
	for (int i = 0; i < N; i++) a[i] = b[i] = 0;
	int t;
	for (t = 0; t < 50; t++) {
		for (int i = 1; i < N; i++) b[i] = a[i - 1] + 1;
		for (int i = 0; i < N; i++) a[i] = b[i];
		long sum = 0;
		for (int i = 0; i < N; i++) sum += a[i];
		printf("%d %ld\n", t, sum);
		if (sum == 90) continue;
		if (sum >= 110) break;
	}
	printf("left at %d\n", t);
	printf("%d\n", search(200));
	for (t = 0;; t++) {
		long product = 1;
		for (int i = 0; i < N; i++) product *= a[i] % 2 == 0 ? 1 : 2;
		if (product > 4 || t > 3) goto done;
		for (int i = 0; i < N; i++) a[i]++;
	}
done:
	printf("%d %ld\n", t, a[N - 1]);
	return 0;
}
