// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#define N 40
static double a[N], b[N];
static int count[N];
#pragma dist distribute [block] :: a, b, count

int main(int argc, char **argv)
{
	double norm = 0;
	for (int i = 0; i < N; i++) {
		a[i] = 1.0 / (i + 1);
		b[i] = 0;
		count[i] = i;
	}
	for (int t = 0; t < 3; t++) {
		norm = 0;
		for (int i = 0; i < N; i++) norm += a[i] * a[i];
		for (int i = 0; i < N; i++) a[i] = a[i] / norm;
	}
	if (argc > 1)
#pragma dist independent
		for (int i = 0; i < N; i++) count[i] = count[(i + 27) % N] + 1;
	printf("%g %d\n", a[3], count[39]);
	return argc > 2;
}
