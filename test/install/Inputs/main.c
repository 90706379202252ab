// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

double timer(void);
double sum(int n, double a[n]);

static double a[SIZE];
#pragma dist distribute [block] :: a

int main(void)
{
	double start = timer();
	for (int i = 0; i < SIZE; i++) a[i] = i;
	printf("sum %g, started at %g\n", sum(SIZE, a), start);
	return 0;
}
