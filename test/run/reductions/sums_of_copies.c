// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 2
// BY-ALL: 49 "for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) las...": no mapped array says where the
//              iterations of 'last' belong
//            "for (int i = 0; i < N; i++) first += copies[i];": no mapped array says where the
//              iterations of 'first' belong
//            "for (int i = 0; i < N; i++) copies[i] = i;": some of its statements belong to no owner
//
// Sums of arrays of which several processes have copies by their mapping, or all: each element is added once, into variables and into elements.
#include <stdio.h>
enum { N = 30, M = 20 };
static double u[N][M], x[N];
static int copies[N];
#pragma dist distribute u[*][block]
#pragma dist align copies[i] with u[i][*]
#pragma dist distribute x[block]
static double grid[N][M], into[11], y[7];
static int row[N];
#pragma dist distribute grid[block][block]
#pragma dist align row[i] with grid[i][*]
#pragma dist distribute into[block]

int main(void)
{
	double both = 0, first = 0, last = 0, most = -1;
	for (int i = 0; i < N; i++) {
		copies[i] = i;
		x[i] = 0.5 * i;
		for (int j = 0; j < M; j++) u[i][j] = i + j;
	}
	for (int i = 0; i < N; i++) {
		both += copies[i] + x[i];
		for (int j = 0; j < M; j++) both += u[i][j] * (1 + i % 3);
	}
	for (int i = 0; i < N; i++) {
		first += copies[i];
		for (int j = 0; j < M; j++) first += u[i][j];
	}
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) last += u[i][j];
		last += copies[i];
		most = copies[i] > most ? copies[i] : most;
	}
	int hist[5] = {0};
	for (int i = 0; i < N; i++) row[i] = i;
	for (int i = 0; i < N; i++) hist[row[i] % 5]++;
	for (int i = 0; i < N; i++) y[row[i] % 7] += 0.5;
	for (int i = 0; i < N; i++) into[row[i] % 11] += 1;
	printf("%d %d %g %g %g\n", hist[2], hist[3], y[1], into[1], into[9]);
	printf("%g %g %g %g\n", both, first, last, most);
	return 0;
}
