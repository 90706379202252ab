// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// An elimination over memory without a mapping: the loop over j is distributed where its rows do not overlap, and the
// nest in it stands in both texts of the loop.
#include <stdio.h>
#include <stdlib.h>
void f(float *a, int n)
{
	for (int i = 0; i < n; i++)
		for (int j = i; j < n; j++) {
			float sum = a[i * n + j];
			for (int k = 0; k < i; k++) {
				sum -= a[i * n + k] * a[k * n + j];
			}
			a[i * n + j] = sum;
		}
}
int main(void)
{
	int n = 32;
	float *m = calloc(n * n, sizeof *m);
	for (int i = 0; i < n * n; i++) m[i] = (i * 7 % 13) / 64.f;
	f(m, n);
	double s = 0;
	for (int i = 0; i < n * n; i++) s += m[i];
	printf("%g\n", s);
	return 0;
}
