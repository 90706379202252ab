// SPDX-License-Identifier: Apache-2.0
//
// The communication graph: told message by message, then sorted by sender and by receiver, and summed up.
#include "mapping_parts.h"

#include <string.h>

typedef struct {
	int from, to;
	double messages, bytes;
} told_message;

// What has been told of a phase so far.
struct mapping_draft {
	int n, room;
	told_message *told;
};

mapping_graph *mapping_graph_new(int n)
{
	mapping_graph *g = mapping_alloc(1, sizeof(*g));
	g->n = n;
	return g;
}

int mapping_graph_phase(mapping_graph *g, double count)
{
	int k = g->n_phases++;
	g->phase = realloc(g->phase, sizeof(*g->phase) * (size_t)g->n_phases);
	g->draft = realloc(g->draft, sizeof(*g->draft) * (size_t)g->n_phases);
	if (!g->phase || !g->draft) mapping_alloc(SIZE_MAX, 1);
	g->phase[k] = (mapping_phase){.count = count};
	g->draft[k] = (struct mapping_draft){0};
	return k;
}

void mapping_graph_work(mapping_graph *g, int phase, int process, double seconds)
{
	mapping_phase *k = &g->phase[phase];
	if (!k->work) k->work = mapping_alloc((size_t)g->n, sizeof(double));
	k->work[process] += seconds;
}

void mapping_graph_message(mapping_graph *g, int phase, int from, int to, double messages, double bytes)
{
	if (from == to) return;
	struct mapping_draft *d = &g->draft[phase];
	d->told = mapping_grown(d->told, d->n, &d->room, sizeof(told_message));
	d->told[d->n++] = (told_message){from, to, messages, bytes};
}

// ---- collective operations ----------------------------------------------------------------------

void mapping_graph_broadcast(mapping_graph *g, int root, double times, double bytes)
{
	for (int step = 1; step < g->n; step *= 2) {
		const int phase = mapping_graph_phase(g, times);
		for (int i = 0; i < step && i + step < g->n; i++)
			mapping_graph_message(g, phase, (root + i) % g->n, (root + i + step) % g->n, 1, bytes);
	}
}

static int power_of_two(int n)
{
	int power = 1;
	while (2 * power <= n) power *= 2;
	return power;
}

// Processes beyond the largest power of two hand what they have to one below, and get the result from it.
static void fold(mapping_graph *g, int power, bool back, double times, double bytes)
{
	if (power == g->n) return;
	const int phase = mapping_graph_phase(g, times);
	for (int p = power; p < g->n; p++)
		mapping_graph_message(g, phase, back ? p - power : p, back ? p : p - power, 1, bytes);
}

void mapping_graph_allreduce(mapping_graph *g, double times, double bytes)
{
	const int power = power_of_two(g->n);
	fold(g, power, false, times, bytes);
	for (int step = 1; step < power; step *= 2) {
		const int phase = mapping_graph_phase(g, times);
		for (int p = 0; p < power; p++) mapping_graph_message(g, phase, p, p ^ step, 1, bytes);
	}
	fold(g, power, true, times, bytes);
}

// Each round hands on all that has come so far, pieces of bytes / n: to and fro where there is a power of two of
// processes. In a ring each round hands on one piece.
void mapping_graph_allgather(mapping_graph *g, double times, double bytes)
{
	enum { MUCH = 1 << 16 };
	const bool is_power = power_of_two(g->n) == g->n;
	if (bytes >= MUCH && g->n > 2) {
		const int phase = mapping_graph_phase(g, times * (g->n - 1));
		for (int p = 0; p < g->n; p++) mapping_graph_message(g, phase, p, (p + 1) % g->n, 1, bytes / g->n);
		return;
	}
	for (int step = 1; step < g->n; step *= 2) {
		const int phase = mapping_graph_phase(g, times), pieces = step < g->n - step ? step : g->n - step;
		for (int p = 0; p < g->n; p++)
			mapping_graph_message(
			        g, phase, p, is_power ? p ^ step : (p + step) % g->n, 1, bytes * pieces / g->n);
	}
}

