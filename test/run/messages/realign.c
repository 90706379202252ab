// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
//
// Arrays that are aligned with others while the program runs, and follow them.
#include <stdio.h>

enum { N = 18 };
static double a[N][N], x[N], y[N], z[N];
#pragma dist processors P[*]
#pragma dist template T[2 * N]
#pragma dist distribute T[block] onto P
#pragma dist distribute a[block][*] onto P
#pragma dist distribute [block] onto P :: x, y
#pragma dist align z[i] with y[i]
#pragma dist dynamic a, x, y

static void show(const char *what)
{
	double sum = 0;
	for (int i = 0; i < N; i++) sum += x[i] * (i + 1) - y[i] / (i + 1) + z[i];
	printf("%s %.12g %g %g\n", what, sum, x[N / 2], z[N - 1]);
}

static void scale(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) a[i][j] = a[i][j] * 0.5 + i;
	for (int i = 0; i < N; i++) x[i] += 1;
	for (int i = 0; i < N; i++) z[i] = y[i] * 0.5 + z[i];
}

int main(void)
{
	for (int i = 0; i < N; i++) {
		x[i] = i, y[i] = 2 * i, z[i] = 1;
		for (int j = 0; j < N; j++) a[i][j] = i - j;
	}
	scale();
	show("at first");
#pragma dist realign x[i] with a[i][0]
#pragma dist realign y[j] with a[0][j]
	scale();
	show("aligned");
#pragma dist redistribute a[*][block] onto P
	scale();
	show("turned");
	// z follows y, which is on a template then.
#pragma dist realign y[i] with T[2 * i + 1]
#pragma dist realign [i] with a[*][i] :: x
	scale();
	show("template");
#pragma dist redistribute x[block(N)] onto P
	scale();
	show("one block");
	for (int i = 0; i < N; i++) printf("%g %g %g %g\n", x[i], y[i], z[i], a[i][N - 1 - i]);
	return 0;
}
