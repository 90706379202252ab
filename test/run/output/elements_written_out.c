// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -fno-caret-diagnostics -Rdist=allgather %s 2>&1 | %FileCheck %s
// MAX-SLOW: 3
// BY-ALL: 36 "for (int i = 1; i < n; i++) for (int j = 0; j < M; j++) c[i...": 'fwrite' may have effects beyond
//              its result
//            "for (int i = 0; i < n; i++) a[i] = i + cells[i].w;": 'fwrite' may have effects beyond its result
// ARGS: 30
// ARGS: 2
// ARGS: 0
// fwrite of elements and their members, one by one: brought with all of the loop's, also where the loop has set them, and arrays of which inner
// dimensions are split.
#include <stdio.h>
#include <stdlib.h>
enum { N = 30, M = 7 };
static double a[N], b[N][M], c[N][M];
static struct cell {
	double w;
	float x[3];
	int tag;
} cells[N];
#pragma dist distribute [block] :: a, cells
#pragma dist distribute b[block][*]
#pragma dist distribute c[block][block]

static int save(FILE *f, int n)
{
	// CHECK: elements_written_out.c:[[@LINE+2]]:{{[0-9]+}}: remark: allgather of 'a'
	for (int i = 0; i < n; i++)
		if (fwrite(&a[i], sizeof(double), 1, f) != 1) return 1;
	for (int i = 0; i < n; i++) {
		fwrite(&i, sizeof i, 1, f);
		fwrite(&cells[i].w, sizeof(double), 1, f);
		fwrite(cells[i].x, sizeof(float), 3, f);
		fwrite(&cells[n - 1 - i], sizeof cells[0], 1, f);
	}
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < M; j++) fwrite(&b[i][j], sizeof(double), 1, f);
		fwrite(b[i], sizeof(double), M, f);
	}
	for (int i = 0; i < n; i += 2)
		for (int j = M - 1; j >= 0; j--) fwrite(&c[i][j], sizeof c[i][j], 1, f);
	for (int i = 0; i < n; i++) {
		a[i] = i + cells[i].w;
		fwrite(&a[i], sizeof a[i], 1, f);
	}
	for (int i = 1; i < n; i++)
		for (int j = 0; j < M; j++) {
			c[i][j] = c[i - 1][j] + b[i][j];
			fwrite(&c[i][j], sizeof(double), 1, f);
		}
	return 0;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N, byte;
	unsigned sum = 0;
	for (int i = 0; i < N; i++) {
		a[i] = 1.5 * i;
		cells[i].w = i, cells[i].tag = -i;
		for (int k = 0; k < 3; k++) cells[i].x[k] = i + k;
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) b[i][j] = i - j;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) c[i][j] = i * j;
	FILE *f = tmpfile();
	if (!f || save(f, n)) return 1;
	printf("%ld\n", ftell(f));
	rewind(f);
	while ((byte = getc(f)) != EOF) sum = sum * 31 + (unsigned)byte;
	fclose(f);
	double s = 0;
	for (int i = 0; i < N; i++) s += a[i];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) s += c[i][j] * j;
	printf("%u %g\n", sum, s);
	return 0;
}
