// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
//
// Directives before statements.

double f(double);

double sum(int n, double *v)
{
	double s = 0;
	int i = 0;
// CHECK-DAG: statements.c:[[@LINE+1]]:36: error: unknown reduction operator '-'; there are + * min max & | ^ && and ||
#pragma dist independent reduction(-: s)
	for (i = 0; i < n; i++) s -= v[i];
// CHECK-DAG: statements.c:[[@LINE+1]]:46: error: 's' is named twice in the clauses
#pragma dist independent new(s) reduction(+: s)
	for (i = 0; i < n; i++) s += v[i];
// CHECK-DAG: statements.c:[[@LINE+1]]:39: error: 's' is of type 'double', which has no reduction '|'
#pragma dist independent reduction(|: s)
	for (i = 0; i < n; i++) s += v[i];
// CHECK-DAG: statements.c:[[@LINE+1]]:30: error: 'f' is a function; it cannot stand in 'new'
#pragma dist independent new(f)
	for (i = 0; i < n; i++) s += f(v[i]);
// CHECK-DAG: statements.c:[[@LINE+1]]:26: error: unknown clause 'neww' in 'independent'; did you mean 'new'?
#pragma dist independent neww(s)
	for (i = 0; i < n; i++) v[i] = 0;
// CHECK-DAG: statements.c:[[@LINE+1]]:9: error: 'independent' is not followed by a loop that counts ('for')
#pragma dist independent
	while (i > 0) v[--i] = 0;
// CHECK-DAG: statements.c:[[@LINE+1]]:9: error: 'cycle' is not followed by a loop
#pragma dist cycle
	s += 1;
	return s;
}

void nothing(void)
{
// CHECK-DAG: statements.c:[[@LINE+1]]:9: error: nothing follows that 'independent' could apply to
#pragma dist independent
}
