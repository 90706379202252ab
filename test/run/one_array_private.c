// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// One array for two parameters, where what is read goes to private variables first: it is read where it is set.
#include <stdio.h>

enum { N = 17, M = 5, K = 3 };
struct state {
	double sum, most;
};
static double p[N][M][K], q[N][M][K], flux[N][M];
#pragma dist distribute [block][*][*] :: p, q
#pragma dist align flux[i][j] with p[i][j][0]

static void get_state(const double *cell, struct state *s)
{
	s->sum = 0;
	s->most = cell[0];
	for (int k = 0; k < K; k++) {
		s->sum += cell[k];
		if (cell[k] > s->most) s->most = cell[k];
	}
}

static void advance(double from[][M][K], double to[][M][K], double by)
{
	struct state s, now;
	for (int i = 1; i < N - 1; i++)
		for (int j = 0; j < M; j++) {
			get_state(from[i][j], &s);
			for (int k = 0; k < K; k++) to[i][j][k] = from[i][j][k] + by * (s.sum - k * s.most) * flux[i - 1][j];
			get_state(from[i][j], &now);
			to[i][j][0] += now.most - s.most;
		}
}

static double total(void)
{
	double t = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			for (int k = 0; k < K; k++) t += (int)(64 * ((i + 1) * p[i][j][k] - (j + k) * q[i][j][k]));
	return t;
}

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			flux[i][j] = 0.25 * (i - j);
			for (int k = 0; k < K; k++) p[i][j][k] = (i * 5 + j * 3 + k) % 7;
		}
	advance(p, q, 0.5);
	printf("%.15g\n", total());
	advance(p, p, 0.25);
	printf("%.15g\n", total());
	advance(q, p, 0.125);
	printf("%.15g\n", total());
	return 0;
}
