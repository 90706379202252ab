// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s | %check_maps %s
//
// The pivot's row goes to all, and to those above it, too. The first row, and the last one, have owners that are known.
static double a[100][100], x[100];
#pragma dist distribute a[block][*]
#pragma dist align x[i] with a[i][0]

// EVENT a broadcast [P, r] -> { [r] -> [q] : 0 <= r < P and 0 <= q < P and q != r }
// SECTION [k] -> { [k, j] : 0 <= j <= 99 }
// SIZE { 100 }
// WHERE [k] -> { : 0 <= k <= 99 }
// BYTES 8
// IF [B] -> { : B >= 1 }
// TRY 1 a dims 0 axes 0 extents 100 k=30
void eliminate(int k)
{
	for (int i = 0; i < 100; i++)
		for (int j = 0; j < 100; j++)
			if (i != k) a[i][j] -= 0.5 * a[k][j];
}

// EVENT a broadcast [P] -> { [0] -> [q] : 0 < q < P }
// SECTION { [0, j] : 0 <= j <= 99 }
// SIZE { 100 }
// BYTES 8
// IF [B] -> { : B >= 1 }
// TRY 2 a dims 0 axes 0 extents 100
void first(void)
{
	for (int i = 1; i < 100; i++)
		for (int j = 0; j < 100; j++) a[i][j] -= a[0][j];
}

// EVENT x broadcast [P] -> { [P - 1] -> [q] : 0 <= q < P - 1 }
// SECTION { [99] }
// SIZE { 1 }
// BYTES 8
// IF [B] -> { : B >= 1 }
// TRY 3 x dims 0 axes 0 extents 100
void last(void)
{
	for (int i = 0; i < 99; i++) x[i] -= x[99];
}

// Of a row in the middle it is the owner that is a parameter of the map.
//
// EVENT x broadcast [P, r] -> { [r] -> [q] : 0 <= r < q < P }
// SECTION { [49] }
// SIZE { 1 }
// BYTES 8
// IF [B] -> { : B >= 1 }
// TRY 4 x dims 0 axes 0 extents 100
void middle(void)
{
	for (int i = 50; i < 100; i++) x[i] -= x[49];
}
