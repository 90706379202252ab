// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>
#define N 40
static double a[N][N], b[N][N];
#pragma dist distribute [block][*] :: a, b

int main(int argc, char **argv)
{
	int m = N - 1;
	if (argc > 1) m = atoi(argv[1]);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) a[i][j] = i * j, b[i][j] = 0;
	for (int t = 0; t < 3; t++) {
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < m; j++)
				b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1];
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < N - 1; j++)
				a[i][j] = b[i][j] / 4;
	}
	double s = 0;
	for (int i = 0; i < N; i++) s += a[i][3];
	printf("%g\n", s);
	if (argc > 2) printf("%g\n", a[3][atoi(argv[2])]);
	return 0;
}
