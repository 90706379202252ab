// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 20
// ARGS: 41
// MAX-SLOW: 0
// PER-STEP: procs=3 from="20 4" to="20 8" messages=16,16,0
// TOLERANCE: 1e-11
// Sweeps over one colour of a chequered grid after the other, as they are written in books.
#include <stdio.h>
#include <stdlib.h>
#define N 41
static double a[N][N], rhs[N][N];
#pragma dist distribute[block][*] ::a, rhs
static double sor(int jmax, double omega)
{
	int ipass, j, l, jsw, lsw;
	double anorm = 0.0, resid;
	jsw = 1;
	for (ipass = 1; ipass <= 2; ipass++) {
		lsw = jsw;
		for (j = 1; j < jmax - 1; j++) {
			for (l = lsw; l < jmax - 1; l += 2) {
				resid = a[j + 1][l] + a[j - 1][l] + a[j][l + 1] + a[j][l - 1] - 4 * a[j][l] - rhs[j][l];
				anorm += resid > 0 ? resid : -resid;
				a[j][l] += omega * resid / 4;
			}
			lsw = 3 - lsw;
		}
		jsw = 3 - jsw;
	}
	return anorm;
}
static void modulo(int n, int colour)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < n - 1; j++)
			if ((i + j) % 2 == colour)
				a[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1] - rhs[i][j]);
}
static void start(int n, int colour)
{
	for (int i = 1; i < n - 1; i++)
		for (int j = 1 + (i + colour) % 2; j < n - 1; j += 2)
			a[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1] - rhs[i][j]);
}
static void nr(int n)
{
	int i, ipass, isw, j, jsw = 1;
	for (ipass = 1; ipass <= 2; ipass++, jsw = 3 - jsw) {
		isw = jsw;
		for (j = 1; j < n - 1; j++, isw = 3 - isw)
			for (i = isw; i < n - 1; i += 2)
				a[i][j] = 0.25 * (a[i + 1][j] + a[i - 1][j] + a[i][j + 1] + a[i][j - 1] - rhs[i][j]);
	}
}
static void both(int n)
{
	for (int colour = 0; colour < 2; colour++) {
		int odd = colour;
		for (int i = 1; i < n - 1; i++, odd = !odd)
			for (int j = 1 + odd; j < n - 1; j += 2)
				a[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1] - rhs[i][j]);
	}
	for (int colour = 0; colour < 2; colour++)
		for (int i = 1; i < n - 1; i++)
			for (int j = 1 + ((i & 1) ^ colour); j < n - 1; j += 2)
				a[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1] - rhs[i][j]);
	for (int colour = 0; colour < 2; colour++)
		for (int i = 1; i < n - 1; i++)
			for (int j = (i % 2 == colour) ? 1 : 2; j < n - 1; j += 2)
				a[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1] - rhs[i][j]);
	for (int colour = 0; colour < 2; colour++)
		for (int i = 1; i < n - 1; i++)
			for (int j = 1; j < n - 1; j++) {
				if ((i + j + colour) & 1) continue;
				a[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1] - rhs[i][j]);
			}
}
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20, steps = argc > 2 ? atoi(argv[2]) : 4;
	double s = 0, r = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) a[i][j] = i * j % 7, rhs[i][j] = (i + j) % 3;
	for (int t = 0; t < steps; t++) {
		r += sor(n, 1.2);
		modulo(n, 0), modulo(n, 1);
		start(n, 0), start(n, 1);
		nr(n);
		both(n);
	}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) s += a[i][j] * (i + 2 * j);
	printf("%.10g %.10g\n", s, r);
	return 0;
}
