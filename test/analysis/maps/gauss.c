// SPDX-License-Identifier: Apache-2.0
// RUN: %hpcc -fdist -fdist-emit=graph %s | %check_maps %s
//
// Gaussian elimination, by rows, with pivots: all look for the largest element of a column, and combine what they found.
// Rows k and best change places: the owner of row k gets the other one, and all get row k, whose elements pass through a
// variable that all have. Then the owner of row k gives it to all that own rows below. Those before it have nothing to
// do any more.
#include <math.h>
#define N 100
static double a[N][N], b[N];
#pragma dist distribute a[block][*]
#pragma dist align b[i] with a[i][0]

// EVENT big reduction [P] -> { [p] -> [q] : 0 <= p < P and 0 <= q < P and p != q }
// BYTES 8
// EVENT best reduction [P] -> { [p] -> [q] : 0 <= p < P and 0 <= q < P and p != q }
// BYTES 4
// EVENT a broadcast [P, r] -> { [r] -> [q] : 0 <= r < P and 0 <= q < P and q != r }
// SECTION [k] -> { [k, j] : k <= j <= 99 }
// SIZE [k] -> { 100 - k : k <= 99 }
// WHERE [k] -> { : 0 <= k <= 98 }
// BYTES 8
// IF [B] -> { : B >= 1 }
// EVENT a section [P, r, s] -> { [r] -> [s] : 0 <= r < P and 0 <= s < P and r != s }
// SECTION [k, best] -> { [best, j] : k <= j <= 99 }
// SIZE [k] -> { 100 - k : k <= 99 }
// WHERE [k, best] -> { : 0 <= k <= 98 and 0 <= best <= 99 }
// BYTES 8
// IF [B] -> { : B >= 1 }
// TRY 2 a dims 0 axes 0 extents 100 k=17 best=71
// TRY 2 a dims 0 axes 0 extents 100 k=17 best=17
// EVENT a broadcast [P, r] -> { [r] -> [q] : 0 <= r < q < P }
// SECTION [k] -> { [k, j] : k <= j <= 99 }
// SIZE [k] -> { 100 - k : k <= 99 }
// WHERE [k] -> { : 0 <= k <= 98 }
// BYTES 8
// IF [B] -> { : B >= 1 }
// EVENT b broadcast [P, r] -> { [r] -> [q] : 0 <= r < q < P }
// SECTION [k] -> { [k] }
// SIZE { 1 }
// WHERE [k] -> { : 0 <= k <= 98 }
// BYTES 8
// IF [B] -> { : B >= 1 }
// TRY 3 a dims 0 axes 0 extents 100 k=17
// TRY 3 a dims 0 axes 0 extents 100 k=0
// TRY 3 a dims 0 axes 0 extents 100 k=98
// TRY 3 b dims 0 axes 0 extents 100 k=40
void eliminate(void)
{
	for (int k = 0; k < N - 1; k++) {
		double big = 0;
		int best = k;
		for (int i = k; i < N; i++)
			if (fabs(a[i][k]) > big) {
				big = fabs(a[i][k]);
				best = i;
			}
		for (int j = k; j < N; j++) {
			double t = a[k][j];
			a[k][j] = a[best][j];
			a[best][j] = t;
		}
		for (int i = k + 1; i < N; i++) {
			double f = a[i][k] / a[k][k];
			for (int j = k + 1; j < N; j++) a[i][j] -= f * a[k][j];
			b[i] -= f * b[k];
		}
	}
}
