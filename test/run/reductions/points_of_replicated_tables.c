// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Elements that tables of all processes choose are added to: the owner of each does that, and nothing is sent for them.
// A few points of a plane, by members of structs; and a vector that is put together by the nodes of many triangles,
// which all processes run through: each has its own elements right, and needs no other one's.
// MAX-SLOW: 3
// BY-ALL: 100 the loops over points and triangles
// ARGS: 3
// PER-STEP: procs=2 from="4" to="10" messages=1,1 bytes=704,704 collectives=0
// PER-STEP: procs=4 from="4" to="10" messages=1,2,2,1 bytes=704,1408,1408,704 collectives=0
// PER-STEP: procs=7 from="4" to="10" messages=1,2,2,2,2,2,1 bytes=704,1408,1408,1408,1408,1408,704 collectives=0
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 70, COLUMNS = 90, TRIANGLES = 300, NODES = 200 };
typedef struct {
	int i, j;
	double strength;
} source;

static double u[ROWS][COLUMNS], v[ROWS][COLUMNS], load[NODES];
static int node[TRIANGLES][3];
#pragma dist distribute [block][*] :: u, v
#pragma dist distribute load[block]

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3, n = 4;
	source *s = malloc(n * sizeof *s);
	for (int k = 0; k < n; k++) s[k] = (source){5 + 17 * k, 80 - 13 * k, 1.5 + k};
	for (int k = 0; k < TRIANGLES; k++)
		for (int c = 0; c < 3; c++) node[k][c] = (k * 7 + c * (k % 5 + 1)) % NODES;
	for (int t = 0; t < steps; t++) {
		for (int i = 1; i < ROWS - 1; i++)
			for (int j = 1; j < COLUMNS - 1; j++)
				v[i][j] = .25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
		for (int k = 0; k < n; k++) v[s[k].i][s[k].j] += s[k].strength;
		for (int k = 0; k < TRIANGLES; k++)
			for (int c = 0; c < 3; c++) load[node[k][c]] += .1 * (k + c);
		for (int i = 1; i < ROWS - 1; i++)
			for (int j = 1; j < COLUMNS - 1; j++) u[i][j] = v[i][j];
	}
	double sum = 0, all = 0;
	for (int i = 0; i < ROWS; i++) sum += u[i][i];
	for (int k = 0; k < NODES; k++) all += load[k] * (k % 3);
	printf("%.9f %.9f %.9f %.9f\n", sum, u[22][67], all, load[7]);
	return 0;
}
