// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 3
// MAX-SLOW: 8
// BY-ALL: 85 "for (int i = 1; i < N - 1; i++) {": a sweep across the rows that are split
// PER-STEP: procs=2 from=3 to=11 messages=1,1 collectives=1 received=14784
// PER-STEP: procs=4 from=3 to=11 messages=1,2,2,1 collectives=1 received=14784
// PER-STEP: procs=7 from=3 to=11 messages=1,2,2,2,2,2,1 collectives=1 received=14784
// What all processes run in full brings to all what it reads before it sets it, and not what it has set itself: of the
// sweep over columns u and the first column of v, of the loop with a condition the row that is set where that holds.
#include <stdio.h>
#include <stdlib.h>
#define N 44
static double u[N][N], v[N][N], p[N][N], q[N][N], w[N][N];
#pragma dist distribute[block][*] ::u, v, p, q, w

static void columns(void)
{
	for (int i = 1; i < N - 1; i++) {
		v[0][i] = 1.0 + .1 * v[1][i - 1];
		p[i][0] = 0.0;
		q[i][0] = v[0][i];
		for (int j = 1; j < N - 1; j++) {
			p[i][j] = .3 / (1.6 - .3 * p[i][j - 1]);
			q[i][j] = (.4 * u[j][i - 1] + .2 * u[j][i] + .4 * u[j][i + 1] + .3 * q[i][j - 1]) /
			          (1.6 - .3 * p[i][j - 1]);
		}
		v[N - 1][i] = 1.0;
		for (int j = N - 2; j >= 1; j--) v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
	}
}

static void rows(void)
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++) {
			p[i][j] = p[i][j - 1] / 2;
			q[i][j] = p[i][j] + q[i][j - 1];
			u[i][j] = .5 * (v[i - 1][j] + v[i + 1][j]) + p[i][j];
		}
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++) v[i][j] = 0;
}

// What is set only here and there may be read as it was before.
static void here_and_there(void)
{
	for (int j = 1; j < N; j++) {
		w[0][j] = j;
		for (int i = 1; i < N; i++) {
			if (u[i][j] > .75) w[i][j] = u[i][j];
			w[N - 1 - i][j] += w[i - 1][j] + w[i][j - 1];
			if (w[N - 1 - i][j] > 1e6) w[N - 1 - i][j] = i;
		}
	}
}

// It ends at an element that is found on the way: what stands behind it is not set.
static int until_found(void)
{
	int found = -1;
	for (int j = 1; j < N && found < 0; j++)
		for (int i = 1; i < N; i++) {
			q[N - i][j] = w[i][j] - q[N - i][j - 1] / 3;
			if (q[N - i][j] < 0 && w[N - i][j] > 2) {
				found = i * N + j;
				break;
			}
			p[i][j] = q[N - i][j] + p[i - 1][j];
		}
	return found;
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			u[i][j] = (double)((i * 7 + j * 3) % 11) / 11;
			w[i][j] = (i * j) % 5;
		}
	for (int t = 0; t < steps; t++) {
		columns();
		rows();
	}
	for (int t = 0; t < 2; t++) {
		here_and_there();
		printf("%d\n", until_found());
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) printf("%g %g %g %g %g\n", u[i][j], v[i][j], p[i][j], q[i][j], w[i][j]);
	return 0;
}
