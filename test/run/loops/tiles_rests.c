// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Three dimensions in tiles, with a rest at the end of each that a condition finds: 27 cases. They are told apart once, and not for each
// way to leave out tiles of others, which would take minutes where nothing is known of the arrays.
// MAX-SLOW: 0
#include <stdio.h>
#include <stdlib.h>

#define T 4
#define AT(i, j, k) ((i) + nx * ((j) + ny * (k)))

static void smooth(const float *from, float *to, const int nx, const int ny, const int nz)
{
	int i, j, k, tx, ty, tz, ex, ey, ez;
	int x_tiles = (nx - 2 + T - 1) / T, x_rest = (nx - 2) % T;
	int y_tiles = (ny - 2 + T - 1) / T, y_rest = (ny - 2) % T;
	int z_tiles = (nz - 2 + T - 1) / T, z_rest = (nz - 2) % T;

	for (tz = 0; tz < z_tiles; tz++)
		for (ty = 0; ty < y_tiles; ty++)
			for (tx = 0; tx < x_tiles; tx++) {
				int x_end = T, y_end = T, z_end = T;
				if (tx == x_tiles - 1 && x_rest != 0) x_end = x_rest;
				if (ty == y_tiles - 1 && y_rest != 0) y_end = y_rest;
				if (tz == z_tiles - 1 && z_rest != 0) z_end = z_rest;
				for (ex = 0; ex < x_end; ex++)
					for (ey = 0; ey < y_end; ey++)
						for (ez = 0; ez < z_end; ez++) {
							i = tx * T + ex + 1;
							j = ty * T + ey + 1;
							k = tz * T + ez + 1;
							to[AT(i, j, k)] = from[AT(i, j, k + 1)] + from[AT(i, j, k - 1)] - from[AT(i + 1, j, k)];
						}
			}
}

int main(void)
{
	int nx = 13, ny = 10, nz = 17, n = nx * ny * nz;
	float *a = malloc(sizeof *a * n), *b = malloc(sizeof *b * n);
#pragma dist array a[nz][ny][nx], b[nz][ny][nx]
#pragma dist distribute [block][*][*] :: a, b
	for (int k = 0; k < n; k++) a[k] = b[k] = k % 19;
	for (int t = 0; t < 3; t++) {
		smooth(a, b, nx, ny, nz);
		float *other = a;
		a = b, b = other;
	}
	double sum = 0;
	for (int k = 0; k < n; k++) sum += a[k] * (k % 7);
	printf("%.1f\n", sum);
	free(a);
	free(b);
	return 0;
}
