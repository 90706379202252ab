// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 21 "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s +...": nothing in it is split
//            "for (int k = 0; k < n * n; k++) v[k] = k % 7;": nothing in it is split
//            "for (int k = 0; k < l * n; k++) w[k] = v[k] + l;": nothing in it is split
// Memory of alloca's is mapped until its function ends: other memory is in its place then.
#include <alloca.h>
#include <stdio.h>

#pragma dist array v[n][m]
#pragma dist distribute v[block][*]
static double sum(int n, int m, const double *v)
{
	double s = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) s += v[i * m + j];
	return s;
}

static double named(int n, int m)
{
	double a[n][m], (*b)[m] = alloca(n * sizeof *b);
#pragma dist distribute a[block][*]
#pragma dist array b[n][m]
#pragma dist align b[i][j] with a[i][j]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] = i * j, b[i][j] = i - j;
	double t = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			if (b[i][j] * a[i][j] > t) t = b[i][j] * a[i][j];
	return t;
}

static double given(int n)
{
	double *v = alloca(n * n * sizeof *v), all = 0;
	for (int k = 0; k < n * n; k++) v[k] = k % 7;
	for (int l = 1; l < 4; l++) {
		double *w = __builtin_alloca(l * n * sizeof *w);
		for (int k = 0; k < l * n; k++) w[k] = v[k] + l;
		all += sum(l, n, w);
	}
	// The memory of functions that have ended, while this one's stays.
	for (int k = 0; k < 3; k++) all += named(n - k, n + k);
	return all + sum(n, n, v);
}

static double plain(int n)
{
	double w[n];
	for (int k = 0; k < n; k++) w[k] = 2 * k;
	double s = 0;
	for (int k = n - 1; k >= 0; k--) s = s / 2 + w[k];
	return s;
}

int main(void)
{
	for (int n = 4; n < 16; n += 3) printf("%g %g %g %g\n", named(n, 6), given(n), plain(30 * n), named(5, n));
	return 0;
}
