// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Loops and bodies of loops in files of their own; lines that the source itself names.
#include <stdio.h>

#define N 40
static double a[N];
#pragma dist distribute a[block]

int main(void)
{
	double scale = 2, s = 0;
#include "../Inputs/fragments/fill.inc"
	for (int i = 0; i < N; i++) s += a[i];
	scale = 3;
#include "../Inputs/fragments/fill.inc"
#define BODY s -= a[i] / 2;
	for (int i = 0; i < N; i++)
#include "../Inputs/fragments/body.inc"
	printf("%g line %d\n", s, __LINE__);
#line 77 "other \"name\".c"
	for (int i = 0; i < N; i++) s += a[i];
	printf("%g line %d of %s\n", s, __LINE__, __FILE__);
	for (int i = 0; i < N; i++) s += a[i];
#line 5
	printf("%g line %d of %s\n", s, __LINE__, __FILE__);
	return 0;
}
