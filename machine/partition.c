// SPDX-License-Identifier: Apache-2.0
//
// A problem of partitioning: tables of its costs, its dominant phases, and what of it does not fit.
#include "partition_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// A process that computes nothing for a unit takes as many as there are: a rate that can still be summed.
static const double LEAST_D2 = 1e-9;

void *partition_memory(long n, long size)
{
	void *p = calloc(n > 0 ? n : 1, size);
	if (!p) {
		fprintf(stderr, "hpcc: no memory for the partitioner\n");
		exit(1);
	}
	return p;
}

static void sum_phases(partition *p)
{
	const partition_problem *problem = &p->problem;
	p->linear = true;
	for (int k = 0; k < problem->n_computations; k++) {
		const partition_computation *c = &problem->computation[k];
		p->linear &= !c->g;
		for (int i = 0; i < p->n; i++) {
			p->d1[i] += c->d1 ? c->d1[i] : 0;
			p->d2[i] += c->d2[i];
		}
	}
	for (int i = 0; i < p->n; i++) p->rate[i] = 1 / fmax(p->d2[i], LEAST_D2);
}

static void limit_by_memory(partition *p)
{
	const partition_problem *problem = &p->problem;
	for (int i = 0; i < p->n; i++) {
		const partition_cluster *c = &problem->cluster[i];
		p->holds[i] = INFINITY;
		if (c->memory > 0) {
			double left = c->memory - problem->memory;
			if (left < 0)
				p->holds[i] = 0;
			else if (problem->memory_per_pdu > 0)
				p->holds[i] = floor(left / problem->memory_per_pdu);
		}
		p->limited |= p->holds[i] < (double)problem->pdus;
		p->most[i] = p->holds[i] >= 1 && c->available > 0 ? c->available : 0;
	}
}

static void fill_prices(partition *p)
{
	for (int k = 0; k < p->problem.n_communications; k++) {
		const partition_communication *c = &p->problem.communication[k];
		price_t *table = p->price + (long)k * p->n_prices;
		for (int i = 0; i < p->n; i++)
			for (int n = 1; n <= p->most[i]; n++) {
				double before = cost_within(&c->within[i], 0, n);
				table[p->first[i] + n - 1] =
				        (price_t){before, cost_within(&c->within[i], 1, n) - before};
			}
	}
}

partition *partition_open(const partition_problem *problem)
{
	int n = problem->n_clusters;
	partition *p = partition_memory(1, sizeof *p);
	p->problem = *problem;
	p->n = n;
	double *numbers = partition_memory(6L * n + problem->n_computations, sizeof *numbers);
	p->d1 = numbers, p->d2 = numbers + n, p->rate = numbers + 2 * n, p->holds = numbers + 3 * n;
	p->share = numbers + 4 * n, p->units = numbers + 5 * n, p->meanwhile = numbers + 6 * n;
	p->most = partition_memory(4L * n, sizeof *p->most);
	p->first = p->most + n, p->more = p->most + 2 * n, p->known = p->most + 3 * n;
	p->part = partition_memory(n, sizeof *p->part);
	sum_phases(p);
	limit_by_memory(p);
	for (int i = 0; i < n; i++) {
		p->first[i] = p->n_prices;
		p->n_prices += p->most[i];
	}
	p->price = partition_memory((long)p->n_prices * problem->n_communications, sizeof *p->price);
	fill_prices(p);
	return p;
}

void partition_close(partition *p)
{
	if (!p) return;
	free(p->d1);
	free(p->most);
	free(p->part);
	free(p->price);
	free(p);
}

long partition_evaluations(const partition *p) { return p->evaluations; }

// ---- dominant phases ----------------------------------------------------------------------------

static double complexity(const partition_problem *problem, const partition_computation *c, double units)
{
	double sum = 0, g = c->g ? c->g(units, c->user) : units;
	for (int i = 0; i < problem->n_clusters; i++) sum += (c->d1 ? c->d1[i] : 0) + c->d2[i] * g;
	return sum;
}

partition_problem partition_dominant(const partition_problem *problem, partition_room *room)
{
	partition_problem dominant = *problem;
	long processors = 0;
	for (int i = 0; i < problem->n_clusters; i++) processors += problem->cluster[i].available;
	double units = (double)problem->pdus / (processors > 0 ? processors : 1), most = -1;
	for (int k = 0; k < problem->n_computations; k++) {
		const partition_computation *c = &problem->computation[k];
		double value = complexity(problem, c, units);
		if (value > most) room->computation = *c, most = value, dominant.n_computations = 1;
	}
	most = -1;
	for (int k = 0; k < problem->n_communications; k++) {
		const partition_communication *c = &problem->communication[k];
		double value = c->times * (c->bytes + c->bytes_per_pdu * units);
		if (value > most) room->communication = *c, most = value, dominant.n_communications = 1;
	}
	dominant.computation = &room->computation;
	dominant.communication = &room->communication;
	// There is one computation left: what overlapped with any other is sent alone.
	if (dominant.n_communications && room->communication.overlap != PARTITION_NO_OVERLAP) {
		const partition_computation *meanwhile = &problem->computation[room->communication.overlap];
		bool kept = meanwhile->d2 == room->computation.d2 && meanwhile->g == room->computation.g;
		room->communication.overlap = kept ? 0 : PARTITION_NO_OVERLAP;
	}
	return dominant;
}

// ---- memory -------------------------------------------------------------------------------------

partition_lack partition_lacks(partition *p, const int *processes)
{
	const partition_problem *problem = &p->problem;
	partition_lack lack = {-1, 0, 0, 0};
	double held = 0;
	for (int i = 0; i < p->n; i++)
		if (processes[i]) held += processes[i] * fmin(p->holds[i], (double)problem->pdus);
	if (held >= (double)problem->pdus) return lack;
	lack.left = problem->pdus - (long)held;

	partition_problem unlimited = *problem;
	unlimited.memory = unlimited.memory_per_pdu = 0;
	partition *free_of_it = partition_open(&unlimited);
	partition_balance(free_of_it, processes);
	double most = -INFINITY;
	for (int i = 0; i < p->n; i++) {
		double needs = problem->memory + problem->memory_per_pdu * ceil(free_of_it->share[i] - 1e-9);
		double has = problem->cluster[i].memory;
		if (!processes[i] || has <= 0 || needs - has <= most) continue;
		most = needs - has;
		lack.cluster = i, lack.needs = needs, lack.has = has;
	}
	partition_close(free_of_it);
	return lack;
}
