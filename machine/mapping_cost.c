// SPDX-License-Identifier: Apache-2.0
//
// What a mapping costs: T and D as mapping.h defines them, from scratch.
#include "mapping_parts.h"

static double total(const mapping_graph *g, bool bytes)
{
	double sum = 0;
	for (int i = 0; i < g->sum.first[g->n]; i++) sum += bytes ? g->sum.arc[i].bytes : g->sum.arc[i].messages;
	return sum;
}

mapping_metric mapping_metric_of(const mapping_graph *g, const mapping_tree *t)
{
	double bytes = total(g, true), messages = total(g, false);
	mapping_metric m = {.by_messages = bytes == 0};
	m.distance = mapping_alloc((size_t)t->n_nodes, sizeof(double));
	for (int v = 0; v < t->n_nodes; v++) {
		const mapping_node *x = &t->node[v];
		if (x->end - x->first < 2) continue;
		m.distance[v] = m.by_messages ? x->latency : x->latency * messages / bytes + 1 / x->bandwidth;
	}
	return m;
}

double mapping_distance(const mapping_graph *g, const mapping_tree *t, const int *slot)
{
	mapping_metric m = mapping_metric_of(g, t);
	double sum = 0;
	for (int p = 0; p < g->n; p++)
		for (int i = g->sum.first[p]; i < g->sum.first[p + 1]; i++) {
			const mapping_arc *a = &g->sum.arc[i];
			if (a->peer > p)
				sum += mapping_weight(&m, a) * m.distance[mapping_meet(t, slot[p], slot[a->peer])];
		}
	free(m.distance);
	return sum;
}

// ---- T ------------------------------------------------------------------------------------------

// What a phase puts on processes (seconds) and on links (bytes), out and in.
typedef struct {
	double *send, *receive, *up, *down;
} loads;

static void load_links(const mapping_tree *t, loads *l, int from, int to, int meet, double bytes)
{
	for (int v = t->leaf[from]; v != meet; v = t->node[v].parent) l->up[v] += bytes;
	for (int v = t->leaf[to]; v != meet; v = t->node[v].parent) l->down[v] += bytes;
}

static loads loads_of(const mapping_graph *g, const mapping_phase *k, const mapping_tree *t, const int *slot)
{
	size_t n = (size_t)g->n, nodes = (size_t)t->n_nodes;
	double *all = mapping_alloc(2 * (n + nodes), sizeof(double));
	loads l = {all, all + n, all + 2 * n, all + 2 * n + nodes};
	for (int p = 0; p < g->n; p++)
		for (int i = k->to.first[p]; i < k->to.first[p + 1]; i++) {
			const mapping_arc *a = &k->to.arc[i];
			int meet = mapping_meet(t, slot[p], slot[a->peer]);
			double seconds = mapping_seconds(&t->node[meet], a);
			l.send[p] += seconds;
			l.receive[a->peer] += seconds;
			load_links(t, &l, slot[p], slot[a->peer], meet, a->bytes);
		}
	return l;
}

static double larger(double a, double b) { return a > b ? a : b; }

mapping_slowest mapping_phase_time(const mapping_graph *g, int phase, const mapping_tree *t, const int *slot)
{
	const mapping_phase *k = &g->phase[phase];
	mapping_slowest s = {0, -1, -1};
	loads l = loads_of(g, k, t, slot);
	for (int p = 0; p < g->n; p++) {
		double work = k->work ? k->work[p] / t->node[t->leaf[slot[p]]].speed : 0;
		double time = work + larger(l.send[p], l.receive[p]);
		if (time > s.time) s = (mapping_slowest){time, p, -1};
	}
	for (int v = 0; v < t->n_nodes; v++) {
		const double bytes = larger(l.up[v], l.down[v]);
		double time =
		        bytes > 0 && t->node[v].uplink > 0 ? mapping_link_latency(t, v) + bytes / t->node[v].uplink : 0;
		if (time > s.time) s = (mapping_slowest){time, -1, v};
	}
	free(l.send);
	return s;
}

double mapping_time(const mapping_graph *g, const mapping_tree *t, const int *slot)
{
	double sum = 0;
	for (int k = 0; k < g->n_phases; k++) sum += g->phase[k].count * mapping_phase_time(g, k, t, slot).time;
	return sum;
}
