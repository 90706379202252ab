// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

double timer(void);
double half(double x);

static double a[SIZE];
#pragma dist distribute [block] :: a

int main(void)
{
	double start = timer(), sum = 0.0;
	for (int i = 0; i < SIZE; i++) a[i] = 2 * i;
	for (int i = 0; i < SIZE; i++) sum += a[i];
	printf("sum %g, started at %g\n", half(sum), start);
	return 0;
}
