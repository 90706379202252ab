// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 8
// BY-ALL: 18 "for (int i = 0; i < N; i++) if (find(a[i], &where)) found++...": the value of 'where' after the nest
//              is needed
//            "*x += n;": elements are set one by one
//            "for (int i = 0; i + 1 < N; i++) set(&a[i][2], M, i * i);": this does not hold: false
//            "for (int i = 0; i < N; i++) last(&v[i], v[N - 1 - i]);": a value of 'v' that one process
//              sets is read by another one in the same nest
// Functions with effects that nests call, where something stands against splitting: values that cross, two owners, rows that are left,
// variables of file scope, names that mean another thing, output.
#include <stdio.h>
#include <stdlib.h>

#define N 13
#define M 6

static double a[N][M], b[N][M], v[N + 1];
#pragma dist distribute [block][*] :: a, b
#pragma dist distribute v[block]
static int at, calls;
static double scale = 2;

static void set(double *row, int m, double x)
{
	for (int j = 0; j < m; j++) row[j] = x + j;
}
static void accumulate(double out[M], const double *row)
{
	for (int j = 0; j < M; j++) out[j] += row[j];
}
static void shift(double (*x)[M], int i)
{
	for (int j = 0; j < M; j++) x[i + 1][j] = x[i][j] + 1;
}
static void pair(double *x, double *y)
{
	*x = *x + 1;
	*y = *x * 2;
}
static void count(double *x)
{
	calls++;
	*x += calls;
}
static void advance(double *x)
{
	*x = *x * 0.5 + at;
	at++;
}
static int find(const double *row, int *where)
{
	*where = -1;
	for (int j = 0; j < M; j++)
		if (row[j] > 4) {
			*where = j;
			break;
		}
	return *where >= 0;
}
static void maybe(const double *row, double out[M])
{
	if (row[0] > 5) return;
	for (int j = 0; j < M; j++) out[j] = row[j];
}
static void scaled(double *x) { *x *= scale; }
static void show(double *x)
{
	*x += 1;
	printf("%g ", *x);
}
static void add(double *sum, double x) { *sum += x; }
static double take(double *x)
{
	double old = *x;
	*x = 0;
	return old;
}
static void turn(double *x, int n)
{
	if (n > 0) turn(x, n - 1);
	*x += n;
}
static void last(double *where, double x) { *where = x; }

static void print(const char *what)
{
	double s = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) s += a[i][j] * (i + 1) + b[i][j] * (j + 2);
	for (int i = 0; i <= N; i++) s += v[i] * i;
	printf("%s %.10g\n", what, s);
}

int main(void)
{
	double out[M] = {0}, sum = 0, end = 0;
	int where = 0, found = 0;
	for (int i = 0; i < N; i++) set(a[i], M, i), set(&b[i][0], M, -i);
	for (int i = 0; i <= N; i++) v[i] = i;
	print("set");
	for (int i = 0; i + 1 < N; i++) set(&a[i][2], M, i * i);
	print("beyond the row");
	for (int i = 0; i < N; i++) {
		accumulate(out, a[i]);
		for (int j = 0; j < M; j++) b[i][j] = out[j];
	}
	print("carried");
	for (int i = 0; i + 1 < N; i++) shift(a, i);
	print("shifted");
	for (int i = 0; i < N; i++) pair(&v[i], &v[i + 1]);
	print("pairs");
	for (int i = 0; i < N; i++) count(&v[i]);
	print("counted");
	for (int i = 0; i < N; i++) advance(&a[i][1]);
	print("advanced");
	at = 0;
	for (int i = 0; i < N; i++) advance(&v[at]);
	print("moved");
	for (int i = 0; i < N; i++)
		if (find(a[i], &where)) found++, b[i][where] += 1;
	printf("%d %d\n", where, found);
	print("found");
	for (int i = 0; i < N; i++) {
		maybe(a[i], out);
		for (int j = 0; j < M; j++) b[i][j] += out[j];
	}
	print("maybe");
	{
		double scale = 7;
		for (int i = 0; i < N; i++) {
			scaled(&v[i]);
			v[i] += scale;
		}
		for (int i = 0; i < N; i++) scale += v[i];
		printf("%g\n", scale);
	}
	print("scaled");
	for (int i = 0; i < N; i++) show(&a[i][0]);
	print("shown");
	for (int i = 0; i < N; i++) add(&sum, a[i][1]);
	printf("%.10g\n", sum);
	for (int i = 0; i < N; i++) sum += i % 2 && take(&a[i][2]) > 3 ? 1 : 0.5;
	for (int i = 0; i < N; i++) sum += take(&a[i][3]) * 2 + take(&b[i][3]);
	printf("%.10g\n", sum);
	print("taken");
	for (int i = 0; i < N; i++) turn(&v[i], i);
	print("turned");
	for (int i = 0; i < N; i++) last(&end, v[i]);
	printf("%.10g %d\n", end, calls);
	for (int i = 0; i < N; i++) last(&v[i], v[N - 1 - i]);
	print("mirrored");
	double *p = &a[0][0];
	for (int i = 0; i < N * M; i += M) set(p + i, M, i);
	print("flat");
	return 0;
}
