// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Levels of a grid in one block of memory. A function that gets the block sets a coarse level from a fine one, which
// lies before it, by places that are not understood: all processes run it, and have both levels.
// FLAGS: -Wno-dist
// MAX-SLOW: 2
// BY-ALL: 100 "for (long j = 1; j <= nx[n] - 2; j++)...": which level it is is known to the run only
#include <stdio.h>
#include <stdlib.h>
#define L 2
long start[L], nx[L];
double res(double *f, int m, long x, long y)
{
	long at = start[m] + x + nx[m] * y;
	return f[at];
}
void ftoc(double *f, int m)
{
	int n = m + 1;
	for (long j = 1; j <= nx[n] - 2; j++)
		for (long i = 1; i <= nx[n] - 2; i++) {
			double r0 = res(f, m, 2 * i, 2 * j), r1 = res(f, m, 2 * i, 2 * j - 1);
			long at = i + start[n] + nx[n] * j;
			f[at] = r1;
			f[at] += r0;
		}
}
int main(void)
{
	long tot = 0;
	for (int k = 0; k < L; k++) {
		nx[k] = (64 >> k) + 1;
		start[k] = tot;
		tot += nx[k] * nx[k];
	}
	double *f = malloc(tot * sizeof *f);
#pragma dist array f + start[k][nx[k]][nx[k]] : k = 0..L - 1
#pragma dist distribute f[block][*]
	for (long i = 0; i < tot; i++) f[i] = 0;
	for (long j = 0; j < nx[0]; j++)
		for (long i = 0; i < nx[0]; i++) f[j * nx[0] + i] = i + j;
	ftoc(f, 0);
	for (long j = 0; j < nx[1]; j++) {
		double s = 0;
		for (long i = 0; i < nx[1]; i++) s += f[start[1] + j * nx[1] + i];
		printf("%ld %.3f\n", j, s);
	}
	return 0;
}
