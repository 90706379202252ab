// SPDX-License-Identifier: Apache-2.0
#include "lines.h"
#include <math.h>

#define SHIFT 3
static double scale = 1.5;
static double state = 0.1;

static double wave(double x, double y) { return sin(SHIFT * x) * cos(y); }
static double bowl(double x, double y) { return x * x + y * y; }

double (*source)(double x, double y) = bowl;

void choose(int which) { source = which ? wave : bowl; }

void exact(double x, double y, double to[LINES])
{
	for (int m = 0; m < LINES; m++) to[m] = scale * x + (m + 1) * y * settings.weight;
}

void times(double a[LINES][LINES], double x[LINES], double y[LINES])
{
	for (int m = 0; m < LINES; m++) {
		double sum = 0;
		for (int k = 0; k < LINES; k++) sum += a[m][k] * x[k];
		y[m] = y[m] - sum * 0.01;
	}
}

void factor(double a[LINES][LINES], double r[LINES])
{
	double pivot;
	pivot = 1.0 / a[0][0];
	a[0][1] = a[0][1] * pivot;
	a[0][2] = a[0][2] * pivot;
	r[0] = r[0] * pivot;
	pivot = a[1][0];
	a[1][1] = a[1][1] - pivot * a[0][1];
	r[1] = r[1] - pivot * r[0];
}

void start(void)
{
	double e[LINES];
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			exact((double)i / N, (double)j / N, e);
			for (int m = 0; m < LINES; m++) u[i][j][m] = e[m], v[i][j][m] = 0;
		}
}

double checksum(void)
{
	double sum = 0;
	state += scale;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			for (int m = 0; m < LINES; m++) sum += u[i][j][m] * u[i][j][m] + v[i][j][m];
	return sqrt(sum) + state;
}
