// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 30 4
// ARGS: 3 3
// PER-STEP: procs=2 from="30 4" to="30 8" received=1200,1200
// PER-STEP: procs=4 from="30 4" to="30 8" received=1200,1200,1200,1200
// Rows of one level of an array, put out by fwrite: only that level is brought to those who write it, and of a part of
// each row only that part. Runs that go on in the next row are in it, too.
#include <stdio.h>
#include <stdlib.h>
enum { N = 31, M = 12 };
static double u[2][N][M];
#pragma dist distribute u[*][block][*]

static void step(int n, double a[N][M], double b[N][M])
{
	for (int i = 1; i < n; i++)
		for (int j = 0; j < M; j++) b[i][j] = .5 * (a[i - 1][j] + a[i][j]);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N - 1, steps = argc > 2 ? atoi(argv[2]) : 1;
	for (int l = 0; l < 2; l++)
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) u[l][i][j] = (i * 5 + j * 3) % 7 + l;
	for (int t = 0; t < steps; t++) {
		step(n, u[t % 2], u[1 - t % 2]);
		if (t % 4 == 1)
			for (int i = 0; i < n; i++) fwrite(u[1 - t % 2][i], sizeof(double), M, stdout);
		if (t % 4 == 3)
			for (int i = 0; i < n; i++) fwrite(&u[1 - t % 2][i][4], sizeof(double), M - 4, stdout);
	}
	for (int i = 0; i < n; i += 2) fwrite(&u[steps % 2][i][3], sizeof(double), M + steps % 2, stdout);
	return 0;
}
