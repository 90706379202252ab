// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 13
// BY-ALL: 100 "for (int i = 0; i < n; i++) b[i] += a[k];": this does not hold: 4 <= n <= 2147483647 and 0 <=
//              hpcc_was_k < n
// ARGS: 40 1
// ARGS: 40 50
// ARGS: 3 5
// ARGS: 2 3
// ARGS: 1 1
// ARGS: 0 1
// Counters that look as if they wrapped around a length, and do something else, or begin outside of it, or turn more often than may be followed: right, if
// perhaps slow.
#include <stdio.h>
#include <stdlib.h>

static double a[200], b[200];
#pragma dist distribute [block] :: a, b

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40, from = argc > 2 ? atoi(argv[2]) : 1, k;
	for (int i = 0; i < 200; i++) a[i] = i * i % 17 + 0.5, b[i] = 0;
	// It begins behind the length.
	for (int i = k = from; i < n; i++) {
		b[i] += a[k];
		k++;
		if (k >= n) k -= n;
	}
	printf("%d\n", k);
	// By equality: a step of two may go past it; one back to 0.
	k = 1;
	for (int i = 0; i < n; i++) {
		b[i] += a[k];
		k += 2;
		if (k == n) k -= n;
	}
	k = 0;
	for (int i = 0; i < n; i++) {
		b[i] += a[k];
		k += 2;
		if (k >= n) k = 0;
	}
	// Goes back by something else, and to something else.
	k = 0;
	for (int i = 0; i < n; i++) {
		b[i] += a[k];
		k++;
		if (k >= n) k -= n - 1;
	}
	k = 0;
	for (int i = 0; i < n; i++) {
		b[i] += a[k];
		k++;
		if (k >= n / 2) k = 1;
	}
	// A step that is longer than the length.
	k = 0;
	for (int i = 0; i < n; i++) {
		b[i] += a[k];
		k += 4;
		if (k >= n) k -= n;
		if (k > 100) break;
	}
	k = 2;
	for (int i = 0; i < n && k >= 0; i++) {
		b[i] += a[k];
		k -= 4;
		if (k < 0) k += n;
	}
	printf("%d\n", k);
	// Unsigned: never below 0.
	unsigned char c = 3;
	for (int i = 0; i < n; i++) {
		b[i] += a[c % 200];
		c--;
		if (c < 0) c = 5;
	}
	unsigned z = 3;
	for (int i = 0; i < n; i++) {
		b[i] += a[z % 200];
		z -= 2;
		if (z < 0) z += (unsigned)n;
	}
	// A remainder below 0.
	k = 0;
	for (int i = 0; i < n; i++) {
		b[i] += a[k + 20];
		k = (k + n - 9) % n;
	}
	// Many turns, under a condition, and twice.
	k = 0;
	for (int i = 0; i < 150; i++) {
		b[i] += a[k];
		k++;
		if (k >= n) k = 0;
	}
	k = 0;
	for (int i = 0; i < n; i++) {
		b[i] += a[k];
		if (a[i] > 4) k++;
		if (k >= n) k -= n;
	}
	k = 0;
	for (int i = 0; i < n; i++) {
		b[i] += a[k];
		k++;
		if (k >= n) k -= n;
		k++;
		if (k >= n) k -= n;
	}
	k = 0;
	for (int i = 0; i < n; i++) {
		b[i] += a[k];
		if (k > 0)
			k--;
		else
			k = n;
	}
	k = 5;
	for (int i = 0; i < n; i++) {
		b[i] += a[k];
		k = k < 0 ? n - 1 : k ? k - 1 : 0;
	}
	for (int i = 0; i < 200; i++) printf("%g ", b[i]);
	printf("%u %d %d\n", z, c, k);
	return 0;
}
