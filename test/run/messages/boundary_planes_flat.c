// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Werror %s
// ARGS: 13 11 9 2
// ARGS: 5 2 17 1
// ARGS: 1 1 1 1
// MAX-SLOW: 0
// PER-STEP: procs=2 from="13 11 9 2" to="13 11 9 4" collectives=0 messages=2 bytes=1584
// PER-STEP: procs=4 from="13 11 9 2" to="13 11 9 4" collectives=0 messages=2,4,4,2
// PER-STEP: procs=7 from="13 11 9 2" to="13 11 9 4" collectives=0 messages=2,4,4,4,2,0,0
// A step is two sweeps, of which each needs a plane from either side: 11 rows of 9 elements. Fifteen planes are five
// blocks of three.
// Boundary planes of flat arrays, over two of the three dimensions: the length of a row is the factor of what is left of the subscript, whatever other factors
// the plane's size has.
#include <stdio.h>
#include <stdlib.h>
#define IX(k, j, i) ((k) * (I + 2) * (J + 2) + (j) * (I + 2) + (i))

static void init(double *u, int K, int J, int I)
{
	for (int k = 0; k < K + 2; k++)
		for (int j = 0; j < J + 2; j++)
			for (int i = 0; i < I + 2; i++) u[IX(k, j, i)] = k + .1 * j + .01 * i;
}

static void sides(double *u, int K, int J, int I)
{
	for (int k = 0; k < K + 2; k++)
		for (int i = 0; i < I + 2; i++) {
			u[k * (I + 2) * (J + 2) + i] = u[k * (I + 2) * (J + 2) + (I + 2) + i];
			u[k * (I + 2) * (J + 2) + (J + 1) * (I + 2) + i] =
			        u[k * (I + 2) * (J + 2) + J * (I + 2) + i];
		}
	for (int k = 0; k < K + 2; k++)
		for (int j = 0; j < J + 2; j++) {
			u[IX(k, j, 0)] = u[IX(k, j, 1)];
			u[IX(k, j, I + 1)] = u[IX(k, j, I)];
		}
}

static void far_side(double *u, int K, int J, int I)
{
	for (int k = 1; k <= K; k++)
		for (int i = 1; i <= I; i++) u[IX(k, J + 1, i)] = -u[IX(k, J, i)];
}

static void near_side(double *u, int K, int J, int I)
{
	for (int k = 1; k <= K; k++)
		for (int i = 1; i <= I; i++) u[IX(k, 0, i)] -= .5 * u[IX(k, J + 1, i)];
}

static void ends(double *u, int K, int J, int I)
{
	for (int j = 0; j < J + 2; j++)
		for (int i = 0; i < I + 2; i++) {
			u[IX(0, j, i)] *= .5;
			u[IX(K + 1, j, i)] *= .25;
		}
}

static void sweep(double *v, const double *u, int K, int J, int I)
{
	for (int k = 1; k <= K; k++)
		for (int j = 1; j <= J; j++)
			for (int i = 1; i <= I; i++) {
				int c = IX(k, j, i);
				v[c] = (u[c - 1] + u[c + 1] + u[c - (I + 2)] + u[c + (I + 2)] +
				               u[c - (I + 2) * (J + 2)] + u[c + (I + 2) * (J + 2)]) /
				       6;
			}
}

int main(int argc, char **argv)
{
	int K = 13, J = 11, I = 9, steps = 1;
	if (argc > 4) K = atoi(argv[1]), J = atoi(argv[2]), I = atoi(argv[3]), steps = atoi(argv[4]);
	double *u = malloc(sizeof *u * (K + 2) * (J + 2) * (I + 2));
	double *v = malloc(sizeof *v * (K + 2) * (J + 2) * (I + 2));
#pragma dist array u[K + 2][J + 2][I + 2]
#pragma dist array v[K + 2][J + 2][I + 2]
#pragma dist distribute [block][*][*] :: u, v
	init(u, K, J, I);
	init(v, K, J, I);
	for (int t = 0; t < steps; t++) {
		sides(u, K, J, I);
		ends(u, K, J, I);
		sweep(v, u, K, J, I);
		far_side(v, K, J, I);
		near_side(v, K, J, I);
		sweep(u, v, K, J, I);
	}
	for (int k = 0; k < K + 2; k++)
		for (int j = 0; j < J + 2; j++)
			for (int i = 0; i < I + 2; i++) printf("%.10g%c", u[IX(k, j, i)], i == I + 1 ? '\n' : ' ');
	return 0;
}
