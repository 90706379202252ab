// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s > %t.graph 2> %t.said
// RUN: %FileCheck --check-prefix=SAID %s < %t.said
// RUN: %FileCheck --check-prefix=GRAPH %s < %t.graph
//
// A dependence along the split dimension that the loop around carries: one process after the other.
static double a[100][200], b[100][200];
#pragma dist distribute a[block][*]
#pragma dist distribute b[*][block]

void down(int n, int m)
{
	for (int i = 1; i < n; i++)
		// SAID: pipeline.c:[[@LINE+6]]:3: warning: this loop runs on one process after the other: the loop around it carries a dependence along the split dimension of 'a' [-Wdist-one-after-the-other]
		// GRAPH: task 1: split by ownership at {{.*}}pipeline.c:[[@LINE+5]], one process after the other
		// GRAPH: hpcc_par[1] = (long)(i)
		// GRAPH: in {{.*}} : hpcc_own[0].hi >= hpcc_par[1] and hpcc_own[0].lo <= hpcc_par[1] and 0 <= i0 < hpcc_par[0] }
		// GRAPH: needs of a
		// GRAPH-NEXT: section {{.*}} { [-1 + hpcc_par[1], i1] :
		for (int j = 0; j < m; j++) a[i][j] += a[i - 1][j];
	// Along the other dimension all run at the same time.
	// SAID-NOT: warning:
	// GRAPH: task 2: split by ownership at {{.*}}pipeline.c:[[@LINE+4]]{{$}}
	// GRAPH: hpcc_own[0] = indices owned in dimension 1 of b
	// GRAPH: needs of b
	// GRAPH-NEXT: section {{.*}} i1 >= hpcc_own[0].lo and 0 <= i1 <= hpcc_own[0].hi and
	for (int i = 1; i < n; i++)
		for (int j = 0; j < m; j++) b[i][j] += b[i - 1][j];
}
