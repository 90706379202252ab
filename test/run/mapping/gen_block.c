// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MIN-PROCS: 3
// COUNTS: 1 3 4 7
// gen_block: given sizes for each process, with zero among them.
#include <stdio.h>

static int sizes[3] = {7, 0, 8}, more[16] = {15};
static double a[15][4], b[15][4], c[15];
#pragma dist processors P[3]
#pragma dist distribute [gen_block(sizes)][*] onto P :: a, b
#pragma dist distribute c[gen_block(more)]

int main(void)
{
	long rows[3] = {1, 2, 3};
	double d[6], e[6];
#pragma dist distribute [gen_block(rows)] onto P :: d, e
	for (int i = 0; i < 15; i++) {
		c[i] = i * i;
		for (int j = 0; j < 4; j++) a[i][j] = b[i][j] = i + j;
	}
	for (int t = 0; t < 3; t++) {
		for (int i = 1; i < 14; i++)
			for (int j = 0; j < 4; j++) b[i][j] = a[i - 1][j] + a[i + 1][j] - a[i][3 - j];
		for (int i = 1; i < 14; i++)
			for (int j = 0; j < 4; j++) a[i][j] = b[i][j] + c[i - 1];
	}
	rows[0] = 0;
	for (int i = 0; i < 6; i++) d[i] = e[i] = 10 - i;
	for (int i = 1; i < 5; i++) e[i] = d[i - 1] * d[i + 1];
	for (int i = 0; i < 15; i++) printf("%g %g %g %g %g\n", a[i][0], a[i][1], a[i][2], a[i][3], c[i]);
	for (int i = 0; i < 6; i++) printf("%g\n", e[i]);
	return 0;
}
