// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 27
// BY-ALL: 69 "for (int j = 0; j < M; j++) w[i][j] = 0.5 + w[i][j];": `u` does not lie as `w` does: align them
//            "b[i] = i + k;": elements are set one by one
// Arrays of three mappings in one nest: one lies as two others do along a dimension each, which only holds on some grids.
#include <stdio.h>
enum { N = 9, M = 6 };
static double u[N][M], w[N][M], b[N];
#pragma dist distribute u[block][block]
#pragma dist distribute w[*][block]
#pragma dist distribute [block] :: b
int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = i + j;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) w[i][j] = 2 * i + j;
	for (int k = 0; k < 3; k++)
		for (int i = 0; i < N; i++) {
			b[i] = i + k;
			for (int j = 0; j < M; j++) {
				w[i][j] = 0.5 + w[i][j];
				u[i][j] = w[i][j] * 0.5;
			}
		}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) printf("%g ", u[i][j]);
	double s = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) s += w[i][j] * (i + 2 * j);
	printf("%g\n", s);
}
