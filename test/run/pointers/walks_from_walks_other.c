// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 20
// ARGS: 3
// ARGS: 0
// MAX-SLOW: 40
// BY-ALL: 100 every loop: rows are not known where the heads of inner loops step the pointers
// Heads that begin several walking pointers, each from another one, and step them in another order.
#include <stdio.h>
#include <stdlib.h>
enum { N = 22, M = 12 };
static double u[N][M], v[N][M];
#pragma dist distribute [block][*] :: u, v

static long step_of(long n) { return n % 2 + 1; }

static double walk(double *pr, double *qr, int n)
{
	double *p, *q, *last = NULL, sum = 0;
	int r, c;
	// The row steps while what began with it walks.
	for (r = 0; r < n; r++)
		for (c = 0, p = pr, q = qr; c < M; c++, p++, q++) {
			*p += *q;
			if (c == M - 1) pr += M, qr += M;
		}
	// Back, and what is left of the walk is used behind the loop.
	for (r = 0; r < n; r++) pr -= M, qr -= M;
	for (r = 0, pr++; r < n; r++, qr += M) {
		for (p = qr + 1, c = 0; c < M - 2; c++) *p++ *= 2;
		last = p;
		if (r % 3 == 0)
			for (c = 1, qr += M, r++; c < 2; c++) sum += *qr + *last;
	}
	pr--;
	for (r = 0; r < n; r++) qr -= r < n ? 0 : M;
	// One from the other, in one head.
	for (p = pr, q = p + 1, c = 0; c < n; c++, p++, q++) sum += *p - *q;
	for (q = pr + 2, p = q - 1, q++; p < pr + n; p++, q++) sum += *p * 2 - *q;
	for (c = 3, p = pr, pr += c; c < n + 3; c++, p++) sum += p[0] + pr[0];
	for (c = 1, pr -= step_of(c) + c; c < n; c++) sum += *pr--, pr += 2;
	return sum;
}

// Elements of another size.
static long bytes(int *pr, int n)
{
	unsigned char *p;
	int r, c;
	long sum = 0;
	for (r = 0; r < n; r++, pr += 2)
		for (c = 0, p = (void *)pr; c < 8; c++) sum += *p++ * c;
	return sum;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = i * j % 17, v[i][j] = i - j;
	printf("%g\n", walk(u[0], v[0], n));
	printf("%g\n", walk(v[0], u[0], n / 2));
	int numbers[2 * N];
	for (int i = 0; i < 2 * N; i++) numbers[i] = i * 1000;
	printf("%ld\n", bytes(numbers, n));
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j += 3) printf("%g %g\n", u[i][j], v[i][j]);
	return 0;
}
