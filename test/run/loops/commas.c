// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 4 "for (int k = 1; k <= 100; k++) int q = k % N, r = (3 * k) % N;": some of its statements belong to no
//              owner
// MAX-SLOW: 0
// Operands of a comma that belong to the same owner, under a condition that they share.
#include <stdio.h>

#define N 24

typedef struct {
	double real, imag;
} complex_t;
#define SCALE(c, a, b) (c.real = a.real * b, c.imag = a.imag * b)
#define ADD(c, a, b) (c.real = a.real + b.real, c.imag = a.imag + b.imag)
static complex_t u[N][N], v[N][N];
#pragma dist distribute [block][*] :: u, v

static void evolve(complex_t a[N][N], complex_t b[N][N], int d[2])
{
	int i, j;
	for (i = 0; i < d[0]; i++)
		for (j = 0; j < d[1]; j++) SCALE(b[i][j], a[i][j], 2.0);
}

// Operands of several owners.
static void margins(int n)
{
	double sum = 0;
	for (int j = 0; j < n; j++) u[0][j] = u[n - 2][j], u[n - 1][j] = u[1][j];
	for (int i = 0; i < n; i++)
		for (int j = 1; j < n / 2; j++)
			if ((i + j) % 3)
				v[i][j].real = u[i][j].imag, v[n - 1 - i][n - j].real = u[i][j].real, v[i][0].imag += j;
			else
				v[i][n - j].imag = j, v[n - 1 - i][j].imag = i;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) sum += i * u[i][j].real + j * v[i][j].real + (i - j) * v[i][j].imag;
	printf("%g\n", sum);
}

int main(void)
{
	int d[2] = {N, N};
	complex_t s = {0, 0};
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) u[i][j].real = i + j, u[i][j].imag = i - j;
	evolve(u, v, d);
	for (int k = 1; k <= 100; k++) {
		int q = k % N, r = (3 * k) % N;
		ADD(s, s, v[q][r]);
	}
	printf("%g %g\n", s.real, s.imag);
	margins(d[0]);
	return 0;
}
