// SPDX-License-Identifier: Apache-2.0
//
// The default processor selection: sweeps over a bound of the communication cost.
//
// T_c is a sum of computation, which falls with each process that is added, and communication, which rises. Where
// clusters communicate at the same time (1-D and most others: the maximum over clusters), a process that does not raise
// the maximum is free. So the configurations worth a look are, for each bound on the maximum, the largest one within
// it: as many as there are processors, not (V_1 + 1) ... (V_m + 1). One sweep adds processes in the order of what
// communication costs with them, and evaluates where the bound is about to rise.
//  - In a ring, costs are added up: processes are added in the order of cost for what they compute.
//  - In a tree, a root stands beside the maximum over the others: a sweep for each cluster as the root, in which the
//    number of its processes follows the bound, as it falls where others have more.
//  - What crosses between clusters, and what the first process of a cluster costs in a ring, does not depend on how
//    many processes they have, but on which clusters take part. So there is a sweep for each set of clusters and each
//    root: those first that can be best by their computation with all processors and their communication with one
//    process of each cluster; once that alone is not below the best T_c so far, all others are passed over. Of more
//    clusters than MOST_FOR_ALL_SETS only some sets are swept: the first k by several orders; H1's and H2's
//    configurations stand beside.
// The best configuration that was found is then changed by one process, or by one moved to another cluster, or by a
// whole cluster, as long as this makes T_c less: that corrects what a sweep leaves out, as several phases with
// different topologies, units that are whole, messages that grow with what a process owns.
//
// Every configuration is evaluated with all phases. A sweep has at most one evaluation for each processor.
#include "partition_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FOR_ALL_SETS = 6, MOST_ROOTS_OF_MANY = 3, MOST_FOR_PAIRS = 24, NO_ROOT = -1 };

// How processes are added: by a bound on the maximum, beside a root or not, or by what they cost in a sum.
typedef enum kind_t { BY_BOUND, BY_SUM } kind_t;

// A sweep that is to be done, if no better T_c than `least` is found before.
typedef struct plan_t {
	kind_t kind;
	int root;
	double least;
	int set; // which of s->sets
} plan_t;

typedef struct sweep_t {
	partition *p;
	double least; // T_c of `best`
	int *best;
	int *now;         // the configuration of a sweep
	double *within;   // of all communication, by cluster and number of processes: as the table of prices
	double *between;  // of all communication, from row to column
	double *crossing; // what a cluster of the sweep pays beside
	double *next;     // what it pays with one process more
	bool rings, trees, rows, overlaps;
	bool mixed;  // some of several of these
	bool fan_in; // some of the trees
	bool sets;   // which clusters take part matters beside how many processes they have
	// Of the present sweep:
	int *open;   // the most processes of its clusters
	int *fewest; // 1 of each, or 0 where sets do not matter
	int root;
	double time;   // what all open processes take to compute
	double beside; // communication beside the bound and the root's own
	int n_sets, n_plans;
	int *set; // the open clusters of each set, n for each
	plan_t *plan;
} sweep_t;

// ---- configurations -----------------------------------------------------------------------------

// T_c of s->now.
static void keep(sweep_t *s, double cost)
{
	if (cost < s->least) {
		s->least = cost;
		memcpy(s->best, s->now, s->p->n * sizeof *s->best);
	}
}

static void look(sweep_t *s) { keep(s, partition_cost_below(s->p, s->now, s->least)); }

static double within(const sweep_t *s, int i, int processes)
{
	return processes ? s->within[s->p->first[i] + processes - 1] : 0;
}

// T_c with this computation and this communication, about: exact with one phase of each.
static double nominal(const sweep_t *s, double time, double communication)
{
	return s->overlaps ? larger(time, communication) : time + communication;
}

// The root's own communication, and that which it receives.
static double beside(const sweep_t *s, int processes)
{
	return s->root == NO_ROOT ? 0 : s->beside + within(s, s->root, processes);
}

// ---- sweeps -------------------------------------------------------------------------------------

// T of the balanced map as a function of the root's processes: (units + k units_of_root) / (rate + k rate_of_root).
typedef struct pace_t {
	double units, rate, units_of_root, rate_of_root;
} pace_t;

static void add_to_pace(const partition *p, pace_t *pace, int i, int processes)
{
	pace->rate += processes * p->rate[i];
	pace->units += processes * p->rate[i] * p->d1[i];
}

