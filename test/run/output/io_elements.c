// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// STDIN: 7 5\n1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n1 1 1 1 1\n2 2 2 2 2\n3 3 3 3 3\n9 8 7 6 5\nend here\n
// scanf into elements, fwrite and fread of arrays, rows and parts of rows, of arrays that are split by rows and by columns.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void)
{
	int n, m;
	if (scanf("%d %d", &n, &m) != 2) return 1;
	double(*a)[m] = malloc(n * sizeof *a);
#pragma dist distribute a[block][*]
	double(*c)[m] = malloc(n * sizeof *c);
#pragma dist distribute c[*][block]
	float *v = malloc(n * sizeof *v);
#pragma dist array v[n]
#pragma dist distribute v[block]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			if (fscanf(stdin, "%lf", &a[i][j]) != 1) {
				fprintf(stderr, "bad\n");
				return 2;
			}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) c[i][j] = a[i][j] * 2;
	char word[20];
	scanf("%19s", word);
	printf("<%s>\n", word);
	FILE *f = fopen("data.bin", "wb");
	fwrite(&n, sizeof n, 1, f);
	fwrite(a, sizeof **a, n * m, f);
	for (int i = 0; i < n; i++) fwrite(c[i], sizeof(double), m, f);
	for (int i = 0; i < n; i++) fwrite(&c[i][1], sizeof(double), 2, f);
	printf("%ld\n", ftell(f));
	fclose(f);
	memset(a, 0, n * sizeof *a);
	f = fopen("data.bin", "rb");
	int q;
	if (fread(&q, sizeof q, 1, f) != 1 || q != n) return 3;
	for (int i = 0; i < n; i++)
		if (fread(a[i], sizeof(double), m, f) != (size_t)m) return 4;
	if (fread(c, sizeof(double) * m, n, f) != (size_t)n) return 5;
	fseek(f, -16, SEEK_END);
	if (fread(c[2] + 2, sizeof(double), 2, f) != 2) return 6;
	if (fread(c[3], sizeof(double), 2, f) != 0 || !feof(f)) return 7;
	fclose(f);
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++) printf("%g %g ", a[i][j], c[i][j]);
		printf("\n");
	}
	f = fopen("v.txt", "w+");
	for (int i = 0; i < n; i++) fprintf(f, "%d:%g\n", i, a[i][0]);
	rewind(f);
	int k, got;
	while ((got = fscanf(f, "%d:", &k)) == 1 && fscanf(f, "%f", &v[k]) == 1);
	printf("%d\n", got);
	fclose(f);
	for (int i = 0; i < n; i++) printf("%g ", v[i]);
	printf("\n");
	char line[100];
	while (fgets(line, sizeof line, stdin)) printf("[%s]", line);
	free(a);
	free(c);
	free(v);
	return 0;
}
