// SPDX-License-Identifier: Apache-2.0
//
// A work row that both branches of a condition set, or a branch that leaves and what follows it: ready for each
// iteration, so that the loop over rows is split. And rows that are not: an element that one branch only sets, or
// reads before, has what an iteration before left there.
//
// RUN: %compare %s
// ARGS: 3
// MAX-SLOW: 207
// BY-ALL: 100 the functions behind `step`, slow a row each, go on from what the row before left
// PER-STEP: procs=2 from=10 to=20 messages=0,0 collectives=0
// PER-STEP: procs=4 from=10 to=20 messages=0,0,0,0 collectives=0
// PER-STEP: procs=7 from=10 to=20 messages=0,0,0,0,0,0,0 collectives=0
#include <stdio.h>
#include <stdlib.h>

enum { N = 41, M = 29 };
static double u[N][M], v[N][M], w[N][M];
#pragma dist distribute [block][*] :: u, v, w

static double first_of(const double *x, int n) { return n > 0 ? x[0] : 0; }

// One branch leaves.
static void scaled(const double *x, double *result, int n)
{
	double size = first_of(x, n);
	if (size <= 0) {
		for (int i = 0; i < n; i++) result[i] = 0;
		return;
	}
	double scale = x[1] / size;
	for (int i = 0; i < n; i++) result[i] = scale * x[i];
}

static void step(void)
{
	double *row = malloc(M * sizeof *row), other[M];
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) {
			if (u[i][j] > 0)
				row[j] = u[i][j];
			else
				row[j] = 0;
		}
		for (int j = 1; j < M; j++) v[i][j] += row[j] - row[j - 1];
	}
	for (int i = 0; i < N; i++) {
		if (u[i][0] > 2)
			for (int j = 0; j < M; j++) other[j] = u[i][j];
		else if (u[i][0] > 0)
			for (int j = 0; j < M; j++) other[j] = 1;
		else if (u[i][1] > 0) {
			for (int j = 0; j < M; j++) other[j] = 2;
			v[i][0]++;
		} else
			for (int j = M - 1; j >= 0; j--) other[j] = 3;
		for (int j = 0; j < M; j++) v[i][j] += other[M - 1 - j];
	}
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) {
			if (u[i][j] > 3) {
				row[j] = u[i][j];
				continue;
			}
			row[j] = 0.5 * j;
		}
		for (int j = 1; j < M; j++) v[i][j] += row[j] - row[j - 1];
	}
	for (int i = 0; i < N; i++) {
		scaled(u[i], row, M);
		for (int j = 0; j < M; j++) v[i][j] += row[M - 1 - j];
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = v[i][j] / 64 + u[i][j] / 2;
	free(row);
}

// What a branch reads was set by an iteration before.
static void carried(double *row)
{
	for (int j = 0; j < M; j++) row[j] = j;
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) {
			if (u[i][j] > 0) {
				w[i][j] = row[j];
				row[j] = u[i][j];
			} else
				row[j] = -1;
		}
		for (int j = 0; j < M; j++) w[i][j] += row[j];
	}
}

// The branches set different elements; or one of three sets none.
static void partly(double *row)
{
	for (int j = 0; j < M; j++) row[j] = j;
	for (int i = 0; i < N; i++) {
		if (u[i][0] > 0)
			for (int j = 0; j < M; j++) row[j] = u[i][j];
		else
			for (int j = 1; j < M; j++) row[j] = 5;
		for (int j = 0; j < M; j++) w[i][j] += row[j];
	}
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++)
			if (u[i][j] > 1)
				row[j] = u[i][j];
			else if (u[i][j] < 0)
				row[j] = 7;
		for (int j = 0; j < M; j++) w[i][j] += row[j];
	}
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) {
			if (u[i][j] > 1) {
				if (v[i][j] > 0) row[j] = u[i][j];
			} else {
				row[j] = 9;
			}
		}
		for (int j = 0; j < M; j++) w[i][j] += row[j];
	}
}

// What leaves, or a condition around all, lets an iteration set nothing.
static void left_out(void)
{
	double *row = malloc(M * sizeof *row), one[2] = {1, 2};
	for (int j = 0; j < M; j++) row[j] = j;
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) {
			if (u[i][j] > 1) {
				row[j] = u[i][j];
				continue;
			}
			if (u[i][j] < 0) continue;
			row[j] = 0.5 * j;
		}
		for (int j = 0; j < M; j++) w[i][j] += row[j];
	}
	for (int i = 0; i < N; i++) {
		for (int j = 0; j < M; j++) {
			if (u[i][j] > 1)
				row[j] = 3;
			else {
				if (u[i][j] < -1) continue;
				row[j] = 4;
			}
		}
		for (int j = 0; j < M; j++) w[i][j] += row[j];
	}
	for (int i = 0; i < N; i++) {
		if (u[i][0] > 0) {
			for (int j = 0; j < M; j++) {
				if (v[i][j] > 0) continue;
				row[j] = 6;
			}
		} else
			for (int j = 0; j < M; j++) row[j] = 8;
		for (int j = 0; j < M; j++) w[i][j] += row[j];
	}
	for (int i = 0; i < N; i++)
		for (int t = 0; t < 2; t++)
			if (u[i][t] > 0) {
				if (t == 1) w[i][0] += one[0];
				if (t == 0) {
					if (v[i][0] > 0)
						one[0] = 10 + i;
					else
						one[0] = 20 + i;
				}
			}
	free(row);
}

// A function that stops in the middle of the row.
static void begin(const double *x, double *row)
{
	for (int j = 0; j < M; j++) {
		row[j] = x[j];
		if (x[j] > 3) break;
	}
}

static void stopped(void)
{
	double row[M];
	for (int j = 0; j < M; j++) row[j] = j;
	for (int i = 0; i < N; i++) {
		begin(u[i], row);
		for (int j = 0; j < M; j++) w[i][j] += row[j];
	}
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3;
	double *row = malloc(M * sizeof *row);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = (i * 7 + j * 3) % 11 - 5;
	for (int t = 0; t < steps; t++) step();
	carried(row);
	partly(row);
	left_out();
	stopped();
	for (int i = 0; i < N; i += 5)
		for (int j = 0; j < M; j += 7) printf("%.10g %.10g %.10g\n", u[i][j], v[i][j], w[i][j]);
	free(row);
	return 0;
}
