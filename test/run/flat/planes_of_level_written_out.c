// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 4
// ARGS: 7
// PER-STEP: procs=2 from="4" to="8" received=2560,2560
// PER-STEP: procs=4 from="4" to="8" received=2560,2560,2560,2560
// Planes of one level of an array, put out by fwrite, from their first element or as arrays: only that level is brought
// to those who write it. What is more or less than a plane, or begins in it, is put out, too.
#include <stdio.h>
#include <stdlib.h>
enum { N = 16, M = 8, L = 5 };
static double u[2][N][M][L];
#pragma dist distribute u[*][block][*][*]

static void step(double a[N][M][L], double b[N][M][L])
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			for (int k = 0; k < L; k++) b[i][j][k] = .5 * (a[i][M - 1 - j][k] + a[i][j][L - 1 - k]);
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 1;
	for (int l = 0; l < 2; l++)
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++)
				for (int k = 0; k < L; k++) u[l][i][j][k] = (i * 5 + j * 3 + k * k) % 7 + l;
	for (int t = 0; t < steps; t++) {
		step(u[t % 2], u[1 - t % 2]);
		if (t % 4 == 1)
			for (int i = 0; i < N; i++) fwrite(&u[1 - t % 2][i][0][0], sizeof(double), M * L, stdout);
		if (t % 4 == 3)
			for (int i = 0; i < N; i++) fwrite(u[1 - t % 2][i], sizeof u[0][0], 1, stdout);
	}
	for (int i = 0; i + 1 < N; i += 2) fwrite(&u[steps % 2][i][0][0], sizeof(double), M * L + L, stdout);
	for (int i = 0; i < N; i += 3) fwrite(u[steps % 2][i], sizeof(double), M * L - 3, stdout);
	for (int i = 0; i + 1 < N; i++) fwrite(&u[steps % 2][i][2][0], sizeof(double), M * L, stdout);
	for (int i = 0; i < N; i++) fwrite(&u[steps % 2][i][2][0], sizeof(double), L, stdout);
	return 0;
}
