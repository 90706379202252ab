// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 3 "printf("%g\n", y[n - 1]);": elements are read one by one
//
// An array is declared before the one that it is aligned with, and before the grid of that.
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = 12 + argc;
#if V == 1
#pragma dist processors P[*][*]
#endif
	double(*a)[n] = malloc(n * sizeof *a), *y = malloc(n * sizeof *y);
#if V != 1
#pragma dist processors P[*][*]
#endif
#pragma dist distribute a[block][block] onto P
#pragma dist array y[n]
#pragma dist align y[i] with a[i][0]
	for (int i = 0; i < n; i++) a[i][0] = y[i] = i;
	printf("%g\n", y[n - 1]);
	return 0;
}
