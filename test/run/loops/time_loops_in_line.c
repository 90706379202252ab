// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Werror %s
// ARGS: 0 20
// ARGS: 1 20
// ARGS: 2 20
// ARGS: 3 20
// ARGS: 4 20
// ARGS: 5 20
// MAX-SLOW: 0
// A row is printed in every fifth step: a row to each neighbour in a step, and one gathering for each output.
// PER-STEP: procs=2 from="0 10" to="0 20" messages=1,1 bytes=512,512 collectives=0.2
// PER-STEP: procs=4 from="0 10" to="0 20" messages=1,1,2,2 bytes=512,512,1024,1024 collectives=0.2
// PER-STEP: procs=7 from="0 10" to="0 20" messages=1,1,2,2,2,2,2 collectives=0.2
// A line with an element goes to a log.
// PER-STEP: procs=2 from="1 10" to="1 20" messages=1,1 bytes=512,512 collectives=1
// PER-STEP: procs=4 from="1 10" to="1 20" messages=1,1,2,2 bytes=512,512,1024,1024 collectives=1
// PER-STEP: procs=7 from="1 10" to="1 20" messages=1,1,2,2,2,2,2 collectives=1
// An element is tested, another one set.
// PER-STEP: procs=2 from="2 10" to="2 20" messages=1,1 bytes=512,512 collectives=1
// PER-STEP: procs=4 from="2 10" to="2 20" messages=1,1,2,2 bytes=512,512,1024,1024 collectives=1
// PER-STEP: procs=7 from="2 10" to="2 20" messages=1,1,2,2,2,2,2 collectives=1
// The loop stops by a norm, which goes to a log: one reduction.
// PER-STEP: procs=2 from="3 10" to="3 20" messages=1,1 bytes=512,512 collectives=1
// PER-STEP: procs=4 from="3 10" to="3 20" messages=1,1,2,2 bytes=512,512,1024,1024 collectives=1
// PER-STEP: procs=7 from="3 10" to="3 20" messages=1,1,2,2,2,2,2 collectives=1
// A picture by rows in every step: what is gathered has the halos, too.
// PER-STEP: procs=2 from="4 10" to="4 20" messages=0 collectives=1
// PER-STEP: procs=4 from="4 10" to="4 20" messages=0 collectives=1
// PER-STEP: procs=7 from="4 10" to="4 20" messages=0 collectives=1
// Lines and rows where an option says so, in two such loops, of which the first has no rows: two gatherings.
// PER-STEP: procs=2 from="5 10" to="5 20" messages=2,2 bytes=1024,1024 collectives=2
// PER-STEP: procs=4 from="5 10" to="5 20" messages=2,4,4,2 bytes=1024,2048,2048,1024 collectives=2
// PER-STEP: procs=7 from="5 10" to="5 20" messages=2,4,4,4,4,4,2 collectives=2
//
// As time_loops.c, with the nests in the time loop itself: what stands beside them (prints of an element, conditions,
// lines of a log, pictures) does not make one nest of the loop, which all processes would run.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 128, M = 64 };
static double u[N][M], v[N][M];
#pragma dist distribute u[block][*], v[block][*]

static void now_and_then(int steps, int every)
{
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < N - 1; i++)
			for (int j = 0; j < M; j++) v[i][j] = .5 * (u[i - 1][j] + u[i + 1][j]);
		for (int i = 1; i < N - 1; i++)
			for (int j = 0; j < M; j++) u[i][j] = v[i][j];
		if (t % every == 0)
			for (int j = 0; j < M; j++) printf("%g\n", u[N / 2 + 3][j]);
	}
}

static void probe(int steps, FILE *log)
{
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < N - 1; i++)
			for (int j = 0; j < M; j++) v[i][j] = .5 * (u[i - 1][j] + u[i + 1][j]);
		for (int i = 1; i < N - 1; i++)
			for (int j = 0; j < M; j++) u[i][j] = v[i][j];
		if (log) fprintf(log, "%d %g\n", t, u[N / 2][3]);
	}
}

static void element_tests(int steps)
{
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < N - 1; i++)
			for (int j = 0; j < M; j++) v[i][j] = .5 * (u[i - 1][j] + u[i + 1][j]);
		for (int i = 1; i < N - 1; i++)
			for (int j = 0; j < M; j++) u[i][j] = v[i][j];
		if (u[N / 2][3] > 1e9) exit(1);
		u[0][3] = t;
	}
}

static void stop_by_norm(int steps, FILE *log)
{
	double change = 1;
	int t = 0;
	while (t < steps && change > 1e-9) {
		change = 0;
		for (int i = 1; i < N - 1; i++)
			for (int j = 0; j < M; j++) v[i][j] = .5 * (u[i - 1][j] + u[i + 1][j]);
		for (int i = 1; i < N - 1; i++)
			for (int j = 0; j < M; j++) {
				double d = fabs(u[i][j] - v[i][j]);
				if (d > change) change = d;
				u[i][j] = v[i][j];
			}
		fprintf(log, "%d %g\n", t, change);
		t++;
	}
}

static void pictures(int steps)
{
	unsigned char row[M];
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < N - 1; i++)
			for (int j = 0; j < M; j++) v[i][j] = .5 * (u[i - 1][j] + u[i + 1][j]);
		for (int i = 1; i < N - 1; i++)
			for (int j = 0; j < M; j++) u[i][j] = v[i][j];
		for (int i = 0; i < N; i++) {
			for (int j = 0; j < M; j++) row[j] = (unsigned char)(16 * u[i][j]);
			fwrite(row, 1, M, stdout);
		}
	}
}

static void verbose_output(int steps, int verbose, int debug)
{
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < N - 1; i++)
			for (int j = 0; j < M; j++) v[i][j] = .5 * (u[i - 1][j] + u[i + 1][j]);
		for (int i = 1; i < N - 1; i++)
			for (int j = 0; j < M; j++) u[i][j] = v[i][j];
		if (verbose) printf("step %d\n", t);
		if (debug)
			for (int j = 0; j < M; j++) printf("%g\n", u[N / 2 + 3][j]);
		if (verbose && debug)
			for (int j = 0; j < M; j++) printf("%g\n", u[N / 2 + 3][j] - v[N / 2 + 3][j]);
	}
}

int main(int argc, char **argv)
{
	int kind = argc > 1 ? atoi(argv[1]) : 0, steps = argc > 2 ? atoi(argv[2]) : 10;
	FILE *log = fopen("log", "w");
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = v[i][j] = (7 * i + 3 * j) % 11;
	switch (kind) {
	case 0: now_and_then(steps, 5); break;
	case 1: probe(steps, log); break;
	case 2: element_tests(steps); break;
	case 3: stop_by_norm(steps, log); break;
	case 4: pictures(steps); break;
	default: verbose_output(steps, argc > 2, argc > 3); verbose_output(steps, argc > 1, argc > 2);
	}
	fclose(log);
	for (int i = 0; i < N; i += 9) printf("%g %g\n", u[i][3], u[i][M - 1]);
	return 0;
}
