// SPDX-License-Identifier: Apache-2.0
//
// Translated text is there to be read: a task says who runs it and what is sent, the tables stand together at the end,
// what two of them need alike stands there once, conditions are asked once, sections within others are left out, and no
// line of ours is longer than 120 columns.
// RUN: mkdir -p %t && grep -v '// [CR]' %s > %t/a.c
// RUN: cd %t && %hpcc -fdist -fdist-emit=c -fdist-no-line a.c > %t.text
// RUN: %FileCheck --input-file %t.text %s
// RUN: grep -v hpcc_image %t.text | %not grep -E '^.{121}|flags = 0|like_offset = \{0|hpcc_lo[0-9], \(void\)'
// CHECK: static hpcc_nest hpcc_nest_1, hpcc_nest_2, hpcc_nest_3;
#define N 400
#define M 300
static double a_field_with_a_long_name[N][M], another_field_with_a_long_name[N][M], change;
#pragma dist distribute [block][*] :: a_field_with_a_long_name, another_field_with_a_long_name

double fabs(double);

// CHECK-LABEL: void step(
void step(void)
{
	// CHECK: { // task 1: split along dimension 0 of 'another_field_with_a_long_name'; sent each time:{{.*}}
	// CHECK-NEXT: // {{.*}}from above of 'a_field_with_a_long_name'
	// CHECK-NEXT: void *const hpcc_base[] =
	// CHECK: while (hpcc_next(hpcc_r)) {
	// CHECK: HPCC_OWNED(0);
	// CHECK: hpcc_leave(hpcc_r);
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < M - 1; j++)
			another_field_with_a_long_name[i][j] =
			        .25 * (a_field_with_a_long_name[i - 1][j] + a_field_with_a_long_name[i + 1][j] +
			                      a_field_with_a_long_name[i][j - 1] + a_field_with_a_long_name[i][j + 1]);
}

void clear(void)
{
	// CHECK: { // task 2: split along dimension 0 of 'a_field_with_a_long_name'; nothing is sent
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			a_field_with_a_long_name[i][j] = 0;
			if (i == 0) a_field_with_a_long_name[i][j] = 1;
		}
}

void take_over(void)
{
	// CHECK: { // task 3: split along dimension 0 of 'a_field_with_a_long_name'; nothing is sent
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < M - 1; j++) a_field_with_a_long_name[i][j] = another_field_with_a_long_name[i][j];
}
// CHECK: // The tables of arrays; and the tasks: what each one reads and writes
// CHECK: HPCC_SECTIONS(hpcc_need_1_0)
// CHECK-NEXT: {
// CHECK-NEXT: if (hpcc_own[0].hi >= 1 && hpcc_own[0].hi >= hpcc_own[0].lo && hpcc_own[0].lo <= 398) {
// CHECK-NEXT: HPCC_BOX({hpcc_max(hpcc_own[0].lo - 1, 0), hpcc_min(hpcc_own[0].hi - 1, 397), 1}, {1, 298, 1});
// CHECK-NEXT: HPCC_BOX({hpcc_max(hpcc_own[0].lo + 1, 2), hpcc_min(hpcc_own[0].hi + 1, 399), 1}, {1, 298, 1});
// CHECK-NEXT: HPCC_BOX({hpcc_max(hpcc_own[0].lo, 1), hpcc_min(hpcc_own[0].hi, 398), 1}, {0, 297, 1});
// CHECK-NEXT: HPCC_BOX({hpcc_max(hpcc_own[0].lo, 1), hpcc_min(hpcc_own[0].hi, 398), 1}, {2, 299, 1});
// CHECK-NEXT: }
// CHECK: HPCC_SECTIONS(hpcc_wrote_1_1) { HPCC_BOX({1, 398, 1}, {1, 298, 1}); }
// CHECK: HPCC_WORK(hpcc_work_1)
// CHECK: static const hpcc_arg hpcc_args_1[] = {
// CHECK: HPCC_SECTIONS(hpcc_wrote_2_0) { HPCC_BOX({0, 399, 1}, {0, 299, 1}); }
// CHECK: static hpcc_nest hpcc_nest_2 = {
// CHECK-NOT: HPCC_SECTIONS(hpcc_wrote_3_0)
// CHECK: .wrote = hpcc_wrote_1_1},
// CHECK: static hpcc_nest hpcc_nest_3 = {
