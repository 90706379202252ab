// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 13
// ARGS: 1
// ARGS: 0
// ARGS: 40
// MAX-SLOW: 0
// Loops whose condition steps: the body runs from n - 1 down to 0, and the variable ends beyond.
#include <stdio.h>
#include <stdlib.h>

#define N 40

static double a[N][N], c[N][N], v[N], w[N];
#pragma dist distribute a[block][*]
#pragma dist distribute c[block][block]
#pragma dist distribute [block] :: v, w

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N, k;
	size_t m = n;
	double sum = 0, most = -1;
	int where = -1;
	for (int i = N; i-- > 0;) v[i] = i % 5, w[i] = N - i;
	for (int i = n; i-- > 0;) v[i] += w[n - 1 - i];
	for (size_t i = m; i-- > 0;) w[i] = 2 * v[i] + i;
	for (unsigned i = n; i--;) v[i] -= 1;
	for (unsigned long i = m; i-- != 0;)
		for (int j = n; j-- > 0;) a[i][j] = v[i] * j;
	for (k = n; k-- > 0;) w[k] += k;
	printf("%d\n", k);
	for (int i = n; i-- > 0;)
		for (unsigned j = i + 1; j-- > 0;) a[i][j] += 1;
	for (size_t i = m; i-- > 0;)
		for (unsigned char j = i + 1; j-- > 0;) c[i][j] = i - j;
	for (int i = n - 1; i-- > 0;)
		for (long j = n - i; j-- > 0;) c[i][j] *= 2 + c[i][j];
	for (int i = n - 1; i-- > 0;) v[i] += w[i + 1];
	for (int i = n; i-- > 0;) {
		sum += v[i];
		if (w[i] > most) most = w[i], where = i;
	}
	printf("%g %g %d\n", sum, most, where);
	for (int i = N; i-- > 0;) printf("%g %g %g %g %g\n", v[i], w[i], a[i][0], a[i][i / 2], c[i][i / 3]);
	return 0;
}
