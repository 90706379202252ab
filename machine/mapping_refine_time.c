// SPDX-License-Identifier: Apache-2.0
//
// Refining a mapping on T. Only the largest load of a phase counts in T, and most swaps do not touch it: the search
// minimises, for each phase, the 16th root of the sum of all loads' 16th powers, which falls with every large load, and
// a little of D, which leads on where loads are equal. Swaps begin at processes and links that are among the slowest.
//
// A load is a process' time to send or to receive, or a link's time up or down, by the phase's time at the start.
#include "mapping_parts.h"

#include <math.h>
#include <string.h>

typedef struct {
	int at; // in the array of all phases' loads
	double old;
	int old_crossing;
} change;

typedef struct {
	const mapping_graph *g;
	const mapping_tree *t;
	mapping_metric metric;
	mapping_full now;
	mapping_dice dice;
	long effort;

	int loads;     // of a phase: 2 for each process, then 2 for each node
	double *load;  // of all phases
	int *crossing; // of each link's load: how many messages of the phase it is the sum of
	double *norm;  // of each phase: the sum of powers
	double *unit;  // of each phase: its time at the start
	double distance, start_distance, start_time, most;
	double cost;

	change *log; // loads that the swap under way has changed
	int n_log;
	int *stamp, swap; // the last swap that has changed each load

	int *hot, n_hot; // loads among the largest of their phase
} refining;

// ---- loads --------------------------------------------------------------------------------------

static int add(refining *r, int phase, int i, double x)
{
	int at = phase * r->loads + i;
	if (r->stamp[at] != r->swap) {
		r->stamp[at] = r->swap;
		r->log[r->n_log++] = (change){at, r->load[at], r->crossing[at]};
	}
	r->load[at] += x;
	return at;
}

static void add_link(refining *r, int phase, int v, int side, double by, double bytes)
{
	const int at = add(r, phase, 2 * (r->g->n + v) + side, by * bytes / r->t->node[v].uplink);
	const int was = r->crossing[at];
	r->crossing[at] += by > 0 ? 1 : -1;
	// All that crosses waits for the link's latency once.
	if (!was != !r->crossing[at]) r->load[at] += by * mapping_link_latency(r->t, v);
}

static void add_links(refining *r, int phase, int slot, int meet, int side, double by, double bytes)
{
	const mapping_node *node = r->t->node;
	for (int v = r->t->leaf[slot]; v != meet && bytes > 0; v = node[v].parent)
		if (node[v].uplink > 0) add_link(r, phase, v, side, by, bytes);
}

// Sign -1 takes the message away.
static void add_message(refining *r, int phase, int from, int to, const mapping_arc *a, double sign)
{
	int x = r->now.slot[from], y = r->now.slot[to], meet = mapping_meet(r->t, x, y);
	const mapping_node *node = &r->t->node[meet];
	double by = sign / r->unit[phase], seconds = by * mapping_seconds(node, a);
	add(r, phase, 2 * from, seconds);
	add(r, phase, 2 * to + 1, seconds);
	add_links(r, phase, x, meet, 0, by, a->bytes);
	add_links(r, phase, y, meet, 1, by, a->bytes);
	r->effort -= 2;
}

static void add_work(refining *r, int phase, int p, double sign)
{
	const double *work = r->g->phase[phase].work;
	if (!work) return;
	double x = sign / r->unit[phase] * work[p] / r->t->node[r->t->leaf[r->now.slot[p]]].speed;
	add(r, phase, 2 * p, x);
	add(r, phase, 2 * p + 1, x);
}

// All of a process, but what it receives from `without`, whose own messages bring that.
static void add_process(refining *r, int p, int without, double sign)
{
	if (p >= r->g->n) return;
	for (int k = 0; k < r->g->n_phases; k++) {
		const mapping_phase *f = &r->g->phase[k];
		add_work(r, k, p, sign);
		for (int i = f->to.first[p]; i < f->to.first[p + 1]; i++)
			add_message(r, k, p, f->to.arc[i].peer, &f->to.arc[i], sign);
		for (int i = f->from.first[p]; i < f->from.first[p + 1]; i++)
			if (f->from.arc[i].peer != without)
				add_message(r, k, f->from.arc[i].peer, p, &f->from.arc[i], sign);
	}
}

// ---- cost ---------------------------------------------------------------------------------------

static double power(double x)
{
	x *= x;
	x *= x;
	x *= x;
	return x * x;
}

