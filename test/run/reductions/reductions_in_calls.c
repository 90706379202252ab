// SPDX-License-Identifier: Apache-2.0
// RUN: %compare %s
//
// Functions that a nest calls add to arrays that all processes have: by name, through parameters, of a struct, at any depth. Particles that
// go through cells until something that they are told by a function's value, which is set and asked under a condition.
// MAX-SLOW: 0
#include <stdio.h>
#include <stdlib.h>

enum { N = 61, NX = 8, NY = 5, BINS = 10 };
enum { GO, DEAD };

struct particle {
	int x, y, cx, cy, weight, dead;
};
struct state {
	int n;
	struct particle *p;
#pragma dist array p[n]
#pragma dist distribute p[block]
};
struct statistics {
	long count[BINS], sum;
	double most[BINS];
};

static double value[N];
static int key[N];
#pragma dist distribute [block] :: value, key
static double histogram[BINS], line[BINS];
static unsigned seen[BINS];

static void add(double *to, int at, double what) { to[at] += what; }
static void put(int at, double what)
{
	add(histogram, at, what);
	seen[at] |= 1u << ((int)what & 15);
}

// So many of these in a nest that each would be taken as one statement.
#define TWICE(x) x; x
#define OFTEN(x) TWICE(TWICE(TWICE(x)))
static void put_halves(int at, double what, double *to)
{
	OFTEN(what = 0.5 * what + 1);
	to[at] += what;
}

static void note(struct statistics *s, int at, double what)
{
	s->count[at]++;
	s->sum++;
	if (what > s->most[at]) s->most[at] = what;
}

static void deposit(int nx, const struct particle *p, int what, double *tally)
{
	const int cx = p->cx, cy = p->cy;
	tally[cy * nx + cx] += what;
}

static int leave_cell(int nx, int ny, struct particle *p, int *kept, double *tally)
{
	*kept += p->weight;
	deposit(nx, p, *kept, tally);
	*kept = 0;
	if (p->x & 1) {
		if (p->cx < nx - 1) p->cx++;
	} else if (p->cy < ny - 1) {
		p->cy++;
	}
	p->x = (p->x * 37 + 11) % 101;
	return GO;
}

static int collide(int nx, struct particle *p, int *kept, double *tally)
{
	*kept += 2 * p->weight;
	p->x = (p->x * 29 + 7) % 101;
	if (--p->weight == 0) {
		p->dead = 1;
		deposit(nx, p, *kept, tally);
		*kept = 0;
		return DEAD;
	}
	return GO;
}

static void transport(int nx, int ny, int n, struct particle *start, double *tally, long *collisions)
{
#pragma dist array tally[nx * ny]
	int result = GO;
	for (int k = 0; k < n; k++) {
		struct particle *p = &start[k];
		if (p->dead) continue;
		int kept = 0, steps = 0;
		while (steps < 25) {
			steps++;
			if (p->x < 40) {
				++*collisions;
				result = collide(nx, p, &kept, tally);
				if (result != GO) break;
			} else if (steps < 15 + k % 7) {
				result = leave_cell(nx, ny, p, &kept, tally);
				if (result != GO) break;
			} else {
				deposit(nx, p, kept, tally);
				break;
			}
		}
	}
}

int main(void)
{
	for (int i = 0; i < N; i++) value[i] = (i * 37) % 64, key[i] = (i * i + 3) % BINS;
	for (int k = 0; k < BINS; k++) histogram[k] = 1000 * k, line[k] = -k;
	for (int t = 0; t < 3; t++) {
		for (int i = 0; i < N; i++) put(key[i], value[i]);
		// The nest adds by itself, too.
		for (int i = t; i < N; i++) {
			value[i] += 1;
			add(line, key[i], value[i]);
			line[i % BINS] -= 2;
		}
	}
	for (int i = 0; i < N; i++) {
		int at = key[i];
		TWICE(OFTEN(put_halves(at, value[i], line)));
		value[i] += 3;
	}
	static struct statistics s;
	for (int i = 0; i < N; i++) note(&s, key[i], value[i]);

	struct state all = {.n = N};
	all.p = malloc(N * sizeof *all.p);
	double *tally = calloc(NX * NY, sizeof *tally);
	if (!all.p || !tally) return 1;
	for (int i = 0; i < N; i++)
		all.p[i] = (struct particle){(i * 53) % 101, i % 11, i % NX, i % NY, 1 + i % 4, 0};
	long collisions = 0;
	for (int t = 0; t < 4; t++) transport(NX, NY, N, all.p, tally, &collisions);

	for (int k = 0; k < BINS; k++)
		printf("%g %g %u %ld %g\n", histogram[k], line[k], seen[k], s.count[k], s.most[k]);
	for (int k = 0; k < NX * NY; k++) printf("%g%c", tally[k], k % NX == NX - 1 ? '\n' : ' ');
	printf("%ld %ld\n", s.sum, collisions);
	for (int i = 0; i < N; i += 7) printf("%d %d %d\n", all.p[i].cx, all.p[i].weight, all.p[i].dead);
	free(tally);
	free(all.p);
	return 0;
}
