// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 9
// MAX-SLOW: 0
// Rows whose length is a number here, and a variable in the function that maps the memory.
#include <stdio.h>
#include <stdlib.h>

#define N 60
#define LDA (N + 1)

static double *generate(int lda, int n)
{
	double *a = malloc(lda * n * sizeof *a);
#pragma dist array a[n][lda]
#pragma dist distribute a[block][*]
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++) a[i + j * lda] = (i * 7 + j * 3) % 11;
	return a;
}

int main(int argc, char **argv)
{
	double *a = generate(LDA, N), most = 0, s = 0;
	int times = atoi(argv[1]);
	(void)argc;
	for (int t = 0; t < times; t++)
		for (int j = 1; j < N; j++)
			for (int i = 0; i < N; i++) a[i + j * LDA] = a[i + j * LDA] / 2 + t + j;
	for (int j = 0; j < N; j++)
		for (int i = 0; i < N; i++)
			if (a[i + j * LDA] > most) most = a[i + j * LDA];
	for (int j = 0; j < N; j++) s += a[j * LDA];
	printf("%g %g\n", most, s);
	free(a);
	return 0;
}
