// SPDX-License-Identifier: Apache-2.0
//
// hpcc-run: who is placed where, by what processes send one another in a later step of the cycle.
#include "graph_record.h"
#include "run.h"

#include <stdlib.h>
#include <string.h>

// How many later steps were noted; what was noted of them is divided by it.
static double later_steps(const json_t *run)
{
	const long steps = record_number(json_object_get(run, "cycle"), "steps");
	return steps > 2 ? (double)(steps - 2) : 0;
}

static void add_messages(mapping_graph *g, const json_t *event, double steps)
{
	size_t k;
	json_t *row;
	int phase = -1;
	json_array_foreach(json_object_get(event, "messages"), k, row)
	{
		if (record_at(row, json_array_size(row) - 1) != LATER_STEP) continue;
		if (phase < 0) phase = mapping_graph_phase(g, 1);
		mapping_graph_message(g, phase, (int)record_at(row, 0), (int)record_at(row, 1),
		        (double)record_at(row, 2) / steps, (double)record_at(row, 3) / steps);
	}
}

static void add_operation(mapping_graph *g, const char *word, int root, double times, double bytes)
{
	if (!strcmp(word, "broadcast"))
		mapping_graph_broadcast(g, root < 0 ? 0 : root, times, bytes);
	else if (!strcmp(word, "allgather"))
		mapping_graph_allgather(g, times, bytes);
	else if (!strcmp(word, "alltoall"))
		mapping_graph_alltoall(g, times, bytes);
	else
		mapping_graph_allreduce(g, times, bytes);
}

static void add_operations(mapping_graph *g, const json_t *event, double steps)
{
	size_t k;
	json_t *row;
	json_array_foreach(json_object_get(event, "collectives"), k, row)
	{
		if (record_at(row, json_array_size(row) - 1) != LATER_STEP) continue;
		add_operation(g, json_string_value(json_array_get(row, 0)), (int)record_at(row, 1),
		        (double)record_at(row, 3) / steps, (double)record_at(row, 2));
	}
}

static mapping_graph *graph_of(const plan *p, const json_t *run, double steps)
{
	mapping_graph *g = mapping_graph_new(p->n);
	size_t k;
	json_t *event;
	json_array_foreach(json_object_get(run, "events"), k, event)
	{
		add_messages(g, event, steps);
		add_operations(g, event, steps);
	}
	plan_add_work(p, g);
	mapping_graph_finish(g);
	return g;
}

// Where process k is now, as a slot of the tree.
static void as_it_is(const mapping_tree *t, const int *order, int n, int *slot)
{
	for (int s = 0; s < n; s++) slot[order[t->listed[s]]] = s;
}

static bool fits(const plan *p, const int *at)
{
	for (int q = 0; q < p->n; q++)
		if (p->process[at[q]].has_bytes > 0 && p->process[q].memory_bytes > p->process[at[q]].has_bytes)
			return false;
	return true;
}

const char *run_place(plan *p, const json_t *run)
{
	const double steps = later_steps(run);
	if (!steps) return "in order: the cycle has too few steps to see what is sent";
	int *order = run_memory((size_t)p->n, sizeof *order), *now = run_memory((size_t)p->n, sizeof *now);
	int *slot = run_memory((size_t)p->n, sizeof *slot), *at = run_memory((size_t)p->n, sizeof *at);
	mapping_tree *t = plan_tree(p, order);
	const char *done = mapping_tree_finish(t);
	if (!done) {
		mapping_graph *g = graph_of(p, run, steps);
		mapping_options options = MAPPING_OPTIONS;
		as_it_is(t, order, p->n, now);
		options.start = mapping_scotch;
		mapping_default(g, t, &options, slot);
		for (int q = 0; q < p->n; q++) at[q] = order[t->listed[slot[q]]];
		done = "in order: no other placement is faster";
		if (mapping_time(g, t, slot) < mapping_time(g, t, now) * (1 - 1e-9) && fits(p, at)) {
			plan_place(p, at);
			done = "by the mapper, as what is sent takes least";
		}
		mapping_graph_free(g);
	}
	mapping_tree_free(t);
	free(order);
	free(now);
	free(slot);
	free(at);
	return done;
}
