// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 40 5
// ARGS: 23 3
// MAX-SLOW: 0
// PER-STEP: procs=4 from="64 5" to="64 6" messages=1,1,1,0
//
// Arrays that are aligned in reverse, and with the end of an array whose length only the run knows: homes in one iteration are one
// process's.
#include <stdio.h>
#include <stdlib.h>
#define L 9
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40, steps = argc > 2 ? atoi(argv[2]) : 5, m = L, far;
	double *a = malloc((n + 1) * sizeof *a), *x = malloc((n + 1) * sizeof *x), *b = malloc((n + 1) * sizeof *a);
	double *low = malloc(m * sizeof *a), *high = malloc(m * sizeof *x), *mirror = malloc(m * sizeof *x);
	far = n + 1 - m;
#pragma dist array a[n + 1], b[n + 1], x[n + 1], low[m], high[m], mirror[m]
#pragma dist distribute a[block]
#pragma dist align b[i] with a[i]
#pragma dist align x[i] with a[n - i]
#pragma dist align low[i] with a[i]
#pragma dist align high[i] with a[i + n + 1 - m]
#pragma dist align mirror[i] with a[n - i]
	for (int i = 0; i <= n; i++) {
		a[i] = i * 0.5;
		x[n - i] = i * 0.25 + 1;
		b[i] = 0;
	}
	for (int i = 0; i < m; i++) low[i] = 0;
	for (int i = 0; i < m; i++) high[i] = 0;
	for (int i = 0; i < m; i++) mirror[i] = 0;
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < n; i++) {
			double s = a[i] + x[n - i];
			b[i] = s + a[i - 1];
			x[n - i] = s * 2;
		}
		for (int i = 1; i < m; i++) {
			low[i] = 0.5 * low[i] + 0.25 * (a[i] - a[i - 1]);
			b[i] += low[i];
		}
		for (int i = 0; i < m; i++) {
			high[i] = 0.5 * high[i] + 0.25 * (a[far + i] - a[far + i - 1]);
			b[far + i] += high[i];
		}
		int k = m - 1;
		for (int i = n - m + 1; i < n + 1; i++) {
			mirror[k] = 0.5 * mirror[k] + 0.25 * (a[i] - a[i - 1]);
			b[i] += mirror[k];
			k--;
		}
		for (int i = 0; i <= n; i++) {
			double s = x[n - i];
			for (int k = 0; k < 3; k++) {
				a[i] = 0.5 * (a[i] + s);
				x[n - i] = a[i] * 0.25 + k;
				s = x[n - i] + 1;
			}
		}
		for (int i = 0; i < m; i++)
			for (int k = 0; k < 3; k++) {
				b[far + i] = 0.5 * b[far + i] + high[i];
				high[i] = b[far + i] * 0.25 + k;
			}
		for (int i = 1; i < n; i++) {
			double w = x[n - i] - b[i];
			a[i] = b[i] + 0.125 * x[n - i] + 1 / (1 + w * w);
			x[n - i] = b[i] * 0.001 - w;
			double v = a[i] + x[n - i];
			if (v > 10) x[n - i] *= 0.001;
		}
	}
	double s = 0;
	for (int i = 0; i <= n; i++) printf("%.12g %.12g %.12g\n", a[i], b[i], x[i]);
	for (int i = 0; i <= n; i++) s += (int)(a[i] + x[n - i]);
	printf("%.10g\n", s);
	return 0;
}
