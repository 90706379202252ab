// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 1
// BY-ALL: 24 "for (int i = 0; i < 5; i++) from[i] = AT(from[i]) = 0;": the subscripts of 'to[from[i]]' on the left
//              are not affine
//            "k = from[k] = to[k] = 0;": elements are set one by one
// Chains in which one target says where another one is: the last is set first.
#include <stdio.h>

#define N 20
#define AT(i) to[i]

static int from[N], to[N];
#pragma dist distribute [block] :: from, to

int main(void)
{
	struct {
		int k, v[N];
	} held = {2, {1, 2, 3, 4}};
	int own[4] = {3, 2, 1, 0}, other[4] = {1, 2, 3, 4};
	for (int i = 0; i < N; i++) from[i] = N - 1 - i, to[i] = 3 * i + 1;
	for (int i = 0; i < 5; i++) from[i] = AT(from[i]) = 0;
	for (int i = 0; i < 3; i++) own[i] = other[own[i]] = 5;
	int k = 7;
	k = from[k] = to[k] = 0;
	held.k = held.v[held.k] = other[held.k] = 0;
	printf("%d %d %d %d %d\n", k, held.k, held.v[0], held.v[2], other[2]);
	for (int i = 0; i < N; i++) printf("%d %d %d\n", from[i], to[i], own[i % 4] + other[i % 4]);
	return 0;
}
