// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 16 "for (int i = 0; i < 240; i++) d += i * copy[i];": nothing in it is split
//            "a[i][0] += q[0] + q[1];": elements are set one by one
// Memory without a mapping that a distributed loop writes through pointers which move from iteration to iteration.
#include <stdio.h>
#include <stdlib.h>

static double a[40][6];
#pragma dist distribute a[block][*]
int *counts;

int main(void)
{
	counts = malloc(40 * 4 * sizeof *counts);
	double *copy = malloc(40 * 6 * sizeof *copy), *work = malloc(6 * sizeof *work), *sum = calloc(6, sizeof *sum);
	for (int i = 0; i < 40; i++)
		for (int j = 0; j < 6; j++) a[i][j] = i + j;
	for (int i = 0; i < 40; i++) {
		int *q = counts + 4 * i;
		q[0] = i;
		q[1] = 2 * i;
		q[2] = q[3] = 3;
		a[i][0] += q[0] + q[1];
	}
	for (int i = 0; i < 40; i++) {
		double *row = copy + i * 6;
		for (int j = 0; j < 6; j++) row[j] = a[i][j];
	}
	for (int i = 0; i < 40; i++) {
		for (int j = 0; j < 6; j++) work[j] = 2 * a[i][j];
		for (int j = 0; j < 6; j++) a[i][j] = work[5 - j] + 1;
	}
	for (int i = 0; i < 40; i++)
		for (int j = 0; j < 6; j++) sum[j] += a[i][j];
	double total = 0, *to = &total;
	for (int i = 0; i < 40; i++)
		for (int j = 0; j < 6; j++) *to += a[i][j];
	long n = 0;
	double d = 0;
	for (int i = 0; i < 160; i++) n += i * counts[i];
	for (int i = 0; i < 240; i++) d += i * copy[i];
	printf("%ld %g %g %g %g\n", n, d, sum[3], total, a[7][3]);
	return 0;
}
