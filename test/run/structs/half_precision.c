// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 2
// BY-ALL: 36 "for (int i = 1; i < N - 1; i++) { b[i] = b[i] + a[i - 1][2]...": a value of 'm' that one process
//              sets is read by another one in the same nest
//            "for (int i = 0; i < N; i++) s += a[i][1];": a value of 's' that one process sets is read
//              by another one in the same nest
// Elements of half precision.
#include <stdio.h>
#include <stdlib.h>
#define N 37
_Float16 a[N][5], b[N];
#pragma dist distribute a[block][*]
#pragma dist align b[i] with a[i][*]
int main(void)
{
	for (int i = 0; i < N; i++) { b[i] = i / 8.0; for (int j = 0; j < 5; j++) a[i][j] = (_Float16)(i * j) / 4; }
	_Float16 s = 0, m = 0; float t = 0;
	for (int i = 1; i < N - 1; i++) { b[i] = b[i] + a[i - 1][2] * a[i + 1][3]; if (b[i] > m) m = b[i]; }
	for (int i = 0; i < N; i++) { t += b[i]; }
	for (int i = 0; i < N; i++) s += a[i][1];
	printf("%g %g %g\n", (double)s, (double)m, t);
	return 0;
}
