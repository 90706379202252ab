// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 1001
// ARGS: 20
// COUNTS: 2 4
// RESIDENT: procs=4 args="1600" below_mb=42
// An array that one call of fwrite puts out, of which each process owns a block: it is gathered a few megabytes at a
// time, in the middle of rows and elements, and no process ever has all of it. To a stream and to standard output, by
// bytes and as one element; what is returned.
#include <stdio.h>
#include <stdlib.h>

struct pair {
	double a;
	float b[3];
};

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 16;
	double (*u)[n] = malloc(n * sizeof *u);
#pragma dist array u[n][n]
#pragma dist distribute u[block][block]
	struct pair *p = malloc(n * 100 * sizeof *p);
#pragma dist distribute p[block]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) u[i][j] = i * 3 % 17 + j * 5 % 13;
	for (int i = 0; i < n * 100; i++) {
		p[i].a = i % 100;
		for (int k = 0; k < 3; k++) p[i].b[k] = i % 10 + k;
	}
	FILE *f = fopen("u.out", "wb");
	unsigned long some = fwrite(u, sizeof(double), (size_t)n * n, f);
	some = some * 10 + fwrite(&u[1][2], sizeof(double), (size_t)n * (n - 2), f);
	some = some * 10 + fwrite(p, 1, n * 100 * sizeof *p - 5, f);
	some = some * 10 + fwrite(p, n * 100 * sizeof *p, 1, f);
	some = some * 10 + fwrite(u, 0, (size_t)n * n, f);
	fclose(f);
	fwrite(u, sizeof *u, 3, stdout);
	fwrite(p, sizeof *p, 70000 < n * 100 ? 70000 : n * 100, stdout);
	for (int i = 1; i < n; i++) u[i][i] += i;
	f = fopen("u.out", "rb");
	some = some * 10 + fwrite(u, sizeof(double), 10, f);
	fclose(f);
	printf("%lu %g %g\n", some, u[n - 1][n - 1], p[n].a);
	return 0;
}
