// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 29 2
// ARGS: 1 1
// MAX-SLOW: 0
// PER-STEP: procs=2 from="29 2" to="29 4" collectives=4
// PER-STEP: procs=7 from="29 2" to="29 4" collectives=4
// Rows that fwrite gets, from their beginning or an element on, as many bytes as the program says: brought with all of the loop, where it is not there already.
#include <stdio.h>
#include <stdlib.h>
enum { N = 29, M = 17, L = 3 };
static double u[N + 1][M], v[N + 1][M];
static float c[N + 1][M][L];
#pragma dist distribute u[block][*]
#pragma dist distribute v[block][*]
#pragma dist distribute c[block][*][*]

static int save(int n, int m)
{
	for (int i = 0; i < n; i++) fwrite(&u[i][0], sizeof u[0][0], M, stdout);
	for (int i = n - 1; i >= 0; i--)
		if (fwrite(u[i], sizeof(double), m, stdout) != (size_t)m) return 1;
	for (int i = 0; i < n; i++) fwrite(&v[i][3], sizeof(double), M - 3, stdout);
	for (int i = 0; i + 1 < n; i += 2) fwrite(v[i], sizeof(double), M + m, stdout);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) fwrite(c[i][j], sizeof(float), L, stdout);
	for (int j = 0; j < M; j++)
		for (int i = 0; i < n; i++) fwrite(&c[i][j][1], sizeof(float), L - 1, stdout);
	return 0;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N, steps = argc > 2 ? atoi(argv[2]) : 1, failed = 0;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < N + 1; i++)
			for (int j = 0; j < M; j++) {
				u[i][j] = t + i + .5 * j;
				v[i][j] = u[i][j] * j;
				for (int k = 0; k < L; k++) c[i][j][k] = i - j * k + t;
			}
		failed += save(n, t % 2 ? M : 5);
	}
	printf("%d\n", failed);
	return 0;
}
