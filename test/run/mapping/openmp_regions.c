// SPDX-License-Identifier: Apache-2.0
// REQUIRES: libomp
// RUN: %compare %s
// MAX-SLOW: 29
// FLAGS: -fopenmp
// COUNTS: 1 3
//
// Regions that hold nests run without threads, with all that OpenMP says inside of them.
#include <stdio.h>

#define N 29
#define M 8

static double a[N][M], c[N];
#pragma dist distribute a[block][*]
#pragma dist align c[i] with a[i][*]

int main(void)
{
	int count = 0, found = 0;
	double most = 0;
#pragma omp parallel
	{
#pragma omp for
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) a[i][j] = i + j;
#pragma omp single
		count++;
#pragma omp barrier
#pragma omp master
		printf("begun %d\n", count);
	}
#pragma omp parallel sections reduction(+ : count)
	{
#pragma omp section
		for (int i = 0; i < N; i++) c[i] = a[i][0];
#pragma omp section
		count += 2;
#pragma omp section
		{
			for (int i = 0; i < N; i++) a[i][1] *= 2;
		}
	}
#pragma omp parallel
#pragma omp single
	{
#pragma omp task shared(found)
		found = 5;
		for (int i = 0; i < N; i++)
#pragma omp task firstprivate(i)
			for (int j = 2; j < M; j++) a[i][j] += c[i];
#pragma omp taskwait
	}
#pragma omp parallel for
	for (int i = 0; i < N; i++) {
		double here = a[i][1] + a[i][M - 1];
#pragma omp critical
		{
			if (here > most) most = here;
		}
#pragma omp atomic
		count++;
	}
#pragma omp parallel for ordered
	for (int i = 0; i < N; i += 7) {
#pragma omp ordered
		printf("%d %g\n", i, a[i][2]);
	}
	printf("%d %d %g\n", count, found, most);
	return 0;
}
