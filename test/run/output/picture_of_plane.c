// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// One element of each row of a large array is written: some kB, which lie in all of its pages. They are brought for
// so many rows at a time as have them in a few MB of memory.
// ARGS: 9 31
// RESIDENT: procs=4 args="1700 31" below_mb=36
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), l = 70;
	double *u = malloc((size_t)n * m * l * sizeof *u);
#pragma dist array u[n][m][l]
#pragma dist distribute u[*][block][*]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			for (int k = 0; k < l; k++) u[((long)i * m + j) * l + k] = (i * 7 + j * 3 + k) % 256;
	printf("P5\n%d %d\n255\n", m, n);
	for (int i = 0; i < n; i++) {
		unsigned char row[m];
		for (int j = 0; j < m; j++) row[j] = (unsigned char)u[((long)i * m + j) * l + 3];
		fwrite(row, 1, m, stdout);
	}
	return 0;
}
