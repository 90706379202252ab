// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s > %t.graph 2> %t.said
// RUN: %FileCheck --check-prefix=SAID %s < %t.said
// RUN: %FileCheck --check-prefix=GRAPH %s < %t.graph
//
// A dependence along the split dimension that the loop around carries: a pipeline, or the
// processes take turns. One process after the other, where that loop is no nest.
#include <stdio.h>
static double a[100][200], b[100][200];
#pragma dist distribute a[block][*]
#pragma dist distribute b[*][block]

void down(int n, int m)
{
	for (int i = 1; i < n; i++) {
		int c = getchar();
		// SAID: pipeline.c:[[@LINE+6]]:3: warning: this loop runs on one process after the other: the loop around it goes along the split dimension of 'a', and is not split itself [-Wdist-one-after-the-other]
		// GRAPH: task 1: split by ownership at {{.*}}pipeline.c:[[@LINE+5]], one process after the other
		// GRAPH: hpcc_par[{{[12]}}] = (long)(i)
		// GRAPH: in {{.*}} : hpcc_own[0].hi >= hpcc_par[1] and hpcc_own[0].lo <= hpcc_par[1] and 0 <= i0 < hpcc_par[0] }
		// GRAPH: needs of a
		// GRAPH-NEXT: section {{.*}} { [-1 + hpcc_par[1], i1] :
		for (int j = 0; j < m; j++) a[i][j] += a[i - 1][j] * c;
	}
	// All of its rows at once.
	// SAID-NOT: warning:
	// GRAPH: task 2: split by ownership at {{.*}}pipeline.c:[[@LINE+8]]{{$}}
	// GRAPH-NEXT: in turns upward along hpcc_own[0]
	// GRAPH-NEXT: in strips hpcc_own[1]
	// GRAPH-NEXT: of {{.*}} -> [i1]
	// GRAPH: in {{.*}} i0 >= hpcc_own[0].lo and 0 < i0 <= hpcc_own[0].hi and i0 < hpcc_par[0]
	// GRAPH-NOT: interior
	// GRAPH: needs of a
	// GRAPH-NEXT: section {{.*}} { [i0, i1] : i0 >= -1 + hpcc_own[0].lo and
	for (int i = 1; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] += a[i - 1][j];
	// GRAPH: task 3: split by ownership at {{.*}}pipeline.c:[[@LINE+2]]{{$}}
	// GRAPH-NEXT: in turns downward along hpcc_own[0]
	for (int i = n - 2; i >= 0; i--)
		for (int j = 0; j < m; j++) a[i][j] += a[i + 1][j];
	// Along the other dimension all run at the same time.
	// GRAPH: task 4: split by ownership at {{.*}}pipeline.c:[[@LINE+4]]{{$}}
	// GRAPH: hpcc_own[0] = indices owned in dimension 1 of b
	// GRAPH: needs of b
	// GRAPH-NEXT: section {{.*}} i1 >= hpcc_own[0].lo and 0 <= i1 <= hpcc_own[0].hi and
	for (int i = 1; i < n; i++)
		for (int j = 0; j < m; j++) b[i][j] += b[i - 1][j];
}

// A pivot's row, which its owner makes ready for all: no turns, for what the others wait for is small beside what all do then.
static double l[100][100];
#pragma dist distribute l[block][*]
void eliminate(int n)
{
	// SAID-NOT: warning:
	for (int k = 0; k < n; k++) {
		// GRAPH: task 5: split by ownership at {{.*}}pipeline.c:[[@LINE+1]]{{$}}
		for (int j = k + 1; j < n; j++) l[k][j] /= l[k][k] + l[0][j];
		// GRAPH: task 6: split by ownership at {{.*}}pipeline.c:[[@LINE+1]]{{$}}
		for (int i = k + 1; i < n; i++)
			for (int j = k + 1; j < n; j++) l[i][j] -= l[i][k] * l[k][j];
	}
	// Nothing is beside it in the loop that it takes turns in.
	// SAID: pipeline.c:[[@LINE+3]]:2: warning: the processes run this loop in turns
	// GRAPH: task 7: split by ownership at {{.*}}pipeline.c:[[@LINE+2]]{{$}}
	// GRAPH-NEXT: in turns
	for (int k = 1; k < n; k++) l[k][0] += l[k - 1][0];
	// Columns that are gone along, and Gauss and Seidel's method, of which the strips are askew.
	// GRAPH: task 8: split by ownership at {{.*}}pipeline.c:[[@LINE+3]]{{$}}
	// GRAPH: in strips hpcc_own[1]
	// GRAPH-NEXT: of {{.*}}S{{[0-9]+}}[i0, i1] -> [i0]
	for (int j = 1; j < n; j++)
		for (int i = 1; i < n; i++) l[i][j] += l[i - 1][j] + l[i - 1][j - 1];
	// GRAPH: task 9: split by ownership at {{.*}}pipeline.c:[[@LINE+3]]{{$}}
	// GRAPH: in strips hpcc_own[1]
	// GRAPH-NEXT: of {{.*}}S{{[0-9]+}}[i0, i1] -> [{{.*}}i0 + i1{{.*}}]
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < n - 1; j++) l[i][j] += l[i - 1][j + 1] + l[i][j - 1] + l[i + 1][j];
	// The order of rows counts, and of what crosses within a row.
	// GRAPH: task 10: split by ownership at {{.*}}pipeline.c:[[@LINE+4]]{{$}}
	// GRAPH: in turns
	// GRAPH-NOT: in strips
	// GRAPH: needs of l
	for (int i = 1; i < n; i++)
		for (int j = 1; j < n; j++) l[i][j] += l[i - 1][n - j] + l[i][j - 1];
}
