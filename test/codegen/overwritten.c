// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=c %s -o - | grep -v '^[[:space:]]*//' | tr '\n' ' ' | %FileCheck %s
// Loops that set all of a box before they read any of it, whatever the data are: what an array held is not sent where
// it has been redistributed for them. Those of the second function only may, or leave something out.
typedef struct {
	double x, y;
} point;
enum { N = 100 };
static double u[N][N], chosen[N][N], row[N][N], some[N][N], added[N][N], second[N][N], left[N][N];
static point both[N][N], one[N][N];
#pragma dist distribute [block][*] :: u, chosen, row, some, added, second, left, both, one
#pragma dist dynamic chosen, row, some, added, second, left, both, one

// CHECK-DAG: .name = "chosen", {{[^}]*}}HPCC_WRITES{{[^}]*}}HPCC_OVERWRITTEN
// CHECK-DAG: .name = "row", {{[^}]*}}HPCC_WRITES{{[^}]*}}HPCC_OVERWRITTEN
// CHECK-DAG: .name = "both", {{[^}]*}}HPCC_WRITES{{[^}]*}}HPCC_OVERWRITTEN
void all(void)
{
#pragma dist redistribute [*][block] :: chosen, row, both
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			if (u[i][j] > 0)
				chosen[i][j] = 1;
			else
				chosen[i][j] = u[i][j] - 1;
		}
	for (int i = 0; i < N; i++) {
		row[i][0] = u[i][0];
		for (int j = 1; j < N; j++) row[i][j] = u[i][j] + row[i][j - 1];
	}
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++) both[i][j].x = u[i][j], both[i][j].y = 0;
}

// CHECK-NOT: .name = "some", {{[^}]*}}HPCC_WRITES{{[^}]*}}HPCC_OVERWRITTEN
// CHECK-NOT: .name = "added", {{[^}]*}}HPCC_WRITES{{[^}]*}}HPCC_OVERWRITTEN
// CHECK-NOT: .name = "second", {{[^}]*}}HPCC_WRITES{{[^}]*}}HPCC_OVERWRITTEN
// CHECK-NOT: .name = "left", {{[^}]*}}HPCC_WRITES{{[^}]*}}HPCC_OVERWRITTEN
// CHECK-NOT: .name = "one", {{[^}]*}}HPCC_WRITES{{[^}]*}}HPCC_OVERWRITTEN
void not_all(void)
{
#pragma dist redistribute [*][block] :: some, added, second, left, one
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			if (u[i][j] > 0) some[i][j] = 1;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) added[i][j] += u[i][j];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N / 2; j++) second[i][2 * j] = u[i][j];
	for (int i = 0; i < N; i++) {
		left[i][0] = u[i][0];
		if (u[i][0] > 5) break;
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) one[i][j].x = u[i][j];
}
