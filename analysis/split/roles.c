// SPDX-License-Identifier: Apache-2.0
//
// What becomes of the scalars and plain arrays that a nest writes, and which of them are needed after it.
#include "../build/build.h"
#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../unit/unit.h"
#include "attempt.h"
#include "last_arrays.h"
#include "partition.h"
#include "work_arrays.h"

#include <stdlib.h>
#include <string.h>

bool partition_depends_on_own(const nest_stmt *s) { return own_bounds_decide(s->exec); }

static scalar_role reduction_role(const nest *n, int object)
{
	bool has_place = false;
	for (int k = 0; k < n->n_stmts; k++) {
		if (n->stmts[k].reduction == NEST_NO_REDUCTION || n->stmts[k].reduction_object != object) continue;
		if (n->stmts[k].reduction != NEST_REDUCTION_PLACE) return SCALAR_REDUCTION;
		has_place = true;
	}
	return has_place ? SCALAR_EXTREMUM : SCALAR_PLACE;
}

// Whether iterations go to the processes in their order.
static bool runs_in_order(const nest *n)
{
	const nest_loop *outer = &n->loops[0];
	bool ordered = outer->n_limits == 1 && outer->step > 0 &&
	               outer->limits[0].coef * n->axes[outer->limits[0].axis].sign > 0;
	for (int x = 0; x < n->n_axes; x++)
		ordered &= n->axes[x].shared == n->axes[outer->n_limits ? outer->limits[0].axis : 0].shared;
	return ordered;
}

// Whether no element of a replicated array is written by two processes.
static bool has_one_writer(const nest *n, int object)
{
	for (int x = 0; x < n->n_stmts; x++)
		for (int i = 0; i < n->stmts[x].n_accesses; i++)
			for (int y = 0; y < n->n_stmts; y++)
				for (int j = 0; j < n->stmts[y].n_accesses; j++) {
					const nest_access *a = &n->stmts[x].accesses[i], *c = &n->stmts[y].accesses[j];
					if (a->object != object || c->object != object || !a->write || !c->write)
						continue;
					isl_map *pairs = isl_map_apply_range(
					        isl_map_copy(a->map), isl_map_reverse(isl_map_copy(c->map)));
					pairs = isl_map_intersect_domain(pairs, isl_set_copy(n->stmts[x].exec));
					pairs = isl_map_subtract_range(pairs, isl_set_copy(n->stmts[y].exec));
					bool apart = isl_map_is_empty(pairs) == isl_bool_true;
					isl_map_free(pairs);
					if (!apart) return false;
				}
	return true;
}

// Whether the parts of a replicated array that processes write are joined right in the order of the processes. What a
// process does not set after all, under a condition, is what it was, on all of them: right, if nobody else sets it.
static bool joins(const nest *n, int object, bool may)
{
	bool in_order = !may && runs_in_order(n);
	return in_order || ((!may || n->n_exits == 0) && has_one_writer(n, object));
}

// One element, whatever the iteration: which iterations there are, those of a colour, say, decides only if there is
// any.
static bool set_by_call(const nest *n, const nest_object *o)
{
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; n->stmts[k].inlined && j < n->stmts[k].n_accesses; j++)
			if (n->stmts[k].accesses[j].object == o->id && n->stmts[k].accesses[j].write) return true;
	return false;
}

// An extremum that a called function sets: in the text of the call it is seen that it has changed, in which iteration.
// Equal values are not seen.
static bool changes_in_calls(const nest *n, int object)
{
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		for (int j = 0; j < s->n_accesses; j++)
			if (s->accesses[j].object == object && s->accesses[j].write &&
			        (s->reduction != NEST_REDUCTION_PLACE || s->reduction_last ||
			                (s->inlined && s->stmt->kind != PROG_STMT_EXPR)))
				return false;
	}
	return true;
}

static bool writes_object(const nest_stmt *s, int object)
{
	for (int j = 0; j < s->n_accesses; j++)
		if (s->accesses[j].object == object && s->accesses[j].write) return true;
	return false;
}

// Whether a statement behind which there is room for a note calls a function that sets the object in any case.
static bool is_set_in_each_call(const nest *n, const prog_stmt *call, int object)
{
	bool block = call->parent && call->parent->kind == PROG_STMT_COMPOUND;
	bool head = call->parent && (call->parent->init == call || call->parent->kind == PROG_STMT_SWITCH);
	if (head || (call->kind != PROG_STMT_EXPR && (call->kind != PROG_STMT_DECL || !block))) return false;
	for (int k = 0; k < n->n_stmts; k++)
		if (n->stmts[k].stmt == call && n->stmts[k].each_call && writes_object(&n->stmts[k], object))
			return true;
	return false;
}

// Where called functions set the variable it can be noted behind the calls that they did, if they do so each time.
static bool is_set_in_calls(const nest *n, int object)
{
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		if (s->inlined && writes_object(s, object) && !is_set_in_each_call(n, s->stmt, object)) return false;
	}
	return true;
}

