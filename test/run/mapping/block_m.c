// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MIN-PROCS: 3
// COUNTS: 2 3 4 7
// block(m): given block sizes, which need enough processes; here 12 elements in blocks of 4 and of 20.
#include <stdio.h>

static double a[12], b[12], c[20][3];
#pragma dist processors P[*]
#pragma dist distribute a[block(4)] onto P
#pragma dist distribute b[block(20)] onto P
#pragma dist distribute c[block(8)][*] onto P

int main(void)
{
	for (int i = 0; i < 12; i++) a[i] = b[i] = i;
	for (int i = 1; i < 11; i++) b[i] = a[i - 1] + a[i + 1] * 2;
	for (int i = 0; i < 12; i++) a[i] = b[11 - i] + b[i];
	for (int i = 0; i < 20; i++)
		for (int j = 0; j < 3; j++) c[i][j] = i * j;
	for (int i = 2; i < 20; i++)
		for (int j = 0; j < 3; j++) c[i][j] += i < 12 ? a[i] : c[i][2 - j];
	for (int i = 0; i < 12; i++) printf("%g %g\n", a[i], b[i]);
	for (int i = 0; i < 20; i++) printf("%g %g\n", c[i][1], c[i][2]);
	return 0;
}
