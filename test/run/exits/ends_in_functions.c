// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 74 "for (int i = 1; i < n; i++) for (int j = 1; j < 12; j++) se...": this does not hold: n <= 1 or (n >=
//              2 and b.m >= 12 and a.m >= 13 and b.n >= n and a.n >= n)
// ARGS: 9 9
// ARGS: 12 9
// ARGS: 5 20
// ARGS: 5 21 x
// ARGS: 5 -7
// ARGS: 5 2000 0 44
// ARGS: 5 2000 0 77
// ARGS: 5 2000 0 1
// ARGS: 5 2000 0 2
// STDERR: compare
// TOLERANCE: 1e-10
// MAX-SLOW: 2
// Functions that nests call end the program: the first one in the program's order, with what its elements and variables are by then.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define N 80
#define FAIL(...)                                                                                                      \
	do {                                                                                                           \
		fprintf(stderr, "%d: ", N);                                                                            \
		fprintf(stderr, __VA_ARGS__);                                                                          \
		fputc('\n', stderr);                                                                                   \
		exit(9);                                                                                               \
	} while (0)
#define CHECK(c, ...) if (!(c)) FAIL(__VA_ARGS__)

typedef struct {
	int n, m;
	double *v;
} mat;
static mat a, b;
static double total, x[N], y[N];
static int calls, errors, kind[N];
#pragma dist distribute [block] :: x, y, kind

static void last_word(void) { printf("atexit: %g %g %d\n", b.v[3], a.v[14], calls); }
__attribute__((destructor)) static void destroyed(void)
{
	fprintf(stderr, "destructor %g %g %d\n", total, a.v ? a.v[5] : -1., errors);
}

static mat mat_new(int n, int m)
{
	mat r = {n, m, NULL};
#pragma dist array r.v[n][m]
#pragma dist distribute r.v[block][*]
	r.v = calloc(n * m, sizeof *r.v);
	if (!r.v) exit(1);
	return r;
}
static void die(const char *format, ...)
{
	va_list list;
	va_start(list, format);
	vfprintf(stderr, format, list);
	va_end(list);
	exit(3);
}
static inline double get(const mat *g, int i, int j)
{
	if (i < 0 || i >= g->n || j < 0 || j >= g->m) {
		fprintf(stderr, "get: (%d, %d) outside of %d x %d\n", i, j, g->n, g->m);
		exit(EXIT_FAILURE);
	}
	return g->v[i * g->m + j];
}
static inline void set(mat *g, int i, int j, double z)
{
	if (i >= 0 && i < g->n && j >= 0 && j < g->m)
		g->v[i * g->m + j] = z;
	else
		die("set: (%d, %d)\n", i, j);
}
static double limited(double z, double most)
{
	if (z > most) {
		printf("%g is too large in %s\n", z, __func__);
		exit(4);
	}
	return z < 0 ? 0 : z;
}
static void matrices(int n, int most)
{
	for (int i = 0; i < a.n; i++)
		for (int j = 0; j < a.m; j++) set(&a, i, j, i + j - 10), calls++;
	for (int i = 1; i < n; i++)
		for (int j = 1; j < 12; j++) set(&b, i, j, get(&a, i - 1, j) + get(&a, i, j + 1));
	printf("%g %g\n", get(&b, 3, 4), get(&b, 9 % n, 1));
	for (int k = 0; k < 3; k++) {
		for (int i = 0; i < a.n; i++)
			for (int j = 0; j < a.m; j++) {
				double z = limited(a.v[i * a.m + j], most);
				a.v[i * a.m + j] = z + 2;
				total += z;
			}
		printf("%d: %g\n", k, total);
	}
}

static double weight(int k)
{
	switch (k) {
	case 0: return 1;
	case 1: return 0.5;
	case 2: return 0.25;
	default: fprintf(stderr, "kind %d\n", k); exit(6);
	}
}
static double root(double z)
{
	CHECK(z >= 0, "root of %g", z);
	return sqrt(z);
}
static double logarithm(double z)
{
	if (z <= 0) {
		errors++;
		fprintf(stderr, "logarithm of %g, error %d\n", z, errors);
		exit(errors);
	} else
		return log(z);
}
static void one(double *to, double z, int i)
{
	if (i == 1000)
		exit(1);
	else if (i == 31)
		*to = z;
	else
		*to = logarithm(z + 1) + weight(kind[i]);
}
static void vectors(int bad)
{
	for (int i = 0; i < N; i++) kind[i] = i % 3, x[i] = i;
	if (bad == 77) kind[77] = 7, kind[55] = 9;
	for (int i = 0; i < N; i++) one(&y[i], x[i], i);
	double s = 0;
	for (int i = 0; i < N; i++) s += root(y[i]);
	printf("%.12g\n", s);
	if (bad == 44) x[44] = -3, x[17] = -4, x[18] = -5;
	for (int i = N - 1; i >= 0; i--) x[i] = root(x[i]) + 1;
}

// Elements on the way to the end: those that the condition reads, and others.
static double below(const double *v, int i, double most)
{
	if (v[i] > most) {
		fprintf(stderr, "%g at %d\n", v[i], i);
		exit(2);
	}
	return v[i];
}
static double below_with_others(const double *v, int i, double most)
{
	if (v[i] > most) {
		fprintf(stderr, "%g at %d, behind %g\n", v[i], i, v[i - 1]);
		exit(2);
	}
	return v[i];
}
static void elements(int bad)
{
	for (int i = 0; i < N; i++) x[i] = i + 0.25;
	for (int i = 1; i < N; i++) y[i] = below(x, i, bad == 1 ? 40.5 : N);
	for (int i = 1; i < N; i++) y[i] += below_with_others(x, i, bad == 2 ? 40.5 : N);
}

int main(int argc, char **argv)
{
	a = mat_new(10, 13), b = mat_new(10, 13);
	if (argc > 3) atexit(last_word);
	matrices(atoi(argv[1]), atoi(argv[2]));
	vectors(argc > 4 ? atoi(argv[4]) : 0);
	elements(argc > 4 ? atoi(argv[4]) : 0);
	return 0;
}
