// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s | %check_maps %s
//
// Five points on a grid of processes: four neighbours, and no corners. What goes to a neighbour is as long as the
// receiver's own side, without the array's edges.
#define N 100
#define M 60
static float u[N][M], v[N][M];
#pragma dist distribute[block][block] ::u, v

// EVENT u shift [P0, P1] -> { [p0, p1] -> [p0 + 1, p1] : 0 <= p0 < P0 - 1 and 0 <= p1 < P1 }
// SECTION [lo0, lo1, hi1] -> { [lo0 - 1, j] : lo1 <= j <= hi1 and 1 <= j <= 58 }
// SIZE [lo1, hi1] -> { hi1 - lo1 + 1 : 1 <= lo1 and hi1 <= 58; hi1 : lo1 = 0 and hi1 <= 58; 59 - lo1 : 1 <= lo1 and hi1 = 59; 58 : lo1 = 0 and hi1 = 59 }
// WHERE [lo1, hi1] -> { : 0 <= lo1 and lo1 + 1 <= hi1 <= 59 }
// BYTES 4
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT u shift [P0, P1] -> { [p0, p1] -> [p0 - 1, p1] : 1 <= p0 < P0 and 0 <= p1 < P1 }
// SECTION [hi0, lo1, hi1] -> { [hi0 + 1, j] : lo1 <= j <= hi1 and 1 <= j <= 58 }
// SIZE [lo1, hi1] -> { hi1 - lo1 + 1 : 1 <= lo1 and hi1 <= 58; hi1 : lo1 = 0 and hi1 <= 58; 59 - lo1 : 1 <= lo1 and hi1 = 59; 58 : lo1 = 0 and hi1 = 59 }
// WHERE [lo1, hi1] -> { : 0 <= lo1 and lo1 + 1 <= hi1 <= 59 }
// BYTES 4
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT u shift [P0, P1] -> { [p0, p1] -> [p0, p1 + 1] : 0 <= p0 < P0 and 0 <= p1 < P1 - 1 }
// SECTION [lo0, hi0, lo1] -> { [i, lo1 - 1] : lo0 <= i <= hi0 and 1 <= i <= 98 }
// SIZE [lo0, hi0] -> { hi0 - lo0 + 1 : 1 <= lo0 and hi0 <= 98; hi0 : lo0 = 0 and hi0 <= 98; 99 - lo0 : 1 <= lo0 and hi0 = 99; 98 : lo0 = 0 and hi0 = 99 }
// WHERE [lo0, hi0] -> { : 0 <= lo0 and lo0 + 1 <= hi0 <= 99 }
// BYTES 4
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT u shift [P0, P1] -> { [p0, p1] -> [p0, p1 - 1] : 0 <= p0 < P0 and 1 <= p1 < P1 }
// SECTION [lo0, hi0, hi1] -> { [i, hi1 + 1] : lo0 <= i <= hi0 and 1 <= i <= 98 }
// SIZE [lo0, hi0] -> { hi0 - lo0 + 1 : 1 <= lo0 and hi0 <= 98; hi0 : lo0 = 0 and hi0 <= 98; 99 - lo0 : 1 <= lo0 and hi0 = 99; 98 : lo0 = 0 and hi0 = 99 }
// WHERE [lo0, hi0] -> { : 0 <= lo0 and lo0 + 1 <= hi0 <= 99 }
// BYTES 4
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// TRY 1 u dims 0 1 axes 0 1 extents 100 60
void step(void)
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < M - 1; j++) v[i][j] = 0.25f * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}
