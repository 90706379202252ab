// SPDX-License-Identifier: Apache-2.0
//
// What is sent: between neighbours, as sections, once.
#include "callback_writer.h"
#include "graph_json.h"
#include "graph_names.h"
#include "graph_words.h"
#include "remarks.h"

#include <stdlib.h>
#include <string.h>

// ---- communication -----------------------------------------------------------------------------

static bool add_sides(callback_writer *c, const phase_count count[2], bool all, long bytes, text *out)
{
	bool ok = true;
	for (int k = 0; k < 2; k++) {
		bool each = all && !count[k].in_steps;
		point_sum *elements = all && !each ? count[k].all : count[k].once;
		char name[32];
		if (!elements) continue;
		snprintf(name, sizeof name, "hpcc_elements%d", k);
		text_printf(out, "\tdouble %s = 0;\n", name);
		ok &= callback_add_sum(c, out, name, elements);
		text_printf(out, "\thpcc_bytes[%d] += %ld * %s%s;\n", k, bytes, name, each ? " * hpcc_steps" : "");
	}
	return ok;
}

// `cycles` NULL: in a step.
static const char *received_function(
        callback_writer *c, const phase_count count[2], const char *cycles, int phase, long bytes)
{
	text body = {0};
	char name[64];
	snprintf(name, sizeof name, "hpcc_%sreceived_%d", cycles ? "all_" : "", phase);
	if (cycles) callback_add_steps(c, cycles, &body);
	bool ok = add_sides(c, count, cycles != NULL, bytes, &body);
	const char *made = ok ? callback_add_function(c, "RECEIVED", name, &body) : "0";
	text_free(&body);
	return made;
}

// The computation phase of the same task in the same place, while which messages are under way; -1: none.
static int overlaps_with(const callback_writer *c)
{
	const task *t = c->at->node->task;
	if (c->at->node->kind != FLOW_COMMUNICATION || t->kind != TASK_SPLIT || !t->nest->overlap) return -1;
	for (const found *p = c->at; p < c->found.at + c->found.n; p++)
		if (p->node->task == t && p->node->kind == FLOW_TASK) return p->first;
	return -1;
}

static void end_row(callback_writer *c, int n, const char *topology, const char *pattern)
{
	char id[32];
	graph_event_id(c->at->node, c->at->event, n, id);
	text_printf(&c->rows, ", .event = \"%s\", .topology = %s, .pattern = %s, .overlap = %d", id, topology, pattern,
	        overlaps_with(c));
	const task_arg *a = c->at->node->arg;
	if (a && c->at->node->kind == FLOW_COMMUNICATION)
		text_printf(&c->rows, ", .nest = &hpcc_nest_%d, .arg = %d", c->at->node->task->id,
		        (int)(a - c->at->node->task->args));
	text_add(&c->rows, "},\n");
}

static bool is_same_for_all(const pattern *p) { return p->kind == PATTERN_BROADCAST || p->kind == PATTERN_ALLGATHER; }

// How many elements come from each side. False: not all of that is known.
static bool count_sides(callback_writer *c, isl_set *const side[2], phase_count count[2])
{
	for (int k = 0; k < 2; k++)
		if (side[k]) {
			count[k] = phase_count_of(&c->at->place, c->at->node->task, isl_set_copy(side[k]));
			callback_note_difficult(c, &count[k]);
		}
	return (!side[0] || count[0].once) && (!side[1] || count[1].once);
}

// What is sent between processes: number `n` of the node's phases.
typedef struct exchange {
	int n;
	const char *topology, *pattern;
	int dims, dim;
	bool wraps;
} exchange;

// ---- what is sent once -------------------------------------------------------------------------

// Whether the parameter has one value in the whole cycle: made of variables alone, none of which it sets.
static bool stays(const callback_writer *c, const task *t, int param)
{
	const char *text = t->nest->params[param].text;
	const prog_function *f = t->nest->root->function;
	if (strpbrk(text, "[]*.>&") || strchr(text, '?') || callback_may_change(c, text, f)) return false;
	for (int k = 0; k < c->at->place.n; k++) {
		const phase_loop *l = c->at->place.loop[k];
		if (!l->var || (l->loop->function == f && phase_param_is(t, param, l->var, f))) return false;
	}
	return true;
}

static bool is_same_in_all_steps(const callback_writer *c, isl_set *section)
{
	const task *t = c->at->node->task;
	isl_space *space = isl_set_get_space(section);
	isl_size n = isl_space_dim(space, isl_dim_param);
	bool same = true;
	for (int k = 0; k < n && same; k++) {
		int x;
		own_end end;
		if (isl_set_involves_dims(section, isl_dim_param, (unsigned)k, 1) != isl_bool_true) continue;
		const nest_param *p = nest_param_of(t->nest, space, (unsigned)k);
		same = p ? stays(c, t, (int)(p - t->nest->params)) : own_bound_is(space, (unsigned)k, &x, &end);
	}
	isl_space_free(space);
	return same;
}

