// Nests that call functions by pointers: all that these may lead to is known, and without effects.
// RUN: %compare %s
// FLAGS: -lm
// ARGS: 3
// MAX-SLOW: 0
// PER-STEP: procs=4 from="2" to="4" messages=0,1,1,1 bytes=0,296,296,296 collectives=0
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 37
static double a[N][N], b[N][N];
#pragma dist distribute [block][*] :: a, b

typedef double (*function)(double, double);
static double scale = 2;
static double sum(double x, double y) { return scale * (x + y); }
static double larger(double x, double y) { return 0.25 * fmax(x, y); }

// Two functions that call each other, one of which counts its calls: neither is pure.
static int calls;
static double even(double x, double y);
static double odd(double x, double y) { return x < 1 ? y : 0.5 * even(x - 1, y); }
static double even(double x, double y)
{
	double value = x < 1 ? y : 0.25 * odd(x - 1, y);
	calls++;
	return value;
}

struct problem {
	function source, exact;
};
static const struct problem problems[] = {{sum, hypot}, {larger, sum}};

static void fill(double (*u)[N], function f)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) u[i][j] = f(i * 0.5, j);
}

static double largest(const struct problem *p)
{
	double most = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			if (p->exact(a[i][j], b[i][j]) > most) most = p->exact(a[i][j], b[i][j]);
	return most;
}

int main(int argc, char **argv)
{
	const int steps = argc > 1 ? atoi(argv[argc - 1]) : 1;
	const struct problem *p = &problems[steps % 2];
	fill(a, p->source);
	fill(b, steps > 100 ? larger : sum);
	function f = larger;
	if (steps > 100) f = fmin;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++) a[i][j] = (*f)(a[i][j], b[i][j]) + f(1, t);
		for (int i = 1; i < N; i++)
			for (int j = 0; j < N; j++) {
				function g = (i + t) % 2 ? larger : f;
				b[i][j] = g(a[i - 1][j], i) + 0.01 * p->source(a[i][j], j);
			}
	}
	printf("%.17g\n", largest(p));
	for (int i = 0; i < N; i++) printf("%.17g ", b[i][N - i - 1]);
	double s = 0;
	for (int i = 0; i < N; i++) s += even(i % 3, a[i][i]);
	for (int i = 0; i < N; i++) s += odd(i % 5, b[i][i]);
	printf("%.10g %d\n", s, calls);
	return 0;
}
