// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s > %t.graph 2> %t.said
// RUN: %FileCheck --check-prefix=SAID %s < %t.said
// RUN: %FileCheck --check-prefix=GRAPH %s < %t.graph
//
// Values that cross from one process to another within a nest: in turns, and why.
static double a[1000], b[1000];
#pragma dist distribute [block] :: a, b

void f(int n)
{
	// GRAPH: 4 tasks
	// GRAPH-NEXT: task 1: split by ownership at {{.*}}crossing.c:[[@LINE+9]]{{$}}
	// GRAPH-NEXT: in turns upward along hpcc_own[0]
	// GRAPH: needs of b
	// GRAPH-NEXT: section {{.*}} { [i0] : i0 >= -1 + hpcc_own[0].lo and
	// SAID: crossing.c:[[@LINE+5]]:2: warning: the processes run this loop in turns: {{.*}} [-Wdist-in-turns]
	// SAID-NEXT: for (int i = 1
	// SAID-NEXT: ^
	// SAID-NEXT: crossing.c:[[@LINE+3]]:10: note: a value of 'b' that one process sets is read by another one in the same nest
	// SAID-NOT: warning:
	for (int i = 1; i < n; i++) {
		a[i] = b[i - 1];
		b[i] = a[i] + 1;
	}
	// A sum up to each element is no reduction.
	// SAID: crossing.c:[[@LINE+3]]:2: warning: the processes run this loop in turns
	// SAID: crossing.c:[[@LINE+2]]:37: note: a value of 'a' that one process sets
	// GRAPH: task 2: split by ownership
	for (int i = 1; i < n; i++) a[i] = a[i - 1] + b[i];
	// SAID-NOT: warning:
	// What is read before it is set again is fetched before the nest.
	// GRAPH: task 3: split by ownership
	for (int i = 0; i < n - 1; i++) a[i] = a[i + 1] + b[i];
	// Iterations that do not meet the ones that read: no crossing.
	// GRAPH: task 4: split by ownership
	for (int i = 0; i < 500; i++) a[2 * i] = a[2 * i + 1];
}
