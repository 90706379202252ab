// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Loops that end where an array's element, or a call, says so, and whose variable is read behind them: it is what the
// loop has left, and the condition is asked once for each iteration.
// ARGS: 30
// ARGS: 3
// ARGS: 1
// MAX-SLOW: 24
// BY-ALL: 100 all processes go through what is searched
#include <stdio.h>
#include <stdlib.h>
#define N 30
static int a[N], b[N], len[4];
static int rows[N][6];
static double y[N], limit[4];
#pragma dist distribute [block] :: a, b, len, y, limit
#pragma dist distribute rows[block][*]
static int asked;

static int bound(int n) { return n - (++asked & 1); }

// An inner loop's variable, below a loop that counts down in its body and has a pointer of its own.
static int below(int first, int n)
{
	int i = 0, j = 0, r;
	for (r = 0; r < 3; r++) {
		i = n - 1;
		while (i >= first) {
			int *p = &b[i];
			*p += 1;
			for (j = 0; j < 6; j++) rows[i][j] += j;
			i -= 3;
		}
	}
	return 100 * r + 10 * j + i;
}

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : N;
	int i;
	for (i = 0; i < n; i++) a[i] = i * 7 - 87;
	for (i = 0; i < 4; i++) len[i] = (20 - 6 * i) % n, limit[i] = len[i];
	for (i = 0; i < n && a[i] != -45; i++) b[i] = a[i] + i;
	printf("%d %d\n", i, b[0]);
	for (i = 0; i < len[1]; i++) b[i] = 1;
	printf("%d\n", i);
	for (i = 0; i < len[2] && i < n; i += 3) b[i] -= 1;
	printf("%d\n", i);
	for (i = 0; i < limit[1]; i++) y[i] = 1;
	printf("%d\n", i);
	for (i = 0; i < bound(n); i++) y[i] += i;
	printf("%d %d\n", i, asked);
	i = n / 2;
	for (; i < n && a[i] < 80; i++) b[i] += 5;
	printf("%d\n", i);
	for (i = n - 1; i >= 0 && a[i] > -45; i--) y[i] -= 0.5;
	printf("%d\n", i);
	for (i = 0; i < n && a[i] != -45; i++) {
		b[i] = a[i] + i;
		if (b[i] > 3) break;
	}
	printf("%d\n", i);
	for (i = 0; i < bound(n); i++) {
		y[i] += 1;
		if (y[i] > 12) break;
	}
	printf("%d %d\n", i, asked);
	for (i = 0; i < n && a[i] != 60; i++)
		if (a[i] % 2) b[i] = asked++;
	printf("%d %d\n", i, asked);
	printf("%d\n", below(0, n));
	for (i = 0; i < n; i++) printf("%d %g %d\n", b[i], y[i], rows[i][5]);
	return 0;
}
