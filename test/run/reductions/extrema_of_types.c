// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 52 "for (int i = 0; i < N; i++) if (l[i] < same) same = (int)l[i];": a value of 'same' that one process
//              sets is read by another one in the same nest
//            "for (int i = 0; i < N; i++) if (f[i] + 16777212.0f > kept)...": a value of 'kept' that
//              one process sets is read by another one in the same nest
//            "for (int i = 0; i < N; i++) if ((int)d[i] > wide) wide = d[i];": a value of 'wide' that
//              one process sets is read by another one in the same nest
//            "for (int i = 0; i < N; i++) if ((unsigned)a[i] > other) oth...": a value of 'other' that
//              one process sets is read by another one in the same nest
// MAX-SLOW: 11
// Extrema of one type in a variable of another one: those that compare and keep the same numbers are found in parts, others, where an int is compared as
// unsigned, or what is kept is cut off, in the program's order.
#include <math.h>
#include <stdio.h>
#define N 50
#define MAX(a, b) ((a) > (b) ? (a) : (b))
static int a[N];
static unsigned u[N];
static float f[N];
static double d[N];
static long l[N];
static unsigned char p[N];
#pragma dist distribute a[block]
#pragma dist align [i] with a[i] :: u, f, d, l, p

static void in_parts(void)
{
	unsigned least = 7, most = 0;
	int floor = 0, called = -3, chosen = -2;
	float rounded = 0;
	double wide = -1;
	unsigned char bytes = 0;
	long longest = -3;
	for (int i = 0; i < N; i++)
		if (a[i] < least) least = a[i];
	for (int i = 0; i < N; i++)
		if (a[i] > most) most = a[i];
	for (int i = 0; i < N; i++)
		if (d[i] > floor) floor = d[i];
	for (int i = 0; i < N; i++)
		if (d[i] > rounded) rounded = d[i];
	for (int i = 0; i < N; i++) wide = MAX(wide, f[i]);
	for (int i = 0; i < N; i++) bytes = MAX(bytes, p[i]);
	for (int i = 0; i < N; i++) longest = a[i] > longest ? a[i] : longest;
	for (int i = 0; i < N; i++) called = fmax(called, d[i]);
	for (int i = 0; i < N; i++) chosen = MAX(MAX(chosen, p[i]), (int)f[i]);
	printf("%u %u %d %.9g %.17g %d %ld %d %d\n", least, most, floor, rounded, wide, bytes, longest, called, chosen);
}

// What is kept has fewer bits than its type.
static void in_bits(void)
{
	struct {
		unsigned most : 3;
		int other : 4;
	} s = {0, 0};
	for (int i = 0; i < N; i++)
		if (u[i] > s.most) s.most = u[i];
	for (int i = 0; i < N; i++) s.other = a[i] > s.other ? a[i] : s.other;
	printf("%d %d\n", s.most, s.other);
}

static void in_order(void)
{
	int most = -1, other = -5, least = 3, same = 3, kept = 16777219;
	unsigned m = 0;
	double wide = 0, narrow = 16777217;
	unsigned char cut = 0;
	for (int i = 0; i < N; i++)
		if (u[i] > most) most = u[i];
	for (int i = 0; i < N; i++)
		if ((unsigned)a[i] > other) other = a[i];
	for (int i = 0; i < N; i++) least = u[i] < least ? u[i] : least;
	for (int i = 0; i < N; i++) m = a[i] > (int)m ? a[i] : m;
	for (int i = 0; i < N; i++)
		if ((int)d[i] > wide) wide = d[i];
	for (int i = 0; i < N; i++) cut = a[i] * 100 > cut ? a[i] * 100 : cut;
	for (int i = 0; i < N; i++)
		if (f[i] + 16777212.0f > kept) kept = f[i] + 16777212.0f;
	for (int i = 0; i < N; i++) narrow = fmaxf(narrow, f[i]);
	for (int i = 0; i < N; i++)
		if (l[i] < same) same = (int)l[i];
	printf("%d %d %d %u %.17g %d %d %.17g %d\n", most, other, least, m, wide, cut, kept, narrow, same);
}

int main(void)
{
	for (int i = 0; i < N; i++) {
		int x = (i * 37) % 23 - 11;
		a[i] = x, u[i] = x, f[i] = x * 0.7f, d[i] = x * 0.7001 + (i % 3) * 0.1;
		l[i] = x + (i % 7 == 3 ? 1L << 33 : 0), p[i] = x;
	}
	in_parts();
	in_order();
	in_bits();
	return 0;
}
