// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Elements by remainders, under conditions that name them, of an array that is split in one dimension or another: what
// is done where has a closed form of hundreds of cases, which is not written out.
// BY-ALL: 8 each process asks the conditions on the remainders in all iterations
// ARGS: 1
#include <stdio.h>
enum { NZ = 16, NY = 16, NX = 16 };
static double u[NZ][NY][NX];
#pragma dist distribute u[block][*][*]
#pragma dist dynamic u
static int xs = 1, xe = NX, ys = 1, ye = NY, zs = 1, ze = NZ;
static double checksum(double v[NZ][NY][NX])
{
	double c = 0;
	for (int j = 1; j <= 100; j++) {
		int q = j % NX + 1;
		if (q >= xs && q <= xe) {
			int r = (3 * j) % NY + 1;
			if (r >= ys && r <= ye) {
				int s = (5 * j) % NZ + 1;
				if (s >= zs && s <= ze) c += v[s - zs][r - ys][q - xs];
			}
		}
	}
	return c;
}
static void columns(double v[NZ][NY][NX])
{
#pragma dist redistribute v[*][block][*]
	for (int j = 0; j < NY; j++)
		for (int i = 0; i < NX; i++)
			for (int k = 1; k < NZ; k++) v[k][j][i] += v[k - 1][j][i];
}
int main(int argc, char **argv)
{
	if (argc > 1) xs = 2, ys = 2, zs = 2;
	for (int k = 0; k < NZ; k++)
		for (int j = 0; j < NY; j++)
			for (int i = 0; i < NX; i++) u[k][j][i] = (k + j + i) % 7;
	columns(u);
	printf("%.12g\n", checksum(u));
	return 0;
}
