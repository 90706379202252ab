// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Rows whose length is a variable are written one by one: a few MB of them are brought at a time. What is written
// ends in its row, which is tested, for the variable may be another one by then.
// ARGS: 9 31
// ARGS: 2 3
// RESIDENT: procs=4 args="1700 1088" below_mb=34
#include <stdio.h>
#include <stdlib.h>

static void write_all(int n, int m, double a[n][m], int part)
{
	for (int i = 0; i < n; i++) fwrite(a[i], sizeof(double), m, stdout);
	for (int i = 0; i < part && i < n; i++) fwrite(&a[i][1], sizeof a[i][1], m - 1, stdout);
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]);
	double(*u)[m] = malloc((size_t)n * m * sizeof(double));
#pragma dist array u[n][m]
#pragma dist distribute u[block][block]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) u[i][j] = (i * 7 + j * 3) % 23 * .25;
	for (int i = 0; i < n; i++) fwrite(&u[i][0], sizeof(double), m, stdout);
	write_all(n, m, u, 3);
	// Two rows at once.
	m *= 2;
	for (int i = 0; i < n && n < 100; i += 2)
		if (i + 1 < n) fwrite(u[i], sizeof(double), m, stdout);
	return 0;
}
