// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 12 9 4
// ARGS: 3 5 7
// RESIDENT: procs=4 args="240 240 36" below_mb=40
// Planes of an array whose extents are variables are written, from their first element on: they are brought some at a
// time, and not all of the array to all, whichever dimension is split.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 8, m = argc > 2 ? atoi(argv[2]) : 6, l = argc > 3 ? atoi(argv[3]) : 5;
	double(*u)[m][l] = malloc(sizeof(double[n][m][l]));
#pragma dist array u[n][m][l]
#pragma dist distribute u[*][block][*]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < l; k++) u[i][j][k] = (i * 3 + j * 7 + k * 5) % 23 * .25;
	FILE *file = fopen("planes", "wb");
	if (!file) return 1;
	for (int i = 0; i < n; i++) fwrite(&u[i][0][0], sizeof(double), (size_t)m * l, file);
	for (int i = n - 1; i >= 0; i -= 2) fwrite(u[i], sizeof(double), (size_t)(m * l), file);
	for (int i = 0; i < n && n < 100; i++)
		for (int j = 0; j < m; j++) fwrite(&u[i][j][0], sizeof(double), (size_t)l, file);
	fclose(file);
	printf("%g\n", u[n / 2][m / 2][0]);
	free(u);
	return 0;
}
