// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// A small nest that all processes run, as what it assumes does not hold, in a loop over all elements: what it reads is
// brought to all once, and is still there for the next one, whether the array is small or large. A loop that is split
// sets it in between.
// ARGS: 40 30 3
// ARGS: 300 140 1
// MAX-SLOW: 45000
// BY-ALL: 100 the swaps
// LOST: hold elements are swapped with those of other rows, which the assumption does not foresee
// ENV: HPCC_REPLICATE=0
// PER-STEP: procs=2 from="40 30 3" to="40 30 5" messages=40,0 bytes=480,0 collectives=1
// PER-STEP: procs=3 from="40 30 3" to="40 30 5" messages=80,0,0 bytes=960,0,0 collectives=1
#include <stdio.h>
#include <stdlib.h>

static int nx, ny;
static int vx[] = {0, 0, 1, 1, 1, 0, -1, -1, -1}, vy[] = {0, 1, 1, 0, -1, -1, -1, 0, 1};

int main(int argc, char **argv)
{
	nx = argc > 1 ? atoi(argv[1]) : 40, ny = argc > 2 ? atoi(argv[2]) : 60;
	int steps = argc > 3 ? atoi(argv[3]) : 3, nn = nx * ny, j, k;
	float f[9 * nn];
#pragma dist array f[ny][nx * 9]
#pragma dist distribute f[block][*]
	for (j = 0; j < nn; j++)
		for (k = 0; k < 9; k++) f[9 * j + k] = (j + 3 * k) % 11;
	for (int t = 0; t < steps; t++) {
		for (j = 0; j < nn; j++)
			for (k = 1; k < 5; k++) {
				int nbx = j % nx + vx[k], nby = j / nx + vy[k];
				if (nbx >= nx) nbx = 0;
				if (nby >= ny) continue;
				if (nby < 0) continue;
				int nbj = nby * nx + nbx;
				float kept = f[9 * j + k];
				f[9 * j + k] = f[9 * nbj + k + 4];
				f[9 * nbj + k + 4] = kept;
			}
		for (j = 0; j < nn; j++) f[9 * j] += j % 3;
	}
	double s = 0;
	for (j = 0; j < nn; j++) s += j % 13 * f[9 * j + 3] + f[9 * j + 6] + f[9 * j];
	printf("%g\n", s);
	return 0;
}
