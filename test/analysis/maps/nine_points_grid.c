// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s | %check_maps %s
//
// Nine points on a grid: eight neighbours. Sides are as long as the receiver's, edges of the array among them; corners
// are one element.
#define N 100
static double u[N][N], v[N][N];
#pragma dist distribute[block][block] ::u, v

// EVENT u shift [P0, P1] -> { [p0, p1] -> [p0 + 1, p1] : 0 <= p0 < P0 - 1 and 0 <= p1 < P1 }
// SECTION [lo0, lo1, hi1] -> { [lo0 - 1, j] : lo1 <= j <= hi1 }
// SIZE [lo1, hi1] -> { hi1 - lo1 + 1 : lo1 <= hi1 }
// BYTES 8
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT u shift [P0, P1] -> { [p0, p1] -> [p0 - 1, p1] : 1 <= p0 < P0 and 0 <= p1 < P1 }
// SECTION [hi0, lo1, hi1] -> { [hi0 + 1, j] : lo1 <= j <= hi1 }
// SIZE [lo1, hi1] -> { hi1 - lo1 + 1 : lo1 <= hi1 }
// BYTES 8
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT u shift [P0, P1] -> { [p0, p1] -> [p0, p1 + 1] : 0 <= p0 < P0 and 0 <= p1 < P1 - 1 }
// SECTION [lo0, hi0, lo1] -> { [i, lo1 - 1] : lo0 <= i <= hi0 }
// SIZE [lo0, hi0] -> { hi0 - lo0 + 1 : lo0 <= hi0 }
// BYTES 8
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT u shift [P0, P1] -> { [p0, p1] -> [p0, p1 - 1] : 0 <= p0 < P0 and 1 <= p1 < P1 }
// SECTION [lo0, hi0, hi1] -> { [i, hi1 + 1] : lo0 <= i <= hi0 }
// SIZE [lo0, hi0] -> { hi0 - lo0 + 1 : lo0 <= hi0 }
// BYTES 8
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
//
// EVENT u shift [P0, P1] -> { [p0, p1] -> [p0 + 1, p1 + 1] : 0 <= p0 < P0 - 1 and 0 <= p1 < P1 - 1 }
// SECTION [lo0, lo1] -> { [lo0 - 1, lo1 - 1] }
// SIZE { 1 }
// BYTES 8
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT u shift [P0, P1] -> { [p0, p1] -> [p0 + 1, p1 - 1] : 0 <= p0 < P0 - 1 and 1 <= p1 < P1 }
// SECTION [lo0, hi1] -> { [lo0 - 1, hi1 + 1] }
// SIZE { 1 }
// BYTES 8
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT u shift [P0, P1] -> { [p0, p1] -> [p0 - 1, p1 + 1] : 1 <= p0 < P0 and 0 <= p1 < P1 - 1 }
// SECTION [hi0, lo1] -> { [hi0 + 1, lo1 - 1] }
// SIZE { 1 }
// BYTES 8
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT u shift [P0, P1] -> { [p0, p1] -> [p0 - 1, p1 - 1] : 1 <= p0 < P0 and 1 <= p1 < P1 }
// SECTION [hi0, hi1] -> { [hi0 + 1, hi1 + 1] }
// SIZE { 1 }
// BYTES 8
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// TRY 1 u dims 0 1 axes 0 1 extents 100 100
void step(void)
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++)
			v[i][j] = 0.5 * u[i][j] + 0.0625 * (u[i - 1][j - 1] + u[i - 1][j] + u[i - 1][j + 1] + u[i][j - 1] +
			                                           u[i][j + 1] + u[i + 1][j - 1] + u[i + 1][j] +
			                                           u[i + 1][j + 1]);
}
