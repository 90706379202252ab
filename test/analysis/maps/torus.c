// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s | %check_maps %s
//
// The Game of Life on a torus, by rows: the first and the last process are neighbours, too. With two processes, and one
// row each, the row at the other end is the row beside, which goes only once.
#define N 100
#define M 60
static unsigned char now[N][M], next[N][M];
#pragma dist distribute[block][*] ::now, next

// EVENT now shift [P] -> { [p] -> [p + 1] : 0 <= p < P - 1 }
// SECTION [lo] -> { [lo - 1, j] : 0 <= j <= 59 }
// SIZE { 60 }
// BYTES 1
// IF [B] -> { : B >= 2 }
// EVENT now shift [P] -> { [p] -> [p - 1] : 1 <= p < P }
// SECTION [hi] -> { [hi + 1, j] : 0 <= j <= 59 }
// SIZE { 60 }
// BYTES 1
// IF [B] -> { : B >= 2 }
// EVENT now shift [P] -> { [P - 1] -> [0] : P >= 2 }
// SECTION { [99, j] : 0 <= j <= 59 }
// SIZE { 60 }
// BYTES 1
// IF [B] -> { : B >= 2 }
// EVENT now shift [P] -> { [0] -> [P - 1] : P >= 2 }
// SECTION { [0, j] : 0 <= j <= 59 }
// SIZE { 60 }
// BYTES 1
// IF [B] -> { : B >= 2 }
// TRY 1 now dims 0 axes 0 extents 100
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
