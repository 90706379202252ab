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

// These are none that the runtime takes over, and libraries of MPI call them.
int send(int to, double value) { return (int)(to * value); }
int recv(int from) { return send(from, 3) + 1; }
int connect(void) { return recv(2); }
int bind(int *p) { return *p += connect(); }
double gamma[3] = {1, 2, 3};

int main(void)
{
	int bound = 1;
	select = 7;
	printf("%d %g %g %d %g %d\n", link(3), poll(0.5), times[1], use(), clock(3), pipe);
	printf("%d %d %g\n", send(3, 2.5), bind(&bound), gamma[1]);
	return 0;
}
