// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 40
// ARGS: 8
// ARGS: 1
// ARGS: 0
// MAX-SLOW: 0
// Loops whose condition steps their variable, before it is compared or after, and counters beside them: what they are in each iteration, and behind.
#include <stdio.h>
#include <stdlib.h>
#define N 40
static double u[4 * N], v[N + 2], w[N + 2];
#pragma dist distribute u[block]
#pragma dist distribute v[block]
#pragma dist distribute w[block]

static double sum(void)
{
	double s = 0;
	for (int i = 0; i < 4 * N; i++) s += u[i] * (i % 13 + 1);
	for (int i = 0; i < N + 2; i++) s += v[i] * (i % 7 + 2) + w[i] * (i % 5 + 3);
	return s;
}

int main(int argc, char **argv)
{
	int i, k, n0 = argc > 1 ? atoi(argv[1]) : N;
	for (i = 0; i < 4 * N; i++) u[i] = i % 17;
	for (i = 0; i < N + 2; i++) v[i] = i % 5, w[i] = i % 9;
	k = 3;
	for (i = N; i-- > 0;) {
		v[i] += k;
		k += 2;
		u[k] += 1;
	}
	printf("%d %d %g\n", i, k, sum());
	k = 3;
	for (i = N; i-- > 0; k++) {
		v[i] += k;
		u[k] += 1;
	}
	printf("%d %d %g\n", i, k, sum());
	k = 3;
	i = N;
	while (i-- > 0) {
		v[i] += k;
		k += 2;
		u[k] += 1;
	}
	printf("%d %d %g\n", i, k, sum());
	k = 3;
	i = N;
	while (i--) {
		v[i] += k;
		k += 2;
		u[k] += 1;
	}
	printf("%d %d %g\n", i, k, sum());
	k = 3;
	i = N;
	while (--i >= 0) {
		v[i] += k;
		k += 2;
		u[k] += 1;
	}
	printf("%d %d %g\n", i, k, sum());
	k = 3;
	unsigned n;
	for (n = N; n-- > 0;) {
		v[n] += k;
		k += 2;
		u[k] += 1;
	}
	printf("%u %d %g\n", n, k, sum());
	k = 3;
	for (n = N; n--;) {
		v[n] += k;
		k += 2;
		u[k] += 1;
	}
	printf("%u %d %g\n", n, k, sum());
	k = 3;
	for (n = N; n-- != 0;) {
		v[n] += k;
		k += 2;
		u[k] += 1;
	}
	printf("%u %d %g\n", n, k, sum());
	for (k = 3, n = N; n-- != 0; k += 3) {
		v[n] += k;
		u[k] += 1;
	}
	printf("%u %d %g\n", n, k, sum());
	k = 3;
	for (n = N; --n > 0;) {
		v[n] += k;
		k += 2;
		u[k] += 1;
	}
	printf("%u %d %g\n", n, k, sum());
	int m = 7;
	k = 3;
	for (i = N; i-- > 0;) {
		v[i] += k;
		k += 2;
		m--;
		u[k] += m;
		w[i] += m;
	}
	printf("%d %d %d %g\n", i, k, m, sum());
	k = 3;
	for (i = n0; --i > 0;) {
		v[i] += k;
		k += 2;
		u[k] += 1;
	}
	printf("%d %d %g\n", i, k, sum());
	k = 3;
	for (i = n0; --i >= 0; k++) {
		v[i] += k;
		u[k] += 1;
	}
	printf("%d %d %g\n", i, k, sum());
	k = 3;
	for (i = 0; ++i < n0; k++) {
		v[i] += k;
		u[k] += 1;
	}
	printf("%d %d %g\n", i, k, sum());
	k = 3;
	for (i = 0; i++ < n0; k++) {
		v[i] += k;
		u[k] += 1;
	}
	printf("%d %d %g\n", i, k, sum());
	k = 3;
	for (i = 0; i++ <= n0; k++) {
		v[i] += k;
		u[k] += 1;
	}
	printf("%d %d %g\n", i, k, sum());
	k = 3;
	for (i = 0; i++ != n0; k++) {
		v[i] += k;
		u[k] += 1;
	}
	printf("%d %d %g\n", i, k, sum());
	k = 3;
	for (i = n0; i-- > 5; k++) {
		v[i] += k;
		u[k] += 1;
	}
	printf("%d %d %g\n", i, k, sum());
	k = 3;
	for (i = n0; i-- >= 5; k++) {
		v[i] += k;
		u[k] += 1;
	}
	printf("%d %d %g\n", i, k, sum());
	k = 3;
	i = n0;
	while (i--) {
		v[i] += k;
		u[k] += 1;
		k++;
	}
	printf("%d %d %g\n", i, k, sum());
	k = 3;
	i = n0;
	while (i-- != 0) {
		v[i] += k;
		u[k] += 1;
		k++;
	}
	printf("%d %d %g\n", i, k, sum());
	k = 3;
	i = n0;
	while (i-- > 7) {
		v[i] += k;
		u[k] += 1;
		k++;
	}
	printf("%d %d %g\n", i, k, sum());
	k = 3;
	i = -1;
	while (++i < n0) {
		v[i] += k;
		u[k] += 1;
		k++;
	}
	printf("%d %d %g\n", i, k, sum());
	k = 3;
	i = -1;
	while (i++ < n0) {
		v[i] += k;
		u[k] += 1;
		k++;
	}
	printf("%d %d %g\n", i, k, sum());
	k = 3;
	for (i = n0 - 1; i >= 0; i--) {
		v[i] += k;
		k--;
		if (i % 3 == 0) continue;
		u[i] += k;
	}
	printf("%d %d %g\n", i, k, sum());
	for (k = 3, i = n0; --i > 0; k += 2) {
		v[i] += k;
		u[k] += 1;
	}
	printf("%d %d %g\n", i, k, sum());
	for (int z = n0; --z >= 0;) {
		v[z] += 1;
	}
	printf("%g\n", sum());
	return 0;
}
