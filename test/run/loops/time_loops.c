// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// What stands beside calls in a time loop (prints of an element, conditions, lines of a log, values at a boundary, ways out) is no reason for all
// processes to run the loops of the functions that are called.
//
// ARGS: 0 20
// ARGS: 1 20
// ARGS: 2 20
// ARGS: 3 20
// ARGS: 4 20
// ARGS: 5 20
// ARGS: 6 20
// ARGS: 7 20
// ARGS: 8 20
// ARGS: 9 20
// MAX-SLOW: 0
//
// Two calls in a step: a value to each neighbour in each. The print: one element to all.
// PER-STEP: procs=2 from="0 10" to="0 20" messages=2,2 bytes=16,16 collectives=1
// PER-STEP: procs=4 from="0 10" to="0 20" messages=2,2,4,4 bytes=16,16,32,32 collectives=1
// PER-STEP: procs=7 from="0 10" to="0 20" messages=2,2,4,4,4,4,4 bytes=16,16,32,32,32,32,32 collectives=1
// The norm: one reduction.
// PER-STEP: procs=2 from="1 10" to="1 20" messages=1,1 bytes=8,8 collectives=1
// PER-STEP: procs=4 from="1 10" to="1 20" messages=1,1,2,2 bytes=8,8,16,16 collectives=1
// PER-STEP: procs=7 from="1 10" to="1 20" messages=1,1,2,2,2,2,2 bytes=8,8,16,16,16,16,16 collectives=1
// An element is tested, another one set.
// PER-STEP: procs=2 from="2 10" to="2 20" messages=1,1 bytes=8,8 collectives=1
// PER-STEP: procs=4 from="2 10" to="2 20" messages=1,1,2,2 bytes=8,8,16,16 collectives=1
// PER-STEP: procs=7 from="2 10" to="2 20" messages=1,1,2,2,2,2,2 bytes=8,8,16,16,16,16,16 collectives=1
// Another element in each step.
// PER-STEP: procs=2 from="3 10" to="3 20" messages=2,2 bytes=16,16 collectives=1
// PER-STEP: procs=4 from="3 10" to="3 20" messages=2,2,4,4 bytes=16,16,32,32 collectives=1
// PER-STEP: procs=7 from="3 10" to="3 20" messages=2,2,4,4,4,4,4 bytes=16,16,32,32,32,32,32 collectives=1
// Functions that call functions, pointers that are swapped.
// PER-STEP: procs=2 from="4 10" to="4 20" messages=1,1 bytes=8,8 collectives=1
// PER-STEP: procs=4 from="4 10" to="4 20" messages=1,1,2,2 bytes=8,8,16,16 collectives=1
// PER-STEP: procs=7 from="4 10" to="4 20" messages=1,1,2,2,2,2,2 bytes=8,8,16,16,16,16,16 collectives=1
// A while loop whose condition reads an element.
// PER-STEP: procs=2 from="5 10" to="5 20" messages=1,1 bytes=8,8 collectives=1
// PER-STEP: procs=4 from="5 10" to="5 20" messages=1,1,2,2 bytes=8,8,16,16 collectives=1
// PER-STEP: procs=7 from="5 10" to="5 20" messages=1,1,2,2,2,2,2 bytes=8,8,16,16,16,16,16 collectives=1
// The functions stand behind their caller in the source.
// PER-STEP: procs=2 from="6 10" to="6 20" messages=1,1 bytes=8,8 collectives=1
// PER-STEP: procs=4 from="6 10" to="6 20" messages=1,1,2,2 bytes=8,8,16,16 collectives=1
// PER-STEP: procs=7 from="6 10" to="6 20" messages=1,1,2,2,2,2,2 bytes=8,8,16,16,16,16,16 collectives=1
// Levels of one array that take turns.
// PER-STEP: procs=2 from="7 10" to="7 20" messages=1,1 bytes=8,8 collectives=1
// PER-STEP: procs=4 from="7 10" to="7 20" messages=1,1,2,2 bytes=8,8,16,16 collectives=1
// PER-STEP: procs=7 from="7 10" to="7 20" messages=1,1,2,2,2,2,2 bytes=8,8,16,16,16,16,16 collectives=1
// An element is printed in every fifth step.
// PER-STEP: procs=2 from="8 10" to="8 20" messages=2,2 bytes=16,16 collectives=0.2
// PER-STEP: procs=4 from="8 10" to="8 20" messages=2,2,4,4 bytes=16,16,32,32 collectives=0.2
// PER-STEP: procs=7 from="8 10" to="8 20" messages=2,2,4,4,4,4,4 bytes=16,16,32,32,32,32,32 collectives=0.2
// The array goes to a file, element by element in one loop, and a line to a log in every second step: what is written
// is gathered, and that holds the element and the halos, too.
// PER-STEP: procs=2 from="9 10" to="9 20" messages=0 collectives=1
// PER-STEP: procs=4 from="9 10" to="9 20" messages=0 collectives=1
// PER-STEP: procs=7 from="9 10" to="9 20" messages=0 collectives=1
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 101 };
static double u[N], v[N];
#pragma dist distribute [block] :: u, v

