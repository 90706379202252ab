// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s | %check_maps %s
//
// Arrays that lie at an offset, or have another extent. inner[i] is where a[i + 1] is: its neighbours are rows and
// columns of a beside the receiver's own ones; the first process owns the edge, too, and a block of nothing but the edge
// has nothing of inner.
#define N 100
static double a[N][N], inner[N - 2][N - 2];
#pragma dist distribute a[block][block]
#pragma dist align inner[i][j] with a[i + 1][j + 1]

// EVENT a shift [P0, P1] -> { [p0, p1] -> [p0 + 1, p1] : 0 <= p0 < P0 - 1 and 0 <= p1 < P1 }
// SECTION [lo0, lo1, hi1] -> { [lo0 - 1, j] : lo1 <= j <= hi1 and 1 <= j <= 98 }
// SIZE [lo1, hi1] -> { hi1 - lo1 + 1 : 1 <= lo1 and hi1 <= 98; hi1 - lo1 + 1 - 1 : 0 = lo1 and hi1 <= 98; hi1 - lo1 + 1 - 1 : 1 <= lo1 and hi1 = 99; hi1 - lo1 + 1 - 2 : lo1 = 0 and hi1 = 99 }
// WHERE [lo1, hi1] -> { : 0 <= lo1 and lo1 + 1 <= hi1 <= 99 }
// BYTES 8
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT a shift [P0, P1] -> { [p0, p1] -> [p0 - 1, p1] : 1 <= p0 < P0 and 0 <= p1 < P1 }
// SECTION [hi0, lo1, hi1] -> { [hi0 + 1, j] : lo1 <= j <= hi1 and 1 <= j <= 98 }
// SIZE [lo1, hi1] -> { hi1 - lo1 + 1 : 1 <= lo1 and hi1 <= 98; hi1 - lo1 + 1 - 1 : 0 = lo1 and hi1 <= 98; hi1 - lo1 + 1 - 1 : 1 <= lo1 and hi1 = 99; hi1 - lo1 + 1 - 2 : lo1 = 0 and hi1 = 99 }
// WHERE [lo1, hi1] -> { : 0 <= lo1 and lo1 + 1 <= hi1 <= 99 }
// BYTES 8
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT a shift [P0, P1] -> { [p0, p1] -> [p0, p1 + 1] : 0 <= p1 < P1 - 1 and 0 <= p0 < P0 }
// SECTION [lo1, lo0, hi0] -> { [i, lo1 - 1] : lo0 <= i <= hi0 and 1 <= i <= 98 }
// SIZE [lo0, hi0] -> { hi0 - lo0 + 1 : 1 <= lo0 and hi0 <= 98; hi0 - lo0 + 1 - 1 : 0 = lo0 and hi0 <= 98; hi0 - lo0 + 1 - 1 : 1 <= lo0 and hi0 = 99; hi0 - lo0 + 1 - 2 : lo0 = 0 and hi0 = 99 }
// WHERE [lo0, hi0] -> { : 0 <= lo0 and lo0 + 1 <= hi0 <= 99 }
// BYTES 8
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// EVENT a shift [P0, P1] -> { [p0, p1] -> [p0, p1 - 1] : 1 <= p1 < P1 and 0 <= p0 < P0 }
// SECTION [hi1, lo0, hi0] -> { [i, hi1 + 1] : lo0 <= i <= hi0 and 1 <= i <= 98 }
// SIZE [lo0, hi0] -> { hi0 - lo0 + 1 : 1 <= lo0 and hi0 <= 98; hi0 - lo0 + 1 - 1 : 0 = lo0 and hi0 <= 98; hi0 - lo0 + 1 - 1 : 1 <= lo0 and hi0 = 99; hi0 - lo0 + 1 - 2 : lo0 = 0 and hi0 = 99 }
// WHERE [lo0, hi0] -> { : 0 <= lo0 and lo0 + 1 <= hi0 <= 99 }
// BYTES 8
// IF [B0, B1] -> { : B0 >= 2 and B1 >= 2 }
// TRY 1 a dims 0 1 axes 0 1 extents 100 100 home 98 shift 1
void outward(void)
{
	for (int i = 0; i < N - 2; i++)
		for (int j = 0; j < N - 2; j++)
			inner[i][j] = a[i][j + 1] + a[i + 2][j + 1] + a[i + 1][j] + a[i + 1][j + 2];
}

// Each process has of inner what it needs.
void inward(void)
{
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++) a[i][j] += inner[i - 1][j - 1];
}

// Points between cells: one more than there are cells.
static double point[101], cell[100];
#pragma dist distribute point[block]
#pragma dist align cell[i] with point[i]

// EVENT point shift [P] -> { [p] -> [p - 1] : 1 <= p < P }
// SECTION [hi] -> { [hi + 1] }
// SIZE { 1 }
// BYTES 8
// IF [B] -> { : B >= 1 }
// TRY 3 point dims 0 axes 0 extents 101 home 100 shift 0
void differences(void)
{
	for (int i = 0; i < 100; i++) cell[i] = point[i + 1] - point[i];
}

// The last point has no cell: it is set by the process that owns the last cell, or by one that owns none of them, if
// each owns only one point. So blocks of cells are what each has to have.
//
// EVENT cell shift [P] -> { [p] -> [p + 1] : 0 <= p < P - 1 }
// SECTION [lo] -> { [lo - 1] }
// SIZE { 1 }
// BYTES 8
// IF [B] -> { : B >= 1 }
void means(void)
{
	for (int i = 1; i < 100; i++) point[i] = 0.5 * (cell[i - 1] + cell[i]);
}
