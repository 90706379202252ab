// SPDX-License-Identifier: Apache-2.0
//
// The phases: nodes of the task graph in the order in which the program comes to them.
#include "callback_writer.h"
#include "graph_json.h"
#include "graph_names.h"
#include "graph_words.h"
#include "remarks.h"

#include <stdlib.h>
#include <string.h>

// ---- the walk ----------------------------------------------------------------------------------

static void find_in(callback_writer *c, const flow_list *list, bool maybe);

static void add_loop(callback_writer *c, const flow_node *node)
{
	if (c->place.n == PHASE_MOST_LOOPS) {
		c->place.more = true;
		return;
	}
	phase_loop *l = prog_alloc(c->w->unit, sizeof *l);
	*l = phase_loop_of(c->ctx, node->stmt);
	GROW(c, &c->loops);
	c->loops.at[c->loops.n++] = l;
	c->place.loop[c->place.n++] = l;
}

static bool is_marked(const flow_node *loop) { return loop->stmt->hint && loop->stmt->hint->cycle; }

// What stands in a loop that may be the cycle is told for a step of it.
static void begin_outer(callback_writer *c, const flow_node *node, bool maybe)
{
	c->place = (phase_place){.in_cycle = true};
	add_loop(c, node);
	GROW(c, &c->outer);
	c->outer.at[c->outer.n] = (outer_loop){.loop = node->stmt,
	        .function = c->function,
	        .counts = c->loops.at[c->loops.n - 1],
	        .marked = is_marked(node),
	        .maybe = maybe || c->levels,
	        .levels = c->levels};
	c->in_outer = c->outer.n++;
}

static void find_in_loop(callback_writer *c, const flow_node *node, bool maybe)
{
	const phase_place before = c->place;
	const int outer = c->in_outer;
	const bool begins = c->by_functions && (outer < 0 || is_marked(node));
	if (begins)
		begin_outer(c, node, maybe);
	else
		add_loop(c, node);
	c->levels++;
	find_in(c, &node->body, maybe && !begins);
	c->levels--;
	c->place = before;
	c->in_outer = outer;
}

static void enter_call(callback_writer *c, const flow_node *call, bool maybe)
{
	const prog_symbol *callee = call->callee;
	const flow_function *f = flow_function_of(c->flow, callee);
	if (!f || c->entered[callee->id]) return;
	cycle_call *into = prog_alloc(c->w->unit, sizeof *into);
	*into = (cycle_call){call->expr, f->function, c->calls};
	c->calls = into;
	c->entered[callee->id] = 1;
	find_in(c, &f->nodes, maybe);
	c->entered[callee->id] = 0;
	c->calls = into->outer;
}

static void find_node(callback_writer *c, const flow_node *node, bool maybe)
{
	const bool call = node->kind == FLOW_CALL && node->callee;
	bool phase = node->kind == FLOW_TASK ? !node->task->is_alternative : flow_is_communication(node);
	if (phase || (call && c->by_functions)) {
		GROW(c, &c->found);
		c->found.at[c->found.n++] = (found){.node = node,
		        .place = c->place,
		        .maybe = maybe,
		        .function = c->function,
		        .outer = c->in_outer,
		        .levels = c->levels,
		        .calls = c->calls};
	}
	if (call && !c->by_functions) enter_call(c, node, maybe);
	if (node->kind == FLOW_LOOP) {
		find_in_loop(c, node, maybe);
		return;
	}
	bool chooses = node->kind == FLOW_BRANCH && !node->parts;
	find_in(c, &node->body, maybe || chooses);
	if (!node->parts) find_in(c, &node->otherwise, maybe || chooses);
}

static void find_in(callback_writer *c, const flow_list *list, bool maybe)
{
	for (int k = 0; k < list->n; k++) find_node(c, list->node[k], maybe);
}

// Whether other units may call the unit's functions, or have some that it calls.
static bool is_part_of_program(const flow_list *list)
{
	bool part = false;
	for (int k = 0; k < list->n && !part; k++) {
		const flow_node *node = list->node[k];
		part = (node->kind == FLOW_CALL && node->callee && !node->callee->function) ||
		       is_part_of_program(&node->body) || is_part_of_program(&node->otherwise);
	}
	return part;
}

static void find_by_functions(callback_writer *c)
{
	for (int k = 0; k < c->flow->n_functions; k++) {
		c->function = c->flow->functions[k].function;
		find_in(c, &c->flow->functions[k].nodes, false);
	}
}

static void find_in_cycle(callback_writer *c)
{
	const flow_node *cycle = c->flow->cycle;
	c->place.in_cycle = cycle != NULL;
	if (cycle)
		find_in_loop(c, cycle, false);
	else
		find_in(c, &c->flow->cycle_function->nodes, false);
}

bool callback_is_phase(const found *p) { return p->node->kind != FLOW_CALL; }

// Those of the same node where the program has come to it before, perhaps none. False: it has not.
static bool copy_rings(const callback_writer *c, found *p)
{
	const found *q = c->told_rings[p->node->id];
	if (!q) return false;
	p->n_rings = q->n_rings;
	for (int k = 0; k < q->n_rings; k++) {
		p->ring[k] = q->ring[k];
		for (int j = 0; j < 2; j++) p->ring[k].side[j] = isl_set_copy(q->ring[k].side[j]);
	}
	return true;
}

static void find_rings(callback_writer *c, found *p)
{
	if (p->node->kind != FLOW_COMMUNICATION || callback_own_function(p->node->task, PROG_CALLBACK_COMMUNICATION))
		return;
	if (copy_rings(c, p)) return;
	c->told_rings[p->node->id] = p;
	callback_limit_operations(c);
	p->n_rings = torus_rings(p->node->task, p->node->arg, &p->node->sent, p->ring);
	if (callback_end_limit(c)) return;
	torus_rings_free(p->ring, p->n_rings);
	p->n_rings = 0;
}

int callback_phases_of(const found *p)
{
	if (!callback_is_phase(p)) return 0;
	if (p->node->kind == FLOW_TASK) return 1;
	return p->n_rings ? p->n_rings : graph_events_of(p->node);
}

static void number_phases(callback_writer *c)
{
	for (int k = 0; k < c->found.n; k++) {
		found *p = &c->found.at[k];
		if (!callback_is_phase(p)) continue;
		for (int j = 0; j < k && p->node->task; j++)
			if (c->found.at[j].node->task == p->node->task && c->found.at[j].node->id < p->node->id &&
			        c->found.at[j].node->kind != FLOW_TASK)
				p->event = c->found.at[j].event + graph_events_of(c->found.at[j].node);
		find_rings(c, p);
		p->first = c->n_phases;
		c->n_phases += callback_phases_of(p);
	}
}

void callback_find_phases(callback_writer *c)
{
	const control_flow *flow = c->flow;
	c->by_functions = !flow->cycle_function;
	for (int k = 0; k < flow->n_functions; k++) c->by_functions |= is_part_of_program(&flow->functions[k].nodes);
	c->in_outer = -1;
	if (c->by_functions)
		find_by_functions(c);
	else
		find_in_cycle(c);
	number_phases(c);
}
