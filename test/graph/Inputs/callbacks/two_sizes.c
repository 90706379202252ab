// A phase of n * n and one of m * m: which of them dominates depends on the parameters. A triangle: rows that cost more
// than others. A loop of which the program itself says what it costs.
#include <hpcc/callbacks.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 400
static double a[MOST][MOST], b[MOST][MOST], c[MOST][MOST], d[MOST];
#pragma dist distribute[block][*] ::a, b, c
#pragma dist distribute d[block]
static int first[MOST + 1], column[MOST * 4];

// As many as there are entries in the rows, of which the table tells; twice: a multiplication and an addition.
void entries(const long *par, const hpcc_range *own, double *n)
{
	(void)par;
	if (!own) return;
	long lo = own->lo < 0 ? 0 : own->lo, hi = own->hi >= MOST ? MOST - 1 : own->hi;
	if (lo > hi) return;
	n[HPCC_FADD] += first[hi + 1] - first[lo];
	n[HPCC_FMUL] += first[hi + 1] - first[lo];
}
double rows(const long *par)
{
	(void)par;
	return MOST;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40, m = argc > 2 ? atoi(argv[2]) : 50;
	for (int i = 0; i < MOST; i++) first[i + 1] = first[i] + 1 + i % 3;
	for (int t = 0; t < 3; t++) {
		for (int i = 0; i < n; i++)
			for (int j = 1; j < n; j++) a[i][j] += 0.5 * a[i][j - 1];
		for (int i = 1; i < m; i++)
			for (int j = 0; j < m; j++) b[i][j] = b[i][j] + 0.5 * c[i - 1][j];
		for (int i = 0; i < n; i++)
			for (int j = 0; j <= i; j++) c[i][j] *= 0.5;
#pragma dist callback(comp_complexity : entries, numPDUs : rows)
		for (int i = 0; i < MOST; i++) {
			double s = 0;
			for (int k = first[i]; k < first[i + 1]; k++) s += 0.5 * column[k];
			d[i] = s;
		}
		printf("step %d\n", t);
	}
	printf("%g\n", a[n / 2][n / 2] + b[m / 2][m / 2] + c[n / 2][0] + d[3]);
}
