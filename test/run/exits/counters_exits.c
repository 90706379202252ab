// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 20
// ARGS: 100
// ARGS: 0
// ARGS: -1
// MAX-SLOW: 0
// Counters of loops that are left early: behind the loop they have the values of the iteration that left it.
#include <stdio.h>
#include <stdlib.h>
#define N 40
static double u[4 * N], v[N], w[N];
#pragma dist distribute u[block]
#pragma dist distribute v[block]
#pragma dist distribute w[block]

int main(int argc, char **argv)
{
	int i, k, m, lim = argc > 1 ? atoi(argv[1]) : 20;
	double s;
	for (i = 0; i < 4 * N; i++) u[i] = i % 17;
	for (i = 0; i < N; i++) v[i] = i, w[i] = i % 9;
	s = 0;
	for (i = 0, k = 3; i < N; i++, k += 2) {
		if (v[i] > lim) break;
		s += u[k];
	}
	printf("%d %d %g\n", i, k, s);
	s = 0;
	k = 3;
	for (i = 0; i < N; i++) {
		if (v[i] > lim) break;
		k += 2;
		s += u[k];
	}
	printf("%d %d %g\n", i, k, s);
	s = 0;
	k = 3;
	for (i = 0; i < N; i++) {
		k += 2;
		if (v[i] > lim) break;
		s += u[k];
	}
	printf("%d %d %g\n", i, k, s);
	s = 0;
	for (i = N - 1, k = 3; i >= 0; i--, k += 2) {
		if (v[i] < lim) break;
		s += u[k];
	}
	printf("%d %d %g\n", i, k, s);
	s = 0;
	k = 3;
	for (i = N; i-- > 0;) {
		if (v[i] < lim) break;
		k += 2;
		s += u[k];
	}
	printf("%d %d %g\n", i, k, s);
	s = 0;
	k = 3;
	for (i = N; i-- > 0;) {
		k += 2;
		if (v[i] < lim) break;
		s += u[k];
	}
	printf("%d %d %g\n", i, k, s);
	s = 0;
	k = 3;
	m = 9;
	for (i = N; i-- > 0; k++) {
		k += 2;
		m--;
		if (v[i] < lim) break;
		s += u[k];
	}
	printf("%d %d %d %g\n", i, k, m, s);
	s = 0;
	int last = -1;
	for (i = 0, k = 3; i < N; i++, k += 2) {
		if (v[i] > lim) break;
		last = k;
		s += u[k];
	}
	printf("%d %d %d %g\n", i, k, last, s);
	int isw = 1;
	s = 0;
	for (i = 0; i < N; i++) {
		if (v[i] > lim) break;
		isw = 3 - isw;
		s += u[i] * isw;
	}
	printf("%d %d %g\n", i, isw, s);
	// while with break
	i = 0;
	k = 3;
	s = 0;
	while (i < N) {
		if (v[i] > lim) break;
		s += u[k];
		k += 2;
		i++;
	}
	printf("%d %d %g\n", i, k, s);
	i = N;
	k = 3;
	s = 0;
	while (i-- > 0) {
		if (v[i] < lim) break;
		s += u[k];
		k += 2;
	}
	printf("%d %d %g\n", i, k, s);
	i = N;
	k = 3;
	s = 0;
	while (i--) {
		if (v[i] < lim) break;
		s += u[k];
		k += 2;
	}
	printf("%d %d %g\n", i, k, s);
	return 0;
}
