// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 10 "for (int i = 0; i < N; i++) switch (kind[i]) {": a value of 'x' that one process sets is read by
//              another one in the same nest
// MAX-SLOW: 1
//
// switch in nests and in functions that they call, which may have tables. Only the first nest has a value that one case leaves to another.
#include <stdio.h>

#define N 40
static double a[N], b[N], rows[N][4];
static int kind[N];
#pragma dist distribute[block] ::a, b, kind
#pragma dist distribute rows[block][*]

static double choose(const double *x, int k)
{
	static const double factor[2][2] = {{1, 2}, {3, 4}};
	static double by = 0.5;
	switch (k) {
	case 0: return x[0] * factor[0][1];
	case 1: return x[1] + by * x[2];
	default: return x[3] * factor[1][k & 1];
	}
}

static void set(double *x, int k)
{
	switch (k & 1) {
	case 0: x[0] = 1; break;
	case 1:
		for (int j = 1; j < 3; j++) {
			if (j == k % 5) break;
			x[j] = j;
		}
		x[2] += 3;
		break;
	}
	x[3] = k;
}

static void leave_to_others(void)
{
	double x = 0;
	for (int i = 0; i < N; i++) {
		switch (kind[i]) {
		case 0: x = a[i]; break;
		case 1: b[i] = x; break;
		}
	}
}

int main(void)
{
	double x = 0, y = 0;
	int k = 0, others = 0;
	for (int i = 0; i < N; i++) a[i] = i, kind[i] = i % 3;
	leave_to_others();
	for (int i = 0; i < N; i++) {
		switch (kind[i]) {
		case 0: continue;
		case 1: break;
		default: others++;
		}
		y = a[i];
	}
	for (int i = 0; i < N; i++) {
		double z;
		switch (kind[i]) {
		case 0: z = a[i]; break;
		case 1: z = 5; // fallthrough
		default: z = 2 * a[i]; break;
		}
		a[i] = z;
		switch (i % 4) {
		case 1: b[i] += 1; // fallthrough
		case 2:
			if (b[i] > 7) break;
			b[i] += 2;
			break;
		case 3: continue;
		}
		x = a[i];
		b[i] += x;
	}
	for (int i = 0; i < N; i++) set(rows[i], i);
	for (int i = 1; i < N; i++) b[i] += choose(rows[i - 1], kind[i]);
	for (int i = 0; i < N; i++) {
		switch (kind[i]) {
		case 2: continue;
		}
		k++;
	}
	double s = 0;
	for (int i = 0; i < N; i++) s += b[i] * i + a[i];
	printf("%g %g %g %d %d\n", s, x, y, k, others);
	return 0;
}
