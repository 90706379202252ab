// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 16 3
// ARGS: 20 2
// ARGS: 4 2
// MAX-SLOW: 0
// FLAGS: -Werror=dist
// BY-ALL: 4 the corners of blocks, where there are few
// Blocks at the border are done in another way, by a value that is chosen by eight conditions, and is that of the cell
// before where none holds. It goes from row to row and from block to block of a row of blocks, and no further: each
// process that owns some of their rows has it for itself.
#include <stdio.h>
#include <stdlib.h>

#define BS 4

static void step(double *result, const double *t, int row, int col)
{
	double delta;
	int r, c, chunk, num_chunk = row * col / (BS * BS), in_row = col / BS, in_col = row / BS;
	for (chunk = 0; chunk < num_chunk; ++chunk) {
		int r_start = BS * (chunk / in_col), c_start = BS * (chunk % in_row);
		int r_end = r_start + BS > row ? row : r_start + BS, c_end = c_start + BS > col ? col : c_start + BS;
		if (r_start == 0 || c_start == 0 || r_end == row || c_end == col) {
			for (r = r_start; r < r_start + BS; ++r) {
				for (c = c_start; c < c_start + BS; ++c) {
					if (r == 0 && c == 0)
						delta = t[1] + t[col];
					else if (r == 0 && c == col - 1)
						delta = t[c - 1] + t[c + col];
					else if (r == row - 1 && c == col - 1)
						delta = t[r * col + c - 1] + t[(r - 1) * col + c];
					else if (r == row - 1 && c == 0)
						delta = t[r * col + 1] + t[(r - 1) * col];
					else if (r == 0)
						delta = t[c + 1] + t[c - 1] + t[col + c];
					else if (c == col - 1)
						delta = t[(r + 1) * col + c] + t[(r - 1) * col + c] +
						        t[r * col + c - 1];
					else if (r == row - 1)
						delta = t[r * col + c + 1] + t[r * col + c - 1] +
						        t[(r - 1) * col + c];
					else if (c == 0)
						delta = t[(r + 1) * col] + t[(r - 1) * col] + t[r * col + 1];
					result[r * col + c] = t[r * col + c] / 2 + delta / 8;
				}
			}
			continue;
		}
		for (r = r_start; r < r_start + BS; ++r)
			for (c = c_start; c < c_start + BS; ++c)
				result[r * col + c] = (t[(r + 1) * col + c] + t[(r - 1) * col + c] +
				                       t[r * col + c + 1] + t[r * col + c - 1]) / 4;
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 16, steps = argc > 2 ? atoi(argv[2]) : 3;
	double *a, *b;
#pragma dist array a[n][n], b[n][n]
#pragma dist distribute[block][*] :: a, b
	a = malloc(sizeof *a * n * n);
	b = malloc(sizeof *b * n * n);
	for (int i = 0; i < n * n; i++) a[i] = i * 7 % 32;
	for (int k = 0; k < steps; k++) {
		step(b, a, n, n);
		step(a, b, n, n);
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) printf("%g%c", a[i * n + j], j < n - 1 ? ' ' : '\n');
	free(a), free(b);
	return 0;
}
