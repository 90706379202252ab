// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// ENV: HPCC_STRIPS=4
// PER-STEP: procs=2 from=2 to=6 messages=8,8 bytes=1484,1484 collectives=0
// PER-STEP: procs=4 from=2 to=6 messages=8,16,16,8 collectives=0
// PER-STEP: procs=7 from=2 to=6 messages=8,16,16,16,16,16,8 collectives=0
// Recurrences down the columns of arrays that are split by rows, in variables: each process goes on from the values that
// the one before it has left in each column, strip by strip. Nothing else is sent.
#include <stdio.h>
#include <stdlib.h>
#define N 47
#define M 53
static double in[N][M], out[N][M], back[N][M];
static float sum[N][M];
static long count[N][M];
#pragma dist distribute [block][*] :: in, out, back, sum, count

// An image filter (Deriche's): what is carried is the same as elements of the rows before.
static void forward(int n, int m)
{
	double before, y1, y2;
	for (int j = 0; j < m; j++) {
		before = 0, y1 = 0, y2 = 0;
		for (int i = 0; i < n; i++) {
			out[i][j] = .5 * in[i][j] + .25 * before + .125 * y1 + .0625 * y2;
			before = in[i][j];
			y2 = y1;
			y1 = out[i][j];
		}
	}
}

static void backward(int n, int m)
{
	for (int j = 0; j < m; j++) {
		double y1 = 0, y2 = 0, behind = 1;
		for (int i = n - 1; i >= 0; i--) {
			back[i][j] = .5 * behind + .125 * y1 - .0625 * y2;
			behind = in[i][j];
			y2 = y1, y1 = back[i][j];
		}
	}
}

// Sums that are in no array, of columns of different lengths.
static void sums(int n, int m)
{
	for (int j = 0; j < m; j++) {
		float s = j % 3;
		for (int i = j / 4; i < n; i++) {
			s += (float)in[i][j] * .25f;
			sum[i][j] = s;
		}
	}
}

// Set under a condition, and by columns from the right.
static void counts(int n, int m)
{
	for (int j = m - 1; j >= 0; j--) {
		int last = -1;
		for (int i = n - 2; i > 0; i--) {
			count[i][j] += last;
			if (in[i][j] > .4) last = i;
		}
	}
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 1, n = N, m = M;
	double a = 0, b = 0, c = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) in[i][j] = (i * 7 + j * 3) % 11 * .1, count[i][j] = i;
	for (int t = 0; t < steps; t++) {
		forward(n, m), backward(n, m), sums(n, m), counts(n, m);
		for (int i = 0; i < n; i++)
			for (int j = 0; j < m; j++) in[i][j] = .5 * (out[i][j] + back[i][j]) + 1e-3 * sum[i][j];
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			a += out[i][j] * (1 + j % 3), b += back[i][j] * (i % 5), c += sum[i][j] * (j % 7) + count[i][j];
	printf("%.10e %.10e %.10e\n", a, b, c);
	for (int i = 0; i < N; i += 9) printf("%g %g %g %ld\n", out[i][5], back[i][M - 1], sum[i][7], count[i][3]);
}
