// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 20 3
// ARGS: 5 2
// MAX-SLOW: 0
// PER-STEP: procs=2 from="96 2" to="96 6" messages=5,2 bytes=1536,768 collectives=0
//
// Alternating directions with work arrays that hold a line of the sweep in each row. Along columns these are split as
// the state is, by a redistribution that sends nothing; what goes from place to place goes on to the next process, and
// back, strip by strip. So it does where nothing but such an array is in the loop.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 12, steps = argc > 2 ? atoi(argv[2]) : 2;
	double(*u)[n] = malloc(sizeof(double[n][n])), (*c)[n] = malloc(sizeof(double[n][n]));
	double(*d)[n] = malloc(sizeof(double[n][n]));
#pragma dist distribute [block][*] :: u, c, d
#pragma dist dynamic c, d
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) u[i][j] = (i * 7 + j * 3) % 13;
	for (int t = 0; t < steps; t++) {
#pragma dist redistribute [block][*] :: c, d
		for (int i = 0; i < n; i++) {
			c[i][0] = .25, d[i][0] = u[i][0];
			for (int j = 1; j < n; j++) {
				c[i][j] = 1 / (4 - c[i][j - 1]);
				d[i][j] = (u[i][j] + d[i][j - 1]) * c[i][j];
			}
			u[i][n - 1] = d[i][n - 1];
			for (int j = n - 2; j >= 0; j--) u[i][j] = d[i][j] + c[i][j] * u[i][j + 1];
		}
#pragma dist redistribute [*][block] :: c, d
		for (int j = 0; j < n; j++) {
			c[j][0] = .25, d[j][0] = u[0][j];
			for (int i = 1; i < n; i++) {
				c[j][i] = 1 / (4 - c[j][i - 1]);
				d[j][i] = (u[i][j] + d[j][i - 1]) * c[j][i];
			}
			u[n - 1][j] = d[j][n - 1];
			for (int i = n - 2; i >= 0; i--) u[i][j] = d[j][i] + c[j][i] * u[i + 1][j];
		}
	}
	for (int i = 0; i < n; i++) {
		c[i][0] = 1;
		for (int j = 1; j < n; j++) c[i][j] += .5 * c[i][j - 1];
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) u[i][j] += c[j][i];
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) printf("%.9g%c", u[i][j], j < n - 1 ? ' ' : '\n');
	free(d);
	free(c);
	free(u);
	return 0;
}
