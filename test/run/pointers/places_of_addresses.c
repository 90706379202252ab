// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// *&a[i] is a[i], in nests, outside of them and where it is set; values of functions that name elements by pointers of
// their own.
#include <stdio.h>

#define N 50

static double u[N], v[N][4], w[6][N];
#pragma dist distribute u[block]
#pragma dist distribute v[block][*]
#pragma dist distribute w[*][block]

static double of(const double *a, int i)
{
	const double *p = &a[i];
	return *p + 1;
}

static double both(double (*a)[4], int i)
{
	int k = i % 3;
	const double *p = &a[i][k];
	double x = *p;
	return x * x + p[1];
}

static double clamped(double a[6][N], int x, int y)
{
	int last = N - 1;
	y = y < 0 ? 0 : y > last ? last : y;
	double *p = &a[x][y];
	return p[0] - *p / 2;
}

int main(void)
{
	for (int i = 0; i < N; i++) {
		*&u[i] = i;
		*(&v[i][1]) = i % 7;
		for (int k = 0; k < 6; k++) w[k][i] = i * k % 5;
	}
	*&u[3] = 5;
	(*&u[4])++;
	*(&(u[5])) += *&u[3];
	double x = *&u[3] + *(&u[4]), *q = &*&u[7];
	*q = 3;
	for (int i = 1; i < N - 1; i++) (*&v[i][2]) += *&u[i - 1] + (*(&u[i + 1]));
	for (int i = 0; i < N; i++) v[i][3] = of(u, i) + both(v, i);
	for (int k = 1; k < 6; k++)
		for (int i = 0; i < N; i++) w[k][i] += clamped(w, k - 1, i - 1) + clamped(w, k - 1, i + 1);
	double s = 0;
	for (int i = 0; i < N; i++) s += *&v[i][2] + *&u[i] + v[i][1] + 3 * v[i][3] + w[5][i];
	printf("%g %g %g\n", x, s, *&u[7]);
	return 0;
}
