// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// Variables of file scope that are read where the program goes on after a call that does not come back, and on ways through functions that are left or
// entered in the middle.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 24

static double a[N], thrown, chosen, left, round_, last;
static jmp_buf before;
#pragma dist distribute a[block]

static void throw_it(void)
{
	if (a[2] < 1e9) longjmp(before, 1);
}

static void catch_it(void)
{
	thrown = 0;
	if (setjmp(before)) {
		printf("%g\n", thrown);
		return;
	}
	for (int i = 0; i < N; i++) {
		thrown = 3 * a[i];
		a[i] += 1;
	}
	throw_it();
	thrown = 0;
}

static void choose(int k)
{
	switch (k) {
	case 1: chosen = 0; break;
	case 2: printf("%g\n", chosen);
	}
}

static void leave(int now)
{
	do {
		if (now) break;
		left = 0;
	} while (0);
	printf("%g\n", left);
}

static void set_round(void)
{
	for (int i = 0; i < N; i++) {
		round_ = a[i];
		a[i] += 1;
	}
}

static void rounds(int first)
{
	round_ = 1;
	for (int k = 0; k < 2; k++) {
		set_round();
		if (k == first) break;
		round_ = 0;
	}
	printf("%g\n", round_);
}

static void at_end(void) { printf("%g\n", last); }

int main(void)
{
	atexit(at_end);
	for (int i = 0; i < N; i++) a[i] = i % 7 + 0.5 * i;
	catch_it();
	for (int i = 0; i < N; i++) {
		chosen = 5 * a[i];
		left = chosen - i;
		a[i] += 1;
	}
	choose(2);
	leave(1);
	rounds(0);
	for (int i = 0; i < N; i++) {
		last = 2 * a[i];
		a[i] += 1;
	}
	if (a[3] < 1e9) exit(4);
	last = 0;
	return 0;
}
