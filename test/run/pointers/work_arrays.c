// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 4
// MAX-SLOW: 0
// PER-STEP: procs=3 from="10" to="20" messages=1,2,1 bytes=320,640,320 collectives=0
// Work arrays in a time loop, of a function, of the file, on the heap: each process has its own, and nothing of them is sent. One that a
// later loop reads is whole there.
#include <stdio.h>
#include <stdlib.h>

#define N 60
#define M 40
static double a[N][M], b[N][M];
#pragma dist distribute [block][*] :: a, b
static double scratch[M];

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 4;
	double line[M], kept[N];
	double *heap = malloc(M * sizeof *heap);
	if (!heap) return 1;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			a[i][j] = i * j % 7;
			b[i][j] = 0;
		}
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < N - 1; i++) {
			for (int j = 0; j < M; j++) line[j] = a[i - 1][j] + a[i + 1][j];
			for (int j = 1; j < M - 1; j++) b[i][j] = (long)(line[j - 1] + line[j + 1]) % 101;
		}
		for (int i = 1; i < N - 1; i++) {
			for (int j = 0; j < M; j++) scratch[j] = b[i][j] + 1;
			for (int j = 1; j < M - 1; j++) a[i][j] = scratch[j - 1] - scratch[j + 1];
		}
		for (int i = 1; i < N - 1; i++) {
			for (int j = 0; j < M; j++) heap[j] = a[i][j] + 1;
			for (int j = 1; j < M - 1; j++) a[i][j] = heap[j - 1] + heap[j + 1];
		}
	}
	for (int i = 0; i < N; i++) kept[i] = a[i][i % M];
	double s = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) s += a[i][j] + b[i][j];
	for (int i = 0; i < N; i++) s += i * kept[i];
	printf("%g\n", s);
	free(heap);
	return 0;
}
