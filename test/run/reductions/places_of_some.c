// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 4
//
// Extrema that several statements find: what all of them set beside it is its place; what only some of them set, or set
// beside another extremum, or where equal values are taken otherwise, is none.
#include <stdio.h>
#define N 12
static int v[N], u[N];
#pragma dist distribute [block] :: v, u
int main(void)
{
	int mx = 0, mi = -1, mj = -1;
	for (int i = 0; i < N; i++) v[i] = i * 7 % 11, u[i] = i * 5 % 12;
	for (int i = 0; i < N; i++) {
		if (v[i] > mx) mx = v[i], mi = i;
		if (u[i] > mx) { mx = u[i]; mi = i; mj = i; }
	}
	printf("%d %d %d\n", mx, mi, mj);
	int top = 0, at = -1;
	for (int i = 0; i < N; i++) {
		if (u[i] > top) top = u[i], at = i;
		if (v[i] > top) top = v[i];
	}
	printf("%d %d\n", top, at);
	int ox = 0, oy = 0, where = -1;
	for (int i = 0; i < N; i++) {
		if (u[i] % 7 > ox) ox = u[i] % 7, where = i;
		if (v[i] > oy) oy = v[i], where = i;
	}
	printf("%d %d %d\n", ox, oy, where);
	int px = 0, pi = -1;
	for (int i = 0; i < N; i++) {
		if (u[i] % 6 > px) px = u[i] % 6, pi = i;
		if (v[i] % 6 >= px) px = v[i] % 6, pi = i;
	}
	printf("%d %d\n", px, pi);
	int qx = 0, qi = -1;
	for (int i = 0; i < N; i++) {
		if (u[i] > qx) qx = u[i], qi = i;
		if (v[i] > qx) qx = v[i], qi = i;
	}
	printf("%d %d\n", qx, qi);
	return 0;
}
