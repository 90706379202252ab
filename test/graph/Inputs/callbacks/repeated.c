// SPDX-License-Identifier: Apache-2.0
//
// A function that the cycle calls twice, three times in a loop, and under a condition.
#include <stdio.h>

#define N 64
#pragma dist distribute [block][*] :: a, b
static double a[N][N], b[N][N];

static void smooth(double p[N][N], double q[N][N])
{
#pragma dist distribute [block][*] :: p, q
	for (int i = 1; i < N - 1; i++)
		for (int j = 0; j < N; j++) q[i][j] = 0.5 * (p[i - 1][j] + p[i + 1][j]);
}

int main(void)
{
	for (int t = 0; t < 10; t++) {
		smooth(a, b);
		smooth(b, a);
		for (int k = 0; k < 3; k++) smooth(a, b);
		if (t == 5) smooth(b, a);
	}
	printf("%g\n", a[N / 2][1]);
	return 0;
}
