// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Levels behind pointers to pointers to planes and rows: each is an array of its own, `u[l]`, in loops over levels that
// call functions, in loops that name the elements, and where the pointers were handed on.
#include <stdio.h>
#include <stdlib.h>

enum { LEVELS = 2 };
static int n[LEVELS + 1];

static void residual(double ***u, double ***v, double ***r, int n)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < n - 1; j++) {
			double line[64];
			for (int k = 0; k < n; k++) line[k] = u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k];
			for (int k = 1; k < n - 1; k++)
				r[i][j][k] = v[i][j][k] - 0.25 * (line[k - 1] + line[k + 1]) - u[i][j][k];
		}
}

static void cycle(double ****u, double ***v, double ****r)
{
	for (int l = 1; l <= LEVELS; l++) {
		residual(u[l], r[l], r[l], n[l]);
		residual(r[l], u[l], u[l], n[l]);
	}
	residual(u[LEVELS], v, r[LEVELS], n[LEVELS]);
}

static void smooth(double ****u, double ****r)
{
	for (int l = 1; l <= LEVELS; l++) {
		for (int i = 1; i < n[l] - 1; i++)
			for (int j = 0; j < n[l]; j++)
				for (int k = 0; k < n[l]; k++)
					u[l][i][j][k] += 0.25 * (r[l][i - 1][j][k] + r[l][i + 1][j][k]) - r[l][i][j][k];
		for (int j = 0; j < n[l]; j++)
			for (int k = 0; k < n[l]; k++) u[l][0][j][k] = u[l][n[l] - 2][j][k];
	}
}

static double ***planes(int n)
{
	double ***p = malloc(n * sizeof *p);
	for (int i = 0; i < n; i++) {
		p[i] = malloc(n * sizeof **p);
		for (int j = 0; j < n; j++) p[i][j] = malloc(n * sizeof ***p);
	}
	return p;
}

static void fill(double ***p, int n, int by)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			for (int k = 0; k < n; k++) p[i][j][k] = (i * by + j * 3 + k) % 11;
}

int main(void)
{
	double ****u, ***v, ****r, sum = 0;
#pragma dist array u[l][n[l]][n[l]][n[l]] : l = 1..LEVELS
#pragma dist array r[l][n[l]][n[l]][n[l]] : l = 1..LEVELS
#pragma dist array v[n[LEVELS]][n[LEVELS]][n[LEVELS]]
#pragma dist distribute [block][*][*] :: u, r, v
	for (int l = 1; l <= LEVELS; l++) n[l] = 6 << l;
	u = malloc((LEVELS + 1) * sizeof *u);
	r = malloc((LEVELS + 1) * sizeof *r);
	for (int l = 1; l <= LEVELS; l++) u[l] = planes(n[l]), r[l] = planes(n[l]);
	v = planes(n[LEVELS]);
	for (int l = 1; l <= LEVELS; l++) fill(u[l], n[l], 7), fill(r[l], n[l], 5);
	fill(v, n[LEVELS], 3);
	for (int t = 0; t < 4; t++) cycle(u, v, r);
	for (int l = LEVELS; l > 1; l--)
		for (int i = 1; i < n[l - 1] - 1; i++)
			for (int j = 1; j < n[l - 1] - 1; j++)
				for (int k = 1; k < n[l - 1] - 1; k++)
					u[l - 1][i][j][k] = 0.5 * u[l][2 * i][2 * j][2 * k] +
					                    0.25 * (u[l][2 * i - 1][2 * j][2 * k] + u[l][2 * i + 1][2 * j][2 * k]);
	smooth(u, r);
	for (int l = 1; l <= LEVELS; l++)
		for (int i = 0; i < n[l]; i++)
			for (int j = 0; j < n[l]; j++)
				for (int k = 0; k < n[l]; k++) sum += u[l][i][j][k] * (i + j) - r[l][i][j][k] * k;
	printf("%.8g %.8g\n", sum, r[LEVELS][3][4][5]);
	return 0;
}
