// SPDX-License-Identifier: Apache-2.0
//
// The iteration of examples/tomcatv with a clock around it.
#include "clock.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 1025
#endif

static const double relaxation = 2.0 / 0.98;

static double x[N][N], y[N][N], rx[N][N], ry[N][N], aa[N][N], dd[N][N], d[N][N];
#pragma dist distribute[*][block] ::x, y, rx, ry, aa, dd, d

// The edge: a bump at the bottom, an arch at the top, straight sides; the inside interpolated between top and bottom.
static void start(void)
{
	for (int j = 0; j < N; j++)
		for (int i = 0; i < N; i++) {
			double s = (double)i / (N - 1), t = (double)j / (N - 1);
			double b = s - 0.5;
			double bottom = 0.25 / (1.0 + 40.0 * b * b) - 0.25 / 11.0, top = 1.0 + s * (1.0 - s);
			x[j][i] = s + 0.1 * t * (1.0 - t) * (1.0 - s) * s;
			y[j][i] = bottom + (top - bottom) * t * t;
		}
}

static void residuals(void)
{
	for (int j = 1; j < N - 1; j++)
		for (int i = 1; i < N - 1; i++) {
			double xx = x[j][i + 1] - x[j][i - 1], yx = y[j][i + 1] - y[j][i - 1];
			double xy = x[j + 1][i] - x[j - 1][i], yy = y[j + 1][i] - y[j - 1][i];
			double a = 0.25 * (xy * xy + yy * yy);
			double b = 0.25 * (xx * xx + yx * yx);
			double c = 0.125 * (xx * xy + yx * yy);
			aa[j][i] = -b;
			dd[j][i] = b + b + a * relaxation;
			double pxx = x[j][i + 1] - 2.0 * x[j][i] + x[j][i - 1];
			double qxx = y[j][i + 1] - 2.0 * y[j][i] + y[j][i - 1];
			double pyy = x[j + 1][i] - 2.0 * x[j][i] + x[j - 1][i];
			double qyy = y[j + 1][i] - 2.0 * y[j][i] + y[j - 1][i];
			double pxy = x[j + 1][i + 1] - x[j - 1][i + 1] - x[j + 1][i - 1] + x[j - 1][i - 1];
			double qxy = y[j + 1][i + 1] - y[j - 1][i + 1] - y[j + 1][i - 1] + y[j - 1][i - 1];
			rx[j][i] = a * pxx + b * pyy - c * pxy;
			ry[j][i] = a * qxx + b * qyy - c * qxy;
		}
}

static void largest(double *rx_max, double *ry_max)
{
	double mx = 0.0, my = 0.0;
	for (int j = 1; j < N - 1; j++)
		for (int i = 1; i < N - 1; i++) {
			mx = fmax(mx, fabs(rx[j][i]));
			my = fmax(my, fabs(ry[j][i]));
		}
	*rx_max = mx;
	*ry_max = my;
}

// Elimination upwards in j and substitution back.
static void solve(void)
{
	for (int i = 1; i < N - 1; i++) d[1][i] = 1.0 / dd[1][i];
	for (int j = 2; j < N - 1; j++)
		for (int i = 1; i < N - 1; i++) {
			double r = aa[j][i] * d[j - 1][i];
			d[j][i] = 1.0 / (dd[j][i] - aa[j - 1][i] * r);
			rx[j][i] -= rx[j - 1][i] * r;
			ry[j][i] -= ry[j - 1][i] * r;
		}
	for (int i = 1; i < N - 1; i++) {
		rx[N - 2][i] *= d[N - 2][i];
		ry[N - 2][i] *= d[N - 2][i];
	}
	for (int j = N - 3; j >= 1; j--)
		for (int i = 1; i < N - 1; i++) {
			rx[j][i] = (rx[j][i] - aa[j][i] * rx[j + 1][i]) * d[j][i];
			ry[j][i] = (ry[j][i] - aa[j][i] * ry[j + 1][i]) * d[j][i];
		}
}

static void correct(void)
{
	for (int j = 1; j < N - 1; j++)
		for (int i = 1; i < N - 1; i++) {
			x[j][i] += rx[j][i];
			y[j][i] += ry[j][i];
		}
}

int main(int argc, char **argv)
{
	int iterations = argc > 1 ? atoi(argv[1]) : 40;
	double mx = 0.0, my = 0.0;
	start();

	// The first iteration is not timed: in it most memory is touched for the first time.
	double begin = 0.0;
	for (int t = 0; t <= iterations; t++) {
		if (t == 1) begin = seconds();
		residuals();
		largest(&mx, &my);
		solve();
		correct();
		if (mx < 1e-20 && my < 1e-20) break;
	}
	double middle = x[N / 2][N / 2];
	print_seconds(seconds() - begin);

	printf("%.17g %.17g %.17g %.17g\n", mx, my, middle, y[N / 2][N / 2]);
	return 0;
}
