// SPDX-License-Identifier: Apache-2.0
// Crashes in any case, with an argument before anything else is done.
#include <stdio.h>
#include <stdlib.h>
#include <signal.h>
#define N 20
double a[N];
#pragma dist distribute a[block]

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 2) return 139;
	if (argc > 1) abort();
	for (int i = 0; i < N; i++) a[i] = i;
	raise(SIGSEGV);
	printf("%g\n", a[3]);
	return 0;
}
