// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -O0 -c %s -o %t
//
// Who sends to whom takes more operations than there are for it in a graph that a program carries: it is said to be
// irregular, and the translation comes to its end.
#include <stdlib.h>
#define W(x) ((long)(x) % 101)
struct cell {
	short k;
	long x;
};

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]);
	struct cell a[n][m], b[n][m], c[n][m];
#pragma dist distribute a[block][block]
#pragma dist distribute b[block][*]
#pragma dist distribute c[block][*]
	for (int i = 1; i < n - 2; i++)
		for (int j = m - 2 - 1; j >= 1; j--) {
			long next = (long)(i + 1);
			b[i + 1][j].x = W(2 * a[i - 1][j].x + a[i + 1][j + 1].x - j + next);
			long unused = (long)(a[i + 1][j - 1].x + a[i][j].x);
			if (i % 2 == 0) c[i][j].x = W(-b[i][j - 1].x - b[i][j + 1].x - a[i + 2][j + 2].x + next);
		}
}
