// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -Wno-dist -Rdist=distribution -Rdist-analysis=assumption -fsyntax-only %s 2>&1 | %FileCheck %s
// RUN: %hpcc -fdist -Wno-dist -fdist-emit=graph %s | %FileCheck --check-prefix=GRAPH %s
//
// Where loops are cut in several ones, and where they must not be.
double x[100], y[100], z[100], u[100][100];
#pragma dist distribute [block] :: x, y, z
#pragma dist distribute u[block][*]

// GRAPH: task 1: split by ownership at {{.*}}distribution.c:[[@LINE+5]], where it is not distributed
// GRAPH: task 2: split by ownership at {{.*}}distribution.c:[[@LINE+4]]{{$}}
// GRAPH: task 3: split by ownership at {{.*}}distribution.c:[[@LINE+3]]{{$}}
void forward(void)
{
	for (int i = 1; i < 100; i++) {
		x[i] = z[i];
		// CHECK: distribution.c:[[@LINE+1]]:3: remark: the loop of 'i' is distributed: from this statement on it is a loop of its own [-Rdist=distribution]
		y[i] = x[i] - x[i - 1];
	}
}

void other_way(void)
{
	for (int i = 1; i < 99; i++) {
		x[i] = z[i];
		// CHECK-NOT: distributed
		y[i] = x[i + 1] - x[i - 1];
	}
	for (int i = 1; i < 100; i++) {
		x[i] = y[i - 1];
		y[i] = x[i - 1];
	}
}

// CHECK: distribution.c:[[@LINE+4]]:2: remark: tested at run time: {{.*}}; where that fails the loop is not distributed [-Rdist-analysis=assumption]
// CHECK: distribution.c:[[@LINE+6]]:4: remark: the loop of 'i' is distributed: from this statement on it is a loop of its own [-Rdist=distribution]
void symmetric(unsigned n, unsigned m)
{
	for (unsigned i = 0; i < n - 1; i++)
		for (unsigned j = i; j < m; j++) {
			u[i][j] *= 2;
			u[j][i] = u[i][j];
		}
}

extern double *p, *q;
#pragma dist array p[100], q[100]
#pragma dist distribute [block] :: p, q
void pointers(void)
{
	// CHECK: distribution.c:[[@LINE+1]]:2: remark: tested at run time: 'p' and 'q' are in other memory; where they are not the loop is not distributed [-Rdist-analysis=assumption]
	for (int i = 1; i < 100; i++) {
		p[i] = z[i];
		// CHECK: distribution.c:[[@LINE+1]]:3: remark: the loop of 'i' is distributed: from this statement on it is a loop of its own [-Rdist=distribution]
		q[i] = p[i - 1];
	}
}
