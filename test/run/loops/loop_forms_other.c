// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 4
// Loops that look as if they counted, and do not, or not so.
#include <math.h>
#include <stdio.h>
#define N 53

static double a[N], b[N], m[N][N];
#pragma dist distribute[block] ::a, b
#pragma dist distribute m[block][*]

static void start(void)
{
	for (int i = 0; i < N; i++) {
		a[i] = i % 11;
		b[i] = i * 3 % 17;
		for (int j = 0; j < N; j++) m[i][j] = (i + 2 * j) % 13;
	}
}

static void show(const char *name, int value)
{
	double sum = 0;
	for (int i = 0; i < N; i++) {
		sum += floor(a[i] * 64) * (i + 1) + floor(b[i] * 64) * (i % 7 + 1);
		for (int j = 0; j < N; j++) sum += floor(m[i][j] * 64) * ((i * 3 + j) % 17);
	}
	printf("%s %d %.0f\n", name, value, sum);
}

static int others(int n)
{
	int i = 0, times = 0;
	while (i < n) {
		if (i == 7 && times++ < 2) continue;
		a[i] += times;
		i++;
	}
	int k = 0;
	while (k < n) {
		int k2 = k;
		switch (k2 % 3) {
		case 0: k += 1; break;
		default: a[k2] -= 1;
		}
		k++;
	}
	unsigned u = n;
	do {
		u--;
		a[u] += 1;
	} while (u > 0);
	return i + k + times;
}

// The head of the loop does not do all of it.
static int towards(int n)
{
	int i, high = n - 1, left = n;
	for (i = 0; i < high; i++, high--) m[i][0] = m[i][high] + high;
	for (i = 0; i < left; i++) {
		a[i] = left;
		left -= 2;
	}
	return 100 * i + high + left;
}

int main(void)
{
	start();
	show("others", others(N));
	show("towards", towards(N));
	return 0;
}
