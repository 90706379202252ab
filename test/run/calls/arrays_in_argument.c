// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 11 "for (int k = 0; k < N; k++) r[k] = w[k] = k % 11;": nothing in it is split
// MAX-SLOW: 0
// PER-STEP: procs=4 from="5" to="25" messages=4,8,7,3 bytes=656,1312,1280,624
// Several arrays behind a function's parameters: it is given memory without a mapping, in blocks, variables and mapped blocks.
#include <stdio.h>
#include <stdlib.h>
enum { L = 4, N = 6000 };
static int first[L], size[L];
static void setup(int n, int *off, int *m)
{
	for (int k = 0, t = 0; k < L; k++) m[k] = n << k, off[k] = t, t += m[k] * m[k] + 3;
}
#pragma dist array u + off[k] [n[k]][n[k]], r + off[k] [n[k]][n[k]] : k = 0..levels-1
#pragma dist distribute u[block][*]
#pragma dist align r[i][j] with u[i][j]
static double cycle(double *u, double r[N], const int *off, const int *n, int levels)
{
	for (int k = levels - 1; k >= 0; k--) {
		double *restrict to = u + off[k], *restrict from = &r[off[k]];
		for (int i = 1; i < n[k] - 1; i++)
			for (int j = 1; j < n[k] - 1; j++)
				to[i * n[k] + j] = 0.25 * (from[(i - 1) * n[k] + j] + from[(i + 1) * n[k] + j] + from[i * n[k] + j - 1] + from[i * n[k] + j + 1]);
		for (int i = 0; i < n[k]; i++)
			for (int j = 0; j < n[k]; j++) from[i * n[k] + j] += to[i * n[k] + j];
	}
	return u[off[0] + 2];
}
#pragma dist array v + first[l] [size[l]][size[l]] : l = 0..L-1
#pragma dist distribute v[block][*]
static double norm(const double *v)
{
	double s = 0;
	for (int l = 0; l < L; l++)
		for (int i = 0; i < size[l]; i++)
			for (int j = 0; j < size[l]; j++) s += v[first[l] + i * size[l] + j] * (i - 2 * j + l);
	return s;
}
int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3;
	double *u = calloc(N, sizeof *u), r[N], *z;
	static double w[N], x[N];
#pragma dist array z + first[k] [size[k]][size[k]] : k = 0..L-1
#pragma dist distribute z[block][*]
	setup(6, first, size);
	for (int k = 0; k < N; k++) r[k] = w[k] = k % 11;
	for (int t = 0; t < steps; t++) cycle(u, r, first, size, L);
	printf("%.12g %.12g\n", norm(u), norm(r));
	z = malloc(N * sizeof *z);
	for (int k = 0; k < L; k++)
		for (int i = 0; i < size[k]; i++)
			for (int j = 0; j < size[k]; j++) z[first[k] + i * size[k] + j] = (i + 2 * j) % 5;
	for (int t = 0; t < 2; t++) printf("%.12g\n", cycle(z, w, first, size, L));
	printf("%.12g %.12g\n", norm(z), norm(w));
	// Others in the same memory.
	int off[L], n[L];
	setup(3, off, n);
	for (int t = 0; t < 2; t++) printf("%.12g\n", cycle(x, w, off, n, 3));
	setup(6, first, size);
	printf("%.12g %.12g %g\n", norm(x), norm(w), w[N - 1]);
	free(u), free(z);
	return 0;
}
