// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Planes of an array that is linearised by hand, written one by one: a few MB of them are brought at a time, not all
// at once.
// ARGS: 9 5 7
// ARGS: 2 1 3
// RESIDENT: procs=4 args="240 232 28" below_mb=34
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), l = atoi(argv[3]);
	double *u = malloc((size_t)n * m * l * sizeof *u);
#pragma dist array u[n][m][l]
#pragma dist distribute u[*][block][*]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < l; k++) u[(i * m + j) * l + k] = (i * 7 + j * 3 + k) % 23 * .25;
	for (int i = 0; i < n; i++) fwrite(&u[(i * m + 0) * l], sizeof *u, m * l, stdout);
	for (int i = 0; i < n; i++) fwrite(u + i * (size_t)m * l, sizeof *u, (size_t)m * l, stdout);
	for (int i = 0; i < n && n < 100; i++) fwrite(u + (i * m + m / 2) * l, sizeof *u, (m - m / 2) * l, stdout);
	return 0;
}
