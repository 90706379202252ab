// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// MAX-SLOW: 4
// BY-ALL: 48 "for (int c = 0; c < n * m; c++) int i = c / k, j = c % k;": the subscripts of 'p[i * k + j]' on the
//              left are not affine
//            "for (int c = 0; c < n * m; c++) int i = c / n, j = c % n;": the subscripts of 'p[j * m +
//              i]' on the left are not affine
//            "for (int c = 0; c < n * m; c++) p[(c + 1) / m * m % (n * m)...": the subscripts of 'p[(c
//              + 1) / m * m % (n * m) + c % m]' on the left are not affine
//            "for (int c = 0; c < n * m; c++) p[c / m * m + c % l % m] += c;": the subscripts of 'p[c /
//              m * m + c % l % m]' on the left are not affine
// ARGS: 12 9 5
// ARGS: 3 4 3
// ARGS: 1 1 1
// Quotients and remainders that do not belong together, are of rows of another length, or below 0: right, if perhaps slow.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12, m = argc > 2 ? atoi(argv[2]) : 9, l = argc > 3 ? atoi(argv[3]) : 5;
	double *p;
#pragma dist array p[n][m]
#pragma dist distribute p[block][*]
	p = malloc((size_t)n * m * sizeof *p);
	for (int c = 0; c < n * m; c++) p[c] = c % 7;
	for (int c = 0; c < n * m; c++) p[c / m * m + c % l % m] += c;
	for (int c = 0; c < n * m; c++) p[(c + 1) / m * m % (n * m) + c % m] += 1;
	for (int c = 0; c < n * m; c++) {
		int i = c / n, j = c % n;
		p[j * m + i] += 0.5 * i;
	}
	for (int c = 0; c < n * m; c++) {
		int i = c / l, j = c % l;
		p[i * l + j] *= 2;
	}
	for (int c = 1 - n * m; c <= 0; c++) {
		int i = c / m, j = c % m;
		p[-(i * m + j)] += i + 2 * j;
	}
	for (unsigned c = 0; c < (unsigned)(n * m); c++) {
		unsigned i = c / (unsigned)m, j = c % (unsigned)m;
		p[i * (unsigned)m + j] += i - j + 0u;
	}
	int k = m;
	for (int c = 0; c < n * m; c++) {
		int i = c / k, j = c % k;
		p[i * k + j] += j;
		if (c == n) k = l;
	}
	for (int c = 0; c < n * m; c++) printf("%.10g ", p[c]);
	printf("\n");
	free(p);
	return 0;
}
