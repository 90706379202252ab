// Extents of variable arrays that read mapped elements and call functions with mapped arrays: in declarations, in types, in nests.
// RUN: %compare %s
#include <stdio.h>
#include <stdlib.h>

#define N 33

static double weigh(int n, const double *x)
{
	double s = 0;
	for (int i = 0; i < n; i++) s += x[i] * i;
	return s;
}

static int last_of(int n, const double *x) { return (int)x[n - 1]; }

int main(void)
{
	double *b = malloc(N * sizeof *b), *c = malloc(N * sizeof *c);
#pragma dist array b[N], c[N]
#pragma dist distribute [block] :: b, c
	for (int i = 0; i < N; i++) b[i] = i * i % 13, c[i] = 0;
	double v[(int)b[30] + 3], w[2][(int)weigh(N, b) % 7 + 3], (*p)[(int)b[28] + 1] = malloc(3 * sizeof *p);
	typedef double row[(int)b[29] + last_of(N, b)];
	row *q = malloc(sizeof *q);
	printf("%zu %zu %zu %zu %zu\n", sizeof v, sizeof w, sizeof *p, sizeof(row), sizeof *q);
	printf("%zu\n", sizeof(double[(int)weigh(N, b) % 7 + 3]));
	for (int i = 1; i < N; i++) {
		double parts[(int)b[i - 1] + 2];
		int n = sizeof parts / sizeof *parts;
		for (int k = 0; k < n; k++) parts[k] = k + b[i];
		c[i] = parts[n - 1] + parts[n / 2];
	}
	for (int i = 0; i < N; i++) printf("%g ", c[i]);
	printf("\n");
	free(p), free(q), free(b), free(c);
	return 0;
}
