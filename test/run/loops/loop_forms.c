// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Loops that count in other words than a `for`'s: they are split as those are. What cannot be is right.
#include <math.h>
#include <stdio.h>
#define N 53
#define LAST (N - 1)

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

static int upward(int n)
{
	int i = 0;
	while (i < n) {
		a[i] = b[i] * 2;
		i++;
	}
	return i;
}

static int from_anywhere(int i, int n)
{
	while (i <= n) {
		if (b[i] > 5) break;
		i += 2;
	}
	int k = i;
	while (i < LAST && i < n) {
		a[i] = b[i] * 5 + k;
		i = i + 1;
	}
	return i;
}

static int downward(int n)
{
	int i = n;
	while (i-- > 0) {
		if (i % 3 == 1) continue;
		a[i] = b[i] + 1;
	}
	int k = n;
	while (--k >= 0) {
		if (k % 4 == 1) continue;
		b[k] = a[k] + 1;
	}
	return 100 * i + k;
}

static int asked_behind(int n)
{
	int i = 0, k = 3;
	do {
		a[i] = b[i] - 1;
		i++;
	} while (i < n);
	do {
		b[k] = a[k] + 3;
	} while (++k < n);
	int l = n;
	do {
		a[l] += 7;
		l++;
	} while (l <= n - 1);
	return i + k + l;
}

static int nested(int n)
{
	int i = 1, j = 0;
	while (i < n - 1) {
		j = 1;
		while (j < n - 1) {
			m[i][j] += b[i];
			++j;
		}
		++i;
	}
	return i * j;
}

static int both_ends(int n)
{
	int low = 0, high = n - 1;
	while (low < high) {
		m[low][0] = m[low][high] + high;
		low++;
		high--;
	}
	return low;
}

static int without_parts(int n)
{
	int i = 2;
	for (; i < n - 20; i++) a[i] += i;
	for (; i < n; i++) {
		if (i == 40) continue;
		a[i] += 2 * i;
	}
	for (int k = n - 1; k >= 0;) {
		b[k] += k;
		k -= 3;
	}
	return i;
}

int main(void)
{
	start();
	show("upward", upward(N));
	show("from anywhere", from_anywhere(3, N - 1));
	show("downward", downward(N));
	show("asked behind", asked_behind(N - 2));
	show("nested", nested(N));
	show("both ends", both_ends(N));
	show("without parts", without_parts(N));
	return 0;
}
