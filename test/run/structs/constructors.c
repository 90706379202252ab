// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 4 "__attribute__((constructor, destructor)) static void both(v...": elements are read one by one
//            "static void handler(void) { printf("handler %g\n", u[2]); }": elements are read one by one
//            "printf("first %g\n", u[7]);": elements are read one by one
//            "printf("last %g %d\n", u[N - 1], argv[argc] == NULL);": elements are read one by one
// MAX-SLOW: 0
// ARGS:
// ARGS: 3
// Functions that run before main and after its end, with arrays, input and output: in their order, once, behind what atexit has registered.
#include <stdio.h>
#include <stdlib.h>

enum { N = 23 };
static double u[N], *p;
static int calls;
#pragma dist distribute u[block]
#define BEFORE(k) __attribute__((constructor(k)))

static double sum(void)
{
	double s = 0;
	for (int i = 0; i < N; i++) s += u[i];
	return s;
}
__attribute__((constructor)) static void last(int argc, char **argv)
{
	for (int i = 0; i < N; i++) u[i] += i * argc;
	printf("last %g %d\n", u[N - 1], argv[argc] == NULL);
	calls++;
}
static void first(void) BEFORE(200);
static void first(void)
{
	for (int i = 0; i < N; i++) u[i] = 1;
	p = malloc(N * sizeof *p);
#pragma dist array p[N]
#pragma dist align p[i] with u[i]
	for (int i = 0; i < N; i++) p[i] = -i;
	printf("first %g\n", u[7]);
	calls++;
}
BEFORE(300) static int between(void) { return printf("between %d\n", ++calls); }

__attribute__((destructor(200))) static void at_last(void) { printf("at last %g\n", sum()); }
__attribute__((destructor)) static void sooner(void)
{
	for (int i = 0; i < N; i++) u[i] += p[i];
	printf("sooner %g\n", sum());
}
__attribute__((constructor, destructor)) static void both(void) { printf("both %g\n", u[3]); }
static void handler(void) { printf("handler %g\n", u[2]); }

int main(int argc, char **argv)
{
	printf("main %d %g\n", calls, sum());
	atexit(handler);
	both();
	for (int i = 0; i < N; i++) u[i] *= 2;
	if (argc > 1) exit(atoi(argv[1]));
	return 0;
}
