// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 12 2 3
// ARGS: 4 1 0
// A banded matrix is printed in strips of columns: seven bounds choose what is in the band. The conditions under which
// its subscripts stay in their rows are too many to be found; the output comes all the same, and soon.
#include <stdio.h>
#include <stdlib.h>

static int larger(int a, int b) { return a > b ? a : b; }
static int smaller(int a, int b) { return a < b ? a : b; }

static void print_part(int m, int n, int below, int above, double *a, int top, int left, int bottom, int right)
{
	int stride = 2 * below + above + 1;
	for (int first = left; first <= right; first = first + 5) {
		int last = smaller(smaller(first + 5 - 1, n), right);
		int low = larger(top, 1);
		low = larger(low, first - above);
		int high = smaller(bottom, m);
		high = smaller(high, last + below);
		for (int i = low; i <= high; i++) {
			for (int j = first; j <= last; j++) {
				if (i < j - above || j + below < i)
					printf("       ");
				else
					printf("%6.1f ", a[i - j + below + above + (j - 1) * stride]);
			}
			printf("\n");
		}
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 8, below = argc > 2 ? atoi(argv[2]) : 1;
	int above = argc > 3 ? atoi(argv[3]) : 1;
	int stride = 2 * below + above + 1;
	double *a = malloc(sizeof *a * (size_t)n * (size_t)stride);
#pragma dist array a[n][stride]
#pragma dist distribute a[block][*]
	for (int k = 0; k < n * stride; k++) a[k] = .5 * k;
	print_part(n, n, below, above, a, 1, 1, n, n - 1);
	free(a);
	return 0;
}
