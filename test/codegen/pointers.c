// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line %s | grep -v '^[[:space:]]*//' | %FileCheck %s
//
// The pointers by which a nest's text addresses arrays: under the source's names, with its strides or the store's.
static double rows[100][200], tiles[100][200], plain[100];
double shared[100][3][4];
extern double theirs[50];
#pragma dist distribute rows[block][*]
#pragma dist distribute tiles[block][block]
#pragma dist distribute shared[block][*][block]
#pragma dist distribute theirs[block]

// Arrays of file scope are pointers to arrays of their type; what other units see has a name of its own.
// CHECK: static double hpcc_image_0[100][200], (*rows)[100][200], hpcc_image_1[100][200], (*tiles)[100][200], plain[100];
// CHECK-NEXT: double hpcc_image_of_shared[100][3][4], (*hpcc_p_shared)[100][3][4];
// CHECK-NEXT: extern double theirs[50];
// CHECK: extern double (*hpcc_p_theirs)[50];

// CHECK-LABEL: void f(
void f(void)
{
	// CHECK: __typeof__(**rows) *rows = hpcc_origin(hpcc_r, 0);
	// CHECK-NEXT: HPCC_DISTINCT(rows, plain);
	// CHECK: rows[i][j] = plain[i];
	for (int i = 0; i < 100; i++)
		for (int j = 0; j < 200; j++) rows[i][j] = plain[i];
	// CHECK: void *const hpcc_base[] = {(void *)*(rows), (void *)*(tiles)};
	// CHECK-NEXT: hpcc_enter(&hpcc_nest_{{[0-9]+}}, (const long[]){0}, hpcc_base,
	// CHECK-NEXT: (const long[]){sizeof(((*rows))[0]) / sizeof(((*rows))[0][0]),
	// CHECK-NEXT: sizeof(((*tiles))[0]) / sizeof(((*tiles))[0][0])}, 1);
	// CHECK: const long hpcc_s1_0 = hpcc_stride(hpcc_r, 1, 0);
	// CHECK-NEXT: double (*tiles)[hpcc_s1_0] = hpcc_origin(hpcc_r, 1);
	// CHECK-NEXT: HPCC_DISTINCT(rows, tiles);
	// CHECK: tiles[i][j] = rows[i][j] + 1;
	for (int i = 0; i < 100; i++)
		for (int j = 0; j < 200; j++) tiles[i][j] = rows[i][j] + 1;
	// CHECK: __typeof__(**hpcc_p_theirs) *theirs = hpcc_origin(hpcc_r,
	// CHECK: double (*shared)[hpcc_s{{.}}_0 / hpcc_s{{.}}_1][hpcc_s{{.}}_1] = hpcc_origin(hpcc_r,
	// CHECK: shared[i][j][k] = theirs[i] * j;
	for (int i = 0; i < 50; i++)
		for (int j = 0; j < 3; j++)
			for (int k = 0; k < 4; k++) shared[i][j][k] = theirs[i] * j;
}

// Parameters are addressed by the strides of what they point to; linearised ones are written anew.
// CHECK-LABEL: void g(
void g(int n, int m, double p[n][m], double *q)
{
	// CHECK: double *hpcc_a{{.}} = hpcc_origin(hpcc_r,
	// CHECK: double (*p)[hpcc_s{{.}}_0] = hpcc_origin(hpcc_r,
	// CHECK-NOT: HPCC_DISTINCT
	// CHECK: p[i][j] = hpcc_a[[Q:.]][(i) * hpcc_s[[Q]]_0 + j];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) p[i][j] = q[i * m + j];
}

// What a call of malloc in the source says is kept: no other array of the nest is in that block.
// CHECK-LABEL: double h(
double h(void)
{
	double *sums = __builtin_malloc(sizeof *sums * 200), all = 0;
	for (int j = 0; j < 200; j++) sums[j] = 0;
	// CHECK: HPCC_DISTINCT(rows, sums);
	// CHECK: sums[j] += rows[i][j];
	for (int j = 0; j < 200; j++)
		for (int i = 0; i < 100; i++) sums[j] += rows[i][j];
	for (int j = 0; j < 200; j++) all += sums[j];
	__builtin_free(sums);
	return all;
}

// CHECK-LABEL: static int hpcc_start_unit(int phase)
// CHECK: rows = hpcc_declared(&hpcc_info_0, sizeof *rows, (void *)hpcc_image_0);
// CHECK-NEXT: hpcc_map_distribute(&hpcc_info_0, (*rows), (const long[]){100, 200},
// CHECK-NEXT: (const hpcc_dist[]){{{[{]}}HPCC_BLOCK}, {HPCC_NONE}}, 0);
// CHECK: hpcc_p_shared = hpcc_declared(&hpcc_info_2, sizeof *hpcc_p_shared, (void *)hpcc_image_of_shared);
// CHECK-NOT: theirs = hpcc_reserve
