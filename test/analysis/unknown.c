// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fsyntax-only -fdiagnostics-parseable-fixits -isystem %S/Inputs/system %s 2>&1 | %FileCheck %s
// RUN: %hpcc -fdist -fsyntax-only -DMARKED -isystem %S/Inputs/system %s 2>&1 | %count 0
//
// Functions of libraries of which nothing is known; those that are marked, that have a body, and C's own are none.
#include <library.h>
#include <library/time.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <unistd.h>

double own(double);
static jmp_buf place;

#ifdef MARKED
#pragma dist pure(library_value, library_time)
#endif

// What stands before it.
static double
known(double x)
{
	if (setjmp(place)) return getpid() + (int)gethostid();
	return own(x) + library_square(x) + sqrt(x) + __builtin_fabs(x) + printf("%g", x);
}

double
unknown(double x)
{
	// CHECK: unknown.c:[[@LINE+5]]:24: error: nothing is known of 'library_value', which is neither in sight nor one of C's or POSIX's; mark it
	// CHECK: unknown.c:[[@LINE+4]]:24: note: if it has no effect but its result and what its pointer arguments name, write '#pragma dist pure(library_value)'
	// CHECK: fix-it:"{{.*}}unknown.c":{28:1-28:1}:"#pragma dist pure(library_value)\n"
	// CHECK: unknown.c:[[@LINE+2]]:24: note: if it is to run once, on one process, on whole arrays, write '#pragma dist serial(library_value)'
	// CHECK: unknown.c:[[@LINE+1]]:24: note: if it is to run on every process, each on its own part, write '#pragma dist local(library_value)'
	double y = known(x) + library_value(x);
	// A header by the name of one of C's.
	// CHECK: unknown.c:[[@LINE+1]]:13: error: nothing is known of 'library_time', which
	return y + library_time();
}
