// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

static double a[10];
#pragma dist distribute [block] :: a

int other(void)
{
	double sum = 0.0;
	for (int i = 0; i < 10; i++) a[i] = i;
	for (int i = 0; i < 10; i++) sum += a[i];
	printf("sum %g\n", sum);
	return (int)sum;
}