static cycle_writes *writes_around(callback_writer *c)
{
	cycle_writes **w = c->at->outer < 0 ? &c->writes : &c->outer.at[c->at->outer].writes;
	const prog_stmt *loop = c->at->outer < 0 ? c->flow->cycle->stmt : c->outer.at[c->at->outer].loop;
	if (!*w) *w = cycle_writes_of(c->flow, loop);
	return *w;
}

// Certainly: what a process has got in the first step of the cycle is valid in all others.
static bool is_sent_once(callback_writer *c, const told *what)
{
	const task *t = c->at->node->task;
	const nest_object *o = &t->nest->objects[c->at->node->arg->object];
	if (!c->at->place.in_cycle || c->at->maybe || c->at->place.more || t->kind != TASK_SPLIT) return false;
	if ((o->kind != NEST_MAPPED && o->kind != NEST_POINTER) || !object_is_variable(o)) return false;
	if (o->row_levels || o->at_pointee || o->writes || o->moves || o->meets) return false;
	return what->steady && cycle_leaves_alone(writes_around(c), o->symbol, c->at->calls);
}

// ---- sections ----------------------------------------------------------------------------------

// Of phase `n` of the node, with what comes from each of two sides; no words yet. Ends the limit of operations.
static told *tell_exchange(callback_writer *c, const char *cycles, int n, isl_set *const side[2], bool same)
{
	const flow_node *node = c->at->node;
	const long bytes = node->task->nest->objects[node->arg->object].element->size;
	const char *own = callback_own_function(node->task, PROG_CALLBACK_COMMUNICATION);
	phase_count count[2] = {{0}, {0}};
	told what = {.n = n, .same = same};
	what.known = own || count_sides(c, side, count);
	what.known &= callback_end_limit(c) && (side[0] || side[1]);
	const bool in_steps = count[0].in_steps || count[1].in_steps;
	bool sums = in_steps && strcmp(cycles, "0") != 0;
	for (int k = 0; k < 2; k++) sums &= !count[k].in_steps || count[k].all;
	const int phase = c->at->first + n;
	what.once = own ? own : what.known ? received_function(c, count, NULL, phase, bytes) : "0";
	what.all = what.known && sums ? received_function(c, count, cycles, phase, bytes) : "0";
	what.estimated = in_steps && !sums;
	what.steady = c->at->place.in_cycle;
	for (int k = 0; k < 2; k++) {
		what.steady = what.steady && (!side[k] || is_same_in_all_steps(c, side[k]));
		phase_count_free(&count[k]);
	}
	return callback_tell(c, &what);
}

static void add_exchange(callback_writer *c, const exchange *e, const told *what)
{
	const task *t = c->at->node->task;
	const bool own = callback_own_function(t, PROG_CALLBACK_COMMUNICATION) != NULL;
	callback_use(c, what);
	callback_begin_row(c, "HPCC_COMMUNICATION", what->words);
	callback_add_flag_names(c, !own && (what->estimated || c->at->maybe || phase_place_unknown(&c->at->place)),
	        !own && what->same, !own && !what->known, own, !own && is_sent_once(c, what));
	callback_add_axes(c, t, own);
	callback_add_field(c, "received", what->once);
	callback_add_field(c, "all_received", what->all);
	if (e->dims) text_printf(&c->rows, ", .dims = %d", e->dims);
	if (e->dim) text_printf(&c->rows, ", .dim = %d", e->dim);
	if (e->wraps) text_add(&c->rows, ", .wraps = 1");
	end_row(c, c->at->n_rings ? 0 : e->n, e->topology, e->pattern);
}

static const told *tell_section(callback_writer *c, const char *cycles, int n)
{
	const flow_node *node = c->at->node;
	const pattern *p = &node->sent.list[n];
	isl_set *side[2] = {NULL, NULL};
	text words = {0};
	callback_limit_operations(c);
	phase_sides(node->task, node->arg, p, side);
	const bool same = is_same_for_all(p) && side[0] && !own_bounds_decide(side[0]);
	told *what = tell_exchange(c, cycles, n, side, same);
	graph_words_of_pattern(node, p, GRAPH_JSON_OPERATIONS, &words);
	what->words = prog_string(c->w->unit, text_get(&words));
	text_free(&words);
	for (int k = 0; k < 2; k++) isl_set_free(side[k]);
	return what;
}

static void section(callback_writer *c, const char *cycles, int n)
{
	static const char *const topology[] = {[PATTERN_HALO] = "HPCC_1D",
	        [PATTERN_SECTION] = "HPCC_PAIRWISE",
	        [PATTERN_BROADCAST] = "HPCC_TREE",
	        [PATTERN_ALLGATHER] = "HPCC_ALL_TO_ALL"};
	static const char *const event[] = {[PATTERN_HALO] = "HPCC_SHIFT",
	        [PATTERN_SECTION] = "HPCC_SECTION",
	        [PATTERN_BROADCAST] = "HPCC_BROADCAST",
	        [PATTERN_ALLGATHER] = "HPCC_GATHER"};
	const flow_node *node = c->at->node;
	const pattern *p = &node->sent.list[n];
	const told *what = callback_told(c, n);
	if (!what) what = tell_section(c, cycles, n);
	const int dims = phase_grid_dims(node->task, node->arg);
	const bool halo = p->kind == PATTERN_HALO;
	const exchange e = {.n = n,
	        .topology = halo && dims > 1 ? "HPCC_GRID" : topology[p->kind],
	        .pattern = event[p->kind],
	        .dims = dims,
	        .dim = halo ? p->dim : 0};
	add_exchange(c, &e, what);
}

