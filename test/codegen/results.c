// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line %s | grep -v '^[[:space:]]*//' | %FileCheck %s
//
// What is left of scalars after a nest: reductions on copies around the loops, places and last values by their iteration.
static double a[1000], b[1000];
#pragma dist distribute [block] :: a, b
static double table[1000];
struct result {
	long hits;
} r;

// CHECK-LABEL: double f(
double f(int n)
{
	double sum = 0, most = 0, last = 0;
	int where = -1, i;
	// CHECK: double hpcc_t[[S:.]] = sum;
	// CHECK-NEXT: hpcc_reduce_begin(hpcc_r, HPCC_OP_SUM, HPCC_TYPE_DOUBLE, &hpcc_t[[S]], hpcc_adds_{{[0-9_]+}});
	// CHECK: double sum = hpcc_t[[S]];
	// CHECK: sum += a[i];
	// CHECK: hpcc_t[[S]] = sum;
	// CHECK: hpcc_leave(hpcc_r);
	// CHECK-NEXT: hpcc_reduce_end(hpcc_r, HPCC_OP_SUM, HPCC_TYPE_DOUBLE, &hpcc_t[[S]], 0);
	// CHECK-NEXT: sum = hpcc_t[[S]];
	for (int i = 0; i < n; i++) sum += a[i];
	// CHECK: HPCC_OP_SUM, HPCC_TYPE_LONG
	// CHECK: r.hits++;
	for (int i = 0; i < n; i++)
		if (a[i] > 0) r.hits++;
	// CHECK: if (a[i] > most) { { most = a[i]; where = i; } hpcc_set[[M:.]] = 1; hpcc_at[[M]][0] = {{.}}; hpcc_at[[M]][1] = (long)i; hpcc_at[[M]][2] = {{.}}; }
	// CHECK: hpcc_reduce_place(hpcc_r, HPCC_OP_MAX, HPCC_TYPE_DOUBLE, &most, 0, hpcc_set[[M]], 3, hpcc_at[[M]], 1,
	// CHECK-NEXT: (void *const[]){&where}, (const size_t[]){sizeof where});
	for (int i = 0; i < n; i++)
		if (a[i] > most) { most = a[i]; where = i; }
	// CHECK: { last = a[i]; hpcc_set[[L:.]] = 1;
	// CHECK: hpcc_last_value(hpcc_r, &last, sizeof last, hpcc_set[[L]], {{.}}, hpcc_at[[L]]);
	for (int i = 0; i < n; i++) {
		if (a[i] > 1) last = a[i];
		b[i] = 0;
	}
	// A replicated array of which each process writes its part is whole again afterwards.
	// CHECK: table[i] = a[i];
	// CHECK: hpcc_share(hpcc_r, hpcc_share_{{.*}}, hpcc_par, table, 1, sizeof(double),
	// CHECK-NEXT: (const long[]){sizeof(table) / sizeof(table[0])});
	for (int i = 0; i < n; i++) table[i] = a[i];
	// The loop variable has the value that it would have.
	// CHECK: hpcc_leave(hpcc_r);
	// CHECK-NEXT: for (i = 0; i < n; i++) continue;
	for (i = 0; i < n; i++) a[i] = 0;
	return sum + most + last + where + i + table[3];
}
