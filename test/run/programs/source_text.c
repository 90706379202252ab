// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Functions that are there twice, the second time as the source has them: for one process, and for calls that reach no mapped memory. The same
// function gets mapped arrays, views of these, memory on the stack, and parts of a block in which arrays are mapped behind what it is given;
// it steps its parameters, hands them on, casts them, calls itself, or keeps a count. What is mapped in between stays right.
// MAX-SLOW: 6
// ARGS: 23
// ARGS: 5
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n;
static double u[40][6], w[40];
#pragma dist distribute u[block][*], w[block]
static jmp_buf back;
static int calls;

static inline double product(const double *p, const double *q) { return p[0] * q[0]; }

double walk(const double *p, int k)
{
	double s = 0;
	while (k-- > 0) s += *p++;
	return s;
}

double from_end(const double *end, int k)
{
	double s = 0;
	for (int i = 1; i <= k; i++) s = s / 2 + end[-i];
	return s;
}

double through_void(void *v, int k)
{
	double *p = v, *q = k > 2 ? p + 2 : p;
	q[0] += 1;
	memset(p + 1, 0, sizeof *p);
	return product(p, q) + p[1];
}

double recursive(double *p, int k)
{
	if (k == 0) return 1;
	p[k - 1] += k;
	return p[k - 1] + recursive(p, k - 1);
}

int counted(double *p)
{
	static int times;
	p[0] += times++;
	return times;
}

static double chosen(double *a, double *b, int which)
{
	double *p;
	if (which)
		p = a;
	else
		p = b;
again:
	p[0] += 1;
	if (p[0] < 4) goto again;
	return p[0];
}

typedef struct box {
	double *data;
	int k;
} box;

double in_box(const box *b)
{
	double s = 0;
	for (int i = 0; i < b->k; i++) s += b->data[i];
	return s;
}

static double solve(double m[3][3], double x[3])
{
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++) x[i] += m[i][j] * (1 + j);
	return x[0] + x[1] + x[2];
}

static void spread(double *a)
{
#pragma dist array a[n]
#pragma dist distribute a[block]
	for (int i = 0; i < n; i++) a[i] += i;
}

double spreads(double *a)
{
	double before = a[0];
	spread(a);
	a[1] = 7;
	for (int i = 0; i < n; i++) a[i] *= 2;
	return before + a[n - 1];
}

static int order(const void *a, const void *b)
{
	calls++;
	return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

double jumps(double *p)
{
	if (setjmp(back)) return p[0];
	p[0] += 3;
	if (p[0] > 2) longjmp(back, 1);
	return -1;
}

static void name(const double *p) { printf("%s %g\n", __func__, p[0]); }

int main(int argc, char **argv)
{
	double (*walks)(const double *, int) = walk;
	double plain[40], m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, x[3] = {0}, other[40];
	n = argc > 1 ? atoi(argv[1]) : 23;
	// Nothing is mapped in the first n elements of the block, and v behind them.
	double *block = calloc(2 * (size_t)n + 1, sizeof *block), *v = block + n;
#pragma dist array v[n]
#pragma dist distribute v[block]
	for (int i = 0; i < 40; i++) plain[i] = other[i] = i;
	for (int i = 0; i < n; i++) {
		w[i] = 2 * i;
		for (int j = 0; j < 6; j++) u[i][j] = i + j;
	}
	for (int i = 0; i < n; i++) v[i] = 3 * i;
	for (int i = 0; i < n; i++) block[i] = i % 3;
	printf("%g %g %g %g %g\n", walk(plain, n), walk(w, n), walk(u[n / 2], 6), walks(block, 2 * n), walk(v, n));
	printf("%g %g %g %g\n", from_end(plain + n, 3), from_end(w + n, 4), from_end(v, n), from_end(v + n, n + 3));
	printf("%g %g %g\n", through_void(plain, 5), through_void(w, 2), through_void(&u[n - 1][1], 3));
	printf("%g %g %g\n", recursive(plain, 4), recursive(w, n), recursive(u[1], 6));
	printf("%d ", counted(plain));
	printf("%d ", counted(w));
	printf("%d ", counted(plain));
	printf("%d\n", counted(v));
	printf("%g %g %g\n", chosen(w, plain, 0), chosen(plain, w, 0), chosen(v, u[2], 1));
	printf("%g %g %g\n", in_box(&(box){plain, 5}), in_box(&(box){w, n}), in_box(&(box){block, n + 2}));
	for (int t = 0; t < 3; t++) printf("%g ", solve(m, x));
	printf("%g\n", solve((double(*)[3])u[n / 2], u[n / 3]));
	double *late = malloc(40 * sizeof *late);
	memcpy(late, plain, sizeof plain);
	printf("%g %g\n", spreads(late), walk(late, n));
	printf("%g %g\n", jumps(plain), jumps(w + n - 1));
	qsort(other, 40, sizeof *other, order);
	name(plain);
	name(w);
	printf("%d %g %g\n", calls > 0, walk(plain, 40), walk(&u[0][0], 6 * n));
	for (int i = 0; i < n; i++) printf("%g %g%s", w[i], v[i], i + 1 < n ? " " : "\n");
	free(late);
	free(block);
	return 0;
}
