// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// A struct that lives in an iteration, whose array member is set in both branches of a condition, behind a `continue`:
// nothing of it comes from an earlier iteration, as of an array that is declared there.
// PER-STEP: procs=2 from="4" to="10" messages=1,1 bytes=448,448 collectives=0
// PER-STEP: procs=4 from="4" to="10" messages=1,2,2,1 bytes=448,896,896,448 collectives=0
// PER-STEP: procs=7 from="4" to="10" messages=1,2,2,2,2,2,1 bytes=448,896,896,896,896,896,448 collectives=0
#include <stdio.h>
#include <stdlib.h>
#define NX 61
#define NY 14

struct part {
	double f[3];
	int n;
};
struct node {
	double f[3];
	unsigned flags;
};
struct work {
	struct part in;
	double sum;
};
static struct node a[NX][NY], b[NX][NY];
#pragma dist distribute [block][*] :: a, b

static void step(void)
{
	for (int x = 1; x < NX - 1; x++)
		for (int y = 0; y < NY; y++) {
			if (a[x][y].flags & 1u) continue;
			struct node t;
			struct work w;
			for (int k = 0; k < 3; k++) {
				if (a[x + k - 1][y].flags & 1u)
					t.f[k] = a[x][y].f[2 - k], w.in.f[k] = 1;
				else
					t.f[k] = a[x + k - 1][y].f[k], w.in.f[k] = 0;
			}
			w.sum = 0;
			for (int k = 0; k < 3; k++) w.sum += w.in.f[k];
			for (int k = 0; k < 3; k++) b[x][y].f[k] = 0.5 * t.f[k] + 0.01 * w.sum;
		}
	for (int x = 0; x < NX; x++)
		for (int y = 0; y < NY; y++) a[x][y] = b[x][y];
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 5;
	for (int x = 0; x < NX; x++)
		for (int y = 0; y < NY; y++) {
			for (int k = 0; k < 3; k++) a[x][y].f[k] = b[x][y].f[k] = x + k;
			a[x][y].flags = b[x][y].flags = x * y % 7 == 0;
		}
	for (int s = 0; s < steps; s++) step();
	double sum = 0;
	for (int x = 0; x < NX; x++)
		for (int y = 0; y < NY; y++) sum += a[x][y].f[0] * (x + 1) + a[x][y].f[1] * y + a[x][y].f[2];
	printf("%.15g\n", sum);
	return 0;
}
