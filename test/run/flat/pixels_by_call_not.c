// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 50 9
// ARGS: 7 5
// MAX-SLOW: 1000
// BY-ALL: 100 what a call sets is read by the next one, or is not known
//
// Functions that set several elements of a flat array, which depend on each other, are set by several calls, lie where
// a table says, or are told to a generator; and functions whose body cannot stand elsewhere.
#include <stdio.h>
#include <stdlib.h>

static int calls;
static unsigned state = 7;

static int next(void)
{
	state = state * 1103515245u + 12345u;
	return state >> 16 & 63;
}

// Of two elements of one call the second depends on the first.
static void follow(double *a, int k)
{
	int at = 3 * k;
	a[at] = k;
	a[at + 1] = a[at] * 2 + 1;
	a[at + 2] = a[at + 1] - a[at];
}

// The element behind is set once more by the next call.
static void overlap(double *a, int k)
{
	a[k] = k;
	a[k + 1] = -k;
}

// And is read by that.
static void carry(double *a, int k)
{
	a[k + 1] = a[k] + 1;
	a[k + 2] = a[k + 1] * 0.5;
}

static void scatter(double *a, const int *to, int k)
{
	a[2 * to[k]] = k;
	a[2 * to[k] + 1] = k + 1;
}

static void generate(double *a, int k)
{
	a[2 * k] = next();
	a[2 * k + 1] = next();
}

static void counts(double *a, int k)
{
	static int n;
	calls++;
	a[2 * k] = n++;
	a[2 * k + 1] = calls;
}

static void steps(double *a, int k)
{
	a += 2 * k;
	*a++ = k;
	*a++ = k + 3;
}

static void leaves(double *a, int n, int k)
{
	if (k > 3) {
		if (k == n - 2) {
			a[2 * k] = 5;
			return;
		}
		a[2 * k + 1] = 3;
	}
	a[2 * k] = k;
}

static void swap(double *a, int k, int n)
{
	double t = a[k];
	a[k] = a[n - 1 - k];
	a[n - 1 - k] = t;
}

static double total(const double *a, int n)
{
	double s = 0;
	for (int i = 0; i < n; i++) s += a[i] * (1 + i % 7);
	return s;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20, m = 3 * n;
	double *a = calloc(m, sizeof *a), *b = calloc(m, sizeof *b), *plain = calloc(m, sizeof *plain);
#pragma dist distribute a[block]
#pragma dist distribute b[block]
	int *to = malloc(n * sizeof *to);
	for (int k = 0; k < n; k++) to[k] = (k * 3 + 1) % n;
	for (int k = 0; k < n; k++) follow(a, k);
	printf("%.17g\n", total(a, m));
	for (int k = 0; k < n; k++) overlap(a, k);
	printf("%.17g %g\n", total(a, m), a[n]);
	for (int k = 0; k < n; k++) carry(a, k);
	printf("%.17g\n", total(a, m));
	for (int k = 0; k < n; k++) scatter(b, to, k);
	printf("%.17g\n", total(b, m));
	for (int k = 0; k < n; k++) generate(b, k);
	printf("%.17g %u\n", total(b, m), state);
	for (int k = 0; k < n; k++) counts(b, k);
	printf("%.17g %d\n", total(b, m), calls);
	for (int k = 0; k < n; k++) steps(a, k);
	printf("%.17g\n", total(a, m));
	for (int k = 0; k < n; k++) leaves(a, n, k);
	printf("%.17g\n", total(a, m));
	for (int k = 0; k < m / 2; k++) swap(a, k, m);
	printf("%.17g\n", total(a, m));
	for (int k = 0; k < n; k++) {
		double t = k;
		follow(k % 2 ? a : plain, k);
		plain[k] += t;
	}
	printf("%.17g %.17g\n", total(a, m), total(plain, m));
	return 0;
}
