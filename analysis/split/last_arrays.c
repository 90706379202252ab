// SPDX-License-Identifier: Apache-2.0
#include "last_arrays.h"

#include "../model/model.h"
#include "../nest/nest.h"

#include <string.h>

typedef struct search {
	const nest *n;
	int object;
	int common; // loops around all that sets the array: of an iteration of these
} search;

static bool writes(const nest_access *a, int object) { return a->object == object && a->write && !a->defines; }

static bool sets(const nest_stmt *s, int object)
{
	for (int j = 0; j < s->n_accesses; j++)
		if (writes(&s->accesses[j], object)) return true;
	return false;
}

// Loops that count, in the nest's own text, around all statements that set it.
static int loops_around(const nest *n, int object)
{
	const nest_stmt *first = NULL;
	int common = 0;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		if (!sets(s, object)) continue;
		if (!first) first = s, common = s->depth;
		if (common > s->depth) common = s->depth;
		while (common > 0 && memcmp(first->loop, s->loop, sizeof(int) * (size_t)common) != 0) common--;
	}
	for (int d = 0; d < common; d++) {
		const nest_loop *l = &n->loops[first->loop[d]];
		if (!l->var || !l->counted || l->leaves || l->inlined) return 0;
	}
	return common;
}

static __isl_give isl_set *iterations(const search *q, const nest_stmt *s)
{
	isl_set *those = isl_set_reset_tuple_id(isl_set_copy(s->exec));
	return isl_set_project_out(those, isl_dim_set, (unsigned)q->common, (unsigned)(s->depth - q->common));
}

// All elements, where the extents are constants; else NULL.
static __isl_give isl_set *all_elements(const search *q)
{
	const nest_object *o = &q->n->objects[q->object];
	isl_set *all = isl_set_universe(isl_space_set_alloc(q->n->ctx, 0, (unsigned)o->rank));
	for (int d = 0; d < o->rank && all; d++) {
		long extent = object_declared_extent(o, d);
		if (extent <= 0) return isl_set_free(all);
		all = isl_set_lower_bound_si(all, isl_dim_set, (unsigned)d, 0);
		all = isl_set_upper_bound_si(all, isl_dim_set, (unsigned)d, (int)extent - 1);
	}
	return all;
}

static __isl_give isl_map *unnamed(__isl_take isl_map *map)
{
	map = isl_map_reset_tuple_id(map, isl_dim_in);
	return isl_map_reset_tuple_id(map, isl_dim_out);
}

// What the statement sets in any iteration, of any process; NULL: that is not known.
static __isl_give isl_set *set_by(const search *q, const nest_stmt *s, const nest_access *a)
{
	if (!a->exact || !a->map) return all_elements(q);
	isl_map *those = unnamed(isl_map_copy(a->map));
	return isl_map_range(isl_map_intersect_domain(those, isl_set_reset_tuple_id(isl_set_copy(s->domain))));
}

// What it sets in any case in each iteration that a process executes.
static __isl_give isl_map *surely_set_by(const search *q, const nest_stmt *s, const nest_access *a)
{
	isl_map *those = unnamed(isl_map_copy(a->map));
	those = isl_map_intersect_domain(those, isl_set_reset_tuple_id(isl_set_copy(s->exec)));
	return isl_map_project_out(those, isl_dim_in, (unsigned)q->common, (unsigned)(s->depth - q->common));
}

static bool is_certain(const nest_stmt *s) { return !s->may && !s->guard && !s->inlined; }

static bool each_sets_all(const search *q, __isl_keep isl_set *executed, __isl_keep isl_set *all)
{
	isl_map *surely = NULL;
	for (int k = 0; k < q->n->n_stmts; k++) {
		const nest_stmt *s = &q->n->stmts[k];
		for (int j = 0; j < s->n_accesses && is_certain(s); j++) {
			const nest_access *a = &s->accesses[j];
			if (!writes(a, q->object) || !a->always || !a->exact || !a->map) continue;
			isl_map *these = surely_set_by(q, s, a);
			surely = surely ? isl_map_union(surely, these) : these;
		}
	}
	if (!surely) return false;
	isl_map *wanted = isl_map_from_domain_and_range(isl_set_copy(executed), isl_set_copy(all));
	bool each = isl_map_is_subset(wanted, surely) == isl_bool_true;
	isl_map_free(wanted);
	isl_map_free(surely);
	return each;
}

// Whether a process that executes a part of an iteration executes all of it that sets the array: of what all compute
// for themselves (chains.c), others do a part only.
static bool executes_all(const search *q, __isl_keep isl_set *executed)
{
	for (int k = 0; k < q->n->n_stmts; k++) {
		const nest_stmt *s = &q->n->stmts[k];
		if (!sets(s, q->object)) continue;
		isl_set *its = isl_set_insert_dims(
		        isl_set_copy(executed), isl_dim_set, (unsigned)q->common, (unsigned)(s->depth - q->common));
		its = isl_set_reset_tuple_id(its);
		its = isl_set_intersect(its, isl_set_reset_tuple_id(isl_set_copy(s->domain)));
		isl_set *here = isl_set_reset_tuple_id(isl_set_copy(s->exec));
		const bool all = isl_set_is_subset(its, here) == isl_bool_true;
		isl_set_free(its);
		isl_set_free(here);
		if (!all) return false;
	}
	return true;
}

// There is room behind it for a note, and it runs in all of these iterations: the one with the fewest loops around it.
static int noted_by(const search *q, __isl_keep isl_set *executed)
{
	int best = -1;
	for (int k = 0; k < q->n->n_stmts; k++) {
		const nest_stmt *s = &q->n->stmts[k];
		if (!is_certain(s) || !sets(s, q->object) || s->stmt->kind != PROG_STMT_EXPR) continue;
		if (best >= 0 && q->n->stmts[best].depth <= s->depth) continue;
		isl_set *its = iterations(q, s);
		if (isl_set_is_subset(executed, its) == isl_bool_true) best = k;
		isl_set_free(its);
	}
	return best;
}

int last_array_setter(const nest *n, int object)
{
	const nest_object *o = &n->objects[object];
	bool variable = o->base->kind == PROG_EXPR_VAR && !o->row_levels && o->symbol->kind == PROG_SYMBOL_VARIABLE &&
	                o->type->kind == PROG_TYPE_ARRAY && o->element && !o->element->has_pointers &&
	                o->element->kind != PROG_TYPE_POINTER;
	search q = {n, object, variable ? loops_around(n, object) : 0};
	if (!variable || o->arg >= 0 || n->n_exits || q.common == 0) return -1;
	isl_set *executed = NULL, *all = NULL;
	bool known = true;
	for (int k = 0; k < n->n_stmts && known; k++) {
		const nest_stmt *s = &n->stmts[k];
		if (!sets(s, object)) continue;
		isl_set *its = iterations(&q, s);
		executed = executed ? isl_set_union(executed, its) : its;
		for (int j = 0; j < s->n_accesses && known; j++) {
			if (!writes(&s->accesses[j], object)) continue;
			isl_set *more = set_by(&q, s, &s->accesses[j]);
			known = more != NULL;
			if (known) all = all ? isl_set_union(all, more) : more;
		}
	}
	const bool right = known && executed && all && each_sets_all(&q, executed, all) && executes_all(&q, executed);
	const int setter = right ? noted_by(&q, executed) : -1;
	isl_set_free(executed);
	isl_set_free(all);
	return setter;
}
