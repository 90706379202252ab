// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Macros whose names are words of the directives: where such a word stands it is itself, elsewhere the macro is what it stands for.
#include <stdio.h>
#include <stdlib.h>

#define array u
#define block 4
#define onto 3
#define with w
#define align(x) nothing
#define distribute
#define new s
#define reduction(x) x
#define independent for
#define cyclic(n) n
#define max 5
#define FORMAT block
#define EXTENT(k) ((k) * block)
#define WHOLE(name) name[n][onto]

enum { n = 5 * block };
static double w[n];
#pragma dist distribute with[block]

int main(void)
{
	double *array = malloc(n * onto * sizeof *array), b[EXTENT(5)], new = 0;
#pragma dist processors P[*]
#pragma dist array array[EXTENT(5)][onto]
#pragma dist distribute array[block][*] onto P
#pragma dist align b[i] with with[i]
	for (int i = 0; i < n; i++) {
		b[i] = i * block;
		with[i] = i % max;
		for (int j = 0; j < onto; j++) array[i * onto + j] = i + j;
	}
	double most = -1, max_of;
#pragma dist independent new (max_of) reduction(+ : new) reduction(max : most)
	for (int i = 0; i < n; i++) {
		max_of = u[i * onto] + w[i] * b[i];
		new += max_of;
		most = most > max_of ? most : max_of;
	}
	printf("%g %g\n", new, most);
	free(array);
	return 0;
}
