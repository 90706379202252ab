// SPDX-License-Identifier: Apache-2.0
// What a process in the middle executes and sends, in the words of the source.
// RUN: %hpcc -fdist -w -fdist-graph=full -c %s -o %t.o
// RUN: %hpcc-graph %t.o | %FileCheck %s
#include <math.h>
enum { N = 500, M = 40 };
static double grid[N][M], a[N], b[N], lower[N][N], old[N][M];
#pragma dist distribute grid[block][block], old[block][block]
#pragma dist distribute a[block], b[block], lower[block][*]

// CHECK-LABEL: {{^}}corners
// CHECK: send {{.*}}; messages of 8 * columns, 8 * rows bytes
// CHECK: task {{.*}}; rows * columns iterations of 3 flops
void corners(void)
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < M - 1; j++) grid[i][j] = old[i][j - 1] + 2 * old[i - 1][j] + 1;
}

// CHECK-LABEL: {{^}}line
// CHECK: send {{.*}}of 'b'; messages of 16 bytes
// CHECK: task {{.*}}; elements iterations of 2 flops
void line(void)
{
	for (int i = 2; i < N; i++) a[i] = b[i - 2] * 3 + b[i];
}

// Some rows are longer than others, so nothing is said of those in the middle.
// CHECK-LABEL: {{^}}triangle
// CHECK: task {{.*}}writes lower{{$}}
void triangle(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j <= i; j++) lower[i][j] = 1;
}

// CHECK-LABEL: {{^}}several
// CHECK: task {{.*}}; rows * (m - 3) iterations, rows * (3 * m - 7) flops, estimated
void several(int m)
{
	for (int i = 0; i < N; i++) {
		lower[i][0] = sqrt(2. * i);
		for (int j = 3; j < m; j++)
			if (lower[i][j] > 0) lower[i][j] = lower[i][j - 1] / 2 + j * .5;
	}
}
