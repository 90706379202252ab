// SPDX-License-Identifier: Apache-2.0
//
// A 19-point Jacobi iteration with eleven coefficient arrays and a sum over all points in each iteration.
// Split by planes, or with -DGRID in two dimensions.
#include "clock.h"
#include <stdio.h>
#include <stdlib.h>

#ifndef NI
#define NI 128
#endif
#ifndef NJ
#define NJ 128
#endif
#ifndef NK
#define NK 256
#endif

static float a[4][NI][NJ][NK], b[3][NI][NJ][NK], c[3][NI][NJ][NK];
static float p[NI][NJ][NK], next[NI][NJ][NK], f[NI][NJ][NK], mask[NI][NJ][NK];
#ifdef GRID
#pragma dist distribute[block][block][*] ::p, next, f, mask
#pragma dist distribute[*][block][block][*] ::a, b, c
#else
#pragma dist distribute[block][*][*] ::p, next, f, mask
#pragma dist distribute[*][block][*][*] ::a, b, c
#endif

static void start(void)
{
	for (int i = 0; i < NI; i++)
		for (int j = 0; j < NJ; j++)
			for (int k = 0; k < NK; k++) {
				a[0][i][j][k] = a[1][i][j][k] = a[2][i][j][k] = 1.0f;
				a[3][i][j][k] = 1.0f / 6.0f;
				b[0][i][j][k] = b[1][i][j][k] = b[2][i][j][k] = 0.0625f;
				c[0][i][j][k] = c[1][i][j][k] = c[2][i][j][k] = 1.0f;
				f[i][j][k] = 0.0f;
				mask[i][j][k] = 1.0f;
				p[i][j][k] = next[i][j][k] = (float)(i * i) / (float)((NI - 1) * (NI - 1));
			}
}

int main(int argc, char **argv)
{
	int iterations = argc > 1 ? atoi(argv[1]) : 40;
	double sum = 0.0;
	start();

	double begin = seconds();
	for (int t = 0; t < iterations; t++) {
		sum = 0.0;
		for (int i = 1; i < NI - 1; i++)
			for (int j = 1; j < NJ - 1; j++)
				for (int k = 1; k < NK - 1; k++) {
					float s0 = a[0][i][j][k] * p[i + 1][j][k] + a[1][i][j][k] * p[i][j + 1][k] +
					           a[2][i][j][k] * p[i][j][k + 1] +
					           b[0][i][j][k] * (p[i + 1][j + 1][k] - p[i + 1][j - 1][k] -
					                                   p[i - 1][j + 1][k] + p[i - 1][j - 1][k]) +
					           b[1][i][j][k] * (p[i][j + 1][k + 1] - p[i][j - 1][k + 1] -
					                                   p[i][j + 1][k - 1] + p[i][j - 1][k - 1]) +
					           b[2][i][j][k] * (p[i + 1][j][k + 1] - p[i - 1][j][k + 1] -
					                                   p[i + 1][j][k - 1] + p[i - 1][j][k - 1]) +
					           c[0][i][j][k] * p[i - 1][j][k] + c[1][i][j][k] * p[i][j - 1][k] +
					           c[2][i][j][k] * p[i][j][k - 1] + f[i][j][k];
					float correction = (s0 * a[3][i][j][k] - p[i][j][k]) * mask[i][j][k];
					sum += correction * correction;
					next[i][j][k] = p[i][j][k] + 0.8f * correction;
				}
		for (int i = 1; i < NI - 1; i++)
			for (int j = 1; j < NJ - 1; j++)
				for (int k = 1; k < NK - 1; k++) p[i][j][k] = next[i][j][k];
	}
	double middle = p[NI / 2][NJ / 2][NK / 2];
	print_seconds(seconds() - begin);

	printf("%.9g %.10e\n", middle, sum);
	return 0;
}
