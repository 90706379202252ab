// SPDX-License-Identifier: Apache-2.0
//
// What && and ?: set under a condition, and the place of an extremum that may not be found, is what an iteration
// before has left where the condition does not hold.
//
// RUN: %compare %s
// MAX-SLOW: 1
// BY-ALL: 100 the loop over rows with && goes on from what the row before left
#include <stdio.h>

enum { N = 40, M = 9 };
static double u[N][M], v[N][M];
#pragma dist distribute [block][*] :: u, v

int main(void)
{
	double row[M];
	int where = -1;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = i % 4 == 3 ? -1 - j : (i * 7 + j * 3) % 11 - 5;
	for (int j = 0; j < M; j++) row[j] = 100 + j;
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) (void)(u[i][j] > 0 && (row[j] = u[i][j]));
		for (int j = 0; j < M; j++) v[i][j] = row[j];
	}
	for (int i = 0; i < N; i++) {
		double best = 0;
		for (int j = 0; j < M; j++)
			if (u[i][j] > best) best = u[i][j], where = j;
		v[i][0] += where;
	}
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) u[i][j] > 1 ? (row[j] = u[i][j]) : 0;
		for (int j = 0; j < M; j++) v[i][j] += row[j];
	}
	for (int i = 0; i < N; i += 3)
		for (int j = 0; j < M; j += 2) printf("%g\n", v[i][j]);
	return 0;
}
