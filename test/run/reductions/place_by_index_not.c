// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 45
// BY-ALL: 93 "for (int i = 1; i < 300; i++) if (g[i] > g[f])": a value of 'f' that one process sets is read by
//              another one in the same nest
//            "for (int i = 1; i < 300; i++) if (g[i] > g[d]) d = i, h[i]...": a value of 'd' that one
//              process sets is read by another one in the same nest
//            "for (int i = 1; i < 300; i++) if (g[i] > 99) break;": the loop may end by a break
//            "for (place = 0, k = 1; k < 300; k++) if (h[k] > h[place]) p...": a value of 'place' that
//              one process sets is read by another one in the same nest
// FLAGS: -lm
// Loops that look like the search for an extremum's place, and are something else: a break, a place that does not hold the index, others that set it,
// an element that is not the place's, changes beside.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double g[300], h[300];
#pragma dist distribute [block] :: g, h
static int place;
static volatile int limit = 300;

static void note(int *at) { *at += 0; }

static double counted(double x)
{
	static int calls;
	place = ++calls;
	return x;
}

int main(void)
{
	for (int i = 0; i < 300; i++) g[i] = (i * 37) % 101, h[i] = (i * 53) % 97;
	int a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, k = 0, m = 0, q = 0;
	unsigned char small = 0;
	for (int i = 1; i < 300; i++) {
		if (g[i] > 99) break;
		if (g[i] > g[a]) a = i;
	}
	for (int i = 1; i < 300; i++)
		if (g[i] >= g[small]) small = i;
	for (int i = 1; i < 300; i++)
		if (g[i] > g[b]) b = i + 1 < 300 ? i + 1 : i;
	for (int i = 1; i < 300; i++)
		if (g[i] > h[c]) c = i;
	for (int i = 1; i < 300; i++)
		if (g[i] > g[d]) d = i, h[i] = 0;
	for (int i = 1; i < 300; i++)
		if (h[i] > 10 && g[i] < g[e]) e = i;
	for (int i = 1; i < 300; i++)
		if (g[i] > g[f])
			f = i;
		else
			f = f ? f - 1 : 0;
	for (int i = 1; i < 300; i++)
		if (g[i] - g[k] > g[k] - g[i]) k = i;
	for (int i = 1; i < 300 - k; i++)
		if (g[i] > g[k]) k = i;
	for (int i = 1; i < limit; i++)
		if (g[i] > g[m]) m = i;
	for (int i = 1; i < 300; i++)
		if (counted(g[i]) > counted(g[q])) q = i;
	note(&q);
	printf("%d %d %d %d %d %d %d %d %d %d %d\n", a, small, b, c, d, e, f, k, m, q, place);
	// Columns that end at the diagonal, and a place of one loop only.
	int pi = 1, pj = 0, row = 0;
	for (int i = 0; i < 17; i++)
		for (int j = 0; j < i; j++)
			if (g[i * 17 + j] > g[pi * 17 + pj]) pi = i, pj = j;
	for (int i = 0; i < 17; i++)
		for (int j = 0; j < 17; j++)
			if (g[i * 17 + j] > g[row * 17 + j]) row = i;
	for (place = 0, k = 1; k < 300; k++)
		if (h[k] > h[place]) place = k;
	printf("%d %d %d %d\n", pi, pj, row, place);
	return 0;
}
