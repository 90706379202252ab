// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s | %check_maps %s
//
// Nine points, by rows: the rows of neighbours in full, for the corners reach to the array's edges.
#define N 100
static double u[N][N], v[N][N];
#pragma dist distribute[block][*] ::u, v

// EVENT u shift [P] -> { [p] -> [p + 1] : 0 <= p < P - 1 }
// SECTION [lo] -> { [lo - 1, j] : 0 <= j <= 99 }
// SIZE { 100 }
// BYTES 8
// IF [B] -> { : B >= 2 }
// EVENT u shift [P] -> { [p] -> [p - 1] : 0 < p < P }
// SECTION [hi] -> { [hi + 1, j] : 0 <= j <= 99 }
// SIZE { 100 }
// BYTES 8
// IF [B] -> { : B >= 2 }
// TRY 1 u dims 0 axes 0 extents 100
void step(void)
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++)
			v[i][j] = 0.5 * u[i][j] + 0.0625 * (u[i - 1][j - 1] + u[i - 1][j] + u[i - 1][j + 1] + u[i][j - 1] +
			                                           u[i][j + 1] + u[i + 1][j - 1] + u[i + 1][j] +
			                                           u[i + 1][j + 1]);
}
