// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s 2>&1 | %FileCheck %s
//
// Memory that is linearised by hand, behind macros too, has its subscripts again.
#include <stdlib.h>
#define IN(i, j) in[(i) * (m) + (j)]
#define OUT(i, j) out[(i) * m + (j)]
#define COLUMN(i, j) column[(i) + (j) * n]

void rows(int n, int m)
{
	double *in = malloc(sizeof(double) * n * m), *out = malloc(sizeof(double) * n * m), *column = malloc(sizeof(double) * n * m);
#pragma dist array in[n][m], out[n][m], column[m][n]
#pragma dist distribute [block][*] :: in, out, column
	// CHECK: task 1: split by ownership
	// CHECK: hpcc_own[0] = indices owned in dimension 0 of out
	// CHECK: event 1.0: needs of in
	// CHECK-NEXT: { [i0, i1] : i0 >= -1 + hpcc_own[0].lo and 0 <= i0 < hpcc_own[0].hi and i0 <= -3 + hpcc_par[0] and 0 < i1 <= -2 + hpcc_par[1] }
	// CHECK: event 1.1: needs of in
	// CHECK-NEXT: { [i0, i1] : i0 > hpcc_own[0].lo and 2 <= i0 <= 1 + hpcc_own[0].hi and i0 < hpcc_par[0] and 0 <= i1 <= -3 + hpcc_par[1] }
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < m - 1; j++) OUT(i, j) = IN(i - 1, j) + IN(i + 1, j - 1);
	// CHECK: task 2: split by ownership
	// CHECK: hpcc_own[0] = indices owned in dimension 0 of column
	// CHECK: in {{.*}} : i0 >= hpcc_own[0].lo and 0 <= i0 <= hpcc_own[0].hi and i0 < hpcc_par[0] and 0 <= i1 < hpcc_par[1] }
	for (int j = 0; j < m; j++)
		for (int i = 0; i < n; i++) COLUMN(i, j) = 1;
	free(in);
	free(out);
	free(column);
}

// Without a directive in sight the strides are those of use; what could leave its row is assumed not to.
void use(double *p, const double *q, int n, int m, int k)
{
	// CHECK: task 3: split by ownership
	// CHECK: hpcc_own[0] = indices owned in dimension 0 of p
	// CHECK-NEXT: hpcc_own[1] = indices owned in dimension 1 of p
	// CHECK: needs of q
	// CHECK-NEXT: { [i0, i1] : i0 > hpcc_own[0].lo and 2 <= i0
	for (int i = 1; i < n - 1; i++)
		for (int j = 0; j < m; j++) p[i * m + j] = q[(i + 1) * m + j];
	// CHECK: task 4: split by ownership
	// CHECK: assumes {{.*}} hpcc_par[2] >= hpcc_par[1]) }
	for (int i = 0; i < n; i++)
		for (int j = 0; j < k; j++) p[i * m + j] = 0;
	// A flat loop has no rows: n * m is one parameter.
	// CHECK: task 5: split by ownership
	// CHECK-NEXT: hpcc_par[0] = (long)(n) * (m)
	// CHECK-NEXT: hpcc_own[0] = indices owned in dimension 0 of p
	// CHECK-NEXT: computes p[k] = q[k]
	for (int k = 0; k < n * m; k++) p[k] = q[k];
}

// CHECK-NOT: warning:
