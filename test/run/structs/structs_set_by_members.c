// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// A struct that each iteration sets member by member, and then stores as a whole: it is the iteration's own. What keeps
// a member from the iteration before goes in turns.
// ARGS: 600
// ARGS: 5
// MAX-SLOW: 1
// PER-STEP: procs=3 from="60 4" to="60 14" messages=0 collectives=0
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	double x, y;
	int cell;
} vec;
typedef struct {
	vec r, v;
} particle;
static particle *p;
static int n;
#pragma dist array p[n]
#pragma dist distribute p[block]

#define SET(c, a, b) c.x = a, c.y = b, c.cell = (int)(a) / 10

int main(int argc, char **argv)
{
	int steps = argc > 2 ? atoi(argv[2]) : 3;
	vec c, kept = {0, 1, 2};
	n = atoi(argv[1]);
	p = malloc(n * sizeof *p);
	for (int i = 0; i < n; i++) {
		kept.x += i % 3;
		p[i].v = kept;
		p[i].r = kept;
	}
	for (int t = 0; t < steps; t++)
		for (int i = 0; i < n; i++) {
			SET(c, i + t, 2 * i);
			p[i].r = c;
		}
	double sum = 0;
	for (int i = 0; i < n; i++) sum += p[i].r.x + i * p[i].r.y + p[i].r.cell + p[i].v.x;
	printf("%g %g\n", sum, kept.x);
	return argc < 0;
}
