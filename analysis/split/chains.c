// SPDX-License-Identifier: Apache-2.0
//
// for (k ...) { x = seed; fill(n, &x, u[k]); seed = next(seed); }: all processes compute all seeds, and what each
// iteration makes of its own one is computed by the owner of u[k] alone.
#include "chains.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "flow.h"

#include <string.h>

typedef struct chain_search {
	attempt *t;
	int n_stmts;
	bool *flows; // [writer * n_stmts + reader]
	bool any;
} chain_search;

// Whether a value goes from one iteration of the outermost loop to another one.
static bool is_carried_outermost(const nest_stmt *w, const nest_stmt *r, __isl_keep isl_map *flow)
{
	if (w->depth == 0 || r->depth == 0 || w->loop[0] != r->loop[0]) return false;
	isl_map *same = isl_map_equate(isl_map_copy(flow), isl_dim_in, 0, isl_dim_out, 0);
	isl_map *other = isl_map_subtract(isl_map_copy(flow), same);
	const bool none = isl_map_is_empty(other) == isl_bool_true;
	isl_map_free(other);
	return !none;
}

static isl_stat note_flow(__isl_take isl_map *flow, void *user)
{
	chain_search *q = user;
	const nest *n = q->t->n;
	const int from = flow_stmt(flow, isl_dim_in), to = flow_stmt(flow, isl_dim_out);
	const nest_stmt *w = &n->stmts[from], *r = &n->stmts[to];
	if (isl_map_is_empty(flow) == isl_bool_false) {
		q->flows[from * q->n_stmts + to] = true;
		const bool carried = is_carried_outermost(w, r, flow);
		q->t->in_chain[from] |= carried;
		q->any |= carried;
	}
	isl_map_free(flow);
	return isl_stat_ok;
}

// What the statements of the chain are made of belongs to it, too, and what stands in the same statement of the text,
// which is executed as a whole.
static void add_what_is_read(chain_search *q)
{
	bool *in_chain = q->t->in_chain;
	const nest_stmt *stmts = q->t->n->stmts;
	for (bool changed = true; changed;) {
		changed = false;
		for (int w = 0; w < q->n_stmts; w++)
			for (int r = 0; r < q->n_stmts && !in_chain[w]; r++)
				if (in_chain[r] && (q->flows[w * q->n_stmts + r] || stmts[w].stmt == stmts[r].stmt))
					in_chain[w] = changed = true;
	}
}

// An array without an owner that the statement sets, where a pointer of the nest might lead into it: the nest would
// have to be run in full where it does.
static bool may_be_led_to(const nest *n, const nest_stmt *s)
{
	bool sets_array = false, pointer = false;
	for (int k = 0; k < s->n_accesses; k++)
		sets_array |= s->accesses[k].write && object_is_plain(&n->objects[s->accesses[k].object]);
	for (int k = 0; k < n->n_objects; k++)
		pointer |= object_is_plain(&n->objects[k]) && n->objects[k].base->type->kind == PROG_TYPE_POINTER;
	return sets_array && pointer;
}

static bool has_owners(const nest *n, const nest_stmt *s)
{
	for (int k = 0; k < s->n_accesses; k++)
		if (object_is_distributed(&n->objects[s->accesses[k].object])) return true;
	return s->reduction != NEST_NO_REDUCTION || s->leaves;
}

bool chains_find(attempt *t)
{
	nest *n = t->n;
	chain_search q = {.t = t, .n_stmts = n->n_stmts};
	q.flows = prog_alloc(n->unit, (size_t)n->n_stmts * (size_t)n->n_stmts + 1);
	t->in_chain = prog_alloc(n->unit, (size_t)n->n_stmts + 1);
	isl_union_map *flow = flow_of(n, NULL);
	const bool known = flow && isl_union_map_foreach_map(flow, note_flow, &q) == isl_stat_ok;
	isl_union_map_free(flow);
	if (!known || !q.any || n->n_exits) return false;
	add_what_is_read(&q);
	int deepest = 0, others = 0;
	for (int x = 0; x < n->n_stmts; x++) {
		const nest_stmt *s = &n->stmts[x];
		if (t->in_chain[x] && (has_owners(n, s) || may_be_led_to(n, s) || s->depth == 0)) return false;
		int *depth = t->in_chain[x] ? &deepest : &others;
		if (s->depth > *depth) *depth = s->depth;
	}
	return others > deepest;
}

// Whether the statement, which all execute in all iterations, reads more of what may be others' than a few elements for
// each of the chain.
static bool brings_many(const nest *n, const nest_stmt *s)
{
	bool any = false;
	for (int k = 0; k < s->n_accesses && s->home < 0 && s->depth > 1; k++)
		any |= object_is_distributed(&n->objects[s->accesses[k].object]);
	return any;
}

static bool sets_anything(const nest_stmt *s)
{
	for (int k = 0; k < s->n_accesses; k++)
		if (s->accesses[k].write) return true;
	return false;
}

bool chains_place_others(attempt *t)
{
	nest *n = t->n;
	for (int k = 0; k < n->n_stmts; k++) {
		nest_stmt *s = &n->stmts[k];
		if (t->in_chain[k] || s->home >= 0 || s->depth == 0) continue;
		// There is no room for a guard around a declaration: all have the variable.
		const bool declares = s->stmt->kind == PROG_STMT_DECL && !s->inlined;
		const bool stays = declares || !(sets_anything(s) || s->inlined);
		if (!stays) homes_place_at_first(t, s, 1);
		if (stays ? brings_many(n, s) : s->home < 0) return false;
	}
	return true;
}
