// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fsyntax-only -Rdist=summary %s 2>&1 | %FileCheck %s
//
// What is sent on a ring is a halo and the index at the other end, not all that lies between them; and several halos
// along one dimension are one.
#define N 64
static double a[N][N], b[N][N], c[N * N * 4], d[N * N * 4];
#pragma dist distribute [block][*] :: a, b
#pragma dist distribute [block] :: c, d

int main(void)
{
	// CHECK: [[@LINE+1]]:2: remark: split along dimension 0 of 'b'; sent each time: 1 row from below of 'a', a[63][0:63] [
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) b[i][j] = a[(i + N - 1) % N][j];
	// CHECK: [[@LINE+1]]:2: remark: split along dimension 0 of 'a'; sent each time: 2 rows from below and 1 row from above of 'b', b[0][0:63], b[62:63][0:63] [
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) a[i][j] = b[(i + N - 2) % N][j] + b[i == N - 1 ? 0 : i + 1][j] + b[i][j];
	// CHECK: [[@LINE+1]]:2: remark: split along dimension 0 of 'c'; sent each time: 9 elements from above of 'd' [
	for (int i = 0; i < N * N; i += 4) c[i] = d[i + 4] + d[i + 6] + d[i + 9];
}
