// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 26 "for (int i = 0; i < N; i++) signs = signs > 3 ? signs + a[i...": a value of 'signs' that one process
//              sets is read by another one in the same nest
//            "for (int i = 0; i < N; i++) through = (float)(a[i] > 0 ? th...": a value of 'through'
//              that one process sets is read by another one in the same nest
//            "for (int i = 0; i < N; i++) cut = a[i] > 0 ? cut + v[i] : cut;": a value of 'cut' that
//              one process sets is read by another one in the same nest
// MAX-SLOW: 3
//
// Sums and counts that a choice leaves as they are in some iterations: s = c ? s + x : s. What is cut off on the way is no sum.
#include <stdio.h>

enum { N = 47 };
static int a[N];
static double v[N];
#pragma dist distribute [block] :: a, v

struct tally {
	long all;
	unsigned char small;
};

int main(void)
{
	for (int i = 0; i < N; i++) a[i] = i * 29 % 17 - 8, v[i] = a[i] * 0.25;
	int zeros = 0, even = 1, odd = 0;
	for (int i = 0; i < N; i++) zeros = a[i] == 0 ? zeros + 1 : zeros;
	for (int i = 0; i < N; i++) even = a[i] % 2 ? even : even + a[i];
	for (int i = 0; i < N; i++) odd = a[i] & 1 ? odd - a[i] : odd + 2;
	struct tally t = {0};
	for (int i = 0; i < N; i++) {
		t.all = a[i] > 2 ? t.all + a[i] : t.all;
		t.small = a[i] < 3 ? t.small + a[i] : t.small;
	}
	double product = 1;
	for (int i = 0; i < N; i++) product = v[i] > 1 ? product * v[i] : v[i] < -1 ? product * 2 : product;
	printf("%d %d %d %ld %d %.9g\n", zeros, even, odd, t.all, t.small, product);
	int cut = 0, signs = 0;
	float narrow = 0;
	double through = 0;
	for (int i = 0; i < N; i++) cut = a[i] > 0 ? cut + v[i] : cut;
	for (int i = 0; i < N; i++) through = (float)(a[i] > 0 ? through + v[i] * 1e-9 : through);
	for (int i = 0; i < N; i++) signs = signs > 3 ? signs + a[i] : signs + 1;
	for (int i = 0; i < N; i++) narrow = a[i] > 0 ? narrow + (float)v[i] : narrow;
	printf("%d %.17g %d %g\n", cut, through, signs, narrow);
	return 0;
}
