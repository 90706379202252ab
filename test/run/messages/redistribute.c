// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 14 3
// ARGS: 1 2
// MAX-SLOW: 0
//
// A transform by rows and by columns: the array is redistributed in between, and what is aligned with it follows. Statements in all
// places, prints in between.
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 20 };
static double weight[MOST][MOST];
static float line[MOST];
static double a[MOST][MOST];
#pragma dist dynamic a
#pragma dist range a[block][*], [*][block], [block][block]
#pragma dist distribute a[block][*]
#pragma dist align weight[i][j] with a[i][j]
#pragma dist align line[j] with a[0][j]

static void along_rows(int n)
{
	for (int i = 0; i < n; i++)
		for (int j = 1; j < n; j++) a[i][j] = 0.5 * (a[i][j] + a[i][j - 1]) + weight[i][j];
}

static void along_columns(int n)
{
	for (int i = 1; i < n; i++)
		for (int j = 0; j < n; j++) a[i][j] = 0.5 * (a[i][j] - a[i - 1][j]) * weight[i][j];
}

static double corner(int n)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) sum += (i + 1) * a[i][j] - j * line[j];
	return sum + a[n - 1][0];
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 8, steps = argc > 2 ? atoi(argv[2]) : 2;
	for (int j = 0; j < n; j++) line[j] = (float)j / 3;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			a[i][j] = (7 * i + 3 * j) % 10;
			weight[i][j] = 1 + 0.01 * (i - j);
		}
	for (int t = 0; t < steps; t++) {
		along_rows(n);
		printf("rows %.12g\n", corner(n));
		#pragma dist redistribute a[*][block]
		along_columns(n);
		printf("columns %.12g %.12g\n", corner(n), a[n / 2][n / 3]);
		if (t % 2)
			#pragma dist redistribute a[block][block]
			printf("blocks %.12g\n", a[n / 3][n / 2]);
		else
			#pragma dist redistribute [*][block] :: a
			printf("as it is\n");
		switch (t % 3) {
		case 0:
			#pragma dist redistribute a[block][*]
			along_rows(n);
			break;
		default:
			#pragma dist redistribute a[*][block]
			along_columns(n);
		}
	again:
		#pragma dist redistribute a[block][*]
		if (t < 0) goto again;
		#pragma dist redistribute a[*][block]
		_Pragma("dist redistribute a[block][*]")
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) printf("%.12g%c", a[i][j], j == n - 1 ? '\n' : ' ');
	return 0;
}
