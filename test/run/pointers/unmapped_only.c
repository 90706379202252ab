// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// STDIN: 5 3 9 -2 end\nsecond line\n
// STDERR: compare
// No directives at all: printed once, read once, files written once.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point {
	double x, y;
};

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void)
{
	int v[10], n = 0;
	struct point p = {1, 2};
	char *line = NULL;
	size_t size = 0;
	while (n < 10 && scanf("%d", &v[n]) == 1) n++;
	qsort(v, n, sizeof *v, compare);
	for (int i = 0; i < n; i++) printf("%d ", v[i]);
	puts("");
	if (getline(&line, &size, stdin) > 0 && getline(&line, &size, stdin) > 0) fputs(line, stdout);
	free(line);
	FILE *file = fopen("points", "ab");
	fwrite(&p, sizeof p, 1, file);
	fclose(file);
	setvbuf(stdout, NULL, _IONBF, 0);
	printf("%s\n", getenv("NOT_THERE") ? "set" : "not set");
	fputs("to standard error\n", stderr);
	if (!fopen("not/there", "r")) perror("message");
	return n;
}
