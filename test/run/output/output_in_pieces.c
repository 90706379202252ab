// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %hpcc -fdist -fsyntax-only -Werror %s
// ARGS: 1024 1
// ARGS: 3 2
// MAX-SLOW: 0
// PER-STEP: procs=2 from="1024 1" to="1024 2" messages=0 collectives=6
// PER-STEP: procs=4 from="1024 1" to="1024 2" messages=0 collectives=6
// PER-STEP: procs=7 from="1024 1" to="1024 2" messages=0 collectives=6
// PER-STEP: procs=4 from="61 1" to="61 2" messages=0 collectives=3
// A column of 3000 rows takes up 12 MB, and so do as many as are a piece: 6, or 7, pieces for each loop.
// PER-STEP: procs=2 from="3000 1" to="3000 2" messages=0 collectives=20
// PER-STEP: procs=4 from="3000 1" to="3000 2" messages=0 collectives=20
// PER-STEP: procs=7 from="3000 1" to="3000 2" messages=0 collectives=20
// Output in order of an array of 4 MB: two pieces of 2 MB for each loop, whether it goes by rows, upward or
// downward, or by columns, not one for each row or column. A small array is one piece.
#include <stdio.h>
#include <stdlib.h>
enum { M = 512 };
static double (*u)[M];
static int n;
#pragma dist array u[n][M]
#pragma dist distribute u[block][*]

static void change(void)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) u[i][j] += i % 7 + .25 * j;
}

static void rows(void)
{
	unsigned char row[M];
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < M; j++) row[j] = (unsigned char)((int)u[i][j] & 255);
		fwrite(row, 1, M / 4, stdout);
	}
}

static void downward(void)
{
	float row[M];
	for (int i = n - 1; i >= 0; i--) {
		for (int j = 0; j < M; j++) row[j] = (float)u[i][j];
		fwrite(row, sizeof *row, M, stdout);
	}
}

static void columns(void)
{
	for (int j = 0; j < M; j++)
		for (int i = 0; i < n; i++)
			if ((i + j) % 16 == 0) {
				float x = (float)u[i][j];
				fwrite(&x, sizeof x, 1, stdout);
			}
}

int main(int argc, char **argv)
{
	n = argc > 1 ? atoi(argv[1]) : 61;
	int steps = argc > 2 ? atoi(argv[2]) : 1;
	u = malloc(n * sizeof *u);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < M; j++) u[i][j] = i % 100 - j;
	for (int t = 0; t < steps; t++) {
		change(), rows();
		change(), downward();
		change(), columns();
	}
	free(u);
	return 0;
}
