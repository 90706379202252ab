// SPDX-License-Identifier: Apache-2.0
//
// Ways to end; the first argument says which.
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void first(void) { puts("handler registered first"); }

static void second(void)
{
	puts("handler registered second");
	FILE *file = fopen("at exit", "w");
	fputs("written in a handler", file);
}

static void caught(int signal) { printf("caught %d\n", signal); }

static void check(int n) { assert(n == 5 && "a reason"); }

enum { N = 40, M = 6 };
static double a[N][M];
#pragma dist distribute a[block][*]

static double *at(int i, int j)
{
	assert(i >= 0 && i < N);
	return &a[i][j];
}

static double root(double x)
{
	assert(x < 30);
	return x * x - 1;
}

static double square[24][10];
#pragma dist distribute square[block][block]
static void change(double *x, int i, int j)
{
	assert(*x < 50);
	*x += 30 + i + j;
	assert(*x < 60 || i < 4);
}

// Nests in which assertions fail: on several processes, on none (no element is where the iteration would be), one of two, in a function.
static void check_elements(const char *how)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) *at(i, j) = i + j;
	if (!strcmp(how, "assert in a nest"))
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) {
				assert(a[i][j] < 3 && "an element");
				a[i][j] += 1;
			}
	if (!strcmp(how, "assert beyond all"))
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) *at(i + 4, j) *= 2;
	if (!strcmp(how, "first assert"))
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) {
				assert(a[i][j] != 14);
				a[i][j] += 1;
				assert(a[i][j] < 33);
			}
	if (!strcmp(how, "first of many"))
		for (int j = 9; j >= 0; j--)
			for (int i = 0; i < 24; i++) {
				change(&square[i][j], i, j);
				assert(square[i][j] < 40 || i < 10);
			}
	if (!strcmp(how, "assert in a callee"))
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) a[i][j] = root(a[i][j]);
	printf("%g\n", a[2][3]);
}

static void quick(void) { fputs("quick\n", stderr); }

int main(int argc, char **argv)
{
	setvbuf(stdout, NULL, _IOLBF, 0); // a launcher may make it a terminal
	const char *how = argv[1];
	atexit(first);
	atexit(second);
	at_quick_exit(quick);
	FILE *file = fopen("left open", "w");
	fputs("text", file);
	puts("begin");
	if (!strcmp(how, "exit")) exit(3);
	if (!strcmp(how, "flushed exit")) {
		fflush(NULL);
		exit(255);
	}
	if (!strcmp(how, "_exit")) _exit(5);
	if (!strcmp(how, "_Exit")) {
		fflush(stdout);
		_Exit(6);
	}
	if (!strcmp(how, "abort")) {
		fflush(stdout);
		abort();
	}
	if (!strcmp(how, "assert")) check(argc);
	if (strstr(how, "assert")) check_elements(how);
	if (!strcmp(how, "quick_exit")) quick_exit(8);
	if (!strcmp(how, "raise")) raise(SIGTERM);
	if (!strcmp(how, "kill")) kill(getpid(), SIGUSR1);
	if (!strcmp(how, "caught")) {
		signal(SIGUSR1, caught);
		raise(SIGUSR1);
		kill(getpid(), SIGUSR1);
		signal(SIGUSR2, SIG_IGN);
		raise(SIGUSR2);
	}
	if (!strcmp(how, "close")) return fclose(stdout);
	if (!strcmp(how, "full")) {
		freopen("/dev/full", "w", stdout);
		int n = printf("text\n");
		fprintf(stderr, "%d\n", n);
		n = fflush(stdout);
		fprintf(stderr, "%d %d\n", n, ferror(stdout) != 0);
		return n ? 9 : 0;
	}
	return 7;
}
