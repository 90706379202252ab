// SPDX-License-Identifier: Apache-2.0
// RUN: %not %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck %s
//
// Marks that cannot stand where they do.
double norm(double *v, int n);
#pragma dist local(norm)
// CHECK: marks_placed.c:[[@LINE+1]]:21: error: 'norm' is marked both serial and local
#pragma dist serial(norm)

int main(void)
{
	// CHECK: marks_placed.c:[[@LINE+1]]:9: error: 'serial' cannot stand before a declaration; declare first, and give the value in a statement
#pragma dist serial
	int n = 4;
	// CHECK: marks_placed.c:[[@LINE+1]]:9: error: nothing follows that 'local' could apply to
#pragma dist local
	return n;
	// CHECK: marks_placed.c:[[@LINE+1]]:9: error: nothing follows that 'serial' could apply to
#pragma dist serial
}
