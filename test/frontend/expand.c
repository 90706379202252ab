// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=model -Wall %s 2>%t.err | %FileCheck %s
// RUN: %FileCheck --check-prefix=ERR %s <%t.err
// RUN: %hpcc -fdist -fdist-emit=model -w -I %S -x c - <%s | %FileCheck %s
//
// Statements, functions and declarations that come from macros or headers get a text that can be changed. Places stay the user's.
#include "Inputs/expand.h"

#define FOR(i, a, b) for (int i = a; i < b; i++)
#define BEGIN_LOOP(i) FOR(i, 0, N) {
#define END_LOOP }
#define SET(x, v) x = v;
#define TWICE(s) s; s
#define HEAD int i = 0; i < N; i++
#define INC(x) ((x) = (x) + 1)
#define TEXT(x) say(#x, x)
#define PASTE(a, b) a##b
#define PICK(a) (PASTE(a, _old)[0] + a[0])
#define PRAGMA(x) _Pragma(#x)
#define INDEPENDENT(i, n) PRAGMA(dist independent) FOR(i, 0, n)
#define ARRAY(a) static double a[N]
#define DEFINE(name) void name(void) { FOR(i, 0, N) a[i] = i; }
#define UNUSED int unused;
#define CHECK_CALL(x) do { if ((x) < 0) say("failed", 0); } while (0)
#define NUMBER __COUNTER__

// CHECK: file [[HEADER:[0-9]+]] "{{.*}}Inputs/expand.h"
// CHECK: directive text "_Pragma("dist distribute a_old[block]")" @[[@LINE+6]]:1
// CHECK: variable {{[0-9]+}} a : double[10] {{.*}} declarator "a[10]" @[[@LINE+3]]:7
// CHECK: variable {{[0-9]+}} a_old : double[10]
// CHECK-NEXT: mapping 1: {{.*}} distribute [block] @[[@LINE+3]]:1
ARRAY(a); ARRAY(a_old);
#pragma dist distribute a[block]
PRAGMA(dist distribute a_old[block])
static const double w[3][3];
void say(const char *, double);

// CHECK: function header_step
// CHECK-NEXT: compound @[[HEADER]]:6:1
// CHECK-NEXT: for from "int i = 1" while "i < N - 1" step "i++" @[[HEADER]]:7:2
// CHECK: expr @[[HEADER]]:8:3

// CHECK: function made() @[[@LINE+3]]:8
// CHECK-NEXT: compound @[[@LINE+2]]:1
// CHECK-NEXT: for from "int i = 0" while "i < 10" step "i++" @[[@LINE+1]]:1
DEFINE(made)

// CHECK: function statements
void statements(void)
{
	// CHECK: for from "int i = 0" while "i < 10" step "i++" @[[@LINE+5]]:2
	// CHECK: body: compound @[[@LINE+4]]:2
	// CHECK-NEXT: expr @[[@LINE+4]]:7
	// CHECK-NEXT: assign : double 'a[i] = w[1][1]' @
	// CHECK-NEXT: index : double 'a[i]' @[[@LINE+2]]:7
	BEGIN_LOOP(i)
		SET(a[i], w[1][1])
	END_LOOP
	// CHECK: for from "int i = 0" while "i < 10" step "i++" @[[@LINE+2]]:2
	// CHECK: expr @[[@LINE+1]]:13
	for (HEAD) a[i]++;
	// CHECK: for from "int i = 1" while "i < 5" step "i++" @
	// CHECK: for from "int i = 1" while "i < 5" step "i++" @
	TWICE(for (int i = 1; i < 5; i++) a[i]--);
	// CHECK: for from "int i = 0" while "i < 10" step "i++" {{.*}}@[[@LINE+1]]:2
	INDEPENDENT(i, N) a[i] = 1;
	// CHECK: binary + : double '(a[1]) + 1' @[[@LINE+1]]:2
	INC(a[1]);
	// CHECK: string : char[5] '"a[2]"' @[[@LINE+2]]:2
	// CHECK-NEXT: index : double 'a[2]' @[[@LINE+1]]:7
	TEXT(a[2]);
	// CHECK: assign : double 'a[0] = (a_old[0] + a[0])' @[[@LINE+1]]:7
	a[0] = PICK(a);
	// Not part of what has to do with arrays.
	// CHECK: do @[[@LINE+2]]:2
	// CHECK: if no-source @[[@LINE+1]]:2
	CHECK_CALL(0);
	// ERR: expand.c:[[@LINE+3]]:2: warning: unused variable 'unused'
	// ERR-NOT: unused variable
	// ERR: 1 warning generated.
	UNUSED
	// What was written out has counted.
	// CHECK: binary + : int '{{[0-9]+}} + 1' @[[@LINE+1]]:29
	for (int i = 0; i < NUMBER + 1; i++) a[i] = 0;
	// The lines of an invocation are still there.
	FOR(i,
		0,
		N) a[i] = 2;
	// CHECK: assign : double 'a[3] = 0' @[[@LINE+1]]:7
	a[3] = 0;
	header_step(a);
}
