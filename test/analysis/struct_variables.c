// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -w -Rdist-missed=element -fsyntax-only %s 2>&1 | %count 0
//
// A struct that no address is taken of is no pointer's: it is an iteration's own, as any variable.
typedef struct {
	double re, im;
} complex;
enum { N = 24, M = 6 };
static complex u[N][M], plane[N * (M + 1)], to[N][M + 1];
#pragma dist distribute u[block][*]

static void combine(void *from, int n, int m, int columns)
{
	complex(*x)[m] = (complex(*)[m])from;
	int li = n;
	for (int l = 1; l < n; l *= 2) {
		li /= 2;
		for (int k = 0; k < li; k++) {
			int a = k * l;
			for (int i = 0; i < l; i++)
				for (int j = 0; j < columns; j++) {
					complex first = x[a + i][j], second = x[n / 2 + a + i][j];
					to[a + i][j] = (complex){first.re + second.re, first.im - second.im};
				}
		}
	}
	for (int k = 0; k < n; k++)
		for (int j = 0; j < columns; j++) x[k][j] = to[k][j];
}

void all(void)
{
	combine(u, N, M, M);
	combine(plane, N, M + 1, M);
}
