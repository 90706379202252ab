// SPDX-License-Identifier: Apache-2.0
//
// T_c of a configuration (EQ 9), and less than which no configuration of a kind can have.
#include "partition_parts.h"

#include <math.h>
#include <stddef.h>

// The most units of a process of each cluster: what its computation and its messages are counted by.
static void count_units(partition *p, const int *processes)
{
	if (p->problem.fractional) {
		for (int i = 0; i < p->n; i++) p->units[i] = p->share[i];
		return;
	}
	partition_round(p, processes, p->units, p->more);
	for (int i = 0; i < p->n; i++) p->units[i] += p->more[i] > 0;
}

static double computation(const partition *p, const partition_computation *c, const int *processes)
{
	double slowest = 0;
	for (int i = 0; i < p->n; i++) {
		if (!processes[i]) continue;
		double g = c->g ? c->g(p->units[i], c->user) : p->units[i];
		slowest = larger(slowest, (c->d1 ? c->d1[i] : 0) + c->d2[i] * g);
	}
	return slowest;
}

// The clusters that take part, with EQ 1 for messages of bytes + bytes_per_pdu * units.
static int take_part(partition *p, int k, const int *processes, const double *units)
{
	const partition_communication *c = &p->problem.communication[k];
	int n = 0;
	for (int i = 0; i < p->n; i++) {
		if (!processes[i]) continue;
		const price_t *price = partition_price(p, k, i, processes[i]);
		double bytes = c->bytes + (units ? c->bytes_per_pdu * units[i] : 0);
		p->part[n++] = (cost_part){i, processes[i], bytes, price->before + bytes * price->per_byte};
	}
	return n;
}

static double communication(partition *p, int k, const int *processes)
{
	const partition_communication *c = &p->problem.communication[k];
	int n = take_part(p, k, processes, p->units);
	return c->times * cost_together(c->topology, n, p->part, p->n, p->problem.links);
}

static double apart_of(const partition_communication *c) { return c->overlap == PARTITION_NO_OVERLAP ? 1 : c->apart; }

// EQ 9 with p->units; us: NULL, or what each phase takes.
static double by_phases(partition *p, const int *processes, double *us)
{
	const partition_problem *problem = &p->problem;
	double sum = 0;
	for (int k = 0; k < problem->n_computations; k++) p->meanwhile[k] = 0;
	for (int k = 0; k < problem->n_communications; k++) {
		double cost = communication(p, k, processes);
		int overlap = problem->communication[k].overlap;
		double apart = apart_of(&problem->communication[k]);
		sum += apart * cost;
		if (overlap != PARTITION_NO_OVERLAP) p->meanwhile[overlap] += (1 - apart) * cost;
		if (us) us[problem->n_computations + k] = cost;
	}
	for (int k = 0; k < problem->n_computations; k++) {
		double cost = computation(p, &problem->computation[k], processes);
		sum += larger(cost, p->meanwhile[k]);
		if (us) us[k] = cost;
	}
	return sum;
}

double partition_cost_phases(partition *p, const int *processes, double *us)
{
	p->evaluations++;
	if (partition_balance(p, processes) == INFINITY) return INFINITY;
	count_units(p, processes);
	return by_phases(p, processes, us);
}

double partition_cost(partition *p, const int *processes) { return partition_cost_phases(p, processes, NULL); }

// ---- what no configuration is below of ----------------------------------------------------------

// The cost of communication, if messages are of p->units or their least size: in all, and of that which overlaps with
// nothing.
typedef struct sent_t {
	double all, alone;
} sent_t;

typedef double joined(partition *p, int k, const int *processes);

static sent_t sent(partition *p, const int *processes, joined *together)
{
	sent_t sum = {0, 0};
	for (int k = 0; k < p->problem.n_communications; k++) {
		const partition_communication *c = &p->problem.communication[k];
		double cost = c->times * together(p, k, processes);
		sum.all += cost;
		sum.alone += apart_of(c) * cost;
	}
	return sum;
}

static double with_any_others(partition *p, int k, const int *processes)
{
	int n = take_part(p, k, processes, NULL);
	return cost_at_least(p->problem.communication[k].topology, n, p->part);
}

static double by_themselves(partition *p, int k, const int *processes)
{
	int n = take_part(p, k, processes, NULL);
	return cost_together(p->problem.communication[k].topology, n, p->part, p->n, p->problem.links);
}

// Computation: with all processors of the clusters that are open, any distribution takes T of the balanced one, in the
// sum over the phases. Communication: that of the clusters which are fixed.
double partition_least_cost(partition *p, const int *processes, int fixed, const int *order)
{
	int *known = p->known;
	double time = partition_balance(p, processes);
	for (int i = 0; i < p->n; i++) known[i] = 0;
	for (int i = 0; i < fixed; i++) known[order[i]] = processes[order[i]];
	sent_t least = sent(p, known, with_any_others);
	return larger(time + least.alone, least.all);
}

double partition_least_cost_between(partition *p, const int *fewest, const int *most)
{
	double time = partition_balance(p, most);
	sent_t least = sent(p, fewest, by_themselves);
	return larger(time + least.alone, least.all);
}

double partition_cost_below(partition *p, const int *processes, double limit)
{
	p->evaluations++;
	double time = partition_balance(p, processes);
	if (time >= limit) return INFINITY;
	if (!p->problem.fractional) {
		sent_t least = sent(p, processes, by_themselves);
		if (larger(time + least.alone, least.all) >= limit) return INFINITY;
	}
	count_units(p, processes);
	return by_phases(p, processes, NULL);
}
