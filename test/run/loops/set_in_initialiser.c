// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// An initialiser changes an element that has another owner than what else the loop sets: a declaration cannot be left
// out where the element is not owned.
// ARGS: 23
// ARGS: 3
#include <stdio.h>
#include <stdlib.h>

struct element {
	double x;
	long l;
};
static struct element b[64];
#pragma dist distribute b[block]

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	double t = 0;
	for (int i = 0; i < n; i++) b[i].l = i % 5;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++) {
			b[i].x += j;
			long z = --b[j].l;
			b[j].x += z;
		}
	for (int i = 0; i < n; i++) t += (i % 7) * b[i].x + b[i].l;
	printf("%g\n", t);
	return 0;
}
