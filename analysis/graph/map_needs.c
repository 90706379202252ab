// SPDX-License-Identifier: Apache-2.0
#include "map_needs.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../split/split.h"
#include "owned_dims.h"
#include "pair_space.h"
#include "task_graph.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/ilp.h>
#include <isl/local_space.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- where elements are -----------------------------------------------------------------------

// Each element has one owner, in all dimensions of the grid.
static bool has_single_owners(const prog_mapping *m)
{
	if (m->how == PROG_MAP_ALIGN) {
		for (int k = 0; k < m->with_rank; k++) {
			bool split = m->with_template ? m->with_template->dist[k].format != PROG_FORMAT_NONE
			                              : !m->with_mapping || mapping_splits(m->with_mapping, k);
			if (split && (m->sub[k].star || m->sub[k].dim < 0)) return false;
		}
		return m->with_template || (m->with_mapping && has_single_owners(m->with_mapping));
	}
	return m->how == PROG_MAP_DISTRIBUTE;
}

// The extent of a dimension as its mapping has it, a constant; 0: another one, or none.
static long extent_of(const nest_object *o, int d)
{
	const prog_mapping *m = mapping_of_object(o);
	const prog_expr *e = m ? m->used[d] ? m->used[d] : m->extent[d] : NULL;
	if (e) return e->kind == PROG_EXPR_INT ? e->value : 0;
	return object_declared_extent(o, d);
}

static isl_set *fixed(isl_set *params, pair_value v, int k, int n, long value)
{
	params = pair_with(params, v, k, n);
	int at = pair_find(params, v, k, n);
	return isl_set_fix_val(
	        params, isl_dim_param, (unsigned)at, isl_val_int_from_si(isl_set_get_ctx(params), value));
}

// The value as one of the indices of a set of one dimension.
static isl_set *is_in(isl_set *index, pair_value v, int k, int n, int more)
{
	isl_set *set = pair_with(isl_set_copy(index), v, k, n);
	isl_constraint *c = isl_constraint_alloc_equality(isl_local_space_from_space(isl_set_get_space(set)));
	c = isl_constraint_set_coefficient_si(c, isl_dim_set, 0, 1);
	c = isl_constraint_set_coefficient_si(c, isl_dim_param, pair_find(set, v, k, n), -1);
	c = isl_constraint_set_constant_si(c, more);
	return isl_set_params(isl_set_add_constraint(set, c));
}

// Along dimension d of the array.
static isl_set *indices_along(isl_set *set, int d)
{
	int rank = (int)isl_set_dim(set, isl_dim_set);
	set = isl_set_project_out(set, isl_dim_set, (unsigned)d + 1, (unsigned)(rank - d - 1));
	return isl_set_project_out(set, isl_dim_set, 0, (unsigned)d);
}

// The extent as the mapping's directive names it: a parameter of the needs that has this name here. NULL: none.
static isl_set *named_extent(const map_needs *m, int k)
{
	const prog_mapping *mapping = mapping_of_object(&m->nest->objects[m->object]);
	const prog_expr *e =
	        mapping ? mapping->used[m->dim[k]] ? mapping->used[m->dim[k]] : mapping->extent[m->dim[k]] : NULL;
	if (!e || e->kind != PROG_EXPR_VAR || !pair_name_is_free(e->symbol->name)) return NULL;
	isl_id *id = isl_id_alloc(m->nest->ctx, e->symbol->name, NULL);
	isl_set *set = pair_with(isl_set_universe(isl_space_params_alloc(m->nest->ctx, 0)), PAIR_EXTENT, k, m->n);
	if (isl_set_find_dim_by_id(m->set, isl_dim_param, id) < 0) {
		isl_id_free(id);
		return isl_set_free(set);
	}
	set = isl_set_align_params(set, isl_space_add_param_id(isl_set_get_space(set), isl_id_copy(id)));
	int at = isl_set_find_dim_by_id(set, isl_dim_param, id);
	isl_id_free(id);
	return isl_set_equate(set, isl_dim_param, at, isl_dim_param, pair_find(set, PAIR_EXTENT, k, m->n));
}

