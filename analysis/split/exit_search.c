// SPDX-License-Identifier: Apache-2.0
#include "exit_search.h"

#include "../build/build.h"
#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"
#include "partition.h"

#include <string.h>

// ---- ways out in the nest's own text -------------------------------------------------------------

// All of an iteration of the outermost loop is one process's, and nothing else decides who executes what.
static bool by_outermost_loop(const nest *n, const partition *p)
{
	if (!n->loops[0].n_limits || p->n_nest_limits) return false;
	for (int k = 1; k < n->n_loops; k++)
		if (n->loops[k].n_limits) return false;
	for (int k = 0; k < n->n_stmts; k++)
		if (p->guarded[k]) return false;
	return true;
}

// What is thrown away, or put back, once the first exit is known.
static bool is_result(const nest *n, const partition *p, int object)
{
	const nest_object *o = &n->objects[object];
	return o->writes && (object_is_distributed(o) || p->roles[object] != SCALAR_PRIVATE);
}

static bool can_be_undone(const nest *n, const partition *p, int object)
{
	const nest_object *o = &n->objects[object];
	if (object_is_distributed(o)) return true;
	if (p->roles[object] == SCALAR_CARRIED) return false; // to processes whose turn is beyond the exit
	return o->kind == NEST_SCALAR && object_is_variable(o) && p->roles[object] != SCALAR_REPLICATED;
}

// The loops around the statement in the nest's own text; what a called function does belongs to the call.
static int depth_in_text(const nest *n, const nest_stmt *s)
{
	int depth = 0;
	while (depth < s->depth && !n->loops[s->loop[depth]].inlined) depth++;
	return depth;
}

// Whether the statement comes after an exit in one iteration of all loops around it. Where an inner loop comes after
// it, that loop ends.
static bool is_behind_exit(const nest *n, const nest_stmt *s)
{
	int depth = depth_in_text(n, s);
	for (int k = 0; k < n->n_exits; k++) {
		const nest_stmt *x = &n->stmts[n->exits[k].stmt];
		bool around = x->depth >= depth && !memcmp(x->loop, s->loop, sizeof(int) * (size_t)depth);
		if (around && s->time[depth] > x->time[depth]) return true;
	}
	return false;
}

// In the iteration that leaves, what comes after the exit is to be asked about in the text: loops and statements have
// room for that.
static bool stop_inside(nest *n, partition *p)
{
	for (int k = 1; k < n->n_loops; k++)
		if (!n->loops[k].inlined && (n->loops[k].stmt->pragmas || n->loops[k].stmt->hint)) return false;
	for (int k = 0; k < n->n_stmts; k++) {
		bool sets = false;
		for (int j = 0; j < n->stmts[k].n_accesses; j++)
			sets |= n->stmts[k].accesses[j].write && is_result(n, p, n->stmts[k].accesses[j].object);
		p->stops[k] = sets && is_behind_exit(n, &n->stmts[k]);
		if (p->stops[k] && !partition_has_room_for_guard(n, k)) return false;
	}
	return true;
}

static bool is_called_at_end(const prog_expr *e, void *unused)
{
	(void)unused;
	if (e->kind == PROG_EXPR_VAR && e->symbol->kind == PROG_SYMBOL_FUNCTION &&
	        (!strcmp(e->symbol->name, "atexit") || !strcmp(e->symbol->name, "on_exit") ||
	                !strcmp(e->symbol->name, "at_quick_exit")))
		return true;
	return false;
}

// Whether nobody sees what the nest has set when it is left: all ways out end the program, without looking at it.
static bool nothing_is_seen(const unit_facts *facts, const nest *n, const partition *p)
{
	const prog_unit *unit = n->unit;
	if (!unit->is_whole) return false;
	for (int k = 0; k < n->n_exits; k++)
		if (!ends_program(n->exits[k].branch)) return false;
	for (int k = 0; k < unit->n_functions; k++)
		if (unit->functions[k]->ends_program || walk_any_in(unit->functions[k]->body, is_called_at_end, NULL))
			return false;
	for (int k = 0; k < n->n_objects; k++) {
		const nest_object *o = &n->objects[k];
		if (!is_result(n, p, k)) continue;
		if (!o->symbol || exits_use(facts, n, o)) return false;
		for (int x = 0; x < n->n_exits; x++)
			if (stmt_names(n->exits[x].branch, o->symbol)) return false;
		for (int x = 0; x < n->ends.n_endings; x++)
			if (stmt_names(n->ends.endings[x], o->symbol) ||
			        exits_statement_uses(facts, n->ends.endings[x], o))
				return false;
	}
	return true;
}

bool exit_search_possible(const unit_facts *facts, nest *n, partition *p)
{
	if (!n->n_exits) return true;
	p->exits_again = p->exits_inside = false;
	memset(p->stops, 0, sizeof p->stops);
	bool possible = true, seen = !nothing_is_seen(facts, n, p);
	for (int k = 0; k < n->n_objects && seen; k++) {
		if (!is_result(n, p, k)) continue;
		p->exits_again = true;
		possible &= can_be_undone(n, p, k);
	}
	if (possible && p->exits_again && !by_outermost_loop(n, p)) {
		p->exits_inside = true;
		possible = stop_inside(n, p);
	}
	if (!possible) nest_fail(n, DIAG_break_out, n->root->loc, "");
	return possible;
}

// ---- the program's end in called functions --------------------------------------------------------

// Whether what the nest leaves in the object may be what it reads there, perhaps by another name.
static bool is_read_back(const unit_facts *facts, const nest *n, int object)
{
	const nest_object *o = &n->objects[object];
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			const nest_object *q = &n->objects[a->object];
			if (!a->read) continue;
			if (q == o) return true;
			bool declared = object_is_variable(o) && object_is_variable(q);
			if (!declared && o->kind != NEST_SCALAR && q->kind != NEST_SCALAR &&
			        (!o->symbol || !q->symbol || facts_may_meet(facts, o->symbol, q->symbol)))
				return true;
		}
	return false;
}

bool exit_search_goes_back(const unit_facts *facts, nest *n, partition *p)
{
	p->goes_back = p->goes_back_keeps = p->end_is_seen = false;
	if (!n->ends.n_assertions) return true;
	bool seen = n->ends.n_ends && !nothing_is_seen(facts, n, p), possible = true;
	p->end_is_seen = seen;
	for (int k = 0; k < n->n_objects; k++) {
		const nest_object *o = &n->objects[k];
		if (!is_result(n, p, k) || (!seen && !is_read_back(facts, n, k))) continue;
		p->goes_back_keeps |= object_is_distributed(o);
		// What is added to elements is forgotten.
		possible &= object_is_distributed(o) || o->reduced ||
		            (o->kind == NEST_SCALAR && p->roles[k] != SCALAR_REPLICATED);
	}
	p->goes_back = possible;
	if (possible || !n->ends.n_ends) return true;
	nest_fail(n, DIAG_leaves_nest, n->root->loc, "");
	return false;
}
