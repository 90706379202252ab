// SPDX-License-Identifier: Apache-2.0
//
// Pairs of bodies that act on each other: what a process finds for others' three components goes in one message to
// each.
//
// RUN: %compare %s
// ARGS: 3
// TOLERANCE: 1e-12
// PER-STEP: procs=2 from=10 to=20 messages=1,1 collectives=0
// PER-STEP: procs=4 from=10 to=20 messages=3,3,3,3 collectives=0
// PER-STEP: procs=7 from=10 to=20 messages=6,6,6,6,6,6,6 collectives=0
#include <stdio.h>
#include <stdlib.h>

enum { N = 90 };
static double x[N], y[N], z[N], ax[N], ay[N], az[N];
#pragma dist distribute [block] :: x, y, z, ax, ay, az

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 3;
	for (int i = 0; i < N; i++) x[i] = i, y[i] = i * 7 % 90, z[i] = i % 5;
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < N; i++) ax[i] = ay[i] = az[i] = 0;
		for (int i = 0; i < N; i++)
			for (int j = i + 1; j < N; j++) {
				double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
				double k = 1 / (dx * dx + dy * dy + dz * dz + 1);
				ax[i] += dx * k, ay[i] += dy * k, az[i] += dz * k;
				ax[j] -= dx * k, ay[j] -= dy * k, az[j] -= dz * k;
			}
		for (int i = 0; i < N; i++) x[i] += 0.01 * ax[i], y[i] += 0.01 * ay[i], z[i] += 0.01 * az[i];
	}
	for (int i = 0; i < N; i += 10) printf("%.12g %.12g %.12g\n", x[i], y[i], z[i]);
	return 0;
}
