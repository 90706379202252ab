// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Sizes of which scanf got the address: what is printed, to files too, does not change them. So a dump to a file is
// brought at once, not row by row; %n is what stores in printf.
// ARGS: 19 4
// ARGS: 2 4
// PER-STEP: procs=2 from="40 4" to="40 14" collectives=3
#include <stdio.h>
#include <stdlib.h>

static double u[100][100];
#pragma dist distribute u[block][*]
static int width;

int main(int argc, char **argv)
{
	int n, steps, printed = 1;
	if (argc < 3 || sscanf(argv[1], "%d", &n) != 1 || sscanf(argv[2], "%d", &steps) != 1) return 1;
	sscanf(argv[1], "%d", &width);
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) u[i][j] += i * j % 13 + t;
		FILE *f = fopen("sizes.txt", t ? "a" : "w");
		if (!f) return 1;
		for (int i = 0; i < n; i++) {
			for (int j = 0; j < width; j++) fprintf(f, "%g ", u[i][j]);
			fputs("\n", f);
		}
		fclose(f);
	}
	for (int i = 0; i < printed && i < n; i++) printf("%d %g%n\n", i, u[i][i], &printed);
	return 0;
}
