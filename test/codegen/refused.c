// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fsyntax-only -isystem %S/Inputs/system -include %S/Inputs/defines.h %s 2>&1 | %FileCheck %s
//
// What has no place where it could be changed, or no translation.
double v[100];
#pragma dist distribute v[block]

// CHECK-DAG: {{.*}}defines.h:2:8: error: 'in_header' cannot be translated here
#pragma dist distribute in_header[block]

// CHECK-DAG: refused.c:[[@LINE+1]]:22: error: the constant 'first' names a distributed array, which has its address at run time only; leave out its 'const'
static double *const first = v;

double f(int n)
{
	// CHECK-DAG: {{.*}}statement.h:2:6: error: 'v[3] = 1' comes from a macro and cannot be rewritten there; write it in the source
#include <statement.h>
	return first[n];
}