static bool is_carried(attempt *t, const nest_object *o)
{
	t->p->roles[o->id] = SCALAR_CARRIED;
	t->p->told[o->id] = homes_needed_after(t, o);
	return true;
}

static bool give_role(attempt *t, nest_object *o)
{
	nest *n = t->n;
	bool split = false, exact = true, tracked = true;
	const nest_access *everywhere = NULL; // a reduction
	int writes = 0;
	bool may = false;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->object != o->id || !a->write) continue;
			writes++;
			split |= partition_depends_on_own(&n->stmts[k]);
			// Of what a part of the statement sets it is not seen behind it whether it did.
			const bool noted = n->stmts[k].stmt->kind == PROG_STMT_EXPR && !a->unsure && !a->when;
			tracked &= a->defines || n->stmts[k].inlined || noted;
			exact &= a->exact;
			may |= n->stmts[k].may || a->unsure;
			if (object_is_plain(o) && exact) {
				isl_set *image = isl_set_apply(isl_set_copy(n->stmts[k].exec), isl_map_copy(a->map));
				exact = boxes_are_exact(image);
				isl_set_free(image);
			}
			if (a->reduction && n->stmts[k].home < 0 && !everywhere) everywhere = a;
		}
	// Combining needs each iteration on exactly one process; with no mapped array around all of them run it.
	if (split && everywhere)
		return nest_fail(n, DIAG_no_home, everywhere->expr->loc, everywhere->expr->text), false;
	scalar_role *role = &t->p->roles[o->id];
	if (o->reduced && object_is_plain(o) && !o->grows && !array_reductions_stay_inside(n, o))
		return nest_fail(n, DIAG_replicated_after, o->base->loc, o->key), false;
	if (!split && o->reduced) return nest_fail(n, DIAG_no_home, o->base->loc, o->key), false;
	if (t->carried[o->id]) return is_carried(t, o);
	if (!split) return *role = SCALAR_REPLICATED, true;
	if (o->is_reduction) {
		*role = reduction_role(n, o->id);
		// Nothing can be noted in the text of a function.
		if (set_by_call(n, o) && *role != SCALAR_REDUCTION && !changes_in_calls(n, o->id))
			return nest_fail(n, DIAG_scalar_after, o->base->loc, o->key), false;
		return true;
	}
	*role = SCALAR_PRIVATE;
	if (!homes_needed_after(t, o)) return true;
	if (object_is_plain(o)) {
		enum { MOST_WRITES = 64 };
		bool joined = exact && !o->row_levels && writes <= MOST_WRITES && joins(n, o->id, may);
		int setter = joined ? -1 : last_array_setter(n, o->id);
		if (setter >= 0) return *role = SCALAR_LAST, t->p->last_setter[o->id] = setter, true;
		if (!joined && turns_carry(t, o)) return is_carried(t, o);
		if (!joined) return nest_fail(n, DIAG_replicated_after, o->base->loc, o->key), false;
		t->p->shared[o->id] = true;
		return true;
	}
	bool last = o->base->kind == PROG_EXPR_VAR && tracked && is_set_in_calls(n, o->id);
	if (!last && turns_carry(t, o)) return is_carried(t, o);
	if (!last) return nest_fail(n, DIAG_scalar_after, o->base->loc, o->key), false;
	*role = SCALAR_LAST;
	return true;
}

static bool is_continue(const prog_stmt *s, void *unused)
{
	(void)unused;
	return s->kind == PROG_STMT_CONTINUE;
}

// Whether an inner loop runs in every iteration of the loops around it, with bounds that do not change: its variable
// then ends with the same value as in the first iteration.
static bool runs_alike(const nest *n, const nest_loop *l)
{
	for (; l->parent >= 0; l = &n->loops[l->parent]) {
		const nest_loop *up = &n->loops[l->parent];
		if (!l->counted || !l->inside || l->leaves || !up->var) return false;
		unsigned outer = (unsigned)l->depth;
		if (isl_pw_aff_involves_dims(l->first, isl_dim_in, 0, outer) != isl_bool_false) return false;
		if (isl_set_involves_dims(l->inside, isl_dim_set, 0, outer) != isl_bool_false) return false;
		for (const prog_stmt *s = l->stmt->parent; s != up->stmt; s = s->parent)
			if (s->kind != PROG_STMT_COMPOUND) return false;
		if (stmt_any_outward(up->stmt->body, is_continue, NULL)) return false;
	}
	return l->counted;
}

typedef struct heads {
	const nest *n;
	const nest_loop *l;
} heads;

// A variable of the nest that no head of these loops declares.
static bool is_unknown_in_heads(const prog_expr *e, void *user)
{
	const heads *h = user;
	if (e->kind != PROG_EXPR_VAR || !prog_declares(h->n->root, e->symbol)) return false;
	for (const nest_loop *l = h->l; l; l = l->parent >= 0 ? &h->n->loops[l->parent] : NULL)
		if (prog_declares(l->stmt->init, e->symbol)) return false;
	return true;
}

