// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 16 10
// ARGS: 3 5
// ARGS: 1 2
// MAX-SLOW: 0
// PER-STEP: procs=4 from="64 4" to="64 8" messages=2,2,2,2 bytes=1024,1024,1024,1024 collectives=0
// Periodic neighbours by % with the extent, which is a variable: one row from each side.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int nx = argc > 1 ? atoi(argv[1]) : 16, ny = nx + 4, steps = argc > 2 ? atoi(argv[2]) : 3;
	double *a, *b, s = 0;
#pragma dist array a[ny][nx], b[ny][nx]
#pragma dist distribute [block][*] :: a, b
	a = malloc(nx * ny * sizeof *a), b = malloc(nx * ny * sizeof *b);
	for (int j = 0; j < ny; j++)
		for (int i = 0; i < nx; i++) a[i + j * nx] = i * j % 17, b[i + j * nx] = 0;
	for (int t = 0; t < steps; t++) {
		for (int j = 0; j < ny; j++)
			for (int i = 0; i < nx; i++) {
				int n = (j + 1) % ny, e = (i + 1) % nx, k = (j + 2) / ny;
				int m = (j + ny - 1) % ny;
				b[i + j * nx] = 0.5 * (a[e + n * nx] + a[i + m * nx]) + k;
			}
		for (size_t j = 0; j < (size_t)ny; j++)
			for (int i = 0; i < nx; i++) a[i + j * nx] = b[i + j * nx];
	}
	for (int j = 0; j < ny; j++)
		for (int i = 0; i < nx; i++) s += a[i + j * nx] * (i + 1) * j;
	printf("%.15g\n", s);
	free(a), free(b);
	return 0;
}
