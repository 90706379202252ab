// SPDX-License-Identifier: Apache-2.0
//
// Processor selection by the paper's heuristics: H1 (figure 7) and H2 (figure 8).
//
// What the figures leave open:
//  - get_curr_config is "a form of binary search": for the number of processors from which on one more does not pay.
//    The figures' text says that T_c falls and then rises; where it does not, the search ends in a local minimum, as
//    theirs. It looks among 1 to V_i: at 0 crossings cost nothing, so that T_c may jump between 0 and 1. Phase 1 of H2
//    compares what it finds with 0 (min_cost is kept); H1 ends where even the best number is worse than 0, as its text
//    says.
//  - Figure 7 returns best_curr_config, which after its `break` is the configuration that made T_c rise: meant is
//    curr_config, the one before.
//  - Phase 2 of H2 asks in each turn which cluster k has the largest communication cost, and ends where it is the
//    current one, where the current one is used up, or where nothing is left to take from. The cost of a cluster is
//    EQ 1 alone, without crossings: these are between clusters, and its processors do not change them.
//  - Aggregate power is V_i by what a processor does in a time, 1 / D2_i.
#include "partition_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double partition_best_of_cluster(partition *p, int *processes, int i)
{
	int low = 1, high = p->most[i];
	if (high < 1) return INFINITY;
	while (low < high) {
		int middle = (low + high) / 2;
		processes[i] = middle;
		double here = partition_cost(p, processes);
		processes[i] = middle + 1;
		// Too few to hold all units: more are needed.
		if (here == INFINITY || partition_cost(p, processes) < here)
			low = middle + 1;
		else
			high = middle;
	}
	processes[i] = low;
	return partition_cost(p, processes);
}

// ---- order of clusters --------------------------------------------------------------------------

typedef struct ranked_t {
	int cluster;
	double key; // the least comes first
} ranked_t;

static int by_key(const void *x, const void *y)
{
	const ranked_t *a = x, *b = y;
	if (a->key != b->key) return a->key < b->key ? -1 : 1;
	return a->cluster - b->cluster;
}

// The caller frees it.
static ranked_t *clusters_as_they_stand(const partition *p)
{
	ranked_t *order = partition_memory(p->n, sizeof *order);
	for (int i = 0; i < p->n; i++) order[i].cluster = i;
	return order;
}

static ranked_t *by_power(const partition *p)
{
	ranked_t *order = clusters_as_they_stand(p);
	for (int i = 0; i < p->n; i++) order[i].key = -p->most[i] * p->rate[i];
	qsort(order, p->n, sizeof *order, by_key);
	return order;
}

static ranked_t *by_isolated_cost(partition *p)
{
	ranked_t *order = clusters_as_they_stand(p);
	int *alone = partition_memory(p->n, sizeof *alone);
	for (int i = 0; i < p->n; i++) {
		order[i].key = partition_best_of_cluster(p, alone, i);
		alone[i] = 0;
	}
	free(alone);
	qsort(order, p->n, sizeof *order, by_key);
	return order;
}

// Where nothing fits: all that there are, so that one can say what is missing.
static double chosen(partition *p, double cost, int *processes)
{
	if (cost < INFINITY) return cost;
	for (int i = 0; i < p->n; i++) processes[i] = p->problem.cluster[i].available;
	return INFINITY;
}

// ---- H1 -----------------------------------------------------------------------------------------

double partition_h1(partition *p, int *processes)
{
	ranked_t *order = by_power(p);
	double least = INFINITY;
	for (int i = 0; i < p->n; i++) processes[i] = 0;
	for (int at = 0; at < p->n; at++) {
		int i = order[at].cluster;
		double cost = partition_best_of_cluster(p, processes, i);
		if (cost > least) {
			processes[i] = 0;
			break;
		}
		least = cost;
	}
	free(order);
	return chosen(p, least, processes);
}

// ---- H2 -----------------------------------------------------------------------------------------

// EQ 1 of a cluster in all communication, with the shares of the configuration that was last evaluated.
static double cost_of_cluster(const partition *p, const int *processes, int i)
{
	double sum = 0;
	for (int k = 0; processes[i] && k < p->problem.n_communications; k++) {
		const partition_communication *c = &p->problem.communication[k];
		const price_t *price = partition_price(p, k, i, processes[i]);
		sum += c->times * (price->before + (c->bytes + c->bytes_per_pdu * p->units[i]) * price->per_byte);
	}
	return sum;
}

static int dearest_cluster(const partition *p, const int *processes)
{
	int dearest = -1;
	double most = -1;
	for (int i = 0; i < p->n; i++) {
		double cost = cost_of_cluster(p, processes, i);
		if (processes[i] && cost > most) most = cost, dearest = i;
	}
	return dearest;
}

// Phase 2: processors of cluster i instead of those of the dearest one. `now` has none of cluster i.
static void trade(partition *p, int *now, int i, int *best, double *least)
{
	if (partition_cost(p, now) == INFINITY) return;
	int k = dearest_cluster(p, now);
	while (k >= 0 && k != i && now[i] < p->most[i]) {
		now[i]++;
		now[k]--;
		double cost = partition_cost(p, now);
		if (cost < *least) {
			*least = cost;
			memcpy(best, now, p->n * sizeof *best);
		}
		if (cost == INFINITY) return;
		k = dearest_cluster(p, now);
	}
}

double partition_h2(partition *p, bool ordered, int *processes)
{
	ranked_t *order = ordered ? by_isolated_cost(p) : clusters_as_they_stand(p);
	int *now = partition_memory(p->n, sizeof *now);
	double least = INFINITY;
	for (int i = 0; i < p->n; i++) processes[i] = 0;
	for (int at = 0; at < p->n; at++) {
		int i = order[at].cluster;
		memcpy(now, processes, p->n * sizeof *now);
		double cost = partition_best_of_cluster(p, now, i);
		if (cost < least) {
			least = cost;
			memcpy(processes, now, p->n * sizeof *now);
		} else if (least == INFINITY && p->most[i]) {
			// Not enough memory yet: whatever can hold something is kept.
			memcpy(processes, now, p->n * sizeof *now);
		}
		now[i] = 0;
		trade(p, now, i, processes, &least);
	}
	free(order);
	free(now);
	return chosen(p, least, processes);
}
