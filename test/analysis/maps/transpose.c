// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s | %check_maps %s
//
// Transposes: each process gets, of the rows that another one owns, the columns that are its own rows of the result.
#define N 100
#define M 60
static double a[N][N], b[N][N], c[N][M];
#pragma dist distribute[block][*] ::a, b, c

// EVENT a transpose [P] -> { [p] -> [q] : 0 <= p < P and 0 <= q < P and p != q }
// SECTION [plo, phi, lo, hi] -> { [i, j] : plo <= i <= phi and lo <= j <= hi }
// SIZE [plo, phi, lo, hi] -> { (phi - plo + 1) * (hi - lo + 1) : plo <= phi and lo <= hi }
// BYTES 8
// IF [B] -> { : B >= 1 }
// TRY 1 a dims 0 axes 0 extents 100
void square(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) b[i][j] = a[j][i];
}

// What is split in another way has blocks of its own: hlo .. hhi.
static double d[M][N];
#pragma dist distribute d[block][*]

// EVENT c transpose [P] -> { [p] -> [q] : 0 <= p < P and 0 <= q < P and p != q }
// SECTION [plo, phi, hlo, hhi] -> { [i, j] : plo <= i <= phi and hlo <= j <= hhi }
// SIZE [plo, phi, hlo, hhi] -> { (phi - plo + 1) * (hhi - hlo + 1) : plo <= phi and hlo <= hhi }
// BYTES 8
// IF [B, hB] -> { : B >= 1 and hB >= 1 }
// TRY 2 c dims 0 axes 0 extents 100 home 60
void oblong(void)
{
	for (int i = 0; i < M; i++)
		for (int j = 0; j < N; j++) d[i][j] = c[j][i];
}

// Of a triangle only those get something that own rows behind others' ones.
//
// EVENT a section [P] -> { [p] -> [q] : 0 <= p < q < P }
// SECTION [plo, phi, lo, hi] -> { [i, j] : plo <= i <= phi and lo <= j <= hi }
// BYTES 8
// IF [B] -> { : B >= 1 }
// SIZE [plo, phi, lo, hi] -> { (phi - plo + 1) * (hi - lo + 1) : plo <= phi and lo <= hi }
// WHERE [plo, phi, lo, hi] -> { : plo <= phi < lo <= hi }
// TRY 3 a dims 0 axes 0 extents 100
void triangle(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j <= i; j++) b[i][j] = a[j][i];
}
