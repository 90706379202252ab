// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// STDIN: 5 3\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\nhello\n
// Standard input, standard output and files: read once, written once, seen by all processes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	int n, m;
	char word[32], line[64];
	if (scanf("%d %d", &n, &m) != 2) return 9;
	double a[n][m];
#pragma dist distribute a[block][*]
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			if (scanf("%lf", &a[i][j]) != 1) return 8;
	if (scanf("%31s", word) != 1) return 7;
	printf("read %d x %d and \"%s\"\n", n, m, word);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i][j] *= 2;
	FILE *file = fopen("out.txt", "w");
	if (!file) return 6;
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++) fprintf(file, "%g ", a[i][j]);
		fputc('\n', file);
	}
	fclose(file);
	file = fopen("out.txt", "r");
	double sum = 0, value;
	while (fscanf(file, "%lf", &value) == 1) sum += value;
	rewind(file);
	while (fgets(line, sizeof line, file)) printf("%zu %s", strlen(line), line);
	fclose(file);
	printf("%g\n", sum);
	if (fopen("not/there", "r") == NULL) puts("no such file");
	char text[20];
	snprintf(text, sizeof text, "%g", a[n - 1][m - 1]);
	puts(text);
	fprintf(stderr, "last %g\n", a[n - 1][m - 1]);
	remove("out.txt");
	file = fopen("result.bin", "wb");
	for (int i = 0; i < n; i++) fwrite(a[i], sizeof(double), m, file);
	fclose(file);
	fflush(stdout);
	return 0;
}
