// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 100 2
// ARGS: 5 1
// ARGS: 1 1
// MAX-SLOW: 0
// The best path through a matrix is followed back, element by element, as alignments of sequences do. What is read
// ahead lies around the path: not all of the matrix goes to all processes, and not each element by itself.
// PER-STEP: procs=2 from="1000 2" to="1000 5" messages=0,0 bytes=0,0 collectives=27
// RESIDENT: procs=4 args="4000 1" below_mb=75
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	const int n = atoi(argv[1]), times = atoi(argv[2]);
	double *score = malloc((size_t)n * n * sizeof *score);
#pragma dist array score[n][n]
#pragma dist distribute score[*][block]
	for (int t = 0; t < times; t++) {
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) score[i * n + j] = (double)((i * 7L + j * 13L + t) % 101 + i + j);
		long sum = 0;
		for (int i = n - 1, j = n - 1; i > 0 && j > 0;) {
			const double both = score[(i - 1) * n + j - 1];
			const double up = score[(i - 1) * n + j], left = score[i * n + j - 1];
			sum += i * 3L + j;
			if (both + 1 >= up && both + 1 >= left)
				i--, j--;
			else if (up >= left)
				i--;
			else
				j--;
			if (i % 100 == 0) printf("%d %d\n", i, j);
		}
		printf("%ld\n", sum);
	}
	return 0;
}
