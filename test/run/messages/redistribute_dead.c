// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 40 3
// ARGS: 5 2
// MAX-SLOW: 0
// PER-STEP: procs=2 from="40 2" to="40 6" messages=0,1 bytes=0,320 collectives=0
// PER-STEP: procs=4 from="40 2" to="40 6" messages=0,1,1,1 bytes=0,320,320,320 collectives=0
//
// Sweeps along rows and along columns, with work arrays that hold a line of the sweep in each row and nothing from one
// sweep to the next: of a sweep over columns they are split as the state is. Nothing of them is sent when they are
// redistributed, though some are of structs, or set in the branches of a condition. What is sent is a place of each
// line to the neighbour below.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	double up, down;
} pair;

int main(int argc, char **argv)
{
	const int n = atoi(argv[1]), steps = atoi(argv[2]);
	double(*u)[n] = malloc(sizeof(double[n][n])), (*line)[n] = malloc(sizeof(double[n][n]));
	pair(*slope)[n] = malloc(sizeof(pair[n][n]));
	int(*sign)[n] = malloc(sizeof(int[n][n]));
#pragma dist distribute [block][*] :: u, line, slope, sign
#pragma dist dynamic line, slope, sign
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) u[i][j] = (i * 7 + j * 3) % 11 - 4;
	for (int t = 0; t < steps; t++) {
#pragma dist redistribute [block][*] :: line, slope, sign
		for (int s = 0; s < n; s++)
			for (int i = 0; i < n; i++) line[s][i] = u[s][i];
		for (int s = 0; s < n; s++)
			for (int i = 0; i < n; i++) {
				slope[s][i].up = i < n - 1 ? line[s][i + 1] - line[s][i] : 0;
				slope[s][i].down = i > 0 ? line[s][i] - line[s][i - 1] : 0;
			}
		for (int s = 0; s < n; s++)
			for (int i = 0; i < n; i++) {
				if (slope[s][i].up > slope[s][i].down)
					sign[s][i] = 1;
				else
					sign[s][i] = -1;
			}
		for (int s = 0; s < n; s++)
			for (int i = 0; i < n; i++) u[s][i] += .1 * sign[s][i] * (slope[s][i].up - slope[s][i].down);
#pragma dist redistribute [*][block] :: line, slope, sign
		for (int s = 0; s < n; s++)
			for (int j = 0; j < n; j++) line[s][j] = u[j][s];
		for (int s = 0; s < n; s++)
			for (int j = 0; j < n; j++) {
				slope[s][j].up = j < n - 1 ? line[s][j + 1] - line[s][j] : 0;
				slope[s][j].down = 0;
			}
		for (int s = 0; s < n; s++)
			for (int j = 0; j < n; j++) {
				if (slope[s][j].up > 1)
					sign[s][j] = 2;
				else
					sign[s][j] = -1;
			}
		for (int s = 0; s < n; s++)
			for (int j = 0; j < n; j++) u[j][s] += .1 * sign[s][j] * (slope[s][j].up - slope[s][j].down);
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) printf("%.6g%c", u[i][j], j < n - 1 ? ' ' : '\n');
	free(sign);
	free(slope);
	free(line);
	free(u);
	return 0;
}
