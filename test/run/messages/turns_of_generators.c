// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// ARGS: 40 3
// ARGS: 3 2
// ARGS: 1 1
// MAX-SLOW: 12
// PER-STEP: procs=2 from="40 3" to="40 5" messages=0,3 collectives=4
// PER-STEP: procs=4 from="40 3" to="40 5" messages=0,3,3,3 collectives=4
// PER-STEP: procs=7 from="40 3" to="40 5" messages=0,3,3,3,3,3,3 collectives=4
// A generator whose state is behind a pointer goes through the rows once, not row by row; each process hands the state on.
#include <stdio.h>
#include <stdlib.h>

typedef struct state {
	unsigned long word;
	int drawn;
} state;

static double uniform(int *seed)
{
	int k = *seed / 127773;
	*seed = 16807 * (*seed - k * 127773) - k * 2836;
	if (*seed < 0) *seed += 2147483647;
	return *seed * 4.656612875e-10;
}

static double next(state *s)
{
	s->word ^= s->word << 13;
	s->word ^= s->word >> 7;
	s->word ^= s->word << 17;
	s->drawn++;
	return (double)(s->word % 1000);
}

static void sow(int n, int m, double chance, int *seed, double *a)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			if (uniform(seed) < chance) a[i * m + j] += 1;
}

static void fill(int n, int m, unsigned *word, double *a)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			word[0] = word[0] * 1103515245u + 12345u;
			a[i * m + j] = word[0] >> 16 & 1023;
		}
}

static void shake(int n, int m, state *s, double *a)
{
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) a[i * m + j] += next(s);
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 40, steps = argc > 2 ? atoi(argv[2]) : 3, m = 12, seed = 123456789;
	unsigned word = 17;
	state s = {88172645463325252u, 0};
	double *a = calloc((size_t)(n * m), sizeof *a);
#pragma dist array a[n][m]
#pragma dist distribute a[block][*]
	for (int t = 0; t < steps; t++) {
		fill(n, m, &word, a);
		sow(n, m, .3, &seed, a);
		shake(n, m, &s, a);
	}
	double sum = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) sum += a[i * m + j] * (i + 2 * j);
	printf("%.12g %d %u %d\n", sum, seed, word, s.drawn);
	free(a);
}
