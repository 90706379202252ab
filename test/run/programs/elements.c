// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 1
// BY-ALL: 85 "if (a[0][0] == 1 || a[n - 1][0] == 2) printf("%g %g\n", a[0...": elements are read one by one
//            "result.x = a[n - 1][2] = a[0][2] = 77;": elements are set one by one
//            "double x = a[n - 1][3]--, y = --a[n - 1][3];": elements are set one by one
//            "double x = a[n - 1][3]--, y = --a[n - 1][3];": elements are read one by one
// ARGS: 11
// ARGS: 1
// ARGS: 3
// Single elements, read and written outside of nests in any control flow.
#include <stdio.h>
#include <stdlib.h>

static double half(double x) { return x / 2; }

static double walk(double (*a)[4], int i)
{
	if (i < 0) return 0;
	return a[i][i % 4] + walk(a, i - 1);
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), i;
	double a[n][4];
	struct { double x; int n; } result;
#pragma dist distribute a[block][*]
	for (i = 0; i < n; i++)
		for (int j = 0; j < 4; j++) a[i][j] = i + 10 * j;
	a[0][0] = 5;
	a[n - 1][3] = a[0][0] + a[n / 2][1];
	a[n / 2][2] += 3;
	a[n / 2][2]++;
	++a[0][1];
	a[0][3] *= 2;
	double x = a[n - 1][3]--, y = --a[n - 1][3];
	result.x = a[n - 1][2] = a[0][2] = 77;
	result.n = (int)a[n / 3][3];
	double *p = &a[n - 1][0];
	p[1] = half(a[0][1]) + *p;
	*(p + 2) = p[1] > 3 ? -1 : 1;
	i = 0;
	while (i < n && a[i][0] < 4) i++;
	switch ((int)a[n - 1][0] % 3) {
	case 0: printf("zero\n"); break;
	case 1: a[0][0] = 1; // falls through
	default: a[n - 1][0] = 2;
	}
	if (a[0][0] == 1 || a[n - 1][0] == 2) printf("%g %g\n", a[0][0], a[n - 1][0]);
	printf("%g %g %g %d %d %g\n", x, y, result.x, result.n, i, walk(a, n - 1));
	double t = a[0][1];
	a[0][1] = a[n - 1][1];
	a[n - 1][1] = t;
	for (i = 0; i < n; i++) printf("%g %g %g %g\n", a[i][0], a[i][1], a[i][2], a[i][3]);
	return (int)a[n - 1][3] % 100;
}
