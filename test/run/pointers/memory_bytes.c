// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// BY-ALL: 51 "for (int k = 0; k < n * m; k++) sum += ((double *)c.at)[k]...": nothing in it is split
// SOURCES: ../Inputs/memory_bytes.c
// ARGS: 9 7
// ARGS: 2 3
// Mapped memory that helpers know by its bytes, as void * or characters, in this file and in another one that maps nothing.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void clear(char *p, size_t n);
void swap_bytes(void *a, void *b, size_t n);
int differ(const void *a, const void *b, size_t n);

struct buffer {
	size_t bytes;
	unsigned char *at;
};

static void put(struct buffer *b, size_t offset, const void *from, size_t n) { memcpy(b->at + offset, from, n); }

static void *get(void *to, const struct buffer *b, size_t offset, size_t n) { return memcpy(to, b->at + offset, n); }

static void try(int n, int m, double (*a)[m], double (*q)[m])
{
	size_t row = m * sizeof(double), all = n * row;
	double t[3];
	struct buffer b = {all, (unsigned char *)a}, c = {all, malloc(all)};
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) q[i][j] = i * 10 + j;
	put(&b, 0, q, all);
	clear((char *)a + 16, 8);
	swap_bytes(a, q, row);
	printf("%d %d\n", differ(a, q, all), differ(a + 1, q + 1, all - row));
	get(t, &b, 8, sizeof t);
	printf("%g %g %g\n", t[0], t[1], t[2]);
	for (int i = 0; i < n; i++) put(&c, i * row, a[n - 1 - i], row);
	for (int i = 1; i < n; i++) swap_bytes(a[i], a[i - 1], row);
	double sum = 0;
	for (int k = 0; k < n * m; k++) sum += ((double *)c.at)[k] * k;
	printf("%g\n", sum);
	get(q, &c, 0, all);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) printf("%g %g%c", q[i][j], a[i][j], j == m - 1 ? '\n' : ' ');
	free(c.at);
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]);
	double(*a)[m] = malloc(n * sizeof *a), (*b)[m] = malloc(n * sizeof *b), (*c)[m] = malloc(n * sizeof *c),
	(*d)[m] = malloc(n * sizeof *d);
#pragma dist distribute a[block][*], b[block][block], c[*][block], d[block][*]
	try(n, m, a, d);
	try(n, m, b, c);
	try(n, m, c, a);
	return 0;
}
