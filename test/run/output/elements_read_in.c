// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 64
// PER-STEP: procs=2 from="64" to="128" messages=0,0 collectives=0
// Elements of a mapped array are read from a file one by one: a message for each buffer that is read, not for each element.
#include <stdio.h>
#include <stdlib.h>

enum { N = 130 };

static float a[N];
#pragma dist distribute a[block]

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : N, got = 0;
	double sum = 0;
	FILE *f = fopen("elements", "wb+");
	if (!f) return 1;
	for (int i = 0; i < n; i++) {
		float x = (float)i / 3;
		fwrite(&x, sizeof x, 1, f);
	}
	fputc(1, f), fputc(2, f);
	rewind(f);
	for (int i = 0; i < n; i++) got += (int)fread(a + i, sizeof *a, 1, f);
	if (n < N) got += (int)fread(a + n, sizeof *a, 1, f); // of which two bytes are there
	fclose(f);
	for (int i = 0; i < N; i++) sum += a[i] * (i + 1);
	printf("%d %.9g\n", got, sum);
	return remove("elements");
}
