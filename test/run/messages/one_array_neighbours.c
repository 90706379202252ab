// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 2
// BY-ALL: 25 "for (int i = 1; i < N; i++) for (int j = 0; j < M; j++) dou...": `from` and `to` overlap
//            "for (int i = 0; i < N - 1; i++) for (int j = 0; j < M; j++) {": `from` and `to` overlap
// One array for two parameters, where private variables come from elements that other iterations set, in this or another process.
#include <stdio.h>

enum { N = 17, M = 6 };
static double p[N][M], q[N][M];
#pragma dist distribute [block][*] :: p, q

static void from_above(double from[][M], double to[][M])
{
	for (int i = 1; i < N; i++)
		for (int j = 0; j < M; j++) {
			double x = from[i - 1][j], y = 2 * x + j;
			to[i][j] = y + 1;
		}
}

static void along(double from[][M], double to[][M])
{
	for (int i = 0; i < N; i++) {
		double x = 0;
		for (int j = 1; j < M; j++) {
			x += from[i][j - 1];
			to[i][j] += x;
		}
		x = from[i][0];
		to[i][M - 1] -= x;
	}
}

static void from_below(double from[][M], double to[][M])
{
	for (int i = 0; i < N - 1; i++)
		for (int j = 0; j < M; j++) {
			double x = from[i + 1][j];
			to[i][j] = x - j;
		}
}

static void show(const char *what)
{
	double t = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) t += (i + 2 * j + 1) * p[i][j] - i * q[i][j];
	printf("%s %.15g\n", what, t);
}

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) p[i][j] = (i * 5 + j * 3) % 7, q[i][j] = i + j;
	from_above(p, q);
	show("apart");
	from_above(p, p);
	show("above");
	along(p, p);
	show("along");
	along(q, p);
	show("apart along");
	from_below(p, p);
	show("below");
	return 0;
}
