// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
//
// What arrays of file scope are mapped by exists when the program starts.

double a[100], b[100], c[100], d[100];

int main(int argc, char **argv)
{
	int m = argc + 50;
#pragma dist processors P[2], Q[m]
#pragma dist template T[m]
#pragma dist distribute T[block] onto P
// CHECK-DAG: start.c:[[@LINE+1]]:25: error: 'a' is mapped when the program starts, before 'm' has a value
#pragma dist distribute a[block(m)]
// CHECK-DAG: start.c:[[@LINE+1]]:25: error: 'b' is mapped when the program starts, before 'm' has a value
#pragma dist distribute b[block] onto Q
// CHECK-DAG: start.c:[[@LINE+1]]:20: error: 'c' is mapped when the program starts, before 'm' has a value
#pragma dist align c[i] with T[i]
#pragma dist distribute d[block] onto P
	return argv == 0;
}
// CHECK: 3 errors generated.
