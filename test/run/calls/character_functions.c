// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 1
// BY-ALL: 3 "for (; *s; s++) *s = (char)toupper((unsigned char)*s);": the number of iterations is not known at its
//              start
// FLAGS: -O2
// <ctype.h> on mapped characters: where they are optimised its functions are macros that hold statements.
#include <ctype.h>
#include <stdio.h>

enum { N = 40 };
static char text[N] = "The quick brown fox, 4 more and a dog";
#pragma dist distribute text[block]

static void upper(char *s)
{
	for (; *s; s++) *s = (char)toupper((unsigned char)*s);
}

static int letters(int n, const char *s)
{
	int found = 0;
	for (int i = 0; i < n; i++) found += isalpha((unsigned char)s[i]) != 0;
	return found;
}

int main(void)
{
	printf("%d\n", letters(N, text));
	for (int i = 0; i < N; i++) text[i] = isspace(text[i]) ? '_' : isdigit(text[i]) ? text[i] + 1 : tolower(text[i]);
	printf("%s\n", text);
	upper(text + 4);
	printf("%s\n", text);
	return 0;
}
