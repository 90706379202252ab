// SPDX-License-Identifier: Apache-2.0
//
// A stencil of very many points tells what it needs as one section, not as one for each point.
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line %s | grep -v '^[[:space:]]*//' | %FileCheck %s
// CHECK: HPCC_SECTIONS(hpcc_need_1_0)
// CHECK-COUNT-1: HPCC_BOX(
// CHECK-NOT: HPCC_BOX(
// CHECK: }
#define ROW(i, j) \
	(in[(i)*n + (j)-4] + in[(i)*n + (j)-3] + in[(i)*n + (j)-2] + in[(i)*n + (j)-1] + in[(i)*n + (j)] + \
	        in[(i)*n + (j) + 1] + in[(i)*n + (j) + 2] + in[(i)*n + (j) + 3] + in[(i)*n + (j) + 4])

void *malloc(unsigned long);

void f(int n)
{
	double *in = malloc(n * n * sizeof *in), *out = malloc(n * n * sizeof *out);
#pragma dist array in[n][n], out[n][n]
#pragma dist distribute [block][*] :: in, out
	for (int i = 4; i < n - 4; i++)
		for (int j = 4; j < n - 4; j++)
			out[i * n + j] = ROW(i - 4, j) + ROW(i - 3, j) + ROW(i - 2, j) + ROW(i - 1, j) + ROW(i, j) +
			                 ROW(i + 1, j) + ROW(i + 2, j) + ROW(i + 3, j) + ROW(i + 4, j);
}
