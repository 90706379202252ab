// SPDX-License-Identifier: Apache-2.0
#include "field.h"
#include <stdio.h>
int main(void)
{
	fill(2);
	printf("total %g\n", total(SIZE, field));
	return 0;
}
