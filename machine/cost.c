// SPDX-License-Identifier: Apache-2.0
//
// EQ 1 to 3: the header has the equations.
#include "cost.h"

#include <math.h>
#include <stddef.h>

static double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }

double cost_form_value(machine_form form, double p)
{
	switch (form) {
	case MACHINE_LINEAR: return p;
	case MACHINE_LOG2: return log2(p);
	case MACHINE_SQRT: return sqrt(p);
	case MACHINE_P_LOG2: return p * log2(p);
	case MACHINE_SQUARE: return p * p;
	default: return 0;
	}
}

double cost_within(const cost_function *f, double bytes, double processes)
{
	double of_p = cost_form_value(f->form, processes);
	return f->c1 + f->c2 * of_p + bytes * (f->c3 + f->c4 * of_p);
}

double cost_crossing(const cost_link *link, double bytes) { return link->r1 + (link->r2 + link->e1) * bytes; }

// The parts and what lies between them.
typedef struct parts_t {
	int n;
	const cost_part *part;
	int n_clusters;
	const cost_link *links;
} parts_t;

// R of a message from one part to another.
static double crossing(const parts_t *all, int from, int to)
{
	const cost_part *sender = &all->part[from];
	if (!all->links) return 0;
	return cost_crossing(&all->links[sender->cluster * all->n_clusters + all->part[to].cluster], sender->bytes);
}

static double largest_within(int n, const cost_part *part)
{
	double most = 0;
	for (int i = 0; i < n; i++) most = larger(most, part[i].within);
	return most;
}

static double least_within(int n, const cost_part *part)
{
	double least = INFINITY;
	for (int i = 0; i < n; i++) least = smaller(least, part[i].within);
	return least;
}

static double in_a_row(const parts_t *all)
{
	double most = 0;
	for (int i = 0; i < all->n; i++) {
		double cost = all->part[i].within;
		if (i > 0) cost += crossing(all, i - 1, i);
		if (i + 1 < all->n) cost += crossing(all, i + 1, i);
		most = larger(most, cost);
	}
	return most;
}

static double in_a_ring(const parts_t *all)
{
	double sum = 0;
	for (int i = 0; i < all->n; i++) {
		sum += all->part[i].within;
		if (all->n > 1) sum += crossing(all, (i ? i : all->n) - 1, i);
	}
	return sum;
}

static double from_root(const parts_t *all, int root, int fan_in)
{
	double in = all->part[root].within, out = 0;
	for (int i = 0; i < all->n; i++) {
		if (i == root) continue;
		if (fan_in) in += crossing(all, i, root);
		out = larger(out, all->part[i].within + crossing(all, root, i));
	}
	return in + out;
}

static double in_a_tree(const parts_t *all, int fan_in)
{
	double least = INFINITY;
	if (!all->links) return least_within(all->n, all->part) + largest_within(all->n, all->part);
	for (int root = 0; root < all->n; root++) least = smaller(least, from_root(all, root, fan_in));
	return least;
}

static double reduced_to_all(const parts_t *all)
{
	double slowest = 0;
	int rounds = 0;
	for (int i = 0; i < all->n; i++)
		for (int j = 0; j < all->n; j++)
			if (i != j) slowest = larger(slowest, crossing(all, j, i));
	while (1 << rounds < all->n) rounds++;
	return largest_within(all->n, all->part) + rounds * slowest;
}

// `share`: of the messages that a process of one cluster could get from those of another.
static double from_any(const parts_t *all, double share)
{
	double most = 0;
	for (int i = 0; i < all->n; i++) {
		double crossings = 0;
		for (int j = 0; j < all->n; j++)
			if (j != i) crossings += all->part[j].processes * crossing(all, j, i);
		most = larger(most, all->part[i].within + all->part[i].processes * share * crossings);
	}
	return most;
}

static double processes_of(const parts_t *all)
{
	double sum = 0;
	for (int i = 0; i < all->n; i++) sum += all->part[i].processes;
	return sum;
}

double cost_together(machine_topology topology, int n, const cost_part *part, int n_clusters, const cost_link *links)
{
	parts_t all = {n, part, n_clusters, links};
	if (!n || (n == 1 && part[0].processes <= 1)) return 0;
	if (n == 1) return part[0].within;
	switch (topology) {
	case MACHINE_1D: return links ? in_a_row(&all) : largest_within(n, part);
	case MACHINE_RING: return in_a_ring(&all);
	case MACHINE_TREE: return in_a_tree(&all, 1);
	case MACHINE_BROADCAST: return in_a_tree(&all, 0);
	case MACHINE_ALLREDUCE: return reduced_to_all(&all);
	case MACHINE_ALL_TO_ALL: return from_any(&all, 1);
	default: return from_any(&all, 1 / (processes_of(&all) - 1));
	}
}

double cost_at_least(machine_topology topology, int n, const cost_part *part)
{
	double sum = 0;
	if (!n || (n == 1 && part[0].processes <= 1)) return 0;
	if (topology != MACHINE_RING) return largest_within(n, part);
	for (int i = 0; i < n; i++) sum += part[i].within;
	return sum;
}
