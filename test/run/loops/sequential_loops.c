// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 44
// BY-ALL: 20 "for (int i = 0; i < N; i++) p[i] += carried;": a value of 'carried' that one process sets is read by
//              another one in the same nest
//            "printf("%.17g %.17g\n", p[i], q[i]);": elements are read one by one
//            "for (int i = N - 2; i >= 0; i--) q[i] = 0.5 * q[i + 1] + p[i];": a value of 'q' that one
//              process sets is read by another one in the same nest
//            "for (int i = 1; i < N; i++) p[i] = p[i - 1] + q[i];": a value of 'p' that one process
//              sets is read by another one in the same nest
// Dependences that cross processes: Gauss-Seidel, scans, recurrences in both directions. Slow, but right.
#include <stdio.h>

#define N 15
#define M 7

static double a[N][M], p[N], q[N];
#pragma dist distribute a[block][*]
#pragma dist distribute [block] :: p, q

int main(void)
{
	for (int i = 0; i < N; i++) {
		q[i] = i % 4;
		for (int j = 0; j < M; j++) a[i][j] = (i + 2 * j) % 6;
	}
	for (int t = 0; t < 2; t++)
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < M - 1; j++)
				a[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
	p[0] = q[0];
	for (int i = 1; i < N; i++) p[i] = p[i - 1] + q[i];
	for (int i = N - 2; i >= 0; i--) q[i] = 0.5 * q[i + 1] + p[i];
	double carried = 1;
	for (int i = 0; i < N; i++) {
		p[i] += carried;
		carried = carried * 0.5 + q[i];
	}
	for (int i = 2; i < N; i++) a[i][0] = a[i - 2][0] + 1;
	for (int i = 0; i < N - 1; i++)
		for (int j = 0; j < M; j++) a[i + 1][M - 1 - j] += a[i][j];
	printf("%.17g\n", carried);
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) printf("%.17g ", a[i][j]);
		printf("%.17g %.17g\n", p[i], q[i]);
	}
	return 0;
}
