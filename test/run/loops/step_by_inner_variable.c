// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Loops that step by a variable of their own body stay as they are: their steps cannot stand in the head. The macro
// below has to be written out, and the program is as it was all the same.
#include <stdio.h>

#define N 103
#define SET(a, i, x) a[i] = x; a[(i) + 1] = (x) + 1

static double u[N];
#pragma dist distribute u[block]

int main(void)
{
	double sum = 0;
	int at = 0, pieces = 0;
	for (int i = 0; i + 1 < N; i += 2) { SET(u, i, i * .5); }
	while (at < N) {
		int length = N - at;
		if (length > 7) length = 7;
		for (int i = at; i < at + length; i++) sum += u[i] * length;
		pieces++;
		at += length;
	}
	for (at = 0; at < N;) {
		int length = at % 3 + 5;
		if (length > N - at) length = N - at;
		for (int i = at; i < at + length; i++) u[i] += pieces;
		at += length;
	}
	for (int i = 0; i < N; i++) sum += u[i];
	printf("%.10g %d\n", sum, pieces);
	return 0;
}