void mapping_graph_alltoall(mapping_graph *g, double times, double bytes)
{
	const int phase = mapping_graph_phase(g, times);
	for (int p = 0; p < g->n; p++)
		for (int q = 0; q < g->n; q++) mapping_graph_message(g, phase, p, q, 1, bytes);
}

// ---- sorting ------------------------------------------------------------------------------------

static int by_peer(const void *a, const void *b)
{
	const mapping_arc *x = a, *y = b;
	return (x->peer > y->peer) - (x->peer < y->peer);
}

// Joins the arcs of each process that have the same peer.
static void join(mapping_arcs *a, int n)
{
	int out = 0;
	for (int p = 0; p < n; p++) {
		int begin = a->first[p], end = a->first[p + 1];
		a->first[p] = out;
		qsort(a->arc + begin, (size_t)(end - begin), sizeof(*a->arc), by_peer);
		for (int i = begin; i < end; i++) {
			if (out > a->first[p] && a->arc[out - 1].peer == a->arc[i].peer) {
				a->arc[out - 1].messages += a->arc[i].messages;
				a->arc[out - 1].bytes += a->arc[i].bytes;
			} else {
				a->arc[out++] = a->arc[i];
			}
		}
	}
	a->first[n] = out;
}

// The messages that were told, by process `key` of each (0: sender, 1: receiver; 2: both, an arc with each).
static mapping_arcs sorted(const told_message *told, int n_told, int n, int key)
{
	mapping_arcs a = {.first = mapping_alloc((size_t)n + 1, sizeof(int))};
	a.arc = mapping_alloc((size_t)n_told * (key == 2 ? 2 : 1), sizeof(*a.arc));
	int *next = mapping_alloc((size_t)n + 1, sizeof(int));
	for (int i = 0; i < n_told; i++) {
		if (key != 1) a.first[told[i].from + 1]++;
		if (key != 0) a.first[told[i].to + 1]++;
	}
	for (int p = 0; p < n; p++) a.first[p + 1] += a.first[p];
	memcpy(next, a.first, sizeof(int) * ((size_t)n + 1));
	for (int i = 0; i < n_told; i++) {
		const told_message *m = &told[i];
		if (key != 1) a.arc[next[m->from]++] = (mapping_arc){m->to, m->messages, m->bytes};
		if (key != 0) a.arc[next[m->to]++] = (mapping_arc){m->from, m->messages, m->bytes};
	}
	free(next);
	join(&a, n);
	return a;
}

// All phases' arcs, times their counts.
static mapping_arcs summed(const mapping_graph *g)
{
	int n = 0, total = 0;
	for (int k = 0; k < g->n_phases; k++) total += g->phase[k].to.first[g->n];
	told_message *all = mapping_alloc((size_t)total, sizeof(*all));
	for (int k = 0; k < g->n_phases; k++) {
		const mapping_phase *f = &g->phase[k];
		for (int p = 0; p < g->n; p++)
			for (int i = f->to.first[p]; i < f->to.first[p + 1]; i++) {
				const mapping_arc *a = &f->to.arc[i];
				all[n++] = (told_message){p, a->peer, f->count * a->messages, f->count * a->bytes};
			}
	}
	mapping_arcs sum = sorted(all, n, g->n, 2);
	free(all);
	return sum;
}

void mapping_graph_finish(mapping_graph *g)
{
	for (int k = 0; k < g->n_phases; k++) {
		struct mapping_draft *d = &g->draft[k];
		g->phase[k].to = sorted(d->told, d->n, g->n, 0);
		g->phase[k].from = sorted(d->told, d->n, g->n, 1);
		free(d->told);
	}
	free(g->draft);
	g->draft = NULL;
	g->sum = summed(g);
}

static void free_arcs(mapping_arcs *a)
{
	free(a->first);
	free(a->arc);
}

void mapping_graph_free(mapping_graph *g)
{
	if (!g) return;
	for (int k = 0; k < g->n_phases; k++) {
		free(g->phase[k].work);
		free_arcs(&g->phase[k].to);
		free_arcs(&g->phase[k].from);
		if (g->draft) free(g->draft[k].told);
	}
	free_arcs(&g->sum);
	free(g->draft);
	free(g->phase);
	free(g);
}
