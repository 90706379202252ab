// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// The size of a plane has a name, and the elements of a cell lie one behind the other: strides are multiples of what is named. Sizes that
// change have no such meaning.
#include <stdio.h>
#include <stdlib.h>

enum { Q = 5 };

static void set(double *f, int *flag, int n)
{
	int x, y, z, i;
	int m = n + 2;
	int mm = m * m;
	for (z = 0; z < m; ++z)
		for (y = 0; y < m; ++y)
			for (x = 0; x < m; ++x)
				for (i = 0; i < Q; ++i) f[Q * (x + y * m + z * mm) + i] = (x + 2 * y + z * i) % 7;
	z = n + 1;
	for (x = 0; x < m; ++x)
		for (y = 0; y < m; ++y) {
			flag[y * m + x * mm] = flag[z + y * m + x * mm] = 1;
			flag[y + x * m] = 1;
			flag[y + x * m + z * mm] = 2;
		}
}

static void relax(const double *f, double *g, const int *flag, int n)
{
	const int m = n + 2, cells = m * m;
	for (int z = 0; z < m; z++)
		for (int y = 0; y < m; y++)
			for (int x = 0; x < m; x++) {
				if (flag[x + y * m + z * cells] != 0) continue;
				for (int i = 0; i < Q; i++) g[Q * (x + y * m + z * cells) + i] += 0.5 * f[Q * (x + y * m + z * cells) + i];
			}
}

int main(void)
{
	int n = 6, m = n + 2;
	double *f, *g;
	int *flag;
#pragma dist array f[m][m][m][Q], g[m][m][m][Q], flag[m][m][m]
#pragma dist distribute f[block][*][*][*], g[block][*][*][*], flag[block][*][*]
	f = calloc((size_t)m * m * m * Q, sizeof *f);
	g = calloc((size_t)m * m * m * Q, sizeof *g);
	flag = calloc((size_t)m * m * m, sizeof *flag);
	if (!f || !g || !flag) return 1;
	set(f, flag, n);
	set(g, flag, n);
	for (int t = 0; t < 3; t++) {
		relax(f, g, flag, n);
		relax(g, f, flag, n);
	}
	double sum = 0;
	for (int k = 0; k < m * m * m * Q; k++) sum += (int)(16 * f[k]) * (k % 5);
	for (int k = 0; k < m * m * m; k++) sum += flag[k] * k;
	printf("%.15g\n", sum);
	free(f);
	free(g);
	free(flag);
	return 0;
}
