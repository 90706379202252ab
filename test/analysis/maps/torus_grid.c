// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s | %check_maps %s
//
// The Game of Life on a torus, on a grid: in each dimension a process has a neighbour on either side, or one around the
// end; with each of these in the other dimension, too: 24 events. With one process along a dimension what is around its
// ends is its own.
#define N 100
#define M 60
static unsigned char now[N][M], next[N][M];
#pragma dist distribute[block][block] ::now, next

// EVENT now shift [P0, P1] -> { [p0, p1] -> [p0, p1 + 1] : 0 <= p0 < P0 and 0 <= p1 < P1 - 1 }
// SECTION [lo0, hi0, lo1] -> { [i, lo1 - 1] : lo0 <= i <= hi0 }
// SIZE [lo0, hi0] -> { (hi0 - lo0 + 1) : lo0 <= hi0 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [p0, p1] -> [p0, p1 - 1] : 0 <= p0 < P0 and 1 <= p1 < P1 }
// SECTION [lo0, hi0, hi1] -> { [i, hi1 + 1] : lo0 <= i <= hi0 }
// SIZE [lo0, hi0] -> { (hi0 - lo0 + 1) : lo0 <= hi0 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [p0, P1 - 1] -> [p0, 0] : 0 <= p0 < P0 and P1 >= 2 }
// SECTION [lo0, hi0] -> { [i, 59] : lo0 <= i <= hi0 }
// SIZE [lo0, hi0] -> { (hi0 - lo0 + 1) : lo0 <= hi0 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [p0, 0] -> [p0, P1 - 1] : 0 <= p0 < P0 and P1 >= 2 }
// SECTION [lo0, hi0] -> { [i, 0] : lo0 <= i <= hi0 }
// SIZE [lo0, hi0] -> { (hi0 - lo0 + 1) : lo0 <= hi0 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [p0, p1] -> [p0 + 1, p1] : 0 <= p0 < P0 - 1 and 0 <= p1 < P1 }
// SECTION [lo0, lo1, hi1] -> { [lo0 - 1, j] : lo1 <= j <= hi1 }
// SIZE [lo1, hi1] -> { (hi1 - lo1 + 1) : lo1 <= hi1 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [p0, p1] -> [p0 + 1, p1 + 1] : 0 <= p0 < P0 - 1 and 0 <= p1 < P1 - 1 }
// SECTION [lo0, lo1] -> { [lo0 - 1, lo1 - 1] }
// SIZE { 1 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [p0, p1] -> [p0 + 1, p1 - 1] : 0 <= p0 < P0 - 1 and 1 <= p1 < P1 }
// SECTION [lo0, hi1] -> { [lo0 - 1, hi1 + 1] }
// SIZE { 1 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [p0, P1 - 1] -> [p0 + 1, 0] : 0 <= p0 < P0 - 1 and P1 >= 2 }
// SECTION [lo0] -> { [lo0 - 1, 59] }
// SIZE { 1 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [p0, 0] -> [p0 + 1, P1 - 1] : 0 <= p0 < P0 - 1 and P1 >= 2 }
// SECTION [lo0] -> { [lo0 - 1, 0] }
// SIZE { 1 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [p0, p1] -> [p0 - 1, p1] : 1 <= p0 < P0 and 0 <= p1 < P1 }
// SECTION [hi0, lo1, hi1] -> { [hi0 + 1, j] : lo1 <= j <= hi1 }
// SIZE [lo1, hi1] -> { (hi1 - lo1 + 1) : lo1 <= hi1 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [p0, p1] -> [p0 - 1, p1 + 1] : 1 <= p0 < P0 and 0 <= p1 < P1 - 1 }
// SECTION [hi0, lo1] -> { [hi0 + 1, lo1 - 1] }
// SIZE { 1 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [p0, p1] -> [p0 - 1, p1 - 1] : 1 <= p0 < P0 and 1 <= p1 < P1 }
// SECTION [hi0, hi1] -> { [hi0 + 1, hi1 + 1] }
// SIZE { 1 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [p0, P1 - 1] -> [p0 - 1, 0] : 1 <= p0 < P0 and P1 >= 2 }
// SECTION [hi0] -> { [hi0 + 1, 59] }
// SIZE { 1 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [p0, 0] -> [p0 - 1, P1 - 1] : 1 <= p0 < P0 and P1 >= 2 }
// SECTION [hi0] -> { [hi0 + 1, 0] }
// SIZE { 1 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [P0 - 1, p1] -> [0, p1] : P0 >= 2 and 0 <= p1 < P1 }
// SECTION [lo1, hi1] -> { [99, j] : lo1 <= j <= hi1 }
// SIZE [lo1, hi1] -> { (hi1 - lo1 + 1) : lo1 <= hi1 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [P0 - 1, p1] -> [0, p1 + 1] : P0 >= 2 and 0 <= p1 < P1 - 1 }
// SECTION [lo1] -> { [99, lo1 - 1] }
// SIZE { 1 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [P0 - 1, p1] -> [0, p1 - 1] : P0 >= 2 and 1 <= p1 < P1 }
// SECTION [hi1] -> { [99, hi1 + 1] }
// SIZE { 1 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [P0 - 1, P1 - 1] -> [0, 0] : P0 >= 2 and P1 >= 2 }
// SECTION { [99, 59] }
// SIZE { 1 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [P0 - 1, 0] -> [0, P1 - 1] : P0 >= 2 and P1 >= 2 }
// SECTION { [99, 0] }
// SIZE { 1 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [0, p1] -> [P0 - 1, p1] : P0 >= 2 and 0 <= p1 < P1 }
// SECTION [lo1, hi1] -> { [0, j] : lo1 <= j <= hi1 }
// SIZE [lo1, hi1] -> { (hi1 - lo1 + 1) : lo1 <= hi1 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [0, p1] -> [P0 - 1, p1 + 1] : P0 >= 2 and 0 <= p1 < P1 - 1 }
// SECTION [lo1] -> { [0, lo1 - 1] }
// SIZE { 1 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [0, p1] -> [P0 - 1, p1 - 1] : P0 >= 2 and 1 <= p1 < P1 }
// SECTION [hi1] -> { [0, hi1 + 1] }
// SIZE { 1 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [0, P1 - 1] -> [P0 - 1, 0] : P0 >= 2 and P1 >= 2 }
// SECTION { [0, 59] }
// SIZE { 1 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT now shift [P0, P1] -> { [0, 0] -> [P0 - 1, P1 - 1] : P0 >= 2 and P1 >= 2 }
// SECTION { [0, 0] }
// SIZE { 1 }
// BYTES 1
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// TRY 1 now dims 0 1 axes 0 1 extents 100 60
void generation(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			int up = (i + N - 1) % N, down = (i + 1) % N, left = (j + M - 1) % M, right = (j + 1) % M;
			int around = now[up][left] + now[up][j] + now[up][right] + now[i][left] + now[i][right] +
			             now[down][left] + now[down][j] + now[down][right];
			next[i][j] = around == 3 || (around == 2 && now[i][j]);
		}
}
