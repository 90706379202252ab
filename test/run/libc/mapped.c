// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// The C library's functions on mapped memory: what they read is brought, what they store goes to the owners.
// STDIN: 1.5 -2 3e1 4 5 6 7 8 9 10 11 12 a word 77 text
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { N = 12, ROWS = 5, LENGTH = 8 };

static double v[N];
static int k[N], m[N][4];
static char text[ROWS][LENGTH];
#pragma dist distribute [block] :: v, k
#pragma dist distribute [block][*] :: m, text

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static double sum(void)
{
	double s = 0;
	for (int i = 0; i < N; i++) s += v[i] * (i + 1);
	return s;
}

int main(void)
{
	for (int i = 0; i < N; i++) printf("%d", scanf("%lf", &v[i]));
	printf(" %g\n", sum());
	int n = scanf("%7s %7s %d", text[1], text[4], &k[7]);
	printf("%d <%s> <%8s> <%.2s> %d\n", n, text[1], text[4], text[4], k[7]);
	printf("%s", fgets(text[2], LENGTH, stdin));
	puts(text[2]);
	fputs(text[1], stdout);
	FILE *file = fopen("data", "w+");
	printf("\n%zu\n", fwrite(v, sizeof *v, N, file));
	rewind(file);
	memset(v, 0, sizeof v);
	printf("%g\n", sum());
	printf("%zu\n", fread(v + 1, sizeof *v, N - 1, file));
	printf("%g\n", sum());
	fclose(file);
	int fd = open("data", O_RDWR);
	printf("%zd\n", read(fd, v, sizeof v));
	printf("%g\n", sum());
	printf("%zd\n", pwrite(fd, v + 3, 2 * sizeof *v, 0));
	printf("%zd\n", pread(fd, v, sizeof v, 0));
	printf("%g\n", sum());
	close(fd);
	for (int i = 0; i < N; i++) k[i] = i * 7 % 13;
	qsort(k, N, sizeof *k, ascending);
	for (int i = 0; i < N; i++) printf("%d ", k[i]);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < 4; j++) m[i][j] = i + j;
	qsort(m[3], 8, sizeof(int), ascending);
	for (int j = 0; j < 4; j++) printf("%d %d ", m[3][j], m[4][j]);
	printf("\n%d\n", sscanf("8 9", "%d %d", &m[0][1], &m[11][3]));
	printf("%d %d\n", m[0][1], m[11][3]);
	return 0;
}
