// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// _mm_malloc and _mm_free, which a header of the compiler defines: memory with a mapping, rows of it, and rows that an
// iteration has to itself.
// ARGS: 20 10
// ARGS: 3 1
// PER-STEP: procs=3 from="23 10 4" to="23 10 14" messages=1,1,0 bytes=80,80,0 collectives=0
#include <stdio.h>
#include <stdlib.h>
#ifdef __x86_64__
#include <mm_malloc.h>
#else
#define _mm_malloc(size, alignment) aligned_alloc(alignment, ((size) + (alignment)-1) / (alignment) * (alignment))
#define _mm_free free
#endif

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), steps = argc > 3 ? atoi(argv[3]) : 3;
	double *u = _mm_malloc(sizeof *u * n * m, 64);
#pragma dist array u[n][m]
#pragma dist distribute u[block][*]
	double *total = _mm_malloc(sizeof *total * n, 64);
#pragma dist align total[i] with u[i][*]
	double **v = _mm_malloc(sizeof *v * n, 64);
#pragma dist array v[n][m]
#pragma dist align v[i][j] with u[i][j]
	for (int i = 0; i < n; i++) v[i] = _mm_malloc(sizeof **v * m, 64);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) u[i * m + j] = i * 3 + j, v[i][j] = 0;
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < n; i++)
			for (int j = 0; j < m; j++) v[i][j] = .5 * (u[i * m + j] + u[(i - 1) * m + j]);
		for (int i = 1; i < n; i++)
			for (int j = 0; j < m; j++) u[i * m + j] = v[i][j];
	}
	for (int i = 0; i < n; i++) {
		total[i] = 0;
		for (int j = 0; j < m; j++) total[i] += u[i * m + j];
	}
	for (int i = 0; i < n; i++) printf("%g%c", total[i], i < n - 1 ? ' ' : '\n');
	for (int i = 0; i < n; i++) _mm_free(v[i]);
	_mm_free(v);
	_mm_free(total);
	_mm_free(u);
	return 0;
}
