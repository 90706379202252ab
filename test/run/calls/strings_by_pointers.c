// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -Rdist=summary %s -o %t 2>&1 | %FileCheck %s
//
// Strings that pointers of a table, or of the program's arguments, lead to, where no string is mapped.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 101

static double u[N];
static const char *const names[] = {"one", "three", "70"};
#pragma dist distribute u[block]

int main(int argc, char **argv)
{
	// CHECK: [[# @LINE + 1]]:{{.*}}split along dimension 0 of 'u'; nothing is sent
	for (int i = 0; i < N; i++) u[i] = (double)strlen(names[i % 3]) + atoi(names[2]);
	// CHECK: [[# @LINE + 1]]:{{.*}}split along dimension 0 of 'u'; nothing is sent
	for (int i = 0; i < N; i++) u[i] += argc > 1 && !strcmp(argv[1], "twice") ? u[i] : strlen(argv[0]) > 0;
	double sum = 0;
	for (int i = 0; i < N; i++) sum += (i % 11) * u[i];
	printf("%.10g\n", sum);
	return 0;
}
