// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
// RUN: %compare --check %s
// ARGS: 24
// ARGS: 5
// PER-STEP: procs=2 from="24 3" to="24 5" messages=4,4 bytes=4608,4608 collectives=4
// Shortest paths by squaring: a flag is set where a value of the iteration's own becomes less. The value is no minimum
// of all iterations, of which the flag would be the place, and what adds to a flag runs where the row is that is set.
#include <stdio.h>
#include <stdlib.h>

static int n;
static int *l, *next;
#pragma dist array l[n][n], next[n][n]
#pragma dist distribute [block][*] :: l, next

static int square(void)
{
	int done = 1;
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++) {
			int least = next[j * n + i];
			for (int k = 0; k < n; k++)
				if (l[k * n + i] + l[j * n + k] < least) {
					least = l[k * n + i] + l[j * n + k];
					done = 0;
				}
			next[j * n + i] = least;
		}
	return done;
}

static int square_and(void)
{
	int done = 1;
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++) {
			int least = next[j * n + i];
			for (int k = 0; k < n; k++)
				if (l[k * n + i] + l[j * n + k] < least) {
					least = l[k * n + i] + l[j * n + k];
					done &= 0;
				}
			next[j * n + i] = least;
		}
	return done;
}

static void fill(int t)
{
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++)
			next[j * n + i] = l[j * n + i] = i == j ? 0 : (i * 5 + j * 3 + t) % 7 == 0 ? 1 : n + 1;
}

int main(int argc, char **argv)
{
	n = argc > 1 ? atoi(argv[1]) : 24;
	int times = argc > 2 ? atoi(argv[2]) : 2, steps = 0;
	l = malloc(sizeof(int) * (size_t)n * (size_t)n);
	next = malloc(sizeof(int) * (size_t)n * (size_t)n);
	long sum = 0;
	for (int t = 0; t < times; t++) {
		fill(t / 2);
		for (int done = 0; !done && steps < 1000; steps++) {
			done = t % 2 ? square_and() : square();
			for (int j = 0; j < n; j++)
				for (int i = 0; i < n; i++) l[j * n + i] = next[j * n + i];
		}
	}
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++) sum += l[j * n + i] * (1 + i % 5);
	printf("%d %ld\n", steps, sum);
	free(l), free(next);
	return 0;
}
