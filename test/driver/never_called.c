// SPDX-License-Identifier: Apache-2.0
//
// Nothing is told of loops in functions that the program never calls. Other files may call what an object has.
// RUN: %hpcc -fdist -fno-caret-diagnostics -Rdist=summary %s -o %t 2>&1 | %FileCheck --implicit-check-not=warning: --implicit-check-not=remark: %s
// RUN: %hpcc -fdist -fno-caret-diagnostics -c %s -o %t.o 2>&1 | %FileCheck --check-prefix=OBJECT --implicit-check-not=warning: %s
#include <stdio.h>

#define N 100
static double u[N];
#pragma dist distribute u[block]

// OBJECT: never_called.c:[[@LINE+3]]:2: warning: the processes run this loop in turns
void sums(int n, double *x)
{
	for (int i = 1; i < n; i++) x[i] += x[i - 1];
}

// Each of these is called by the other one only.
static void odd(int n);
static void even(int n)
{
	for (int i = 1; i < n; i++) u[i] += u[i - 1];
	if (n) odd(n - 1);
}
static void odd(int n)
{
	if (n) even(n - 1);
}

static void (*const chosen)(int);

// A pointer leads to this one.
static void by_pointer(int n)
{
	// CHECK: never_called.c:[[@LINE+3]]:2: warning: the processes run this loop in turns
	// CHECK: never_called.c:[[@LINE+2]]:2: remark: slow
	// OBJECT: never_called.c:[[@LINE+1]]:2: warning: the processes run this loop in turns
	for (int i = 1; i < n; i++) u[i] += u[i - 1];
}
static void (*const chosen)(int) = by_pointer;

__attribute__((constructor)) static void begin(void)
{
	// CHECK: never_called.c:[[@LINE+1]]:2: remark: split
	for (int i = 0; i < N; i++) u[i] = i;
}

int main(void)
{
	chosen(N);
	printf("%g\n", u[N - 1]);
	return 0;
}