static double time_with_root_of(sweep_t *s, const pace_t *pace, int processes)
{
	if (s->p->linear && !s->p->limited)
		return (pace->units + processes * pace->units_of_root) / (pace->rate + processes * pace->rate_of_root);
	if (s->root != NO_ROOT) s->now[s->root] = processes;
	return partition_balance(s->p, s->now);
}

static double with_root_of(sweep_t *s, const pace_t *pace, int processes, double bound)
{
	return nominal(s, time_with_root_of(s, pace, processes), bound + beside(s, processes));
}

// T_c of s->now is about `cost`: worth a look?
static void look_if_less(sweep_t *s, double cost)
{
	if (cost < s->least || s->mixed) look(s);
}

// As many processes of the root as are best, downwards from those that there are; or one, as the logarithm in a tree's
// cost rises most where processes are few.
static void fit_root(sweep_t *s, const pace_t *pace, double bound)
{
	int processes = s->now[s->root];
	// Not even with all processes of the root at the price of one.
	double least = nominal(s, time_with_root_of(s, pace, s->open[s->root]), bound + beside(s, 1));
	s->now[s->root] = processes;
	if (least >= s->least && !s->mixed) return;
	double here = with_root_of(s, pace, processes, bound);
	while (processes > 1) {
		double fewer = with_root_of(s, pace, processes - 1, bound);
		if (fewer > here) break;
		here = fewer;
		processes--;
	}
	s->now[s->root] = 1;
	if (processes > 2) look_if_less(s, with_root_of(s, pace, 1, bound));
	s->now[s->root] = processes;
	look_if_less(s, here);
}

// What a cluster's communication costs with one process more; INFINITY: it has no more, or is the root.
static double with_one_more(const sweep_t *s, int i)
{
	if (i == s->root || s->now[i] >= s->open[i]) return INFINITY;
	return within(s, i, s->now[i] + 1) + s->crossing[i];
}

static int least_of(int n, const double *x)
{
	int best = 0;
	for (int i = 1; i < n; i++) best = x[i] < x[best] ? i : best;
	return best;
}

// The fewest processes of the sweep, with all that there are as the root; gives the maximum over the others.
static double begin_sweep(sweep_t *s, pace_t *pace)
{
	const partition *p = s->p;
	double bound = 0;
	*pace = (pace_t){.units = (double)p->problem.pdus};
	for (int i = 0; i < p->n; i++) {
		s->now[i] = i == s->root ? s->open[i] : s->fewest[i];
		s->next[i] = with_one_more(s, i);
		if (i == s->root || !s->now[i]) continue;
		bound = larger(bound, within(s, i, s->now[i]) + s->crossing[i]);
		add_to_pace(p, pace, i, s->now[i]);
	}
	if (s->root == NO_ROOT) return bound;
	pace->rate_of_root = p->rate[s->root];
	pace->units_of_root = p->rate[s->root] * p->d1[s->root];
	return bound;
}

// T_c of the sweep's configurations but for the bound, at least: all processes of the others, and the best number of
// the root's.
static double least_beside(sweep_t *s, pace_t pace)
{
	const partition *p = s->p;
	if (s->root == NO_ROOT || !p->linear || p->limited) return s->time + beside(s, 1);
	for (int i = 0; i < p->n; i++)
		if (i != s->root) add_to_pace(p, &pace, i, s->open[i] - s->now[i]);
	double least = INFINITY;
	for (int k = s->open[s->root]; k > 0; k--) least = smaller(least, with_root_of(s, &pace, k, 0));
	return least;
}

static void sweep_bound(sweep_t *s)
{
	pace_t pace;
	double bound = begin_sweep(s, &pace), others = least_beside(s, pace);
	for (;;) {
		int i = least_of(s->p->n, s->next);
		while (s->next[i] <= bound) {
			s->now[i]++;
			s->next[i] = with_one_more(s, i);
			add_to_pace(s->p, &pace, i, 1);
			i = least_of(s->p->n, s->next);
		}
		if ((s->overlaps ? bound : others + bound) >= s->least) return;
		if (s->root != NO_ROOT)
			fit_root(s, &pace, bound);
		else
			look_if_less(s, with_root_of(s, &pace, 0, bound));
		if (s->next[i] == INFINITY) return;
		bound = s->next[i];
	}
}