static double late_advance(int n, double *a, double *b);

static void late(int steps)
{
	for (int t = 0; t < steps; t++) {
		late_advance(N, u, v);
		if (u[N / 3] > 1e6) break;
	}
}

static void step(int n, const double *a, double *b)
{
	for (int i = 1; i < n - 1; i++) b[i] = .5 * (a[i - 1] + a[i + 1]);
}

static void copy(int n, const double *a, double *b)
{
	for (int i = 0; i < n; i++) b[i] = a[i];
}

static double advance(void)
{
	double change = 0;
	step(N, u, v);
	for (int i = 1; i < N - 1; i++) {
		double d = fabs(v[i] - u[i]);
		if (d > change) change = d;
		u[i] = v[i];
	}
	return change;
}

static void probe(int steps)
{
	for (int t = 0; t < steps; t++) {
		step(N, u, v);
		step(N, v, u);
		printf("%d %g\n", t, u[N / 2]);
	}
}

static void stop_by_norm(int steps)
{
	FILE *log = fopen("norms", "w");
	double change = 1;
	int t = 0;
	while (t < steps && change > 1e-9) {
		change = advance();
		fprintf(log, "%d %g\n", t, change);
		t++;
	}
	fclose(log);
}

static void element_tests(int steps)
{
	for (int t = 0; t < steps; t++) {
		step(N, u, v);
		copy(N, v, u);
		if (u[N / 2] < -1) exit(1);
		u[0] = t;
	}
}

static void moving_probe(int steps)
{
	double seen = 0;
	for (int t = 0; t < steps; t++) {
		step(N, u, v);
		step(N, v, u);
		seen += u[t];
	}
	printf("%g\n", seen);
}

static void both(int n, double **a, double **b)
{
	double *c = *a;
	step(n, *a, *b);
	*a = *b;
	*b = c;
}

static void swapped(int steps)
{
	double *a = u, *b = v;
	for (int t = 0; t < steps; t++) {
		both(N, &a, &b);
		printf("%d %g\n", t, a[1]);
	}
}

static void condition(int steps)
{
	int t = 0;
	while (u[N / 2] < 1e9 && t < steps) {
		step(N, u, v);
		copy(N, v, u);
		t++;
	}
	printf("%d\n", t);
}

static void now_and_then(int steps)
{
	for (int t = 0; t < steps; t++) {
		step(N, u, v);
		step(N, v, u);
		if (t % 5 == 0) printf("%d %g\n", t, u[N / 2]);
	}
}

static void files(int steps)
{
	FILE *frames = fopen("frames", "wb"), *log = fopen("log", "w");
	for (int t = 0; t < steps; t++) {
		step(N, u, v);
		copy(N, v, u);
		for (int i = 0; i < N; i++) {
			float x = (float)u[i];
			fwrite(&x, sizeof x, 1, frames);
		}
		if (t % 2 == 0) fprintf(log, "%d %g\n", t, u[N / 2]);
	}
	fclose(frames);
	fclose(log);
}

static double w[2][N];
#pragma dist distribute w[*][block]
static void levels(int steps)
{
	for (int i = 0; i < N; i++) w[0][i] = w[1][i] = i % 13;
	for (int t = 0; t < steps; t++) {
		step(N, w[t % 2], w[1 - t % 2]);
		printf("%d %g\n", t, w[1 - t % 2][N / 2]);
	}
}

int main(int argc, char **argv)
{
	int kind = argc > 1 ? atoi(argv[1]) : 0, steps = argc > 2 ? atoi(argv[2]) : 10;
	void (*const run[])(int) = {probe, stop_by_norm, element_tests, moving_probe, swapped, condition, late, levels,
	        now_and_then, files};
	for (int i = 0; i < N; i++) u[i] = v[i] = i % 17;
	run[kind](steps);
	double sum = 0;
	for (int i = 0; i < N; i++) printf("%g\n", u[i] + v[i]);
	for (int i = 0; i < N; i++) sum = fmax(sum, u[i]);
	printf("%g\n", sum);
	return 0;
}

static double late_advance(int n, double *a, double *b)
{
	step(n, a, b);
	copy(n, b, a);
	return 0;
}
