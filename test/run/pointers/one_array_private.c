// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// One array for two parameters, where what is read goes to private variables first: it is read where it is set.
#include <stdio.h>

enum { N = 17, M = 5, K = 3 };
enum { SUM, MOST, PARTS };
struct state {
	double v[PARTS];
};
static double p[N][M][K], q[N][M][K], flux[N][M];
static int failed[N][M];
#pragma dist distribute [block][*][*] :: p, q
#pragma dist align [i][j] with p[i][j][0] :: flux, failed

static void get_state(const double *cell, struct state *s)
{
	s->v[SUM] = 0;
	s->v[MOST] = cell[0];
	for (int k = 0; k < K; k++) {
		s->v[SUM] += cell[k];
		if (cell[k] > s->v[MOST]) s->v[MOST] = cell[k];
	}
}

static int invert(const double u[K], double cell[K])
{
	double sum = u[0] + u[1] + u[2];
	if (sum > 40) return 1;
	for (int k = 0; k < K; k++) cell[k] = u[k] - 0.125 * sum;
	return 0;
}

static void advance(double from[][M][K], double to[][M][K], double by)
{
	double u[K];
	struct state s;
	for (int i = 1; i < N - 1; i++)
		for (int j = 0; j < M; j++) {
			get_state(from[i][j], &s);
			for (int k = 0; k < K; k++) u[k] = from[i][j][k];
			for (int k = 0; k < K; k++) u[k] += by * (s.v[SUM] - k * s.v[MOST]) * flux[i - 1][j];
			failed[i][j] = invert(u, to[i][j]);
		}
}

static double total(void)
{
	double t = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			for (int k = 0; k < K; k++) t += (int)(64 * ((i + 1) * p[i][j][k] - (j + k) * q[i][j][k])) + failed[i][j];
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
