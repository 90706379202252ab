// SPDX-License-Identifier: Apache-2.0
#include "value.h"
#include <stdio.h>

int other(void);

int main(void)
{
	printf("%d %d %s\n", VALUE, other(), __FILE__);
	return 0;
}
