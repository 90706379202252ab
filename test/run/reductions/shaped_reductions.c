// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 17 "for (int i = 0; i < n; i++) add(to, key[i], value[i]);": which elements of `to` are added to is not
//              known
//
// Reductions into elements of a parameter that has a shape and leads to memory with a mapping, without one, or to a row: by the nest and by functions
// that it calls, which can only add to what all processes have.
// MAX-SLOW: 1
#include <stdio.h>
#include <stdlib.h>

enum { N = 53, M = 12 };
static double value[N], mapped[M], plain[M], table[3][M];
static int key[N];
#pragma dist distribute [block] :: value, key, mapped

static void add(double *to, int at, double what) { to[at] += what; }

static void directly(int n, int m, double *to)
{
#pragma dist array to[m]
	for (int i = 0; i < n; i++) to[key[i]] += value[i];
}

static void by_calls(int n, int m, double *to)
{
#pragma dist array to[m]
	for (int i = 0; i < n; i++) {
		add(to, key[i], value[i]);
		value[i] += 1;
	}
}

int main(void)
{
	double *other = calloc(M, sizeof *other);
	if (!other) return 1;
	for (int i = 0; i < N; i++) value[i] = (i * 19) % 32, key[i] = (i * 5 + i / 7) % M;
	for (int k = 0; k < M; k++) mapped[k] = k, plain[k] = 2 * k, table[1][k] = table[2][k] = -k;
	double *const to[] = {mapped, plain, table[1], other};
	for (int k = 0; k < 4; k++) directly(N - k, M, to[k]);
	by_calls(N, M, mapped);
	by_calls(N - 1, M, plain);
	by_calls(N - 2, M, table[1]);
	by_calls(N - 3, M, other);
	for (int k = 0; k < M; k++)
		printf("%g %g %g %g %g %g\n", mapped[k], plain[k], table[0][k], table[1][k], table[2][k], other[k]);
	free(other);
	return 0;
}