// An extent that is not seen is taken to be what its directive calls it, or to end with the last index that the nest
// needs.
static void assume_extent(map_needs *m, int k)
{
	isl_set *named = named_extent(m, k);
	if (named) {
		m->assumed = isl_set_intersect(m->assumed, named);
		return;
	}
	isl_set *all = map_needs_sizes_only(m, indices_along(isl_set_copy(m->set), m->dim[k]));
	bool bounded = isl_set_dim_has_upper_bound(all, isl_dim_set, 0) == isl_bool_true;
	isl_set *last = bounded ? isl_set_lexmax(isl_set_copy(all)) : NULL;
	isl_set_free(all);
	if (isl_set_n_basic_set(last) == 1)
		m->assumed = isl_set_intersect(m->assumed, is_in(last, PAIR_EXTENT, k, m->n, 1));
	isl_set_free(last);
}

static void make_blocks(map_needs *m)
{
	isl_ctx *ctx = m->nest->ctx;
	for (int k = 0; k < m->n; k++) {
		m->blocks = isl_set_intersect(m->blocks, pair_blocks(ctx, k, m->n));
		if (m->extent[k])
			m->blocks = fixed(m->blocks, PAIR_EXTENT, k, m->n, m->extent[k]);
		else
			assume_extent(m, k);
	}
	m->blocks = isl_set_intersect(m->blocks, isl_set_copy(m->assumed));
}

// ---- names ------------------------------------------------------------------------------------

static bool is_taken(isl_set *set, const char *name)
{
	isl_id *id = isl_id_alloc(isl_set_get_ctx(set), name, NULL);
	bool taken = isl_set_find_dim_by_id(set, isl_dim_param, id) >= 0;
	isl_id_free(id);
	return taken;
}

// (long)(n) is n; anything that is no name is par<k>.
static void name_of(const nest_param *p, int k, isl_set *set, char *name, size_t size)
{
	static const char cast[] = "(long)(";
	char *told = spoken(p->text);
	size_t length = strlen(told);
	bool has_cast = !strncmp(told, cast, sizeof cast - 1) && told[length - 1] == ')';
	snprintf(name, size, "%.*s", (int)(has_cast ? length - sizeof cast : length),
	        has_cast ? told + sizeof cast - 1 : told);
	if (length >= size || !pair_name_is_free(name) || is_taken(set, name)) snprintf(name, size, "par%d", k);
	free(told);
}

static isl_set *with_names(const nest *n, isl_set *set)
{
	for (int j = 0; j < isl_set_dim(set, isl_dim_param); j++) { // of no set, where an operation quota was met: -1
		isl_space *space = isl_set_get_space(set);
		const nest_param *p = nest_param_of(n, space, (unsigned)j);
		isl_space_free(space);
		if (!p) continue;
		char name[64];
		name_of(p, (int)(p - n->params), set, name, sizeof name);
		set = isl_set_set_dim_id(set, isl_dim_param, (unsigned)j, isl_id_alloc(n->ctx, name, NULL));
	}
	return set;
}

// ---- intervals of the nest --------------------------------------------------------------------

// A bound of the nest's axis as a pair value.
static isl_set *renamed(isl_set *set, int axis, own_end end, int k, int n)
{
	int at = own_bound_find(set, axis, end);
	if (at < 0) return set;
	isl_id *id = pair_id(isl_set_get_ctx(set), end == OWN_LO ? PAIR_LO : PAIR_HI, k, n);
	return isl_set_set_dim_id(set, isl_dim_param, (unsigned)at, id);
}

static isl_set *with_own(isl_set *set, int axis, own_end end)
{
	isl_space *one = isl_space_params_alloc(isl_set_get_ctx(set), 0);
	return isl_set_align_params(set, isl_space_add_param_id(one, own_bound_id(isl_set_get_ctx(set), axis, end)));
}

