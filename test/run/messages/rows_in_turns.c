// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 61 40 3
// ARGS: 3 5 2
// MAX-SLOW: 18
// PER-STEP: procs=2 from="61 40 4" to="61 40 14" messages=1,5 bytes=320,644 collectives=2
// PER-STEP: procs=4 from="61 40 4" to="61 40 14" messages=1,5,6,6 bytes=320,644,964,964 collectives=2
// PER-STEP: procs=7 from="61 40 4" to="61 40 14" messages=1,5,6,6,6,6,6 collectives=2
// Loops that run in turns and go from row to row by a function for one row, or by `while`: all rows that a process
// owns are one entry, not each of them. What follows goes to the next process, once: a sum, a row, the generator's
// state, an element. All get the state when the last one is done, and the greatest value.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned word = 17;

static double uniform(void)
{
	word = word * 1103515245u + 12345u;
	return (word >> 16 & 1023) / 1024.;
}

static void run_row(int m, double *row, double *run)
{
	for (int j = 0; j < m; j++) {
		*run += row[j] / 64;
		row[j] = *run;
	}
}

static void random_row(int m, double *row)
{
	for (int j = 0; j < m; j++) row[j] += uniform();
}

static void below(int m, const double *above, double *row)
{
	for (int j = 1; j < m; j++) row[j] = .5 * row[j] + .25 * (row[j - 1] + above[j]);
}

static double sweep_row(int m, double *a, int i)
{
	double most = 0;
	for (int j = 1; j < m; j++) {
		a[i * m + j] = .5 * a[i * m + j] + .25 * (a[i * m + j - 1] + a[(i - 1) * m + j]);
		if (a[i * m + j] > most) most = a[i * m + j];
	}
	return most;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 61, m = argc > 2 ? atoi(argv[2]) : 40, steps = argc > 3 ? atoi(argv[3]) : 3;
	double *a, sum = 0, most = 0;
#pragma dist array a[n][m]
#pragma dist distribute a[block][*]
	a = malloc(sizeof *a * n * m);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i * m + j] = (7 * i + 3 * j) % 11;
	for (int t = 0; t < steps; t++) {
		double run = 0;
		for (int i = 0; i < n; i++) run_row(m, a + i * m, &run);
		for (int i = 0; i < n; i++) random_row(m, &a[i * m]);
		for (int i = 1; i < n; i++) below(m, a + (i - 1) * m, a + i * m);
		for (int i = 1; i < n; i++) {
			double before = a[(i - 1) * m];
			for (int j = 0; j < m; j++) {
				double x = a[i * m + j];
				a[i * m + j] = x + .5 * before;
				before = x;
			}
		}
		for (int i = 1; i < n; i++) most = fmax(most, sweep_row(m, a, i));
		int i = n - 2;
		while (i >= 0) {
			for (int j = 0; j < m; j++) a[i * m + j] -= .125 * a[(i + 1) * m + j];
			i--;
		}
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum += (int)(64 * a[i * m + j]) % 101;
	printf("%.0f %.12g\n", sum, most);
	return 0;
}
