// SPDX-License-Identifier: Apache-2.0
//
// Shadows that are too small for the loops of the file, and directives in blocks that hold for all of it.
// RUN: %not %hpcc -fdist -fsyntax-only %s 2>&1 | %FileCheck --implicit-check-not error: --implicit-check-not warning: %s
double a[100][50], b[100][50], c[100], d[100], enough[100];
#pragma dist distribute [block][*] :: a, b
#pragma dist distribute [block] :: c, enough
// CHECK-DAG: shadows.c:[[@LINE+2]]:21: error: the shadow of 'a' is too small: the loops of this file need 'shadow a[2:3][0:0]'
// CHECK-DAG: shadows.c:[[@LINE+9]]:43: note: more of others' 'a' is read here
#pragma dist shadow a[2:2][0]
#pragma dist shadow enough[1:0]

void filter(void)
{
	for (int i = 2; i < 97; i++)
		for (int j = 0; j < 50; j++) b[i][j] = a[i - 2][j] + a[i][j];
	for (int i = 2; i < 97; i++)
		for (int j = 1; j < 49; j++) b[i][j] += a[i][j - 1] + a[i + 3][j];
	for (int i = 1; i < 100; i++) c[i] = enough[i - 1];
}

void clear(void)
{
	// CHECK-DAG: shadows.c:[[@LINE+1]]:25: warning: 'd' is mapped in the whole file, from the program's start, not in this block only
#pragma dist distribute d[block]
	for (int i = 0; i < 100; i++) d[i] = 0;
}