// Sum of factor * parameter, and a constant, is 0 (or at least 0).
typedef struct term {
	int at, factor;
} term;

static isl_set *constrained(isl_set *set, bool equal, const term *terms, int n, int constant)
{
	isl_local_space *space = isl_local_space_from_space(isl_set_get_space(set));
	isl_constraint *c = equal ? isl_constraint_alloc_equality(space) : isl_constraint_alloc_inequality(space);
	for (int k = 0; k < n; k++)
		c = isl_constraint_set_coefficient_si(c, isl_dim_param, terms[k].at, terms[k].factor);
	return isl_set_add_constraint(set, isl_constraint_set_constant_si(c, constant));
}

// Intervals that are not empty, and begin within the arrays they belong to: others need nothing.
static isl_set *not_empty(const nest *n, isl_set *set)
{
	isl_set *some = isl_set_universe(isl_space_params_alloc(n->ctx, 0));
	some = isl_set_from_params(some);
	for (int x = 0; x < n->n_axes; x++) {
		long extent = extent_of(&n->objects[n->axes[x].object], n->axes[x].dim);
		if (n->axes[x].shared != x) continue;
		some = with_own(with_own(some, x, OWN_LO), x, OWN_HI);
		term lo = {own_bound_find(some, x, OWN_LO), 1}, hi = {own_bound_find(some, x, OWN_HI), 1};
		const term width[] = {hi, {lo.at, -1}}, below[] = {{hi.at, -1}};
		some = constrained(constrained(some, false, width, 2, 0), false, &lo, 1, 0);
		if (extent) some = constrained(some, false, below, 1, (int)extent - 1);
	}
	return isl_set_gist_params(set, isl_set_params(some));
}

// Of an array that lies at an offset to the axis, or has another extent: own.lo + offset = lo, but for the ends, where
// the first process has what comes before the array, too, and the axis's own ends count.
static isl_set *shifted(isl_set *set, const map_needs *m, int k, int axis, long offset, long axis_extent)
{
	int lo_from = offset > 1 ? (int)offset : 1, last = (int)axis_extent - 1;
	int hi_to = (int)(m->extent[k] - 2 < last + offset ? m->extent[k] - 2 : last + offset);
	set = pair_with(pair_with(set, PAIR_LO, k, m->n), PAIR_HI, k, m->n);
	set = with_own(with_own(set, axis, OWN_LO), axis, OWN_HI);
	int lo = pair_find(set, PAIR_LO, k, m->n), hi = pair_find(set, PAIR_HI, k, m->n);
	int own_lo = own_bound_find(set, axis, OWN_LO), own_hi = own_bound_find(set, axis, OWN_HI);
	const term begin[] = {{own_lo, 1}, {lo, -1}}, end[] = {{own_hi, 1}, {hi, -1}},
	           some[] = {{own_hi, 1}, {own_lo, -1}};
	set = constrained(set, false, some, 2, 0);
	isl_set *at_first = constrained(isl_set_copy(set), false, (const term[]){{lo, -1}}, 1, lo_from - 1);
	at_first = constrained(at_first, true, (const term[]){{own_lo, 1}}, 1, 0);
	set = constrained(set, false, (const term[]){{lo, 1}}, 1, -lo_from);
	set = isl_set_union(constrained(set, true, begin, 2, (int)offset), at_first);
	isl_set *at_last = constrained(isl_set_copy(set), false, (const term[]){{hi, 1}}, 1, -hi_to - 1);
	at_last = constrained(at_last, true, (const term[]){{own_hi, 1}}, 1, -last);
	set = constrained(set, false, (const term[]){{hi, -1}}, 1, hi_to);
	return isl_set_union(constrained(set, true, end, 2, (int)offset), at_last);
}