// The next process in the order of what it costs for what it computes.
static int cheapest_to_add(const sweep_t *s)
{
	int best = -1;
	double least = INFINITY;
	for (int i = 0; i < s->p->n; i++) {
		if (s->now[i] >= s->open[i]) continue;
		double cost = (within(s, i, s->now[i] + 1) - within(s, i, s->now[i])) * s->p->d2[i];
		if (cost < least) least = cost, best = i;
	}
	return best;
}

static void sweep_sum(sweep_t *s)
{
	pace_t pace;
	double sum = 0;
	begin_sweep(s, &pace);
	for (int i = 0; i < s->p->n; i++) sum += s->now[i] ? within(s, i, s->now[i]) + s->crossing[i] : 0;
	look(s);
	for (int i = cheapest_to_add(s); i >= 0; i = cheapest_to_add(s)) {
		sum += within(s, i, s->now[i] + 1) - within(s, i, s->now[i]);
		s->now[i]++;
		add_to_pace(s->p, &pace, i, 1);
		if (!s->mixed && nominal(s, s->time, sum) >= s->least) return;
		look_if_less(s, nominal(s, time_with_root_of(s, &pace, 0), sum));
	}
}

// ---- what crosses between clusters --------------------------------------------------------------

// In a row of the open clusters, or a ring.
static void cross_to_neighbours(sweep_t *s, bool ring)
{
	int n = s->p->n, first = -1, before = -1;
	for (int i = 0; i < n; i++) {
		s->crossing[i] = 0;
		if (!s->open[i]) continue;
		if (first < 0) first = i;
		if (before >= 0) {
			s->crossing[i] += s->between[before * n + i];
			if (!ring) s->crossing[before] += s->between[i * n + before];
		}
		before = i;
	}
	if (ring && before != first) s->crossing[first] += s->between[before * n + first];
}

static void cross_from_root(sweep_t *s)
{
	int n = s->p->n;
	s->beside = 0;
	for (int i = 0; i < n; i++) {
		bool leaf = s->open[i] && i != s->root;
		s->crossing[i] = leaf ? s->between[s->root * n + i] : 0;
		if (leaf && s->fan_in) s->beside += s->between[i * n + s->root];
	}
}

// ---- sets of clusters ---------------------------------------------------------------------------

static void open_set(sweep_t *s, const plan_t *plan)
{
	const int *in = s->set + plan->set * s->p->n;
	s->root = plan->root;
	for (int i = 0; i < s->p->n; i++) {
		s->open[i] = in[i];
		s->fewest[i] = s->sets && in[i];
	}
	if (s->root != NO_ROOT)
		cross_from_root(s);
	else
		cross_to_neighbours(s, plan->kind == BY_SUM);
}

// What the clusters but for the root have as their maximum with one process each.
static double first_bound(const sweep_t *s)
{
	double bound = 0;
	for (int i = 0; i < s->p->n; i++)
		if (i != s->root && s->fewest[i]) bound = larger(bound, within(s, i, 1) + s->crossing[i]);
	return bound;
}

static void plan(sweep_t *s, kind_t kind, int root, double least)
{
	plan_t *next = &s->plan[s->n_plans];
	*next = (plan_t){kind, root, least, s->n_sets};
	// Phases of several kinds: the maximum of one is not beside the root of another.
	if (root != NO_ROOT && !s->mixed) {
		open_set(s, next);
		next->least = larger(least, nominal(s, s->time, first_bound(s) + beside(s, 1)));
	}
	if (next->least < s->least) s->n_plans++;
}

// The roots of a set that are tried: all, or of many clusters those with the least costs of their own.
static bool is_tried_as_root(const sweep_t *s, const int *in, int root)
{
	int cheaper = 0;
	if (!in[root]) return false;
	for (int i = 0; s->p->n > MOST_FOR_ALL_SETS && i < s->p->n; i++)
		cheaper += in[i] && within(s, i, 1) < within(s, root, 1);
	return cheaper < MOST_ROOTS_OF_MANY;
}

