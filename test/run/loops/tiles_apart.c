// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Rdist=summary %s 2>&1 | %FileCheck %s
// ARGS: 17 5 3
// ARGS: 12 4 2
// ARGS: 3 8 2
// ARGS: 1 1 1
// A transposition by tiles whose size the run knows, where both arrays change: each element is in one tile, so that what
// is read has not been set before. Tiles that overlap, in the second function, are another matter: they are right.
// PER-STEP: procs=2 from="40 7 2" to="40 7 6" messages=1 bytes=3200 collectives=1
// PER-STEP: procs=4 from="40 7 2" to="40 7 6" messages=3 bytes=2400 collectives=1
#include <stdio.h>
#include <stdlib.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define A(i, j) a[(i) + n * (j)]
#define B(i, j) b[(i) + n * (j)]

// Elements of a are brought, and no second b is summed up.
// CHECK: [[@LINE+3]]:2: remark: split along dimension 0 of 'b'; sent each time: a{{([^,]*,){4}[^,]*}} [-Rdist=summary]
static void transpose(int n, int size, double *a, double *b)
{
	for (int i = 0; i < n; i += size)
		for (int j = 0; j < n; j += size)
			for (int it = i; it < MIN(n, i + size); it++)
				for (int jt = j; jt < MIN(n, j + size); jt++) {
					B(jt, it) += A(it, jt);
					A(it, jt) += 1;
				}
}

static void transpose_more(int n, int size, double *a, double *b)
{
	for (int i = 0; i < n; i += size)
		for (int j = 0; j < n; j += size)
			for (int it = i; it < MIN(n, i + size + 1); it++)
				for (int jt = j; jt < MIN(n, j + size); jt++) {
					B(jt, it) += A(it, jt);
					A(it, jt) += 1;
				}
}

int main(int argc, char **argv)
{
	const int n = atoi(argv[1]), size = atoi(argv[2]), steps = atoi(argv[3]);
	double *a = malloc((size_t)n * n * sizeof *a), *b = malloc((size_t)n * n * sizeof *b);
#pragma dist array a[n][n], b[n][n]
#pragma dist distribute [block][*] :: a, b
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++) A(i, j) = i + 100 * j, B(i, j) = 0;
	for (int t = 0; t < steps; t++) {
		transpose(n, size, a, b);
		printf("%g\n", B(t % n, 0));
	}
	transpose_more(n, size, a, b);
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++) printf("%g %g\n", A(i, j), B(i, j));
	return 0;
}
