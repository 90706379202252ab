// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
//
// Names that a directive cannot find, or finds twice.

struct grid {
	int rows;
} g;
int n;
double temperature[100], T[100], c[100], x, *v;
double f(double);

// CHECK-DAG: names.c:[[@LINE+1]]:25: error: 'temprature' is not declared here; did you mean 'temperature'?
#pragma dist distribute temprature[block]
#pragma dist processors PROC[4]
// CHECK-DAG: names.c:[[@LINE+1]]:39: error: 'PROG' is not a processor grid; did you mean 'PROC'?
#pragma dist distribute c[block] onto PROG
// CHECK-DAG: names.c:[[@LINE+2]]:23: error: 'T' is declared already
// CHECK-DAG: names.c:10:26: note: 'T' is declared here
#pragma dist template T[100]
// CHECK-DAG: names.c:[[@LINE+1]]:24: error: 'g' has no member 'row'; did you mean 'rows'?
#pragma dist array v[g.row]
// CHECK-DAG: names.c:[[@LINE+1]]:25: error: 'f' is a function; 'distribute' is for arrays, and pointers to their memory
#pragma dist distribute f[block]
// CHECK-DAG: names.c:[[@LINE+1]]:25: error: 'x' is of type 'double'; 'distribute' is for arrays, and pointers to their memory
#pragma dist distribute x[block]
// CHECK-DAG: names.c:[[@LINE+1]]:19: error: 'x' is not a function
#pragma dist pure(x)

// A name of an inner scope is not seen outside.
void inner(void)
{
	double local[10];
	local[0] = 0;
}
// CHECK-DAG: names.c:[[@LINE+1]]:25: error: 'local' is not declared here
#pragma dist distribute local[block]