static double root(double x) { return x > 0 ? sqrt(sqrt(sqrt(sqrt(x)))) : 0; }

static double cost(const refining *r)
{
	double sum = 0;
	for (int k = 0; k < r->g->n_phases; k++) sum += r->g->phase[k].count * r->unit[k] * root(r->norm[k]);
	if (!(r->start_distance > 0)) return sum;
	double beyond = r->distance > r->most ? r->distance / r->most - 1 : 0;
	return sum + r->start_time * (0.05 * r->distance / r->start_distance + 2 * beyond);
}

static double time_of(const refining *r)
{
	double sum = 0;
	for (int k = 0; k < r->g->n_phases; k++) {
		double most = 0;
		for (int i = 0; i < r->loads; i++)
			if (r->load[k * r->loads + i] > most) most = r->load[k * r->loads + i];
		sum += r->g->phase[k].count * r->unit[k] * most;
	}
	return sum;
}

// ---- swaps --------------------------------------------------------------------------------------

// Where a swap leads back to.
typedef struct {
	double *norm, distance;
} before;

// Swaps, and gives the cost then; `undo` gets back to where it was.
static double swap(refining *r, mapping_swap s)
{
	r->n_log = 0;
	r->swap++;
	r->distance += mapping_swap_change(r->g, r->t, &r->metric, &r->now, s);
	add_process(r, s.p, s.q, -1);
	add_process(r, s.q, s.p, -1);
	mapping_full_swap(&r->now, s.p, s.q);
	add_process(r, s.p, s.q, 1);
	add_process(r, s.q, s.p, 1);
	for (int i = 0; i < r->n_log; i++)
		r->norm[r->log[i].at / r->loads] += power(r->load[r->log[i].at]) - power(r->log[i].old);
	return cost(r);
}

static void undo(refining *r, mapping_swap s, const before *b)
{
	mapping_full_swap(&r->now, s.p, s.q);
	for (int i = 0; i < r->n_log; i++) {
		const change *c = &r->log[i];
		r->load[c->at] = c->old;
		r->crossing[c->at] = c->old_crossing;
	}
	memcpy(r->norm, b->norm, sizeof(double) * (size_t)r->g->n_phases);
	r->distance = b->distance;
}

// ---- what is slow -------------------------------------------------------------------------------

enum { MOST_HOT = 4096 };

static void find_hot(refining *r)
{
	r->n_hot = 0;
	for (int k = 0; k < r->g->n_phases; k++) {
		const double *load = r->load + k * r->loads;
		double most = 0;
		for (int i = 0; i < r->loads; i++)
			if (load[i] > most) most = load[i];
		for (int i = 0; i < r->loads && most > 0; i++)
			if (load[i] >= 0.97 * most && r->n_hot < MOST_HOT) r->hot[r->n_hot++] = i;
	}
	r->effort -= r->loads * r->g->n_phases / 4;
}

static mapping_swap propose(refining *r)
{
	if (!r->n_hot || mapping_roll(&r->dice, 3) == 0) return mapping_propose(r->g, r->t, &r->now, &r->dice);
	int i = r->hot[mapping_roll(&r->dice, r->n_hot)] / 2, p = i;
	if (i >= r->g->n) {
		const mapping_node *v = &r->t->node[i - r->g->n];
		p = r->now.at[v->first + mapping_roll(&r->dice, v->end - v->first)];
	}
	return mapping_propose_for(r->g, r->t, &r->now, &r->dice, p);
}

// ---- threshold accepting ------------------------------------------------------------------------

typedef struct {
	double time, distance;
} result;

static bool is_better(const refining *r, result a, result b)
{
	if (a.distance > r->most * (1 + 1e-9)) return false;
	if (a.time < b.time * (1 - 1e-9)) return true;
	return a.time <= b.time * (1 + 1e-9) && a.distance < b.distance * (1 - 1e-9);
}

static void keep_best(refining *r, result *best, int *slot)
{
	result now = {time_of(r), r->distance};
	r->effort -= r->loads * r->g->n_phases / 4;
	if (!is_better(r, now, *best)) return;
	*best = now;
	memcpy(slot, r->now.slot, sizeof(int) * (size_t)r->g->n);
}

static double try_swap(refining *r, mapping_swap s, before *b)
{
	memcpy(b->norm, r->norm, sizeof(double) * (size_t)r->g->n_phases);
	b->distance = r->distance;
	r->effort -= 4;
	return swap(r, s);
}

