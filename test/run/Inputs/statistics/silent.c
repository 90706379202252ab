// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <unistd.h>

static double a[20];
#pragma dist distribute a[block]

int main(void)
{
	for (int i = 0; i < 20; i++) a[i] = i;
	printf("%g\n", a[3]);
	close(2);
	return 0;
}