// The array lies by the nest's axes.
static isl_set *by_own_blocks(const nest *n, const map_needs *m, const owned *w, isl_set *set)
{
	for (int k = 0; k < m->n; k++) {
		int d = m->dim[k], x = w->axis[d];
		const nest_axis *axis = &n->axes[x];
		long theirs = extent_of(&n->objects[axis->object], axis->dim);
		if (w->offset[d] == 0 && theirs == m->extent[k]) {
			set = renamed(renamed(set, x, OWN_LO, k, m->n), x, OWN_HI, k, m->n);
			continue;
		}
		if (!theirs || !m->extent[k]) return isl_set_free(set);
		set = shifted(set, m, k, x, w->offset[d], theirs);
		for (int end = OWN_LO; end <= OWN_HI; end++)
			set = isl_set_project_out(set, isl_dim_param, (unsigned)own_bound_find(set, x, end), 1);
	}
	return set;
}

// The ratio of two extents, n and 2 n, or n and 2 n - 1, as it is between grids of unlike width; 0: none.
static long ratio_of(long large, long small)
{
	long ratio = small > 0 ? (large + small / 2) / small : 0, rest = large - ratio * small;
	return ratio > 1 && rest < ratio && -rest < ratio ? ratio : 0;
}

// The blocks of the array (of extent n) are `times` / `parts` those of the axis: times * own.lo = parts * lo, and behind
// the last index likewise; but for the last blocks, which end with the extents.
static isl_set *blocks_in_ratio(isl_set *set, const map_needs *m, int k, int axis, long axis_extent)
{
	int times = m->blocks_times, parts = m->blocks_parts;
	set = pair_with(pair_with(set, PAIR_LO, k, m->n), PAIR_HI, k, m->n);
	set = with_own(with_own(set, axis, OWN_LO), axis, OWN_HI);
	int lo = pair_find(set, PAIR_LO, k, m->n), hi = pair_find(set, PAIR_HI, k, m->n);
	int own_lo = own_bound_find(set, axis, OWN_LO), own_hi = own_bound_find(set, axis, OWN_HI);
	const term begin[] = {{lo, parts}, {own_lo, -times}}, end[] = {{hi, parts}, {own_hi, -times}};
	const term last = {hi, 1}, own_last = {own_hi, 1};
	set = constrained(set, true, begin, 2, 0);
	isl_set *ends = constrained(isl_set_copy(set), true, end, 2, parts - times);
	ends = constrained(ends, false, (const term[]){{hi, -1}}, 1, (int)m->extent[k] - 2);
	set = constrained(set, true, &last, 1, 1 - (int)m->extent[k]);
	set = constrained(set, true, &own_last, 1, 1 - (int)axis_extent);
	return isl_set_union(ends, set);
}

// Of arrays that lie by themselves, one with twice the extent of the other: both are split into as many blocks. What is
// left of the nest's intervals in the set is told by the array's.
static isl_set *by_ratio(const nest *n, map_needs *m, isl_set *set)
{
	int k = 0;
	isl_set *known = isl_set_from_params(isl_set_universe(isl_space_params_alloc(n->ctx, 0)));
	for (int x = 0; x < n->n_axes; x++) {
		const nest_axis *axis = &n->axes[x];
		if (axis->shared != x) continue;
		long theirs = k < m->n ? extent_of(&n->objects[axis->object], axis->dim) : 0,
		     ours = theirs ? m->extent[k] : 0;
		long times = ratio_of(ours, theirs), parts = ratio_of(theirs, ours);
		bool fits = (times || parts) && (m->blocks_like < 0 || (m->blocks_times == (times ? times : 1) &&
		                                                               m->blocks_parts == (parts ? parts : 1)));
		if (!fits) {
			isl_set_free(known);
			return isl_set_free(set);
		}
		m->blocks_like = axis->object;
		m->blocks_times = times ? (int)times : 1;
		m->blocks_parts = parts ? (int)parts : 1;
		known = blocks_in_ratio(known, m, k++, x, theirs);
	}
	if (k != m->n) {
		isl_set_free(known);
		return isl_set_free(set);
	}
	known = isl_set_params(known);
	set = own_bounds_project_out(isl_set_intersect_params(set, isl_set_copy(known)));
	m->blocks = isl_set_intersect(m->blocks, own_bounds_project_out(known));
	return set;
}

