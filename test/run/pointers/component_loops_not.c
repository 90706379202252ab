// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// FLAGS: -lm
// MAX-SLOW: 0
// BY-ALL: 90 loops that stay as they are go element by element
// Loops over components that stay as they are: with a way out, of a narrow type, whose counter's name means something
// else in the body or its type says how large something is; and what comes of those that are written for each value:
// the counter behind the loop, numbers without a sign, names of members and macros, jumps.
#include <stdio.h>
#include <stdlib.h>
#define NX 24
#define NY 6
#define K k
#define TWICE(x) ((x) + (x))
static double *q[4], *fl[4];
#pragma dist array q[k][NX][NY] : k = 0..3
#pragma dist array fl[k][NX][NY] : k = 0..3
#pragma dist distribute [block][*] :: q, fl
static int last;
struct numbered {
	int k, c;
};

static double pick(int s, double x)
{
	switch (s) {
	case 0: return x;
	case 1: return 2 * x;
	default: return s * x;
	}
}

static double first_above(int c, double x)
{
	int k;
	for (k = 0; k < 4; k++)
		if (q[k][c] > x) return k + x;
	return k;
}

static int jumps(int c)
{
	int k;
	for (k = 0; k < 4; k++)
		if (q[k][c] > 2) goto out;
out:
	return k;
}

static void left_out(int i, int j)
{
	int k;
	for (k = 0; k <= 3; k++) {
		if (k == 1) continue;
		fl[k][i * NY + j] = q[k][i * NY + j] + q[k][(i + 1) * NY + j];
	}
	last = k;
	for (k = 0; k < 4; k++)
		if (q[k][i * NY + j] > 2) break;
	last += k;
	for (short s = 0; s < 4; s++) q[s][i * NY + j] += 1e-3 * s;
	for (k = 0; k < 3; k++) {
		int k = 3;
		q[k][i * NY + j] *= 1.001;
	}
	for (k = 0; k < 4; k++) {
		double x[k + 1];
		x[k] = q[k][i * NY + j];
		q[k][i * NY + j] = x[k] * (sizeof x / sizeof(double[k + 1]));
	}
	for (k = 0; k < 4; k++) {
		static int count;
		q[k][i * NY + j] += 1e-6 * (count++ % 3);
	}
	last += k;
}

int main(void)
{
	int k, i, j;
	for (k = 0; k < 4; k++) q[k] = calloc(NX * NY, sizeof(double)), fl[k] = calloc(NX * NY, sizeof(double));
	for (k = 0; k < 4; k++)
		for (i = 0; i < NX * NY; i++) q[k][i] = i % (k + 3);
	for (int t = 0; t < 2; t++) {
		for (i = 0; i < NX - 1; i++)
			for (j = 0; j < NY; j++) {
				left_out(i, j);
				for (k = 3; k >= 0; --k) fl[K][i * NY + j] += K * TWICE(q[3 - k][i * NY + j]);
				last += k;
			}
		printf("%d\n", last);
		for (i = 1; i < NX - 1; i++)
			for (j = 0; j < NY; j++) {
				struct numbered at = {.k = 3}, *to = &at;
				for (k = 0; k < 4; k++) to->c = k + at.k, q[k][i * NY + j] += 1e-4 * to->k * to->c;
				for (unsigned c = 0; c < 4u; c++) {
					double x = 0;
					for (int m = -1; m <= 1; m++) x += fl[c][(i + m) * NY + j];
					q[c][i * NY + j] -= 0.01 * pick((int)c, x) - 0.001 * (c - 1 > 2);
					q[c][i * NY + j] += 0.01 * -c / 4294967296.;
				}
				for (int c = -1; c < 2; c++) q[c + 1][i * NY + j] *= 1 - 1e-3 * -c;
				if (k == 4)
					for (k = 0; k < 4; k++) q[k][i * NY + j] += 1e-3;
				else
					last--;
			}
		printf("%d\n", last + k);
		for (i = 0; i < NX * NY; i += 5) printf("%g %d\n", first_above(i, 1.5), jumps(i));
	}
	for (i = 0; i < NX; i++)
		for (k = 0; k < 4; k++) printf("%.12g%c", q[k][i * NY + 2], k == 3 ? '\n' : ' ');
	return 0;
}