// Whether the heads of the loop and of those around it, one in the other, name only what is there behind the nest, too.
static bool heads_are_known(const nest *n, const nest_loop *l)
{
	bool known = true;
	for (; l && known; l = l->parent >= 0 ? &n->loops[l->parent] : NULL) {
		heads h = {n, l};
		known = !walk_any(l->stmt->cond, is_unknown_in_heads, &h) &&
		        !walk_any(l->first_expr, is_unknown_in_heads, &h);
	}
	return known;
}

static bool updates(const prog_expr *e, void *symbol)
{
	bool changes = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC;
	return changes && e->arg[0]->kind == PROG_EXPR_VAR && e->arg[0]->symbol == symbol;
}

// What pointers lead to, not they alone.
static bool reads_memory(const prog_expr *e)
{
	return expr_holds(
	        e, EXPR_KIND(INDEX) | EXPR_KIND(DEREF) | EXPR_KIND(MEMBER) | EXPR_KIND(CALL) | EXPR_KIND(OPAQUE));
}

// Whether the loop's condition depends on what the nest changes otherwise than by the head of this loop.
static bool condition_changes(const nest *n, int loop)
{
	const prog_stmt *s = n->loops[loop].stmt;
	for (int k = 0; k < n->n_objects; k++) {
		const nest_object *o = &n->objects[k];
		// end - p, where *p is set
		bool stays = o->kind != NEST_SCALAR && !o->moves && !reads_memory(s->cond);
		if (o->writes && o->symbol && o->symbol != n->loops[loop].var && prog_names(s->cond, o->symbol) &&
		        !stays)
			return true;
	}
	for (int k = 0; k < n->n_counters; k++) {
		prog_symbol *x = n->counters[k].symbol;
		if (n->counters[k].loop == loop && prog_names(s->cond, x) && walk_any_in(s->body, updates, x))
			return true;
	}
	return false;
}

// Whether it can be evaluated behind the nest as in it: it reads no arrays, and sets nothing.
static bool is_repeatable(const prog_expr *e) { return !reads_memory(e) && !expr_holds(e, EXPR_CHANGES); }

// Where the nest is left early the variables of the loops around are what they are there.
static bool around_exits(const nest *n, int loop)
{
	for (int k = 0; k < n->n_exits; k++)
		if (!limits_under(&n->stmts[n->exits[k].stmt], loop)) return false;
	return true;
}

// Whether a statement behind the loop sets its variable: that is what is left then.
static bool is_set_behind(const nest *n, const nest_loop *l)
{
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		bool before = !s->inlined && s->stmt->range.file == l->stmt->range.file &&
		              s->stmt->range.begin < l->stmt->range.begin;
		for (int a = 0; a < s->n_accesses && !before; a++) {
			const nest_object *o = &n->objects[s->accesses[a].object];
			if (s->accesses[a].write && o->symbol == l->var && o->base->kind == PROG_EXPR_VAR) return true;
		}
	}
	return false;
}

bool roles_give(attempt *t)
{
	nest *n = t->n;
	t->p->roles = prog_alloc(n->unit, sizeof *t->p->roles * (size_t)(n->n_objects + 1));
	t->p->told = prog_alloc(n->unit, sizeof *t->p->told * (size_t)(n->n_objects + 1));
	t->p->last_setter = prog_alloc(n->unit, sizeof *t->p->last_setter * (size_t)(n->n_objects + 1));
	t->p->shared = prog_alloc(n->unit, sizeof *t->p->shared * (size_t)(n->n_objects + 1));
	for (int k = 0; k < n->n_objects; k++) {
		nest_object *o = &n->objects[k];
		if (o->writes && !object_is_distributed(o) && !give_role(t, o)) return false;
	}
	for (int k = 0; k < n->n_loops && k < 64; k++) {
		const nest_loop *l = &n->loops[k];
		if (!l->var || prog_declares(l->stmt->init, l->var)) continue;
		if (!liveness_after(t->facts, n->root, l->var)) continue;
		// All processes run it, from its start to its end: the variable is what it is in the source.
		if (k == 0 && !l->counted && !l->leaves && n->n_exits == 0) continue;
		// The head of the loop stands behind the nest, too: what it names must be known there.
		bool known = heads_are_known(n, l) && around_exits(n, k) && !condition_changes(n, k) &&
		             !is_set_behind(n, l) && (l->counted || is_repeatable(l->stmt->cond));
		// That of a function that is called cannot be written here.
		if (known && !l->inlined && (k == 0 || runs_alike(n, l)))
			t->p->final_value[k] = true;
		else
			return nest_fail(n, DIAG_scalar_after, l->stmt->loc, l->var->name), false;
	}
	return true;
}
