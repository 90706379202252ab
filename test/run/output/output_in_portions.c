// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 7001
// COUNTS: 1 2 3 4 7
// MAX-SLOW: 0
// RESIDENT: procs=4 args="24001" below_mb=64
// Arrays that are output in order are brought for some iterations at a time: no process holds all of them. Loops that go downward, in steps, over
// columns, or have an outer one that chooses nothing; sections of several arrays, and with rows beside the iteration's own.
#include <stdio.h>
#include <stdlib.h>
enum { M = 400 };
static double (*u)[M];
static float (*v)[M];
static int n;
#pragma dist array u[n][M]
#pragma dist array v[n][M]
#pragma dist distribute u[block][*]
#pragma dist distribute v[block][block]

static int first_above(double limit)
{
	for (int i = 0; i < n; i++) {
		double row[M];
		for (int j = 0; j < M; j++) row[j] = u[i][j];
		if (i % 500 == 0) printf("row %d: %g\n", i, row[M / 2]);
		if (row[3] > limit) return i;
	}
	return -1;
}

int main(int argc, char **argv)
{
	n = argc > 1 ? atoi(argv[1]) : 24001;
	u = malloc(n * sizeof *u);
	v = malloc(n * sizeof *v);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) {
			u[i][j] = i * .25 + j;
			v[i][j] = i % 1000 - j;
		}
	unsigned char line[M];
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < M; j++) line[j] = (unsigned char)((int)u[i][j] & 63);
		fwrite(line, 1, M / 8, stdout);
	}
	for (int i = n - 2; i > 0; i -= 3) {
		double sum = 0;
		for (int j = 0; j < M; j++) sum += u[i - 1][j] - v[i + 1][j];
		if (i % 7 == 0) printf("%g\n", sum);
	}
	for (int j = 0; j < M; j += 40)
		for (int i = 0; i < n; i++)
			if (i % 50 == 0) printf("%g%c", v[i][j], i + 1 < n ? ' ' : '\n');
	for (int k = 0; k < 2; k++)
		for (int i = n; i-- > 0;) {
			float row[M];
			for (int j = 0; j < M; j++) row[j] = k ? v[i][j] : (float)u[i][j];
			if (i % 100 == k) fwrite(row, sizeof *row, M, stdout);
		}
	printf("%d\n", first_above(n * .2));
	return 0;
}
