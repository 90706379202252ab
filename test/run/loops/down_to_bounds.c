// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Werror %s
// ARGS: 40 1 2
// ARGS: 13 5 2
// ARGS: 1 0 1
// ARGS: 0 3 1
// ARGS: 5 9 1
// MAX-SLOW: 0
// PER-STEP: procs=2 from="40 1 2" to="40 1 4" messages=0,1 bytes=0,320 collectives=0
// PER-STEP: procs=4 from="40 1 2" to="40 1 4" messages=0,1,1,1 bytes=0,320,320,320 collectives=0
// PER-STEP: procs=7 from="40 1 2" to="40 1 4" messages=0,1,1,1,1,1,1 bytes=0,320,320,320,320,320,320 collectives=0
// Loops whose condition steps an unsigned variable down to a bound above 0, a number or what does not change in the
// loop: the body runs from n - 1 down to the bound, if n is above it, and the variable ends one below.
#include <stdio.h>
#include <stdlib.h>

#define N 40
#define DOWN(i, n, least) for (size_t i = (n); i-- > (least);)

static double a[N][N], b[N][N], c[N][N], v[N];
#pragma dist distribute [block][*] :: a, b
#pragma dist distribute c[block][block]
#pragma dist distribute v[block]

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N, low = argc > 2 ? atoi(argv[2]) : 1, steps = argc > 3 ? atoi(argv[3]) : 2;
	size_t m = n, least = low, k;
	unsigned wide = 0;
	double sum = 0;
	for (size_t i = N; i-- > 0;)
		for (size_t j = N; j-- > 0;) a[i][j] = i * 3 % 7 + j, c[i][j] = i - (double)j;
	for (int t = 0; t < steps; t++) {
		for (size_t i = m; i-- > 1;)
			for (size_t j = m; j > 0; j--) b[i][j - 1] = a[i - 1][j - 1] + t;
		for (size_t i = m; i-- > 1;)
			for (size_t j = n; j-- > 1;) a[i][j] = b[i][j] / 2;
	}
	for (size_t i = m + 1; i-- > 2;) v[i - 1] += i;
	for (size_t i = m; i-- > least;) v[i] += a[i][i];
	for (size_t i = m; i-- > least + 1;)
		for (unsigned j = i + 1; j-- > i / 2;) c[i][j] += v[i] - j;
	for (size_t i = m; i-- > 0;)
		for (size_t j = m; j-- > i + 1;) c[i][j] *= 2;
	for (k = m; k-- > 3;) v[k] -= 1;
	printf("%zd\n", (ssize_t)k);
	k = m;
	while (k-- > least) sum += v[k];
	printf("%zd\n", (ssize_t)k);
	for (unsigned char i = n; i-- > 2;) v[i] *= 2;
	for (unsigned i = n; i-- > 2u; wide++) v[i] += wide;
	DOWN(i, m, 2) v[i] += i;
	DOWN(i, m, least) v[i] -= i;
	printf("%u %g\n", wide, sum);
	for (int i = 0; i < N; i++) printf("%g %g %g %g %g\n", v[i], a[i][i], b[i][i / 2], c[i][i / 3], c[i / 2][i]);
	return 0;
}
