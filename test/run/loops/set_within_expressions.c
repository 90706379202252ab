// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 6
//
// Variables and work arrays that are set in a part of an expression, in some iterations: the last value is that of the
// last iteration which set it.
#include <stdio.h>

#define N 23

static int a[N], b[N];
#pragma dist distribute [block] :: a, b

int main(void)
{
	int x = -1, y = -2, z = -3, u = -4, v = -5, w[6] = {9, 8, 7, 6, 5, 4}, p[N], q[N];
	struct pair {
		int first, second;
	} s = {-6, -7};
	for (int i = 0; i < N; i++) a[i] = i * 7 % 11;
	for (int i = 0; i < N; i++) p[i] = q[i] = -i;
	for (int i = 0; i < N; i++) {
		(void)(i != 2 ? (b[i] = a[i]) : (x = i));
		(void)(a[i] > 8 || (y = i + 100));
		(void)(a[i] < 9 || (z = i + 200));
	}
	for (int i = 0; i < N; i++) b[i] = i < 5 ? (u = a[i]) : a[i] == 3 && i < 15 ? (v = i) : 1;
	printf("%d %d %d %d %d\n", x, y, z, u, v);
	for (int i = 0; i < N; i++) {
		for (int k = 0; k < 6; k++) w[k] = a[i] + k;
		(void)(i != 3 || (w[i] = -1));
		(void)(a[i] < 9 || (w[2] = -2));
		b[i] += w[i % 6];
	}
	for (int k = 0; k < 6; k++) printf("%d ", w[k]);
	for (int i = 0; i < N; i++) {
		(void)(i > 4 || (w[0] = a[i]));
		(void)(a[i] == 4 && (w[1] = i));
		b[i]++;
	}
	for (int k = 0; k < 6; k++) printf("%d ", w[k]);
	for (int i = 0; i < N; i++) {
		(void)(a[i] > 5 && (p[i] = i));
		(void)(a[i] > 6 && (q[i / 2] = i));
		b[i]--;
	}
	for (int i = 0; i < N; i++) printf("%d %d ", p[i], q[i]);
	for (int i = 0; i < N; i++) {
		s.first = a[i];
		(void)(i == 7 && (s.second = i));
		b[i] += s.first;
	}
	printf("%d %d\n", s.first, s.second);
	/* What all compute in each iteration, and the owner changes once more. */
	for (int i = 0; i < N - 1; i++) {
		for (int k = 0; k < 6; k++) w[k] = (x + i) % 101;
		x = w[3] + 1;
		b[i] += w[4];
		if (w[3] > 2) {
			x = 6;
			w[3] = a[i + 1] + 2;
			continue;
		}
		b[i] -= w[5];
	}
	printf("%d %d\n", x, w[3]);
	for (int i = 0; i < N; i++) printf("%d ", b[i]);
	printf("\n");
	return 0;
}
