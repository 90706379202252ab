// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fdist-emit=graph %s | %FileCheck %s
// MAX-SLOW: 5
// BY-ALL: 86 "for (int k = 1; k < nx - 1; k++) for (int i = 0; i < nx; i+...": this does not hold: nx <= 3 or (nx
//              >= 4 and n2 >= -2 + nx)
// LOST: "this does not hold: nx <= 3 or" with these arguments
// ARGS: 24 22
// ARGS: 20
// ARGS: 24 10
// ARGS: 24 23
// ARGS: 12 15
//
// Work arrays that each iteration sets before it reads them only where bounds fit each other, which the program keeps so: tested at entry.
// CHECK: split by ownership at {{.*}}bounds_fit.c:[[#@LINE+10]]
// CHECK: assumes {{.*}} >= -2 +
#include <stdio.h>
#include <stdlib.h>
enum { N = 24 };
static double u[N][N], rhs[N][N], flux[N + 2], w[N + 2];
#pragma dist distribute [block][*] :: u, rhs
static int nx, ist, iend, n2;
static void sweep(void)
{
	for (int k = 1; k < nx - 1; k++) {
		for (int i = 0; i < nx; i++) flux[i] = u[k][i] * 0.5;
		for (int i = ist; i < iend; i++) rhs[k][i] -= flux[i + 1] - flux[i - 1];
		for (int i = 1; i <= n2; i++) w[i] = rhs[k][i];
		w[0] = w[n2 + 1] = 1;
		for (int i = 1; i <= nx - 2; i++) w[i + 1] -= 0.25 * w[i - 1];
		for (int i = 1; i <= n2; i++) rhs[k][i] = w[i];
	}
}
int main(int argc, char **argv)
{
	nx = argc > 1 ? atoi(argv[1]) : N;
	ist = 1, iend = nx - 1, n2 = argc > 2 ? atoi(argv[2]) : nx - 2;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) u[i][j] = i * j % 7, rhs[i][j] = i - j;
	for (int t = 0; t < 5; t++) sweep();
	double s = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) s += rhs[i][j] * (i + 2 * j);
	printf("%.10g\n", s);
}
