/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#define SIZE 100

static double a[SIZE], b[SIZE];
#pragma dist distribute [block] :: a, b

int main(void)
{
	int i, strict = 0;
	long version = 0;
	double sum = 0;
#ifdef __STDC_VERSION__
	version = __STDC_VERSION__;
#endif
#ifdef __STRICT_ANSI__
	strict = 1;
#endif
	for (i = 0; i < SIZE; i++) a[i] = i;
	for (i = 0; i < SIZE - 1; i++) b[i + 1] = a[i];
	for (i = 0; i < SIZE; i++) sum += b[i];
	for (i = 0; i < SIZE; i++) b[i] = 0;
	printf("version %ld, strict %d, sum %g\n", version, strict, sum + a[SIZE - 1]);
	return 0;
}