// The mean of what swaps change.
static double usual_change(refining *r, before *b)
{
	enum { SAMPLES = 256 };
	long until = r->effort - r->effort / 10;
	double sum = 0;
	int n = 0;
	while (n < SAMPLES && r->effort > until) {
		mapping_swap s = propose(r);
		if (++n && s.p == s.q) continue;
		sum += fabs(try_swap(r, s, b) - r->cost);
		undo(r, s, b);
	}
	return sum / (n ? n : 1);
}

static void run(refining *r, double heat, result *best, int *slot)
{
	before b = {.norm = mapping_alloc((size_t)r->g->n_phases, sizeof(double))};
	find_hot(r);
	double from = heat * usual_change(r, &b), all = (double)r->effort, least = r->cost;
	for (long n = 0; r->effort > 0; n++) {
		if (n % 256 == 0) find_hot(r);
		mapping_swap s = propose(r);
		if (s.p == s.q) {
			r->effort -= 4;
			continue;
		}
		double left = (double)r->effort / all - 0.2, next = try_swap(r, s, &b);
		if (next > r->cost + (left > 0 ? from * left * left : 0)) {
			undo(r, s, &b);
			continue;
		}
		r->cost = next;
		if (next >= least) continue;
		least = next;
		keep_best(r, best, slot);
	}
	free(b.norm);
}

// ---- a round: units and sums are made anew ------------------------------------------------------

static void begin(refining *r, const int *slot)
{
	const mapping_graph *g = r->g;
	r->now = mapping_full_of(g, r->t, slot);
	memset(r->load, 0, sizeof(double) * (size_t)(g->n_phases * r->loads));
	memset(r->crossing, 0, sizeof(int) * (size_t)(g->n_phases * r->loads));
	for (int k = 0; k < g->n_phases; k++) {
		r->unit[k] = mapping_phase_time(g, k, r->t, slot).time;
		if (!(r->unit[k] > 0)) r->unit[k] = 1;
	}
	r->n_log = 0;
	r->swap++;
	for (int k = 0; k < g->n_phases; k++)
		for (int p = 0; p < g->n; p++) {
			add_work(r, k, p, 1);
			for (int i = g->phase[k].to.first[p]; i < g->phase[k].to.first[p + 1]; i++)
				add_message(r, k, p, g->phase[k].to.arc[i].peer, &g->phase[k].to.arc[i], 1);
		}
	for (int k = 0; k < g->n_phases; k++) {
		r->norm[k] = 0;
		for (int i = 0; i < r->loads; i++) r->norm[k] += power(r->load[k * r->loads + i]);
	}
	r->distance = r->start_distance = mapping_distance(g, r->t, slot);
	r->start_time = time_of(r);
	r->cost = cost(r);
}

static void make_room(refining *r)
{
	size_t phases = (size_t)r->g->n_phases, all = phases * (size_t)r->loads;
	r->load = mapping_alloc(all, sizeof(double));
	r->crossing = mapping_alloc(all, sizeof(int));
	r->norm = mapping_alloc(phases, sizeof(double));
	r->unit = mapping_alloc(phases, sizeof(double));
	r->log = mapping_alloc(all, sizeof(change));
	r->stamp = mapping_alloc(all, sizeof(int));
	r->hot = mapping_alloc(MOST_HOT, sizeof(int));
}

static void leave_room(refining *r)
{
	free(r->load);
	free(r->crossing);
	free(r->norm);
	free(r->unit);
	free(r->log);
	free(r->stamp);
	free(r->hot);
	free(r->metric.distance);
}

void mapping_refine_time(const mapping_graph *g, const mapping_tree *t, long effort, double most, int *slot)
{
	enum { ROUNDS = 4 };
	static const double heat[ROUNDS] = {0.1, 0, 0.03, 0};
	if (!g->sum.first[g->n] || t->n_slots < 2) return;
	refining r = {.g = g,
	        .t = t,
	        .metric = mapping_metric_of(g, t),
	        .dice = {88172645463325252ULL},
	        .most = most,
	        .loads = 2 * (g->n + t->n_nodes)};
	make_room(&r);
	for (int i = 0; i < ROUNDS; i++) {
		begin(&r, slot);
		r.effort = effort / ROUNDS;
		result best = {r.start_time, r.distance};
		// A start beyond what D may be is no result.
		if (r.distance > most * (1 + 1e-9)) best.time = INFINITY;
		run(&r, heat[i], &best, slot);
		mapping_full_free(&r.now);
	}
	leave_room(&r);
}