static const told *tell_ring(callback_writer *c, const char *cycles, int n)
{
	const flow_node *node = c->at->node;
	const torus_ring *r = &c->at->ring[n];
	text words = {0};
	text_printf(&words, "'%s' from both neighbours along dimension %d%s",
	        node->task->nest->objects[node->arg->object].key, r->dim, r->wraps ? ", around the ends, too" : "");
	callback_limit_operations(c);
	told *what = tell_exchange(c, cycles, n, r->side, false);
	what->words = prog_string(c->w->unit, text_get(&words));
	text_free(&words);
	return what;
}

void callback_ring(callback_writer *c, const char *cycles, int n)
{
	const flow_node *node = c->at->node;
	const torus_ring *r = &c->at->ring[n];
	const told *what = callback_told(c, n);
	if (!what) what = tell_ring(c, cycles, n);
	const int dims = phase_grid_dims(node->task, node->arg);
	const exchange e = {.n = n,
	        .topology = dims > 1 ? "HPCC_GRID" : "HPCC_1D",
	        .pattern = "HPCC_SHIFT",
	        .dims = dims,
	        .dim = r->dim,
	        .wraps = r->wraps};
	add_exchange(c, &e, what);
}

// How many bytes a result has; 0: not known.
static long result_bytes(const flow_node *node)
{
	if (node->kind == FLOW_ELEMENT) return node->expr->type ? node->expr->type->size : 0;
	if (node->kind != FLOW_REDUCTION && node->kind != FLOW_LAST_VALUE) return 0;
	const nest_object *o = &node->task->nest->objects[node->object];
	long bytes = o->element->size;
	for (int d = 0; d < o->rank; d++) bytes *= object_declared_extent(o, d);
	return bytes;
}

static void fixed_size(callback_writer *c, const text *words, const char *topology, const char *pattern)
{
	const task *t = c->at->node->task;
	long bytes = result_bytes(c->at->node);
	phase_count count[2] = {{0}, {0}};
	const char *once = "0";
	if (bytes && t) {
		count[0] = phase_count_of(&c->at->place, t, isl_set_universe(isl_space_params_alloc(c->ctx, 0)));
		if (count[0].once) once = received_function(c, count, NULL, c->at->first, bytes);
	} else if (bytes) {
		text body = {0};
		char name[64];
		snprintf(name, sizeof name, "hpcc_received_%d", c->at->first);
		text_printf(&body, "\thpcc_bytes[0] += %ld;\n", bytes);
		once = callback_add_function(c, "RECEIVED", name, &body);
		text_free(&body);
	}
	callback_begin_row(c, "HPCC_COMMUNICATION", text_get(words));
	bool inner = !t && c->at->place.n > (c->at->place.in_cycle ? 1 : 0);
	callback_add_flag_names(
	        c, c->at->maybe || inner || phase_place_unknown(&c->at->place), true, !strcmp(once, "0"), false, false);
	callback_add_field(c, "received", once);
	end_row(c, 0, topology, pattern);
	phase_count_free(&count[0]);
}

void callback_communication(callback_writer *c, const char *cycles)
{
	const flow_node *node = c->at->node;
	text words = {0};
	switch (node->kind) {
	case FLOW_COMMUNICATION:
		for (int n = 0; n < c->at->n_rings; n++) callback_ring(c, cycles, n);
		for (int n = 0; n < node->sent.n && !c->at->n_rings; n++) section(c, cycles, n);
		return;
	case FLOW_TURNS:
		graph_words_of_turns(node->task, &words);
		fixed_size(c, &words, "HPCC_RING", "HPCC_TURNS");
		break;
	case FLOW_ELEMENT:
		graph_words_of_element(c->w->unit, node, &words);
		fixed_size(c, &words, "HPCC_TREE", "HPCC_BROADCAST");
		break;
	case FLOW_REMAP:
		graph_words_of_remap(node->stmt, &words);
		fixed_size(c, &words, "HPCC_ALL_TO_ALL", "HPCC_REMAP");
		break;
	default:
		graph_words_of_result(node, &words);
		fixed_size(c, &words, node->kind == FLOW_JOIN ? "HPCC_ALL_TO_ALL" : "HPCC_TREE",
		        node->kind == FLOW_REDUCTION ? "HPCC_REDUCTION"
		        : node->kind == FLOW_JOIN    ? "HPCC_GATHER"
		                                     : "HPCC_BROADCAST");
	}
	text_free(&words);
}
