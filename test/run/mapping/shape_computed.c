// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 5 "printf("%d %.12g %g\n", n, total(), a[n + 1]);": elements are read one by one
// ARGS: 31 5
// ARGS: 2 3
// MAX-SLOW: 0
// PER-STEP: procs=2 from="60 10" to="60 30" messages=1 bytes=464 collectives=0
// PER-STEP: procs=4 from="60 10" to="60 30" messages=1,2,2,1 bytes=464,928,928,464 collectives=0
// PER-STEP: procs=7 from="60 10" to="60 30" messages=1,2,2,2,2,2,1 bytes=464,928,928,928,928,928,464 collectives=0
// Arrays that the source declares as large as they may become; how large they are is read by the program, and changes.
#include <stdio.h>
#include <stdlib.h>
#define NMAX 64
#define IX(i, j) ((i) * n + (j))
static int n, m;
static double a[NMAX * NMAX], b[NMAX * NMAX];
double row[NMAX];
#pragma dist array a[n][n], b[n][n], row[n]
#pragma dist distribute a[block][*]
#pragma dist align b[i][j] with a[i][j]
#pragma dist align row[i] with a[i][*]
static void step(void)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < n - 1; j++) b[IX(i, j)] = 0.2 * (a[IX(i, j)] + a[IX(i - 1, j)] + a[IX(i + 1, j)] + a[IX(i, j - 1)] + a[IX(i, j + 1)]);
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < n - 1; j++) a[IX(i, j)] = b[IX(i, j)];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) row[i] += a[IX(i, j)];
}
static double total(void)
{
	double s = 0;
	for (int i = 0; i < n; i++) s += row[i] * (i + 1);
	return s;
}
int main(int argc, char **argv)
{
	int steps = argc > 2 ? atoi(argv[2]) : 3;
	for (int size = argc > 1 ? atoi(argv[1]) : 11; size > 1 && size != 58; size = size > 30 ? size - 2 : size / 2) {
		n = size;
		for (int i = 0; i < n; i++) {
			row[i] = 0;
			for (int j = 0; j < n; j++) a[IX(i, j)] = (i * 3 + j) % 7;
		}
		for (int t = 0; t < steps; t++) step();
		printf("%d %.12g %g\n", n, total(), a[n + 1]);
	}
	return 0;
}
