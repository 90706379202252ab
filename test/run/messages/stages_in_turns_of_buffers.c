// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// A transform of lines by stages that go from one buffer to the other and back, in a function that first tests what it
// is given. Which elements of the buffers a stage touches only the run knows: they are arrays of the function, and no
// pointer that it was given leads to them. Storing to structs of floating-point numbers changes no integers, so that the
// bounds behind `size` stay.
#include <stdio.h>
#include <stdlib.h>

enum { PLANES = 6, ROWS = 16, N = 16, PAD = 6 };
typedef struct {
	double re, im;
} number;
static number a[PLANES][ROWS][N], b[PLANES][ROWS][N], root[N];
#pragma dist distribute [block][*][*] :: a, b
int strip;

static void stage(int l, int n, const number w[N], number x[N][PAD], number y[N][PAD])
{
	int lk = l == 1 ? 1 : 2 << (l - 2), li = n / 2 / lk;
	for (int i = 0; i < li; i++) {
		int i11 = i * lk, i12 = i11 + n / 2, i21 = i * 2 * lk, i22 = i21 + lk;
		for (int k = 0; k < lk; k++)
			for (int j = 0; j < strip; j++) {
				number p = x[i11 + k][j], q = x[i12 + k][j];
				y[i21 + k][j].re = p.re + q.re;
				y[i21 + k][j].im = p.im + q.im;
				y[i22 + k][j].re = w[i + li].re * (p.re - q.re);
				y[i22 + k][j].im = w[i + li].im * (p.im - q.im);
			}
	}
}

static void transform(int m, int n, number x[N][PAD], number y[N][PAD])
{
	int most = (int)root[0].re;
	if (m < 1 || m > most) {
		printf("no transform of %d stages, but of %d\n", m, most);
		exit(1);
	}
	for (int l = 1; l <= m; l += 2) {
		stage(l, n, root, x, y);
		if (l == m) break;
		stage(l + 1, n, root, y, x);
	}
	if (m % 2 == 1)
		for (int i = 0; i < n; i++)
			for (int j = 0; j < strip; j++) x[i][j] = y[i][j];
}

static void rows(int *size, number x[PLANES][ROWS][N], number out[PLANES][ROWS][N])
{
	number from[N][PAD], to[N][PAD];
#pragma dist independent new(from, to)
	for (int k = 0; k < size[2]; k++)
		for (int jj = 0; jj <= size[1] - strip; jj += strip) {
			for (int j = 0; j < strip; j++)
				for (int i = 0; i < size[0]; i++) from[i][j] = x[k][j + jj][i];
			transform(4, size[0], from, to);
			for (int j = 0; j < strip; j++)
				for (int i = 0; i < size[0]; i++) out[k][j + jj][i] = from[i][j];
		}
}

int main(void)
{
	int size[3] = {N, ROWS, PLANES};
	double re = 0, im = 0;
	strip = 4;
	for (int i = 0; i < N; i++) root[i].re = 4 - 0.25 * i, root[i].im = 1 + 0.5 * i;
	for (int k = 0; k < PLANES; k++)
		for (int j = 0; j < ROWS; j++)
			for (int i = 0; i < N; i++) a[k][j][i].re = k * j + i, a[k][j][i].im = i % 3;
	rows(size, a, a);
	rows(size, a, b);
	for (int k = 0; k < PLANES; k++)
		for (int j = 0; j < ROWS; j++)
			for (int i = 0; i < N; i++) re += b[k][j][i].re * (i % 5), im += b[k][j][i].im * (j % 7);
	printf("%g %g %g %g\n", re, im, b[2][3][4].re, b[5][0][7].im);
	return 0;
}
