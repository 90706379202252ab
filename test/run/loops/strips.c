// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Sums in floating point beside other work, which run in strips: as many iterations as a strip, one more or less, none; sums of
// products, of squares, of differences; several at once; in float and double; loop variables of several types that are used afterwards.
#include <stdio.h>
#include <stdlib.h>

#define M 600

static double a[9][M], b[9][M], c[9][M], out[9][M];
static float f[9][M], g[9][M];
#pragma dist distribute [block][*] :: a, b, c, out, f, g

static double sums(int n)
{
	double s = 0, t = 100, product = 1, u = 3;
	int i, k = -1;
	for (i = 1; i < 8; i++)
		for (k = 1; k < n; k++) {
			double d = a[i][k] * b[i][k] - c[i - 1][k] + c[i + 1][k];
			s += d * b[i][k];
			t -= d;
			product *= 1 + 0 * d;
			out[i][k] = d + a[i][k - 1];
			u = d * d + u;
			s += a[i][k];
		}
	return s + 2 * t + product + u + k;
}

static double mixed(size_t n)
{
	float x = 0;
	double y = 0;
	size_t j;
	for (int i = 0; i < 9; i++)
		for (j = 0; j <= n; ++j) {
			const float d = f[i][j] + g[i][j] - f[i][j] * g[i][j];
			x += (float)d * d;
			y += d * g[i][j];
			g[i][j] = d - 2 * f[i][j];
		}
	return x + y;
}

struct point {
	int m;
};

static double bounded(const struct point *p)
{
	double s = 0.5;
	for (unsigned i = 0; i < 9; i++)
		for (long k = i; k < p->m - 1; k++)
			s = s + (a[i][k] - b[i][k] + c[i][k] * a[i][k + 1] - b[i][k + 1] * c[i][k + 1]);
	return s;
}

int main(void)
{
	static const int sizes[] = {0, 1, 2, 64, 65, 66, 129, 513, 599};
	for (int i = 0; i < 9; i++)
		for (int k = 0; k < M; k++) {
			a[i][k] = (i + k) % 3;
			b[i][k] = (2 * i + k) % 4;
			c[i][k] = (i + 3 * k) % 5;
			f[i][k] = (i + k) % 2;
			g[i][k] = (i * k) % 2;
		}
	for (int k = 0; k < 9; k++) {
		struct point p = {sizes[k]};
		printf("%d %.17g %.17g %.17g %.17g\n", sizes[k], sums(sizes[k]), mixed(sizes[k]), bounded(&p), out[3][M / 2]);
	}
	return 0;
}
