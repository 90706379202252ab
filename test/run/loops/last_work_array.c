// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 0
// PER-STEP: procs=2 from="1" to="3" messages=1,1 bytes=504,504 collectives=5
// RUN: %hpcc -fdist -Rdist=summary %s -o %t 2>&1 | %FileCheck %s
//
// A work array of which every iteration sets all is needed after the loop: what the last iteration left in it, which is
// known by one process. Parts of all processes are not joined, as what the functions set and read of it is not known.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 131
#define M 65

static double u[N][M], v[N][M];
#pragma dist distribute [block][*] :: u, v

/* The k-th of n values, in place. */
static double kth(int n, double a[], int k)
{
	int left = 1, right = n;
	while (left < right) {
		double x = a[k - 1];
		int i = left, j = right;
		do {
			while (a[i - 1] < x) i++;
			while (x < a[j - 1]) j--;
			if (i <= j) {
				double t = a[i - 1];
				a[i - 1] = a[j - 1];
				a[j - 1] = t;
				i++;
				j--;
			}
		} while (i <= j);
		if (j < k) left = i;
		if (k < i) right = j;
	}
	return a[k - 1];
}

static double until_negative(const double *p)
{
	double s = 0;
	int k = 0;
	while (p[k] >= 0) s += p[k++];
	return s;
}

int main(int argc, char **argv)
{
	int steps = argc > 1 ? atoi(argv[1]) : 2;
	double p[5], q[4], r[2][3], sum = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++) u[i][j] = (i * 7919 + j * 31) % 257, v[i][j] = 0;
	for (int t = 0; t < steps; t++) {
		// CHECK: :[[@LINE+1]]:3: remark: split along dimension 0 of 'v'; sent each time: 1 row from below and 1 row from above of 'u', the last value of 'p'
		for (int i = 1; i < N - 1; i++)
			for (int j = 1; j < M - 1; j++) {
				p[0] = u[i - 1][j];
				p[1] = u[i + 1][j];
				p[2] = u[i][j + 1];
				p[3] = u[i][j - 1];
				p[4] = u[i][j];
				v[i][j] = kth(5, p, 3);
			}
		p[0] = u[0][1];
		p[1] = u[1][0];
		v[0][0] = kth(3, p, 2); // p[2] is of the last iteration
		sum += p[3] + p[4];
		// CHECK: :[[@LINE+1]]:3: remark: split along dimension 0 of 'u'; sent each time: the last value of 'q'
		for (int i = N - 1; i >= 0; i--) {
			for (int k = 0; k < 3; k++) q[k] = u[i][k] + t;
			q[3] = -1;
			v[i][1] += until_negative(q);
		}
		for (int k = 0; k < 4; k++) sum += k * q[k];
		// CHECK: :[[@LINE+1]]:3: remark: split along dimension 0 of 'v'; sent each time: the last value of 'r'
		for (int i = 0; i < N; i++) {
			for (int a = 0; a < 2; a++)
				for (int b = 0; b < 3; b++) r[a][b] = v[i][a] * (b + 1);
			if (v[i][3] > 100) r[0][1] = 5;
			v[i][2] = r[0][1] + r[1][(i + t) % 3];
		}
		for (int a = 0; a < 2; a++)
			for (int b = 0; b < 3; b++) sum += (a + b) * r[a][b];
		for (int i = 0; i < N; i++)
			for (int j = 0; j < M; j++) u[i][j] = .5 * (u[i][j] + v[i][j]);
	}
	printf("%.12g\n", sum);
	for (int i = 0; i < N; i++) sum += v[i][i % M] * i;
	printf("%.12g\n", sum);
	return 0;
}
