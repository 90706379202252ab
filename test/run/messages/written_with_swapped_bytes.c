// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Rdist=summary %s 2>&1 | %FileCheck %s
//
// Numbers are written by a function that turns their bytes round where the machine has them in the other order, through
// pointers to bytes: it works on what it is given, so what the loop reads is brought for many of its iterations at
// once.
// ARGS: 23 9
// ARGS: 2 3
#include <stdio.h>
#include <stdlib.h>

enum { N = 60, M = 40 };
static float u[N][M];
#pragma dist distribute u[block][*]

static void put(FILE *f, const float *v)
{
	const int one = 1;
	if (*(const unsigned char *)&one == 1) {
		const char *p = (const char *)v;
		char b[sizeof *v];
		for (size_t i = 0; i < sizeof *v; i++) b[i] = p[sizeof *v - i - 1];
		fwrite(b, sizeof *v, 1, f);
	} else {
		fwrite(v, sizeof *v, 1, f);
	}
}

static void put_both(FILE *f, const float *x, const float *y)
{
	put(f, x);
	put(f, y);
}

// CHECK-NOT: warning:
int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = i + j;
	FILE *f = fopen("numbers.out", "wb");
	if (!f) return 1;
	// CHECK: written_with_swapped_bytes.c:[[#@LINE + 1]]:2: remark: run by all, in its order: {{.*}}each time: u[0:
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			float x = u[i][j] / 2, y = u[i][j] * 2;
			put_both(f, &x, &y);
		}
	fclose(f);
	return 0;
}