// Arrays that lie by themselves: nothing is known of what the receiver owns of one when it is known of the other.
static isl_set *by_home(const nest *n, map_needs *m, isl_set *set)
{
	int k = 0;
	for (int x = 0; x < n->n_axes; x++) {
		const nest_axis *axis = &n->axes[x];
		if (axis->shared != x) continue;
		if (k == m->n) return isl_set_free(set);
		for (int end = OWN_LO; end <= OWN_HI; end++) {
			int at = own_bound_find(set, x, end);
			isl_id *id = pair_id(n->ctx, end == OWN_LO ? PAIR_HOME_LO : PAIR_HOME_HI, k, m->n);
			if (at >= 0)
				set = isl_set_set_dim_id(set, isl_dim_param, (unsigned)at, id);
			else
				isl_id_free(id);
		}
		long extent = extent_of(&n->objects[axis->object], axis->dim);
		m->blocks = isl_set_intersect(m->blocks, pair_home(n->ctx, extent, k++, m->n));
		m->home = axis->object;
	}
	return set;
}

// The needs with all that they hang on told by pair values; NULL: it cannot be. Takes them.
static isl_set *by_blocks(const nest *n, map_needs *m, const owned *w, isl_set *set)
{
	m->like = w->like;
	isl_set *told = w->known ? by_own_blocks(n, m, w, isl_set_copy(set)) : by_ratio(n, m, isl_set_copy(set));
	if (!told && !w->known) {
		m->blocks_like = -1;
		told = by_home(n, m, isl_set_copy(set));
	}
	isl_set_free(set);
	return told && own_bounds_decide(told) ? isl_set_free(told) : told;
}

// ---- needs ------------------------------------------------------------------------------------

isl_set *map_needs_joined(isl_set *set)
{
	isl_set *less = isl_set_coalesce(isl_set_copy(set));
	bool fewer = isl_set_n_basic_set(less) < isl_set_n_basic_set(set);
	bool better = !less || (fewer && (boxes_are_exact(less) || !boxes_are_exact(set)));
	isl_set_free(better ? set : less);
	return better ? less : set;
}

static isl_set *all_needs(const task_arg *a)
{
	isl_set *set = isl_set_reset_tuple_id(isl_set_copy(a->need[0]));
	for (int k = 1; k < a->n_need; k++) {
		isl_set *more = isl_set_reset_tuple_id(isl_set_copy(a->need[k]));
		if (isl_set_is_subset(more, set) == isl_bool_true)
			isl_set_free(more);
		else
			set = isl_set_union(set, more);
	}
	return map_needs_joined(set);
}

static bool find_grid(map_needs *m, const owned *w, const nest_object *o)
{
	for (int d = 0; d < w->rank; d++) {
		if (!w->split[d]) continue;
		if (m->n == PROG_MAX_GRID) return false;
		m->extent[m->n] = extent_of(o, d);
		m->dim[m->n++] = d;
	}
	return m->n > 0;
}

