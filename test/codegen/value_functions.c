// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=c %s -o - | grep -v '^[[:space:]]*//' | %FileCheck %s
//
// Functions that only give a value, by pointers to elements and variables of their own, too: where an inner dimension
// is split the value stands in the place of the call, so that a process's rows may lie as close as they are.
enum { N = 50, M = 40 };
static double u[N][M], v[N][M];
#pragma dist distribute u[*][block], v[*][block]

static double at(double w[N][M], int x, int y)
{
	x = (x < 0 ? 0 : x >= N ? N - 1 : x);
	y = (y < 0 ? 0 : y >= M ? M - 1 : y);
	const double *p = &w[x][y];
	return *p;
}

static double of_two(double w[N][M], int x, int y)
{
	const int left = y > 0 ? y - 1 : 0;
	double here = w[x][y];
	return here * w[x][left];
}

void step(void)
{
	// CHECK: void step(void)
	// CHECK-NOT: hpcc_inner_at(
	// CHECK-NOT: hpcc_inner_of_two(
	// CHECK: hpcc_leave
	// CHECK: hpcc_leave
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) v[i][j] = at(u, i - 1, j) + at(u, i, j + 1);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = of_two(v, i, j);
}