// Plans the sweeps of the set that stands behind those that there are.
static void plan_set(sweep_t *s)
{
	int n = s->p->n, *in = s->set + s->n_sets * n, planned = s->n_plans;
	for (int i = 0; i < n; i++) s->fewest[i] = s->sets && in[i];
	s->time = partition_balance(s->p, in);
	double least = partition_least_cost_between(s->p, s->fewest, in);
	if (least >= s->least) return;
	if (s->rows) plan(s, BY_BOUND, NO_ROOT, least);
	if (s->rings) plan(s, BY_SUM, NO_ROOT, least);
	for (int root = 0; s->trees && root < n; root++)
		if (is_tried_as_root(s, in, root)) plan(s, BY_BOUND, root, least);
	s->n_sets += s->n_plans > planned;
}

static void plan_all_sets(sweep_t *s)
{
	int n = s->p->n, sets = 1;
	for (int i = 0; i < n; i++) sets *= 2;
	for (int set = 1; set < sets; set++) {
		int *in = s->set + s->n_sets * n;
		bool empty = false;
		for (int i = 0; i < n; i++) {
			in[i] = set >> i & 1 ? s->p->most[i] : 0;
			empty |= set >> i & 1 && !in[i];
		}
		if (!empty) plan_set(s);
	}
}

// Sets of the first clusters in the order of a key, the least one first.
static void plan_first_sets(sweep_t *s, const double *key)
{
	int n = s->p->n;
	for (int most = 0; most < n; most++) {
		int *in = s->set + s->n_sets * n;
		for (int i = 0; i < n; i++) {
			int before = 0;
			for (int j = 0; j < n; j++) before += key[j] < key[i] || (key[j] == key[i] && j < i);
			in[i] = before <= most ? s->p->most[i] : 0;
		}
		plan_set(s);
	}
}

// By power, by what communication costs the first process, and by T_c of each cluster by itself.
static void plan_some_sets(sweep_t *s)
{
	int n = s->p->n;
	double *key = partition_memory(n, sizeof *key);
	for (int i = 0; i < n; i++) key[i] = -s->p->most[i] * s->p->rate[i];
	plan_first_sets(s, key);
	for (int i = 0; i < n; i++) key[i] = s->p->most[i] ? within(s, i, 1) : INFINITY;
	plan_first_sets(s, key);
	memset(s->now, 0, n * sizeof *s->now);
	for (int i = 0; i < n; i++) {
		key[i] = partition_best_of_cluster(s->p, s->now, i);
		s->now[i] = 0;
	}
	plan_first_sets(s, key);
	free(key);
}

static void plan_no_sets(sweep_t *s)
{
	memcpy(s->set, s->p->most, s->p->n * sizeof *s->set);
	plan_set(s);
}

static int by_least(const void *x, const void *y)
{
	const plan_t *a = x, *b = y;
	if (a->least != b->least) return a->least < b->least ? -1 : 1;
	return (a > b) - (a < b);
}

static void sweep_as_planned(sweep_t *s)
{
	qsort(s->plan, s->n_plans, sizeof *s->plan, by_least);
	for (int k = 0; k < s->n_plans && s->plan[k].least < s->least; k++) {
		open_set(s, &s->plan[k]);
		s->time = partition_balance(s->p, s->open);
		if (s->plan[k].kind == BY_SUM)
			sweep_sum(s);
		else
			sweep_bound(s);
	}
}

static void sweep_sets(sweep_t *s)
{
	int n = s->p->n;
	long sets = s->sets ? 3L * n : 1;
	if (s->sets && n <= MOST_FOR_ALL_SETS) sets = 1L << MOST_FOR_ALL_SETS;
	s->set = partition_memory((sets + 1) * n, sizeof *s->set);
	s->plan = partition_memory(sets * (n + 2L), sizeof *s->plan);
	if (!s->sets)
		plan_no_sets(s);
	else if (n <= MOST_FOR_ALL_SETS)
		plan_all_sets(s);
	else
		plan_some_sets(s);
	sweep_as_planned(s);
	free(s->set);
	free(s->plan);
}

// ---- small changes ------------------------------------------------------------------------------

static bool changed(sweep_t *s, int i, int to)
{
	if (to < 0 || to > s->p->most[i] || to == s->best[i]) return false;
	memcpy(s->now, s->best, s->p->n * sizeof *s->now);
	s->now[i] = to;
	double before = s->least;
	look(s);
	return s->least < before;
}

