// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Formats of printf and scanf in mapped memory: all of it is there when it is read.
#include <stdio.h>

static char prompt[] = "usage of this program: %d options, and the rest of the text\n", numbers[] = "%d apples and %d pears";
#pragma dist distribute [block] :: prompt, numbers

int main(void)
{
	int a = 0, b = 0;
	char text[100];
	printf(prompt, 3);
	fprintf(stdout, prompt, 4);
	snprintf(text, sizeof text, prompt, 5);
	fputs(text, stdout);
	for (int k = 0; k < 2; k++) printf(prompt, k);
	int n = sscanf("12 apples and 13 pears", numbers, &a, &b);
	printf("%d %d %d\n", n, a, b);
	return 0;
}
