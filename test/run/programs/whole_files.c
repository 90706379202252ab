// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// A program of several files that are compiled by one command: functions of other files in nests, work arrays and scalars that files share,
// pointers to functions of another file, names and macros that each file has for itself.
// SOURCES: ../Inputs/lines_solve.c ../Inputs/lines_parts.c
// FLAGS: -lm
// MAX-SLOW: 0
// TOLERANCE: 1e-12
#include "../Inputs/lines.h"

#include <stdio.h>

double u[N][N][LINES], v[N][N][LINES];
double work[N][LINES][LINES], left[N], tmp;
struct settings settings = {3, 0.5};

static int scale = 7; // and another one here

int main(void)
{
	start();
	for (int step = 0; step < settings.steps; step++) {
		choose(step % 2);
		solve();
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++) v[i][j][step] = source((double)i / N, (double)j / N) * scale;
		printf("%.12g\n", checksum());
	}
	return 0;
}
