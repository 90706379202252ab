// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// A program's own functions and variables of the C library's names, in this file and in another one.
// SOURCES: Inputs/own_names.c
#include <stdio.h>

int link(int a);
double poll(double x);
extern double times[3];
int use(void);

static double clock(double x) { return x / 2; }
static int pipe = 5;
int select;

int main(void)
{
	select = 7;
	printf("%d %g %g %d %g %d\n", link(3), poll(0.5), times[1], use(), clock(3), pipe);
	return 0;
}