static bool moved(sweep_t *s, int from, int to)
{
	if (from == to || !s->best[from] || s->best[to] >= s->p->most[to]) return false;
	memcpy(s->now, s->best, s->p->n * sizeof *s->now);
	s->now[from]--;
	s->now[to]++;
	double before = s->least;
	look(s);
	return s->least < before;
}

static void change_a_little(sweep_t *s)
{
	int n = s->p->n;
	for (bool better = true; better;) {
		better = false;
		for (int i = 0; i < n; i++) {
			while (changed(s, i, s->best[i] + 1)) better = true;
			while (changed(s, i, s->best[i] - 1)) better = true;
			better |= changed(s, i, s->best[i] ? 0 : s->p->most[i]);
		}
		for (int i = 0; n <= MOST_FOR_PAIRS && i < n; i++)
			for (int j = 0; j < n; j++) better |= moved(s, i, j);
	}
}

// ---- all of it ----------------------------------------------------------------------------------

// EQ 1 of each cluster and number of processes, of all communication, with the least size of messages.
static void sum_prices(sweep_t *s, const partition_communication *c, const price_t *price)
{
	const partition *p = s->p;
	for (int i = 0; i < p->n; i++) {
		double bytes = c->bytes + c->bytes_per_pdu * p->share[i];
		for (int k = p->first[i]; k < p->first[i] + p->most[i]; k++)
			s->within[k] += c->times * (price[k].before + bytes * price[k].per_byte);
	}
}

static void sum_crossings(sweep_t *s, const partition_communication *c)
{
	int n = s->p->n;
	for (int from = 0; s->p->problem.links && from < n; from++)
		for (int to = 0; to < n; to++) {
			if (to == from) continue;
			double bytes = c->bytes + c->bytes_per_pdu * s->p->share[from];
			s->between[from * n + to] +=
			        c->times * cost_crossing(&s->p->problem.links[from * n + to], bytes);
			s->sets |= s->between[from * n + to] > 0;
		}
}

static void sum_communication(sweep_t *s)
{
	const partition *p = s->p;
	for (int k = 0; k < p->problem.n_communications; k++) {
		const partition_communication *c = &p->problem.communication[k];
		s->overlaps |= c->overlap != PARTITION_NO_OVERLAP;
		s->fan_in |= c->topology == MACHINE_TREE;
		if (c->topology == MACHINE_RING)
			s->rings = s->sets = true;
		else if (c->topology == MACHINE_TREE || c->topology == MACHINE_BROADCAST)
			s->trees = true;
		else
			s->rows = true;
		sum_prices(s, c, p->price + (long)k * p->n_prices);
		sum_crossings(s, c);
	}
	s->rows |= !s->rings && !s->trees;
	s->mixed = s->rings + s->trees + s->rows > 1;
}

// All processors, and each process by itself.
static void look_at_extremes(sweep_t *s)
{
	memcpy(s->now, s->p->most, s->p->n * sizeof *s->now);
	look(s);
	memset(s->now, 0, s->p->n * sizeof *s->now);
	for (int i = 0; i < s->p->n; i++) {
		s->now[i] = s->p->most[i] ? 1 : 0;
		look(s);
		s->now[i] = 0;
	}
}

// The heuristics' configurations: a beginning where not all sets are swept.
static void begin_with_heuristics(sweep_t *s)
{
	keep(s, partition_h1(s->p, s->now));
	keep(s, partition_h2(s->p, true, s->now));
}

double partition_sweep(partition *p, int *processes)
{
	int n = p->n;
	if (n < 1) return INFINITY;
	sweep_t s = {.p = p, .best = processes, .least = INFINITY};
	int *counts = partition_memory(3L * n, sizeof *counts);
	double *numbers = partition_memory(p->n_prices + (long)n * n + 2L * n, sizeof *numbers);
	s.now = counts, s.open = counts + n, s.fewest = counts + 2 * n;
	s.within = numbers, s.between = numbers + p->n_prices, s.crossing = s.between + (long)n * n;
	s.next = s.crossing + n;
	for (int i = 0; i < n; i++) processes[i] = p->problem.cluster[i].available;
	if (partition_balance(p, p->most) < INFINITY) {
		sum_communication(&s);
		look_at_extremes(&s);
		if (n > MOST_FOR_ALL_SETS) begin_with_heuristics(&s);
		sweep_sets(&s);
		if (s.least < INFINITY) change_a_little(&s);
	}
	free(counts);
	free(numbers);
	return s.least;
}
