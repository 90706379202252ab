// SPDX-License-Identifier: Apache-2.0
//
// div(K grad p) = f in a box, with a full symmetric K: seven points and twelve more for the mixed derivatives.
// Weighted Jacobi iteration with one coefficient array for each point or pair of them, which is limited by memory
// bandwidth as real solvers are (the kind of loop that the Himeno benchmark is known for).
//
//     poisson [iterations]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef NI
#define NI 33
#endif
#ifndef NJ
#define NJ 33
#endif
#ifndef NK
#define NK 65
#endif

#ifndef REPORT_EVERY
#define REPORT_EVERY 100
#endif

static const float weight = 0.8f;

// What the twelve and seven points are multiplied with.
static float upper[3][NI][NJ][NK], lower[3][NI][NJ][NK], mixed[3][NI][NJ][NK], centre[NI][NJ][NK];
static float p[NI][NJ][NK], next[NI][NJ][NK], f[NI][NJ][NK], active[NI][NJ][NK];
#pragma dist distribute[*][block][*][*] ::upper, lower, mixed
#pragma dist distribute[block][*][*] ::centre, p, next, f, active

// The solution that is to be found, and the mesh widths.
static double exact(int i, int j, int k)
{
	double x = (double)i / (NI - 1), y = (double)j / (NJ - 1), z = (double)k / (NK - 1);
	return x * (1.0 - x) * y * (1.0 - y) * z * (1.0 - z) * 64.0;
}

static void coefficients(void)
{
	const double kii = 1.0, kjj = 1.0, kkk = 0.8, kij = 0.3, kjk = 0.2, kik = -0.25;
	for (int i = 0; i < NI; i++)
		for (int j = 0; j < NJ; j++)
			for (int k = 0; k < NK; k++) {
				upper[0][i][j][k] = lower[0][i][j][k] = (float)kii;
				upper[1][i][j][k] = lower[1][i][j][k] = (float)kjj;
				upper[2][i][j][k] = lower[2][i][j][k] = (float)kkk;
				mixed[0][i][j][k] = (float)(0.5 * kij);
				mixed[1][i][j][k] = (float)(0.5 * kjk);
				mixed[2][i][j][k] = (float)(0.5 * kik);
				centre[i][j][k] = (float)(1.0 / (2.0 * (kii + kjj + kkk)));
			}
}

// p starts as 0; the right-hand side is the operator applied to the exact solution.
static void problem(void)
{
	for (int i = 0; i < NI; i++)
		for (int j = 0; j < NJ; j++)
			for (int k = 0; k < NK; k++) {
				p[i][j][k] = next[i][j][k] = f[i][j][k] = 0.0f;
				active[i][j][k] = i > 0 && i < NI - 1 && j > 0 && j < NJ - 1 && k > 0 && k < NK - 1;
			}
	for (int i = 1; i < NI - 1; i++)
		for (int j = 1; j < NJ - 1; j++)
			for (int k = 1; k < NK - 1; k++) {
				double e = exact(i, j, k);
				f[i][j][k] = (float)(exact(i + 1, j, k) + exact(i - 1, j, k) - 2.0 * e +
				                     exact(i, j + 1, k) + exact(i, j - 1, k) - 2.0 * e +
				                     0.8 * (exact(i, j, k + 1) + exact(i, j, k - 1) - 2.0 * e) +
				                     0.15 * (exact(i + 1, j + 1, k) - exact(i - 1, j + 1, k) -
				                                    exact(i + 1, j - 1, k) + exact(i - 1, j - 1, k)) +
				                     0.1 * (exact(i, j + 1, k + 1) - exact(i, j - 1, k + 1) -
				                                   exact(i, j + 1, k - 1) + exact(i, j - 1, k - 1)) -
				                     0.125 * (exact(i + 1, j, k + 1) - exact(i - 1, j, k + 1) -
				                                     exact(i + 1, j, k - 1) + exact(i - 1, j, k - 1)));
			}
}

// One iteration; the sum of the squared corrections.
static double jacobi(void)
{
	double sum = 0.0;
	for (int i = 1; i < NI - 1; i++)
		for (int j = 1; j < NJ - 1; j++)
			for (int k = 1; k < NK - 1; k++) {
				float s = upper[0][i][j][k] * p[i + 1][j][k] + upper[1][i][j][k] * p[i][j + 1][k] +
				          upper[2][i][j][k] * p[i][j][k + 1] +
				          mixed[0][i][j][k] * (p[i + 1][j + 1][k] - p[i - 1][j + 1][k] -
				                                      p[i + 1][j - 1][k] + p[i - 1][j - 1][k]) +
				          mixed[1][i][j][k] * (p[i][j + 1][k + 1] - p[i][j - 1][k + 1] -
				                                      p[i][j + 1][k - 1] + p[i][j - 1][k - 1]) +
				          mixed[2][i][j][k] * (p[i + 1][j][k + 1] - p[i - 1][j][k + 1] -
				                                      p[i + 1][j][k - 1] + p[i - 1][j][k - 1]) +
				          lower[0][i][j][k] * p[i - 1][j][k] + lower[1][i][j][k] * p[i][j - 1][k] +
				          lower[2][i][j][k] * p[i][j][k - 1] - f[i][j][k];
				float correction = (s * centre[i][j][k] - p[i][j][k]) * active[i][j][k];
				sum += (double)(correction * correction);
				next[i][j][k] = p[i][j][k] + weight * correction;
			}
	for (int i = 1; i < NI - 1; i++)
		for (int j = 1; j < NJ - 1; j++)
			for (int k = 1; k < NK - 1; k++) p[i][j][k] = next[i][j][k];
	return sum;
}

static double largest_error(void)
{
	double worst = 0.0;
	for (int i = 0; i < NI; i++)
		for (int j = 0; j < NJ; j++)
			for (int k = 0; k < NK; k++) {
				double error = fabs(p[i][j][k] - exact(i, j, k));
				if (error > worst) worst = error;
			}
	return worst;
}

int main(int argc, char **argv)
{
	int iterations = argc > 1 ? atoi(argv[1]) : 1000;
	coefficients();
	problem();
	printf("%d x %d x %d points\n", NI, NJ, NK);
	printf("iteration     correction    largest error\n");
	for (int t = 1; t <= iterations; t++) {
		double sum = jacobi();
		if (t % REPORT_EVERY == 0) printf("%9d %14.6e %16.6e\n", t, sqrt(sum), largest_error());
		if (sum < 1e-12) break;
	}
	printf("in the middle: %.7f, to be found: %.7f\n", p[NI / 2][NJ / 2][NK / 2], exact(NI / 2, NJ / 2, NK / 2));
	return 0;
}
