// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// Other grids in the same variables, the next time: of file scope, static in a function, and of a function's block, which may hold few.
#include <stdio.h>
#include <string.h>
enum { L = 4, N = 9000 };
#define AT(a, k, i, j) a[off[k] + (i) * n[k] + (j)]
static double u[N], f[N];
static int off[L], n[L], levels;
#pragma dist array u + off[k] [n[k]][n[k]], f + off[k] [n[k]][n[k]] : k = 0..levels-1
#pragma dist distribute u[block][*]
#pragma dist align f[i][j] with u[i][j]
static void set(int first, int l)
{
	levels = l;
	for (int k = 0, t = 0; k < levels; k++) n[k] = first << k, off[k] = t, t += n[k] * n[k] + k;
}
static void smooth(int k)
{
	for (int c = 0; c < 2; c++)
		for (int i = 1; i < n[k] - 1; i++)
			for (int j = 1 + (i + c) % 2; j < n[k] - 1; j += 2) {
				double *p = &u[off[k] + i * n[k] + j];
				p[0] = 0.25 * (p[-1] + p[1] + p[-n[k]] + p[n[k]] - AT(f, k, i, j));
			}
}
static double solve(void)
{
	for (int k = 0; k < levels; k++)
		for (int i = 0; i < n[k]; i++)
			for (int j = 0; j < n[k]; j++) AT(u, k, i, j) += i * j % 5, AT(f, k, i, j) = i - j;
	for (int k = levels - 1; k > 0; k--) {
		smooth(k);
		for (int i = 0; i < n[k - 1]; i++)
			for (int j = 0; j < n[k - 1]; j++) AT(f, k - 1, i, j) = AT(u, k, 2 * i, 2 * j) + AT(u, k, 2 * i + 1, 2 * j);
	}
	smooth(0);
	double s = 0;
	for (int k = 0; k < levels; k++)
		for (int i = 0; i < n[k]; i++)
			for (int j = 0; j < n[k]; j++) s += AT(u, k, i, j) * (i - 2 * j);
	return s;
}
static double own(int first, int levels)
{
	static double kept[N];
	double u[N], w[N];
	int off[L], n[L];
	for (int k = 0, t = 0; k < levels; k++) n[k] = first << k, off[k] = t, t += n[k] * n[k];
#pragma dist array u + off[k] [n[k]][n[k]], w + off[k] [n[k]][n[k]], kept + off[k] [n[k]][n[k]]: k = 0..levels-1
#pragma dist distribute u[block][*]
#pragma dist align [i][j] with u[i][j] :: w, kept
	for (int k = 0; k < levels; k++) {
		for (int i = 0; i < n[k]; i++)
			for (int j = 0; j < n[k]; j++) AT(u, k, i, j) = i * j % 5, AT(w, k, i, j) = 0, AT(kept, k, i, j) += i;
		for (int i = 1; i < n[k] - 1; i++)
			for (int j = 0; j < n[k]; j++) AT(w, k, i, j) = AT(u, k, i - 1, j) + AT(u, k, i + 1, j) + AT(kept, k, i, j);
	}
	double s = 0;
	for (int k = 0; k < levels; k++)
		for (int i = 0; i < n[k]; i++)
			for (int j = 0; j < n[k]; j++) s += AT(w, k, i, j) * (i - j);
	return s + kept[3];
}
int main(void)
{
	set(5, 3);
	printf("%.12g\n", solve());
	printf("%.12g\n", solve());
	set(3, 4);
	printf("%.12g\n", solve());
	printf("%.12g %g %g\n", solve(), u[17], f[N - 1]);
	int grids[][2] = {{5, 3}, {5, 3}, {3, 4}, {7, 1}, {2, 0}, {5, 2}};
	for (int k = 0; k < 6; k++) printf("%.12g\n", own(grids[k][0], grids[k][1]));
	memset(u, 0, sizeof u);
	printf("%.12g\n", solve());
	return 0;
}
