// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// STDERR: compare
//
// Formats of printf and scanf in mapped memory: all of it is there when it is read.
// The same of text that functions read for which nothing stands in.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static char prompt[] = "usage of this program: %d options, and the rest of the text\n";
static char numbers[] = "%d apples and %d pears", path[] = "NONE_OF_THIS_NAME_AND_MORE";
static char words[] = "what perror prints in front of its own words";
#pragma dist distribute [block] :: prompt, numbers, path, words

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
	setenv("NONE_OF_THIS_NAME_AND_MORE", "set", 1);
	printf("%s\n", getenv(path) ? getenv(path) : "unset");
	errno = ENOENT;
	perror(words);
	return 0;
}
