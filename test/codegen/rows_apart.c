// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -O3 -S -emit-llvm %s -o - | %FileCheck %s
// The first loop goes down the columns of u, and keeps p[i][j - 1] from one iteration to the next. How far rows lie
// apart is a variable's value here: the good code must not be that for a distance of 1 alone.
#include <stddef.h>

enum { N = 1000 };
void *get_memory(size_t bytes);

static void sweep(double a, double b, double u[N][N], double v[N][N], double p[N][N], double q[N][N])
{
	for (int i = 1; i < N - 1; i++) {
		p[i][0] = 0;
		q[i][0] = 1;
		for (int j = 1; j < N - 1; j++) {
			p[i][j] = a / (b * p[i][j - 1] + 2);
			q[i][j] = (a * u[j][i - 1] + 3 * u[j][i] + a * u[j][i + 1] - q[i][j - 1]) / (b * p[i][j - 1] + 2);
		}
		for (int j = N - 2; j >= 1; j--) v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
	}
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++) u[i][j] += v[i - 1][j] + v[i + 1][j];
}

int main(int argc, char **argv)
{
	const double a = argc, b = argc + 1;
	double(*u)[N][N] = get_memory(sizeof(double[N][N])), (*v)[N][N] = get_memory(sizeof(double[N][N]));
	double(*p)[N][N] = get_memory(sizeof(double[N][N])), (*q)[N][N] = get_memory(sizeof(double[N][N]));
#pragma dist distribute [block][*] :: u, v, p, q
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) (*u)[i][j] = (*v)[i][j] = i + j;
	for (int t = 0; t < 10; t++) sweep(a, b, *u, *v, *p, *q);
}
// CHECK-LABEL: define {{.*}} @hpcc_user_main
// CHECK-NOT: icmp ne i64 {{%[0-9]+}}, 1{{$}}
// CHECK: call {{.*}} @hpcc_slices_end
