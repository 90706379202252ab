// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 12
// BY-ALL: 50 "for (int i = 0; i < N; i++) h = h * 31 + v[i] * 3 + w[i];": a value of 'h' that one process sets is
//              read by another one in the same nest
// Variables, loop variables too, that others of the same name hide in parts of a nest.
#include <stdio.h>
#define N 20
#define M 6
static int a[N][M], v[N], w[N];
#pragma dist distribute a[block][*]
#pragma dist distribute[block] ::v, w
static void show(const char *s)
{
	long h = 0;
	for (int i = 0; i < N; i++) {
		h = h * 31 + v[i] * 3 + w[i];
		for (int j = 0; j < M; j++) h = (h * 7 + a[i][j]) % 1000000007;
	}
	printf("%s %ld\n", s, h);
}
int main(void)
{
	int n = N, m = M, t = 1000, i = 77, k = 5;
	for (int i = 0; i < n; i++) {
		int n = 3;
		for (int j = 0; j < n; j++) a[i][j] = i * 10 + j;
		v[i] = n;
		w[i] = -n;
	}
	show("inner n");
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) {
			int i = j * 2;
			v[i] += j;
		}
	show("shadowed i");
	for (int i = 0; i < N; i++) {
		v[i]++;
		for (int i = 2; i < M; i++) w[i] += 2;
	}
	show("both i");
	for (int i = 0; i < N; i++) {
		int q = i;
		{
			int i = N - 1 - q;
			w[i] = q;
			v[q] -= i;
		}
		v[i] += 1;
	}
	show("block i");
	for (int i = 0; i < N; i++) {
		int v[3] = {i, 1, 2};
		w[i] += v[0] + v[1];
		{
			extern int outside_of_it;
			w[i] += outside_of_it;
		}
	}
	show("local v");
	for (int i = 1; i < N; i++) {
		int t = v[i] * 2;
		if (t > 30 && w[i] > 8) {
			k = t;
			break;
		}
	}
	printf("%d %d\n", t, k);
	int pos = -1;
	for (int i = 0; i < N; i++) {
		int m = a[i][1];
		{
			int t = m + 1;
			if (t == 112) {
				int k = t;
				pos = i + k;
				goto out;
			}
		}
	}
out:
	printf("%d %d %d %d\n", pos, k, m, i);
	for (int i = 0; i < N; i++) {
		int sum = 0;
		for (int k = 0; k < M; k++) {
			int t = a[i][k];
			sum += t;
		}
		v[i] = sum + k;
	}
	show("k");
	for (int j = 0, i = 3; j < M; j++) {
		for (int n = i; n < N; n++) a[n][j] += n - i;
		int i = j;
		w[i] = i + 5;
	}
	show("n as var");
	{
		int N_ = 4, w = 2;
		for (int i = 0; i < N_ * w; i++) v[i] = w;
	}
	{
		int(*b)[M] = a + 2, *a = b[1];
		for (int j = 0; j < M; j++) a[j] = j * 100;
		for (int i = 0; i < 3; i++) b[i][0] = a[i];
	}
	show("a");
	for (int i = 0; i < N; i++) {
		struct {
			int v, w;
		} s = {i, 2 * i};
		v[i] = s.v + s.w;
		for (int v = 0; v < 2; v++) w[i] += v;
	}
	for (int v = 0; v < N; v++) {
		w[v] -= v;
	}
	show("member");
	for (int i = 0; i < N; i++) {
		enum { n = 4 };
		typedef int t;
		t x = n;
		v[i] += x;
	}
	show("enum");
	for (unsigned i = 0; i < N; i++) {
		long i_ = i;
		for (unsigned i = i_; i < N; i++)
			if (i == 7) v[i_] += 3;
	}
	show("last");
	return 0;
}
int outside_of_it = 9;
