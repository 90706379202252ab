// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=c -fdist-no-line %s | grep -v '^[[:space:]]*//' | %FileCheck %s
//
// The bounds of loops that are split: one comparison, in the direction of the loop, with the source's own text in it.
#include <stddef.h>
#define LAST (n - 1)
static double a[1000], b[1000], g[50][60];
#pragma dist distribute [block] :: a, b
#pragma dist distribute g[block][block]

void f(int n, size_t m, unsigned u, int k)
{
	// CHECK: for (int i = hpcc_from((int)(0), hpcc_lo0); (long)i < hpcc_min((long)(n), hpcc_hi0 + 1); i++) a[i] = b[i];
	for (int i = 0; i < n; i++) a[i] = b[i];
	// CHECK: for (int i = hpcc_from((int)(1), hpcc_lo0); (long)i <= hpcc_min((long)(LAST), hpcc_hi0); i++) a[i] = 1;
	for (int i = 1; i <= LAST; i++) a[i] = 1;
	// The other array's index decides.
	// CHECK: for (int i = hpcc_from((int)(1), hpcc_lo0 {{[+] |- -}}1L); (long)i < hpcc_min((long)(n), hpcc_hi0 {{[+] |- -}}1L + 1); i++) a[i - 1] = b[i];
	for (int i = 1; i < n; i++) a[i - 1] = b[i];
	// CHECK: for (int i = hpcc_first((long)(1), 2, hpcc_lo0); (long)i < hpcc_min((long)(n), hpcc_hi0 + 1); i += 2)
	for (int i = 1; i < n; i += 2) a[i] = 2;
	// CHECK: for (int i = hpcc_down_from((int)(n - 1), hpcc_hi0); (long)i >= hpcc_max((long)(0), hpcc_lo0); i--)
	for (int i = n - 1; i >= 0; i--) a[i] = 3;
	// CHECK: for (int i = hpcc_first_down((long)(n - 1), 3, hpcc_hi0); (long)i > hpcc_max((long)(0), hpcc_lo0 - 1); i -= 3)
	for (int i = n - 1; i > 0; i -= 3) a[i] = 4;
	// Every second element, and mirrored.
	// CHECK: for (int i = hpcc_from((int)(0), hpcc_ceil_div(hpcc_lo0 - 1L, 2)); (long)i < hpcc_min((long)(400), hpcc_floor_div(hpcc_hi0 - 1L, 2) + 1); i++)
	for (int i = 0; i < 400; i++) a[2 * i + 1] = b[i];
	// CHECK: for (int i = hpcc_from((int)(0), 99L - hpcc_hi0); (long)i < hpcc_min((long)(100), 99L - hpcc_lo0 + 1); i++)
	for (int i = 0; i < 100; i++) a[99 - i] = b[i];
	// An unsigned variable that goes down must not become a large number.
	// CHECK: for (unsigned i = hpcc_max(0, hpcc_min((long)(u), hpcc_hi0)); (long)i > hpcc_max((long)(0), hpcc_lo0 - 1); i--)
	for (unsigned i = u; i > 0; i--) a[i] = 5;
	// Two conditions stay as they are.
	// CHECK: for (int i = hpcc_from((int)(0), hpcc_lo0); (i < n && i < k) && (long)i <= hpcc_hi0; i++)
	for (int i = 0; i < n && i < k; i++) a[i] = 6;
	// Wrapping around is assumed not to happen.
	// CHECK: {{^.*}}, hpcc_par[0] >= 1);
	// CHECK: for (size_t i = hpcc_max((long)(0), hpcc_lo0); (long)i < hpcc_min((long)(m - 1), hpcc_hi0 + 1); i++)
	for (size_t i = 0; i < m - 1; i++) a[i] = 7;
	// Statements that belong to different indices: the bounds' hull, and a guard each.
	// CHECK: for (int i = hpcc_from((int)(1), hpcc_min(hpcc_lo0, hpcc_lo{{[01] ([+] |- -)}}1L)); (long)i < hpcc_min((long)(n), hpcc_max(hpcc_hi0, hpcc_hi{{[01] ([+] |- -)}}1L) + 1); i++) {
	// CHECK-NEXT: { if (hpcc_lo0 <= (long)i && (long)i <= hpcc_hi0) a[i] = 8; }
	// CHECK-NEXT: { if (hpcc_lo{{[01]}} <= ((long)i - 1L) && ((long)i - 1L) <= hpcc_hi{{[01]}}) b[i - 1] = 9; }
	for (int i = 1; i < n; i++) {
		a[i] = 8;
		b[i - 1] = 9;
	}
	// Both dimensions are split; the boundary's row belongs to those who own it.
	// CHECK: for (int i = hpcc_from((int)(0), hpcc_lo0);
	// CHECK-NEXT: for (int j = hpcc_from((int)(0), hpcc_lo1); (long)j < hpcc_min((long)(60), hpcc_hi1 + 1); j++) g[i][j] = 0;
	for (int i = 0; i < 50; i++)
		for (int j = 0; j < 60; j++) g[i][j] = 0;
	// CHECK: if (hpcc_lo0 <= {{.*}} && {{.*}} <= hpcc_hi0)
	// CHECK-NEXT: for (int j = hpcc_from((int)(0), hpcc_lo1);
	for (int j = 0; j < 60; j++) g[k][j] = 1;
}
