// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %compare --check %s
// ARGS: 20 3
// ARGS: 3 1
// PER-STEP: procs=4 from="40 10" to="40 20" messages=0,0,0,0 bytes=0,0,0,0 collectives=0
// Rows of mapped arrays are sorted by the processes that own them: all of a row, and what follows an element of it,
// also in a function that gets the row. What the comparison reads is then here, and is asked of nobody.
#include <stdio.h>
#include <stdlib.h>

#define M 7

typedef struct item {
	int key, value;
} item;

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static int by_key(const void *a, const void *b)
{
	const item *x = a, *y = b;
	return x->key != y->key ? x->key - y->key : x->value - y->value;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (y > x) - (y < x);
}

static void sort(double *row, int m) { qsort(row, (size_t)m, sizeof *row, by_size); }

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 20, steps = argc > 2 ? atoi(argv[2]) : 1;
	double(*c)[M] = malloc(sizeof(double[n][M])), (*v)[M] = malloc(sizeof(double[n][M]));
	item(*items)[M] = malloc(sizeof(item[n][M]));
#pragma dist distribute [block][*] :: c, v, items
	for (int i = 0; i < n; i++)
		for (int k = 0; k < M; k++) {
			v[i][k] = 0;
			items[i][k].key = (i + 3 * k) % 5, items[i][k].value = k;
		}
	for (int t = 0; t < steps; t++) {
		for (int i = 0; i < n; i++) {
			for (int k = 0; k < M; k++) c[i][k] = (i * 7 + k * 13 + t * 5) % 31;
			qsort(c[i], M, sizeof c[i][0], by_value);
			for (int k = 0; k < M; k++) v[i][k] += 1 / (c[i][k] + 1);
		}
		for (int i = 0; i < n; i++) qsort(&v[i][1], M - 1, sizeof(double), by_value);
		for (int i = 0; i < n; i++) {
			items[i][t % M].key = (items[i][t % M].key * 3 + t) % 11;
			qsort(items[i], M, sizeof(item), by_key);
		}
	}
	for (int i = 0; i < n; i++) sort(c[i], M);
	double sum = c[n / 2][1] - c[n - 1][2];
	qsort(c[1], M, sizeof c[1][0], by_value);
	sum += c[1][M - 1];
	long order = 0;
	for (int i = 0; i < n; i++)
		for (int k = 0; k < M; k++) {
			sum += v[i][k] * (k + 1) + c[i][k] * k;
			order += items[i][k].key * k + items[i][k].value * k * k;
		}
	printf("%.10g %ld\n", sum, order);
	free(c), free(v), free(items);
	return 0;
}
