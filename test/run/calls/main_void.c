// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 100 "for (int i = 0; i < 9; i++) a[i] = counter();": elements are set one by one
// ARGS: one "two three" ''
// Programs of other forms: main without return, no arrays at all in some functions, argv that is changed.
#include <stdio.h>
#include <string.h>

static int counter(void)
{
	static int calls;
	return ++calls;
}

int main(int argc, char *argv[])
{
	int a[9];
#pragma dist distribute a[block]
	for (int i = 0; i < 9; i++) a[i] = counter();
	for (int i = 0; i < argc; i++) printf("%s\n", i ? argv[i] : "program");
	if (argc > 1) argv[1][0] = 'X', printf("%s\n", argv[1]);
	for (int i = 0; i < 9; i++) printf("%d\n", a[i]);
}
