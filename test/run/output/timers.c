// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// SOURCES: ../Inputs/timer.c
// Timers and prints in the time loop; the timer is in a second file.
#include <stdio.h>
#include <time.h>
#include "../Inputs/timer.h"

#define N 14

static double u[N][N], v[N][N];
#pragma dist distribute [block][*] :: u, v

int main(void)
{
	double begin = seconds(), longest = 0, total = 0;
	clock_t cpu = clock();
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) u[i][j] = v[i][j] = i * j;
	for (int t = 0; t < 6; t++) {
		double start = seconds();
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) v[i][j] = u[i - 1][j] + u[i + 1][j];
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++) u[i][j] = v[i][j] / 2;
		double taken = seconds() - start;
		total += taken;
		if (taken > longest) longest = taken;
		if (t % 2 == 0) printf("step %d: %.17g\n", t, u[N / 2][N / 2]);
	}
	fprintf(stderr, "%f s, longest step %f s, %f s of steps, cpu %f\n", seconds() - begin, longest, total,
	        (double)(clock() - cpu) / CLOCKS_PER_SEC);
	printf("%s\n", seconds() - begin >= 0 ? "time goes on" : "time goes back");
	return 0;
}
