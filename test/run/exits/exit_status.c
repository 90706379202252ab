// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 8 "check(a[N - 1], t);": elements are read one by one
// ARGS:
// ARGS: 4
// exit from a function, and from within the time loop, with a status; what was printed before is there.
#include <stdio.h>
#include <stdlib.h>

#define N 12

static double a[N];
#pragma dist distribute a[block]

static void check(double value, int t)
{
	if (value > 20) {
		printf("%g after %d\n", value, t);
		exit(3);
	}
}

static void at_end(void) { printf("the end\n"); }

int main(int argc, char **argv)
{
	atexit(at_end);
	for (int i = 0; i < N; i++) a[i] = i;
	printf("no newline at first, ");
	for (int t = 0; t < 20; t++) {
		for (int i = 0; i < N; i++) a[i] += 1;
		if (argc > 1 && t == atoi(argv[1])) return 5;
		check(a[N - 1], t);
	}
	return 0;
}
