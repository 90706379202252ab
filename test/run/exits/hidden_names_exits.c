// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 2
// BY-ALL: 16 "for (int i = 0; i < N; i++) int t = v[i];": the body leaves the nest
// Ways out of a nest, values that are set last and sums where names are hidden by others of the same name.
#include <stdio.h>
#define N 20
#define M 6
static int a[N][M], v[N];
#pragma dist distribute a[block][*]
#pragma dist distribute v[block]
static int find(int x)
{
	for (int i = 0; i < N; i++) {
		int t = v[i];
		for (int i = 0; i < M; i++) {
			if (a[t][i] == x) {
				int r = t * 100 + i;
				return r;
			}
		}
	}
	return -1;
}
static int find2(int x)
{
	int t = 5;
	for (int i = 0; i < N; i++) {
		if (v[i] == x) {
			int t = i * 2;
			{
				int t = i + 3;
				return t;
			}
		}
	}
	return t;
}
// A variable of the iteration has the name of the loop's.
static double find4(double x)
{
	for (int i = 0; i < N; i++) {
		double k = v[i] * 2;
		v[i] += 1;
		{
			double i = k * 3;
			if (i > x) return i + k;
		}
	}
	return -1;
}
static int find3(int x, int *where)
{
	int n = 0, k = 9;
	for (int i = 0; i < N; i++) {
		int k = v[i];
		if (k == x) {
			int n = k + i;
			*where = n;
			return k;
		}
	}
	return k + n;
}
static int count(int x)
{
	int s = 0;
	for (int i = 0; i < N; i++) {
		int s_ = v[i];
		{
			int s = s_ * 2;
			if (s > x) continue;
			s_ += s;
		}
		s += s_;
	}
	return s;
}
static int largest(void)
{
	int best = -1, at = -1;
	for (int i = 0; i < N; i++) {
		int at_ = v[i];
		for (int j = 0, i = at_; j < M; j++)
			if (a[i][j] > best) {
				best = a[i][j];
				at = i * M + j;
			}
	}
	return at;
}
static int last(void)
{
	int k = -1;
	for (int i = 0; i < N; i++) {
		int q = i;
		{
			int i = v[q];
			if (i % 3 == 0) k = q;
		}
		v[q] += 0;
	}
	return k;
}
static int ctr(int n)
{
	int k = 0;
	for (int i = 0; i < n; i++) {
		v[i] = k % N;
		k += 3;
		{
			int k = i;
			v[i] += k - i;
		}
	}
	return k;
}
static double mx(void)
{
	double m = -1;
	for (int i = 0; i < N; i++) {
		double x = v[i];
		{
			double m = x * 2;
			x = m;
		}
		if (x > m) m = x;
	}
	return m;
}
int main(void)
{
	int w = 0;
	for (int i = 0; i < N; i++) {
		v[i] = (i * 7) % N;
		for (int j = 0; j < M; j++) a[i][j] = (i * 11 + j * 5) % 97;
	}
	printf("%d %d %d %d", find(50), find(1000), find2(3), find2(99));
	printf(" %d", find3(11, &w));
	printf(" %d %d\n", w, find3(77, &w));
	printf("%d %d %d %d %g\n", count(20), largest(), last(), ctr(N), mx());
	for (int i = 0; i < N; i++) printf("%d ", v[i]);
	for (int i = 0; i < N; i++) {
		int i2 = i;
		for (int i = 0; i < M; i++) {
			if (a[i2][i] == 33) goto done;
			a[i2][i] = 0;
		}
	}
done:
	for (int i = 0; i < N; i++) printf("%d ", a[i][3]);
	printf("%g %g\n", find4(9), find4(1e9));
	for (int i = 0; i < N; i++) printf("%d ", v[i]);
	return 0;
}