map_needs map_needs_of(const task *t, const task_arg *a)
{
	const nest *n = t->nest;
	const nest_object *o = &n->objects[a->object];
	const prog_mapping *mapping = mapping_of_object(o);
	map_needs m = {.nest = n, .object = a->object, .rank = o->rank, .like = -1, .blocks_like = -1, .home = -1};
	owned w = owned_of(t, a->object);
	bool seen = mapping ? has_single_owners(mapping) && !mapping->moves : w.known && w.like >= 0;
	if (!find_grid(&m, &w, o) || !seen || o->reduced || o->row_levels) return m;
	m.assumed = isl_set_universe(isl_space_params_alloc(n->ctx, 0));
	m.blocks = isl_set_copy(m.assumed);
	isl_set *set = isl_set_intersect_params(all_needs(a), isl_set_copy(n->assume));
	set = not_empty(n, set);
	if (own_bounds_decide(set)) set = by_blocks(n, &m, &w, set);
	if (!set) return m;
	m.set = map_needs_joined(with_names(n, own_bounds_project_out(set)));
	make_blocks(&m);
	return m;
}

void map_needs_free(map_needs *m)
{
	isl_set_free(m->set);
	isl_set_free(m->blocks);
	isl_set_free(m->assumed);
}

// ---- pairs ------------------------------------------------------------------------------------

// Indices of the array from the sender's first one, or up to its last one.
static isl_set *owned_by_sender(const map_needs *m, isl_set *set, int k, pair_value end)
{
	set = pair_with(set, end, k, m->n);
	int sign = end == PAIR_PLO ? 1 : -1;
	isl_constraint *c = isl_constraint_alloc_inequality(isl_local_space_from_space(isl_set_get_space(set)));
	c = isl_constraint_set_coefficient_si(c, isl_dim_set, m->dim[k], sign);
	c = isl_constraint_set_coefficient_si(c, isl_dim_param, pair_find(set, end, k, m->n), -sign);
	return isl_set_add_constraint(set, c);
}

isl_set *map_needs_sent(const map_needs *m, isl_set *part)
{
	part = isl_set_intersect_params(part, isl_set_copy(m->blocks));
	for (int k = 0; k < m->n; k++) part = owned_by_sender(m, owned_by_sender(m, part, k, PAIR_PLO), k, PAIR_PHI);
	return part;
}

isl_set *map_needs_blocks(const map_needs *m) { return isl_set_copy(m->blocks); }

isl_set *map_needs_sizes_only(const map_needs *m, isl_set *set)
{
	for (int k = 0; k < m->n; k++)
		for (int v = 0; v < PAIR_VALUES; v++) set = pair_without(set, v, k, m->n);
	return set;
}

isl_set *map_needs_sizes(const map_needs *m) { return map_needs_sizes_only(m, isl_set_copy(m->blocks)); }

isl_set *map_needs_assumed(const map_needs *m) { return isl_set_copy(m->assumed); }

isl_set *map_needs_owns(const map_needs *m, isl_set *index, int k, bool receiver)
{
	isl_set *set = isl_set_copy(index);
	for (int j = 0; j < 2; j++) {
		pair_value first = receiver ? PAIR_LO : PAIR_PLO, last = receiver ? PAIR_HI : PAIR_PHI,
		           end = j ? last : first;
		set = pair_with(set, end, k, m->n);
		isl_constraint *c = isl_constraint_alloc_inequality(isl_local_space_from_space(isl_set_get_space(set)));
		c = isl_constraint_set_coefficient_si(c, isl_dim_set, 0, j ? -1 : 1);
		c = isl_constraint_set_coefficient_si(c, isl_dim_param, pair_find(set, end, k, m->n), j ? 1 : -1);
		set = isl_set_add_constraint(set, c);
	}
	return isl_set_params(set);
}

bool map_needs_is_end(const map_needs *m, isl_set *index, int k, bool last)
{
	isl_set *at_end = is_in(index, PAIR_EXTENT, k, m->n, 1), *known = isl_set_copy(m->blocks);
	if (!last) {
		isl_set_free(at_end);
		at_end = isl_set_params(isl_set_fix_si(isl_set_copy(index), isl_dim_set, 0, 0));
	}
	known = isl_set_intersect(known, isl_set_params(isl_set_copy(index)));
	bool is = isl_set_is_subset(known, at_end) == isl_bool_true;
	isl_set_free(known);
	isl_set_free(at_end);
	return is;
}
