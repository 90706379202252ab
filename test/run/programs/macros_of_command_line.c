// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Macros of the command line with names that the headers of hpcc use for parameters: they mean nothing there.
// FLAGS: -Dn=60 -Dk=3 -Da=u -Db=v -Dp=7 -Ds=2 -Dsize=40
#include <stdio.h>

static double a[n], b[n];
#pragma dist distribute [block] :: a, b

int main(void)
{
	for (int i = 0; i < n; i++) a[i] = i % p;
	for (int t = 0; t < k; t++) {
		for (int i = 1; i < n - 1; i++) b[i] = a[i - 1] + a[i + 1] * s;
		for (int i = 1; i < n - 1; i++) a[i] = b[i] / size;
	}
	printf("%.9g %.9g\n", a[1], u[n - 2]);
	return 0;
}
