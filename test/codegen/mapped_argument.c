// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
//
// Library functions that read or write memory behind their arguments, given an array of which each process has a part.
#include <stdio.h>
#include <string.h>
#include <time.h>

char text[100];
#pragma dist distribute text[block]

int main(void)
{
	size_t n = strlen(text);
	memset(text, 0, sizeof text);
	fwrite(text, 1, sizeof text, stdout);
	// CHECK-NOT: error:
	// CHECK: mapped_argument.c:[[@LINE+1]]:2: error: 'clock_gettime' is not known to work on mapped memory; mark it with '#pragma dist serial', or define it in a file compiled with -fdist
	clock_gettime(CLOCK_MONOTONIC, (struct timespec *)text);
	return printf("%s %zu\n", text, n) < 0;
}
