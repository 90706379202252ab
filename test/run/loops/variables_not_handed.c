// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ENV: HPCC_STRIPS=3
// LOST: .* addresses of one process are of no use to another one, so that two loops are run by all
// BY-ALL: 40 the same two loops
// MAX-SLOW: 11
// Variables that go on from iteration to iteration along rows that are split, and are not handed on in each column:
// those that the loop's head sets or declares, those that hold addresses, and where processes leave out columns.
#include <stdio.h>
#include <stdlib.h>
#define N 24
#define M 10
static int u[N][M], v[N][M], w[12][1], x[12][1];
#pragma dist distribute [block][*] :: u, v, w, x

static double square(double x) { return x * x; }
static double twice(double x) { return 2 * x; }

static void set_by_head(void)
{
	int i, s;
	for (int j = 0; j < M; j++)
		for (s = 0, i = 0; i < N; i++) {
			s = (s * 3 + i + j) % 97;
			v[i][j] = s;
		}
}

static void declared_by_head(void)
{
	for (int j = 0; j < M; j++)
		for (int i = 0, s = 0; i < N; i++) {
			s = (s * 3 + i + j) % 97;
			u[i][j] = s;
		}
}

static void functions(void)
{
	for (int j = 0; j < M; j++) {
		double (*p)(double) = square;
		for (int i = 0; i < N; i++) {
			v[i][j] += p(i);
			p = (i + j) % 3 ? twice : p;
		}
	}
}

static void compared(const int *a, const int *b)
{
	for (int j = 0; j < M; j++) {
		const int *p = a;
		for (int i = 0; i < N; i++) {
			u[i][j] += p == a ? 1 : p == b ? 2 : 3;
			p = (i + j) % 3 ? b : p;
		}
	}
}

static void few_columns(int n, int m)
{
	for (int k = 0; k < 2; k++)
		for (int j = 0; j < m; j++) {
			long a = 1, b = j % 5;
			for (int i = n - 1; i >= 0; i--) {
				w[i][j] = (a * 3 + b * 4) % 1009;
				a = (b * 3 + x[i][j]) % 97;
				b = (a * 3 + w[i][j]) % 97;
			}
		}
}

static void print(const char *name, int n, int m, int (*a)[m])
{
	long sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum += a[i][j] * (1 + i % 3 + j);
	printf("%s %ld\n", name, sum);
}

int main(void)
{
	int *a = malloc(4), *b = malloc(4);
	for (int i = 0; i < 12; i++) x[i][0] = i * 7 % 11;
	set_by_head();
	declared_by_head();
	functions();
	compared(a, b);
	few_columns(6, 1);
	print("v", N, M, v), print("u", N, M, u), print("w", 12, 1, w);
	free(a), free(b);
}
