// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %compare --check %s
// ARGS: 4
// PER-STEP: procs=2 from="10" to="20" messages=2,2 bytes=32768,32768 collectives=0
// PER-STEP: procs=4 from="10" to="20" messages=6,6,6,6 bytes=24576,24576,24576,24576 collectives=0
// A transform in each direction, in place and from one array to another: the parameters are one array, or two. In front
// of the second direction the array is redistributed, so that either dimension may be split, one at a time. What an
// iteration reads is then its own, also where it sets the same elements.
#include <stdio.h>
#include <stdlib.h>

#define N 32

typedef struct complex {
	double re, im;
} complex;

static complex a[N][N][4], b[N][N][4];
#pragma dist distribute [block][*][*] :: a, b
#pragma dist dynamic :: a

static void fold(int n, complex *y)
{
	for (int l = 1; l < 4; l++)
		for (int k = 0; k < n; k++) {
			y[k].re = .5 * (y[k].re + y[(k + l) % n].im);
			y[k].im = .5 * (y[k].im - y[(k + l) % n].re);
		}
}

static void along_rows(int n, complex x[N][N][4], complex out[N][N][4])
{
	complex y[N];
#pragma dist independent new(y)
	for (int k = 0; k < n; k++)
		for (int i = 0; i < 4; i++) {
			for (int j = 0; j < n; j++) y[j].re = x[k][j][i].re, y[j].im = x[k][j][i].im;
			fold(n, y);
			for (int j = 0; j < n; j++) out[k][j][i].re = y[j].re, out[k][j][i].im = y[j].im;
		}
}

static void along_columns(int n, complex x[N][N][4], complex out[N][N][4])
{
	complex y[N];
#pragma dist independent new(y)
	for (int j = 0; j < n; j++)
		for (int i = 0; i < 4; i++) {
			for (int k = 0; k < n; k++) y[k].re = x[k][j][i].re, y[k].im = x[k][j][i].im;
			fold(n, y);
			for (int k = 0; k < n; k++) out[k][j][i].re = y[k].re, out[k][j][i].im = y[k].im;
		}
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 4;
	for (int k = 0; k < N; k++)
		for (int j = 0; j < N; j++)
			for (int i = 0; i < 4; i++) a[k][j][i].re = k + 2 * j * j % 7, a[k][j][i].im = i;
	for (int t = 0; t < steps; t++) {
		along_rows(N, a, a);
#pragma dist redistribute [*][block][*] :: a
		along_columns(N, a, a);
#pragma dist redistribute [block][*][*] :: a
		along_rows(N, a, b);
		for (int k = 0; k < N; k++)
			for (int j = 0; j < N; j++)
				for (int i = 0; i < 4; i++) {
					a[k][j][i].re += b[k][j][i].re / 9;
					a[k][j][i].im -= b[k][j][i].im / 7;
				}
	}
	double s = 0;
	for (int k = 0; k < N; k++)
		for (int j = 0; j < N; j++)
			for (int i = 0; i < 4; i++) s += a[k][j][i].re * (k + 1) - a[k][j][i].im * (j + 2 * i);
	printf("%.10g\n", s);
	return 0;
}
