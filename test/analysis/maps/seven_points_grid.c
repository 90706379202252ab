// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s | %check_maps %s
//
// Seven points on a grid of three dimensions: six neighbours, and from each the side between the two blocks, without the
// cube's edges. In the middle of the cube that is all of the receiver's side.
#define N 60
static double u[N][N][N], v[N][N][N];
#pragma dist distribute[block][block][block] ::u, v

// EVENT u shift [P0, P1, P2] -> { [p0, p1, p2] -> [p0 + 1, p1, p2] : 0 <= p0 < P0 - 1 and 0 <= p1 < P1 and 0 <= p2 < P2 }
// SECTION [lo0, lo1, hi1, lo2, hi2] -> { [lo0 - 1, j, k] : lo1 <= j <= hi1 and 1 <= j <= 58 and lo2 <= k <= hi2 and 1 <= k <= 58 }
// SIZE [lo1, hi1, lo2, hi2] -> { (hi1 - lo1 + 1) * (hi2 - lo2 + 1) }
// WHERE [lo1, hi1, lo2, hi2] -> { : 1 <= lo1 < hi1 <= 57 and 1 <= lo2 < hi2 <= 57 }
// BYTES 8
// IF [B0, B1, B2] -> { : B0 >= 2 and B1 >= 2 and B2 >= 2 }
// EVENT u shift [P0, P1, P2] -> { [p0, p1, p2] -> [p0 - 1, p1, p2] : 1 <= p0 < P0 and 0 <= p1 < P1 and 0 <= p2 < P2 }
// SECTION [hi0, lo1, hi1, lo2, hi2] -> { [hi0 + 1, j, k] : lo1 <= j <= hi1 and 1 <= j <= 58 and lo2 <= k <= hi2 and 1 <= k <= 58 }
// SIZE [lo1, hi1, lo2, hi2] -> { (hi1 - lo1 + 1) * (hi2 - lo2 + 1) }
// WHERE [lo1, hi1, lo2, hi2] -> { : 1 <= lo1 < hi1 <= 57 and 1 <= lo2 < hi2 <= 57 }
// BYTES 8
// IF [B0, B1, B2] -> { : B0 >= 2 and B1 >= 2 and B2 >= 2 }
// EVENT u shift [P0, P1, P2] -> { [p0, p1, p2] -> [p0, p1 + 1, p2] : 0 <= p1 < P1 - 1 and 0 <= p0 < P0 and 0 <= p2 < P2 }
// SECTION [lo1, lo0, hi0, lo2, hi2] -> { [i, lo1 - 1, k] : lo0 <= i <= hi0 and 1 <= i <= 58 and lo2 <= k <= hi2 and 1 <= k <= 58 }
// SIZE [lo0, hi0, lo2, hi2] -> { (hi0 - lo0 + 1) * (hi2 - lo2 + 1) }
// WHERE [lo0, hi0, lo2, hi2] -> { : 1 <= lo0 < hi0 <= 57 and 1 <= lo2 < hi2 <= 57 }
// BYTES 8
// IF [B0, B1, B2] -> { : B0 >= 2 and B1 >= 2 and B2 >= 2 }
// EVENT u shift [P0, P1, P2] -> { [p0, p1, p2] -> [p0, p1 - 1, p2] : 1 <= p1 < P1 and 0 <= p0 < P0 and 0 <= p2 < P2 }
// SECTION [hi1, lo0, hi0, lo2, hi2] -> { [i, hi1 + 1, k] : lo0 <= i <= hi0 and 1 <= i <= 58 and lo2 <= k <= hi2 and 1 <= k <= 58 }
// SIZE [lo0, hi0, lo2, hi2] -> { (hi0 - lo0 + 1) * (hi2 - lo2 + 1) }
// WHERE [lo0, hi0, lo2, hi2] -> { : 1 <= lo0 < hi0 <= 57 and 1 <= lo2 < hi2 <= 57 }
// BYTES 8
// IF [B0, B1, B2] -> { : B0 >= 2 and B1 >= 2 and B2 >= 2 }
// EVENT u shift [P0, P1, P2] -> { [p0, p1, p2] -> [p0, p1, p2 + 1] : 0 <= p2 < P2 - 1 and 0 <= p0 < P0 and 0 <= p1 < P1 }
// SECTION [lo2, lo0, hi0, lo1, hi1] -> { [i, j, lo2 - 1] : lo0 <= i <= hi0 and 1 <= i <= 58 and lo1 <= j <= hi1 and 1 <= j <= 58 }
// SIZE [lo0, hi0, lo1, hi1] -> { (hi0 - lo0 + 1) * (hi1 - lo1 + 1) }
// WHERE [lo0, hi0, lo1, hi1] -> { : 1 <= lo0 < hi0 <= 57 and 1 <= lo1 < hi1 <= 57 }
// BYTES 8
// IF [B0, B1, B2] -> { : B0 >= 2 and B1 >= 2 and B2 >= 2 }
// EVENT u shift [P0, P1, P2] -> { [p0, p1, p2] -> [p0, p1, p2 - 1] : 1 <= p2 < P2 and 0 <= p0 < P0 and 0 <= p1 < P1 }
// SECTION [hi2, lo0, hi0, lo1, hi1] -> { [i, j, hi2 + 1] : lo0 <= i <= hi0 and 1 <= i <= 58 and lo1 <= j <= hi1 and 1 <= j <= 58 }
// SIZE [lo0, hi0, lo1, hi1] -> { (hi0 - lo0 + 1) * (hi1 - lo1 + 1) }
// WHERE [lo0, hi0, lo1, hi1] -> { : 1 <= lo0 < hi0 <= 57 and 1 <= lo1 < hi1 <= 57 }
// BYTES 8
// IF [B0, B1, B2] -> { : B0 >= 2 and B1 >= 2 and B2 >= 2 }
// TRY 1 u dims 0 1 2 axes 0 1 2 extents 60 60 60
void step(void)
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++)
			for (int k = 1; k < N - 1; k++)
				v[i][j][k] = u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k] +
				             u[i][j][k - 1] + u[i][j][k + 1];
}
