// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 37
// ARGS: 8
// ARGS: 5
// ARGS: 1
// MAX-SLOW: 0
// Variables with closed forms that are no sums: indices carried from the iteration before, wrap-around, signs that turn; elements packed by a counter.
#include <stdio.h>
#include <stdlib.h>
#define N 37
static double u[4 * N], v[N], w[N], buf[4 * N], a[N][N];
#pragma dist distribute u[block]
#pragma dist distribute buf[block]
#pragma dist distribute v[block]
#pragma dist distribute w[block]
#pragma dist distribute a[block][*]
static double sum(void)
{
	double s = 0;
	for (int i = 0; i < 4 * N; i++) s += u[i] * (i % 13 + 1) + buf[i] * (i % 5 + 1);
	for (int i = 0; i < N; i++) s += v[i] * (i % 7 + 2) + w[i] * (i % 3 + 1);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) s += a[i][j] * (i + 2 * j);
	return s;
}
int main(int argc, char **argv)
{
	int i, j, k, n = argc > 1 ? atoi(argv[1]) : N, isw, im1, prev, cur, next;
	for (i = 0; i < 4 * N; i++) u[i] = i % 17, buf[i] = i % 3;
	for (i = 0; i < N; i++) v[i] = i % 5, w[i] = 0;
	for (i = 0; i < N; i++)
		for (j = 0; j < N; j++) a[i][j] = i + j;
	// Indices of the iteration before, and indices that go in circles.
	isw = 1;
	for (i = 0; i < n; i++) {
		w[i] += isw * v[i];
		isw = 3 - isw;
	}
	printf("A %d %g\n", isw, sum());
	im1 = n - 1;
	for (i = 0; i < n; i++) {
		w[i] = v[i] - v[im1];
		im1 = i;
	}
	printf("B %d %g\n", im1, sum());
	for (i = 0, im1 = n - 1; i < n; im1 = i, i++) w[i] += v[i] * v[im1];
	printf("C %d %g\n", im1, sum());
	prev = n - 1, cur = 0, next = 1 % n;
	for (i = 0; i < n; i++) {
		w[cur] += v[prev] + v[next];
		prev = cur;
		cur = next;
		next = (next + 1) % n;
	}
	printf("E %d %d %d %g\n", prev, cur, next, sum());
	k = 5 % n;
	for (i = 0; i < n; i++) {
		w[i] += v[k];
		k = (k + 1) % n;
	}
	printf("F %d %g\n", k, sum());
	k = 5 % n;
	for (i = 0; i < n; i++) {
		w[i] += v[k];
		if (++k == n) k = 0;
	}
	printf("G %d %g\n", k, sum());
	k = 0;
	for (i = 0; i < n; i++) {
		w[i] += v[k];
		k = k + 1 < n ? k + 1 : 0;
	}
	printf("H %d %g\n", k, sum());
	k = n - 1;
	for (i = 0; i < n; i++) {
		w[i] += v[k];
		if (k == n - 1)
			k = 0;
		else
			k++;
		u[i] += k;
	}
	printf("W %d %g\n", k, sum());
	for (i = 0, k = 2; i < n; i++) {
		w[i] += k * v[k];
		k = (k + 2) % 5;
	}
	printf("Y %d %g\n", k, sum());
	// Signs.
	int sg = -1;
	for (i = 0; i < n; i++) {
		sg = -sg;
		w[i] += sg * v[i];
	}
	printf("J %d %g\n", sg, sum());
	// Packed, and unpacked.
	k = 0;
	for (i = 0; i < n; i++) buf[k++] = v[i] + w[i];
	printf("O %d %g\n", k, sum());
	k = 0;
	for (i = 0; i < n; i++) {
		buf[k++] = v[i];
		buf[k++] = w[i];
	}
	printf("P %d %g\n", k, sum());
	k = 0;
	for (i = 0; i < n; i++) v[i] = buf[k++];
	printf("Q %d %g\n", k, sum());
	for (k = 0, j = 0; j < n; j++)
		for (i = 0; i < n; i++) {
			a[i][j] += k;
			k += 2;
		}
	printf("V %d %g\n", k, sum());
	return 0;
}
