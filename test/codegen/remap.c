// SPDX-License-Identifier: Apache-2.0
// RUN: cd %S && %hpcc -fdist -fdist-emit=c -fdist-no-line remap.c | grep -v '^[[:space:]]*//' | %FileCheck %s
//
// Mappings that change: what functions do with their arguments, and executable directives where C has room for one statement.

static double a[100][200];
#pragma dist distribute a[block][*]
#pragma dist dynamic a
#pragma dist range a[block][*], [*][block]

// CHECK-LABEL: static void columns(
// CHECK: hpcc_argument hpcc_argument_1 __attribute__((__cleanup__(hpcc_argument_leave), __unused__)) = hpcc_argument_distribute(0, &hpcc_info_1, (x), (const long[]){n, n}, (const hpcc_dist[]){{[{]}}{HPCC_NONE}, {HPCC_BLOCK}}, 0); hpcc_argument hpcc_argument_2 __attribute__((__cleanup__(hpcc_argument_leave), __unused__)) = hpcc_argument_align_array(&hpcc_argument_1, &hpcc_info_2, (y), (const long[]){n}, x, 2,
static void columns(int n, double x[n][n], double y[n])
{
#pragma dist distribute x[*][block]
#pragma dist align y[j] with x[0][j]
	x[0][0] = y[0];
}

// CHECK-LABEL: static void turn(
// CHECK: hpcc_argument hpcc_kept_1 __attribute__((__cleanup__(hpcc_argument_leave), __unused__)) = hpcc_argument_keep(0, x);
static void turn(int n, double x[n][n], int odd)
{
	// CHECK: if (odd)
	// CHECK-NEXT: { hpcc_redistribute(&hpcc_remap_0, *a, (const hpcc_dist[]){{[{]}}{HPCC_NONE}, {HPCC_BLOCK}}, 0);
	// CHECK-NEXT: HPCC_WRITE(x[0][0]) = 1; }
	if (odd)
#pragma dist redistribute a[*][block]
		x[0][0] = 1;
	// CHECK: hpcc_realign_array(&hpcc_remap_1, x, *a, 2, (const hpcc_align[]){
#pragma dist realign x[i][j] with a[i][j]
}

int main(void)
{
	double x[10][10], y[10];
	columns(10, x, y);
	turn(10, x, 1);
	return 0;
}

// CHECK: static const hpcc_array_info hpcc_info_0 = {.name = "a", .where = "remap.c:{{[0-9]+}}", .rank = 2, .element = sizeof(double),
// CHECK-NEXT: .holds = "f8@0", .dynamic = 1, .n_ranges = 2,
// CHECK-NEXT: .ranges = (const hpcc_format[]){HPCC_BLOCK, HPCC_NONE, HPCC_NONE, HPCC_BLOCK},
// CHECK-NEXT: .mapping = "distribute a[block][*]"};
// CHECK: static const hpcc_array_info hpcc_remap_0 = {.name = "a", .where = "remap.c:{{[0-9]+}}", .rank = 2, .element = sizeof(double),
// CHECK-NEXT: .mapping = "distribute a[*][block]"};
