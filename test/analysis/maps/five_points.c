// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s | %check_maps %s
//
// Five points, by rows: each process gets the row below its own ones and the row above them, without the columns at the
// array's edges. A process that owned nothing but the first row, or the last one, would compute nothing, and need
// nothing.
#define N 100
static double u[N][N], v[N][N];
#pragma dist distribute[block][*] ::u, v

// EVENT u shift [P] -> { [p] -> [p + 1] : 0 <= p < P - 1 }
// SECTION [lo] -> { [lo - 1, j] : 1 <= j <= 98 }
// SIZE { 98 }
// BYTES 8
// IF [B] -> { : B >= 2 }
// EVENT u shift [P] -> { [p] -> [p - 1] : 0 < p < P }
// SECTION [hi] -> { [hi + 1, j] : 1 <= j <= 98 }
// SIZE { 98 }
// BYTES 8
// IF [B] -> { : B >= 2 }
// TRY 1 u dims 0 axes 0 extents 100
void step(void)
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++) v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}

// Two rows of the process below; blocks of one row would need what others own, too.
//
// EVENT u shift [P] -> { [p] -> [p + 1] : 0 <= p < P - 1 }
// SECTION [lo] -> { [i, j] : lo - 2 <= i <= lo - 1 and 0 <= j <= 99 }
// SIZE { 200 }
// BYTES 8
// IF [B] -> { : B >= 2 }
// TRY 2 u dims 0 axes 0 extents 100
void twice_above(void)
{
	for (int i = 2; i < N; i++)
		for (int j = 0; j < N; j++) v[i][j] += u[i - 1][j] + u[i - 2][j];
}
