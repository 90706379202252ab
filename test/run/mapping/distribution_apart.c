// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 8
// BY-ALL: 54 "for (int i = 1; i < n; i++) flux[i] = of[i - 1] + 1;": a value of 'flux' that one process sets is
//              read by another one in the same nest
//            "for (int i = 1; i < n; i++) double before = a[i];": a value of 'a' that one process sets
//              is read by another one in the same nest
//            "for (int i = 1; i < n; i++) b[i] = a[i] + t;": a value of 'b' that one process sets is
//              read by another one in the same nest
//            "for (int i = 1; i < n - 1; i++) b[i] = a[i];": a value of 'b' that one process sets is
//              read by another one in the same nest
//
// Loops that would be distributed if what is found when they are entered allowed it; and some that must not be.
#include <stdio.h>
#include <stdlib.h>

enum { M = 19 };

static void differences(int n, const double *of, double *flux, double *to)
{
	for (int i = 1; i < n; i++) {
		flux[i] = of[i - 1] + 1;
		to[i] = flux[i] - 0.5 * flux[i - 1];
	}
}

// A condition of the outer loop, and one of the loop in it, which is distributed, too.
static void mirror(int n, double *to, const double *from, double *end)
{
	for (int i = 0; i < n; i++) {
		end[i] = to[i * M + i] * 2;
		for (int j = i + 1; j < n; j++) {
			to[i * M + j] = from[j * M + i / 2] + 1;
			to[j * M + i] += to[i * M + j];
		}
	}
}

static void show(const char *what, int n, const double a[n])
{
	double sum = 0;
	for (int i = 0; i < n; i++) sum += a[i] * (i % 7 - 3);
	printf("%s %g\n", what, sum);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 53;
	double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), *c = malloc(n * sizeof *c), t = 0;
#pragma dist array [n] :: a, b, c
#pragma dist distribute [block] :: a, b, c
	for (int i = 0; i < n; i++) a[i] = b[i] = c[i] = i % 5;
	differences(n, a, b, c);
	show("apart", n, c);
	differences(n, a, b, a);
	show("into what is read", n, a);
	differences(n, b, a, a);
	show("into what is set", n, a);
	// What comes later comes from an earlier statement of a later iteration.
	for (int i = 1; i < n - 1; i++) {
		b[i] = a[i] + a[i - 1];
		a[i] = b[i] - b[i - 1];
	}
	show("back", n, a);
	// What is read before a later iteration sets it, beside values that hang together by themselves.
	for (int i = 1; i < n - 1; i++) {
		b[i] = a[i];
		double x = b[i - 1];
		c[i] = x + b[i] - b[i + 1];
	}
	show("old and new", n, c);
	// A variable that goes on from one iteration to the next.
	for (int i = 1; i < n; i++) {
		b[i] = a[i] + t;
		c[n - i] = b[i];
		t = a[i] * 0.5;
	}
	show("carried", n, c);
	// A private variable from what the other part changes.
	for (int i = 1; i < n; i++) {
		double before = a[i];
		a[i] = b[i] + 1;
		c[n - i] = a[i] - before;
	}
	show("private", n, c);
	static double high[M][M], low[M][M];
#pragma dist distribute [block][*] :: high, low
	for (int i = 0; i < M; i++)
		for (int j = 0; j < M; j++) high[i][j] = low[i][j] = (i + 2 * j) % 7;
	mirror(M, &low[0][0], &high[0][0], a);
	show("mirrored", M, low[M / 2]);
	mirror(M, &low[0][0], &low[0][0], a);
	show("the same", M, low[M / 2]);
	mirror(M, &low[0][0], &high[0][0], &low[2][0]);
	show("into what is read", M, low[M / 2]);
	printf("%g\n", t);
	free(a);
	free(b);
	free(c);
	return 0;
}
