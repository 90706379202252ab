// SPDX-License-Identifier: Apache-2.0
//
// The oracle: the least T_c of all configurations. Clusters are fixed one after the other; where no completion can be
// better than the best configuration so far, none is looked at. So the result is that of trying them all.
#include "partition_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct search_t {
	partition *p;
	int *order, *now, *best;
	double least;
} search_t;

static void fix(search_t *s, int at)
{
	partition *p = s->p;
	if (at == p->n) {
		double cost = partition_cost(p, s->now);
		if (cost < s->least) {
			s->least = cost;
			memcpy(s->best, s->now, p->n * sizeof *s->best);
		}
		return;
	}
	int i = s->order[at], most = s->now[i];
	// From the largest number down: computation takes longer, communication less.
	for (int n = most; n >= 0; n--) {
		s->now[i] = n;
		if (partition_least_cost(p, s->now, at, s->order) >= s->least) break;
		if (partition_least_cost(p, s->now, at + 1, s->order) < s->least) fix(s, at + 1);
	}
	s->now[i] = most;
}

// Those that compute most are fixed first: what is open then has the least influence.
static void order_by_power(const partition *p, int *order)
{
	for (int i = 0; i < p->n; i++) {
		int at = i;
		for (; at > 0; at--) {
			int other = order[at - 1];
			if (p->most[other] * p->rate[other] >= p->most[i] * p->rate[i]) break;
			order[at] = other;
		}
		order[at] = i;
	}
}

double partition_exhaustive(partition *p, int *processes)
{
	search_t s = {p, partition_memory(2L * p->n, sizeof(int)), NULL, processes, 0};
	s.now = s.order + p->n;
	order_by_power(p, s.order);
	memcpy(s.now, p->most, p->n * sizeof *s.now);
	// Whatever configuration to begin with: one that is seldom the best, so that a fault of this search shows.
	s.least = partition_h1(p, processes);
	fix(&s, 0);
	free(s.order);
	return s.least;
}
