// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 1
// ARGS: 11
// ARGS: 3
// Loops, functions and declarations that macros make.
#include <stdio.h>
#include <stdlib.h>
#define FOR(i, a, b) for (int i = (a); i < (b); i++)
#define BEGIN_LOOP(i) for (int i = 0; i < n; i++) {
#define END_LOOP }
#define REPEAT(t, n) for (int t = 0; t < n; t++)
#define HEAD int i = 1; i < n - 1; i++
#define IN(i, j) in[(i) * n + (j)]
#define SET(x, v) x = v;
#define MAXOF(a, b) ((a) > (b) ? (a) : (b))
#define SWAP(a, b) do { double (*t_)[n] = a; a = b; b = t_; } while (0)
#define EXCHANGE(a, b) do { double t_ = a; a = b; b = t_; } while (0)
#define INC(x) ((x) = (x) + 1)
#define NAME(x) #x
#define SHOW(x) printf("%s = %g\n", #x, x)
#define CAT(a, b) a##b
#define PICK(a) CAT(a, _old)
#define PRAGMA(x) _Pragma(#x)
#define INDEPENDENT(i, n) PRAGMA(dist independent) for (int i = 0; i < n; i++)
#define INDEPENDENT2 _Pragma("dist independent")
#define KERNEL(name, op) \
	static void name(int n, double a[n][n], double b[n][n]) \
	{ \
		for (int i = 1; i < n - 1; i++) \
			for (int j = 0; j < n; j++) \
				b[i][j] = a[i - 1][j] op a[i + 1][j]; \
	}
#define DECLARE(a) static double a[10][7]
struct { int nx; } g;
#define nx g.nx
#define SELF nx
#define ALL for (int i = 0; i < nx; i++)


DECLARE(w);
static double w_old[10][7];
#pragma dist distribute [block][*] :: w
PRAGMA(dist distribute w_old[block][*])
KERNEL(add, +)
KERNEL(sub, -)
static double cube(double x) { return x * x * x; }
#define cube(x) (cube)(x)
#define sqr(x) cube(sqr(x))
static double (sqr)(double x) { return x * x; }

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 11;
	double (*u)[n] = malloc(sizeof(double[n][n])), (*v)[n] = malloc(sizeof(double[n][n]));
#pragma dist array u[n][n], v[n][n]
#pragma dist distribute [block][*] :: u, v
	double *in = malloc(sizeof(double) * n * n);
#pragma dist array in[n][n]
#pragma dist distribute in[block][*]
	FOR(i, 0, n) FOR(j, 0, n) {
		u[i][j] = i + j;
		v[i][j] = 0;
		IN(i, j) = i - j;
	}
	REPEAT(t, 3) {
		BEGIN_LOOP(i)
			FOR(j, 0, n)
				SET(u[i][j], u[i][j] + IN(i, j))
		END_LOOP
		for (HEAD)
			for (int j = 0; j < n; j++) v[i][j] = u[i - 1][j] + u[i + 1][j];
		add(n, u, v);
		sub(n, v, u);
		SWAP(u, v);
	}
	INDEPENDENT(i, n) u[i][1] = v[i][2];
	INDEPENDENT2 FOR(i, 0, n) u[i][1] += 1;
	double most = 0;
	FOR(i, 0, n)
		FOR(j, 0, n)
			most = MAXOF(most, u[i][j]);
	SHOW(most);
	if (n < 4) return 0;
	SHOW(u[1][2]);
	SHOW(w[1][2]);
	INC(u[1][2]); SHOW(u[1][2]);
	EXCHANGE(u[1][2],
		u[2][2]);
	SHOW(u[1][2]); printf("%d\n", __LINE__);
	nx = 10;
	ALL { w[i][3] = i; PICK(w)[i][3] = cube(w[i][3]) + 2 * w[i][2] + sqr(i); }
	for (int i = 0; i < 10; i++) printf("%g ", w_old[i][3]);
	printf("%s\n", NAME(w[1][1] SELF));
	free(u); free(v); free(in);
	return 0;
}
