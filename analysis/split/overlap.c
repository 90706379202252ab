// SPDX-License-Identifier: Apache-2.0
#include "overlap.h"

#include "../build/build.h"
#include "../model/model.h"
#include "../nest/nest.h"
#include "attempt.h"
#include "flow.h"
#include "groups.h"
#include "partition.h"
#include "steps.h"

#include <string.h>

// Where a statement's iterations run, as an index along the axis that its own one shares the intervals of.
static isl_pw_aff *place_of(const nest *n, int stmt, const home_limit *l)
{
	isl_pw_aff *place = limits_at_shared(n, l->axis, isl_pw_aff_copy(l->whole));
	return isl_pw_aff_set_tuple_id(place, isl_dim_in, isl_set_get_tuple_id(n->stmts[stmt].domain));
}

// The dimension of homes that is taken to be the only one that is split: the axes along others hold all indices.
enum { ANY_DIM = -1 };

static bool is_split(const nest *n, int axis, int dim) { return dim == ANY_DIM || n->axes[axis].dim == dim; }

// The limits of the statement along what is split; returns how many.
static int limits_of(const nest *n, const partition *p, int stmt, int dim, const home_limit **found)
{
	int many = 0;
	for (int k = 0; k < p->n_stmt_limits[stmt]; k++)
		if (is_split(n, p->stmt_limits[stmt][k].axis, dim)) found[many++] = &p->stmt_limits[stmt][k];
	return many;
}

// Whether two accesses of one element always have the same home indices: then any order of regions keeps their order.
static bool stays_in_region(const nest *n, const partition *p, int s, int r, int dim, isl_map *pairs)
{
	const home_limit *of_s[NEST_MAX_AXES], *of_r[NEST_MAX_AXES];
	const int many = limits_of(n, p, s, dim, of_s);
	if (many == 0 || many != limits_of(n, p, r, dim, of_r)) {
		bool none = isl_map_is_empty(pairs) == isl_bool_true;
		isl_map_free(pairs);
		return none;
	}
	bool same = true;
	for (int k = 0; k < many && same; k++) {
		const home_limit *x = of_s[k], *y = of_r[k];
		if (n->axes[x->axis].shared != n->axes[y->axis].shared) same = false;
		isl_map *equal = isl_pw_aff_eq_map(place_of(n, s, x), place_of(n, r, y));
		same = same && isl_map_is_subset(pairs, equal) == isl_bool_true;
		isl_map_free(equal);
	}
	isl_map_free(pairs);
	return same;
}

static bool obstructed(nest *n, nest_obstacle obstacle, const char *about)
{
	n->obstacle = obstacle;
	n->obstacle_about = about;
	return false;
}

// Pairs of accesses, one of which writes: each is a question to isl, and nests beyond this have much to do in any
// order.
enum { MOST_PAIRS = 5000 };

static int pairs_to_ask(const nest *n)
{
	int writes = 0, all = 0;
	for (int s = 0; s < n->n_stmts; s++)
		for (int i = 0; i < n->stmts[s].n_accesses; i++) {
			const nest_access *a = &n->stmts[s].accesses[i];
			if (!object_is_distributed(&n->objects[a->object])) continue;
			writes += a->write;
			all++;
		}
	return writes * all;
}

// What every process does in full it would do once more for each region. The object that is not the same after that:
// its value before the nest is used to set it. NULL: there is none.
static const nest_object *changes_when_repeated(nest *n)
{
	unsigned char *entering = NULL;
	for (int s = 0; s < n->n_stmts; s++) {
		if (partition_depends_on_own(&n->stmts[s])) continue;
		for (int i = 0; i < n->stmts[s].n_accesses; i++) {
			const nest_access *a = &n->stmts[s].accesses[i];
			const nest_object *o = &n->objects[a->object];
			if (!a->write || object_is_distributed(o)) continue;
			if (!entering) {
				entering = prog_alloc(n->unit, (size_t)n->unit->n_symbols + 1);
				flow_values_enter(n, entering);
			}
			if (!o->symbol || entering[o->symbol->id]) return o;
		}
	}
	return NULL;
}

static bool is_limiting_home(const nest *n, const partition *p, int s, const nest_access *a)
{
	return p->n_stmt_limits[s] > 0 && n->stmts[s].home >= 0 && &n->stmts[s].accesses[n->stmts[s].home] == a;
}

static bool may_reorder(nest *n, const partition *p)
{
	if (pairs_to_ask(n) > MOST_PAIRS) return obstructed(n, NEST_LARGE, "");
	if (n->n_exits) return obstructed(n, NEST_LEFT, "");
	for (int k = 0; k < n->n_objects; k++) {
		const nest_object *o = &n->objects[k];
		if (o->writes && p->roles[k] == SCALAR_LAST) return obstructed(n, NEST_LAST_VALUE, o->key);
		if (p->shared[k]) return obstructed(n, NEST_JOINED, o->key);
	}
	const nest_object *repeated = changes_when_repeated(n);
	if (repeated) return obstructed(n, NEST_REUSED, repeated->key);
	for (int s = 0; s < n->n_stmts; s++) {
		if (n->stmts[s].reduction_last || n->stmts[s].reduction == NEST_REDUCTION_PLACE)
			return obstructed(n, NEST_PLACE, n->objects[n->stmts[s].reduction_object].key);
		for (int i = 0; i < n->stmts[s].n_accesses; i++) {
			const nest_access *a = &n->stmts[s].accesses[i];
			if (!a->write || !object_is_distributed(&n->objects[a->object])) continue;
			for (int r = 0; r < n->n_stmts; r++)
				for (int j = 0; j < n->stmts[r].n_accesses; j++) {
					const nest_access *c = &n->stmts[r].accesses[j];
					if (c->object != a->object || (!c->read && !c->write)) continue;
					// One element, one home.
					if (is_limiting_home(n, p, s, a) && is_limiting_home(n, p, r, c)) continue;
					isl_map *pairs = isl_map_apply_range(
					        isl_map_copy(a->map), isl_map_reverse(isl_map_copy(c->map)));
					// A process runs both only if it reads at home what it owns.
					pairs = isl_map_intersect_domain(pairs, isl_set_copy(n->stmts[s].exec));
					pairs = isl_map_intersect_range(pairs, isl_set_copy(n->stmts[r].exec));
					pairs = isl_map_intersect_params(pairs, isl_set_copy(n->assume));
					pairs = independent_drop(n, &n->stmts[s], &n->stmts[r], pairs);
					pairs = steps_drop(n, &n->stmts[s], &n->stmts[r], pairs);
					if (!stays_in_region(n, p, s, r, ANY_DIM, pairs))
						return obstructed(n, NEST_REUSED, n->objects[a->object].key);
				}
		}
	}
	return true;
}

static isl_stat crosses_region(isl_map *dep, void *user)
{
	nest *n = user;
	int w = flow_stmt(dep, isl_dim_in), r = flow_stmt(dep, isl_dim_out);
	const nest_stmt *sw = &n->stmts[w], *sr = &n->stmts[r];
	dep = steps_drop(n, sw, sr, independent_drop(n, sw, sr, dep));
	// Values that follow within one iteration of the limited loops move with it.
	bool same = true;
	int common = sw->depth < sr->depth ? sw->depth : sr->depth;
	for (int d = 0; d < common && same; d++) {
		if (sw->loop[d] != sr->loop[d]) break;
		if (!n->loops[sw->loop[d]].n_limits) continue;
		isl_map *equal =
		        isl_map_equate(isl_map_universe(isl_map_get_space(dep)), isl_dim_in, d, isl_dim_out, d);
		same = isl_map_is_subset(dep, equal) == isl_bool_true;
		isl_map_free(equal);
	}
	isl_map_free(dep);
	prog_loc loc;
	if (!same) obstructed(n, NEST_REUSED, flow_between(n, sw, sr, &loc));
	return same ? isl_stat_ok : isl_stat_error;
}

bool overlap_is_possible(nest *n, const partition *p, isl_union_map *flow)
{
	if (n->ends.n_assertions > 1 && !p->goes_back) return obstructed(n, NEST_ASSERTS, NULL);
	return may_reorder(n, p) && isl_union_map_foreach_map(flow, crosses_region, n) == isl_stat_ok;
}

int overlap_direction(const nest *n)
{
	const nest_loop *outer = &n->loops[0];
	if (outer->n_limits != 1 || n->axes[outer->limits[0].axis].dim != 0) return 0;
	return outer->limits[0].coef * outer->step > 0 ? 1 : -1;
}

static bool is_limited(const nest *n, int loop, int dim)
{
	const nest_loop *l = &n->loops[loop];
	bool limited = false;
	for (int k = 0; k < l->n_limits; k++) limited |= is_split(n, l->limits[k].axis, dim);
	return limited;
}

// What a process executes of the statement.
static isl_set *executed(const nest *n, const nest_stmt *s, int dim)
{
	isl_set *exec = isl_set_copy(s->exec);
	for (int k = 0; k < n->n_axes; k++)
		for (own_end end = OWN_LO; end <= OWN_HI && !is_split(n, k, dim); end++) {
			const int at = own_bound_find(exec, k, end);
			if (at >= 0) exec = isl_set_project_out(exec, isl_dim_param, (unsigned)at, 1);
		}
	return exec;
}

// Of two statements one that has no home, as what sets private variables, and one that has: whether in `pairs` a
// process that runs the first one runs the second one, too, in the same iteration of each loop that goes over regions.
static bool goes_with(const nest *n, int s, int r, int dim, isl_map *pairs)
{
	const nest_stmt *x = &n->stmts[s], *y = &n->stmts[r];
	bool goes = true;
	for (int d = 0; d < x->depth && goes; d++) {
		if (!is_limited(n, x->loop[d], dim)) continue;
		goes = d < y->depth && x->loop[d] == y->loop[d];
		if (!goes) break;
		isl_map *equal =
		        isl_map_equate(isl_map_universe(isl_map_get_space(pairs)), isl_dim_in, d, isl_dim_out, d);
		goes = isl_map_is_subset(pairs, equal) == isl_bool_true;
		isl_map_free(equal);
	}
	pairs = isl_map_intersect_domain(pairs, executed(n, x, dim));
	isl_map *both = isl_map_intersect_range(isl_map_copy(pairs), executed(n, y, dim));
	goes = goes && isl_map_is_subset(pairs, both) == isl_bool_true;
	isl_map_free(pairs);
	isl_map_free(both);
	return goes;
}

// Whether an element that the one access sets and the other one touches, if their arrays are one and the same, is
// always that of one home index; or the loop that reads it stands before that which sets it, and a process runs both
// `in_order`.
static bool meet_at_home(
        nest *n, const partition *p, int s, const nest_access *a, int r, const nest_access *c, int dim, bool *in_order)
{
	if (!a->write && !c->write) return true;
	if (!a->write || !c->write) {
		int reads = group_part(n->root, n->stmts[a->write ? r : s].stmt);
		int writes = group_part(n->root, n->stmts[a->write ? s : r].stmt);
		if (reads < writes) return *in_order = true;
	}
	isl_map *touched =
	        isl_map_set_tuple_id(isl_map_copy(c->map), isl_dim_out, isl_map_get_tuple_id(a->map, isl_dim_out));
	isl_map *pairs = isl_map_apply_range(isl_map_copy(a->map), isl_map_reverse(touched));
	pairs = isl_map_intersect_domain(pairs, isl_set_copy(n->stmts[s].domain));
	pairs = isl_map_intersect_range(pairs, isl_set_copy(n->stmts[r].domain));
	pairs = isl_map_intersect_params(pairs, isl_set_copy(n->assume));
	const home_limit *limits[NEST_MAX_AXES];
	const int of_s = limits_of(n, p, s, dim, limits), of_r = limits_of(n, p, r, dim, limits);
	if (of_s == 0 && of_r > 0) return goes_with(n, s, r, dim, pairs);
	if (of_r == 0 && of_s > 0) return goes_with(n, r, s, dim, isl_map_reverse(pairs));
	return stays_in_region(n, p, s, r, dim, pairs);
}

// Arrays that the source declares are different ones; what parameters and pointers lead to may be one, also where they
// have mappings of their own.
static bool is_candidate(const nest_object *o)
{
	bool parameter = o->symbol && o->symbol->kind == PROG_SYMBOL_PARAMETER;
	bool led_to = o->kind == NEST_POINTER || parameter || (o->type && o->type->kind == PROG_TYPE_POINTER);
	return object_is_distributed(o) && led_to && !o->reduced;
}

static bool are_alike(const nest_object *o, const nest_object *q)
{
	return is_candidate(o) && is_candidate(q) && o->rank == q->rank && o->element == q->element &&
	       o->row_levels == q->row_levels && (o->writes || q->writes);
}

static bool may_be_one(nest *n, const partition *p, int x, int y, int dim, bool *in_order)
{
	for (int s = 0; s < n->n_stmts; s++)
		for (int i = 0; i < n->stmts[s].n_accesses; i++)
			for (int r = 0; r < n->n_stmts && n->stmts[s].accesses[i].object == x; r++)
				for (int j = 0; j < n->stmts[r].n_accesses; j++) {
					const nest_access *a = &n->stmts[s].accesses[i], *c = &n->stmts[r].accesses[j];
					if (c->object == y && !meet_at_home(n, p, s, a, r, c, dim, in_order))
						return false;
				}
	return true;
}

// The dimensions of homes that may be split. Of arrays that are redistributed these are several, one at a time.
static unsigned dims_of_homes(const nest *n)
{
	unsigned dims = 0;
	for (int k = 0; k < n->n_axes; k++) dims |= 1u << n->axes[k].dim;
	return dims;
}

static void find_one(nest *n, const partition *p, int dim, unsigned long one[static NEST_MASKED])
{
	for (int x = 0; x < n->n_objects && x < NEST_MASKED; x++)
		for (int y = 0; y < x; y++) {
			bool in_order = false;
			if (!are_alike(&n->objects[x], &n->objects[y]) || (n->may_be_one[x] >> y & 1)) continue;
			if (!may_be_one(n, p, x, y, dim, &in_order)) continue;
			one[x] |= 1UL << y, one[y] |= 1UL << x;
			if (in_order && n->overlap) n->overlap = obstructed(n, NEST_REUSED, n->objects[x].key);
		}
}

void overlap_find_one(nest *n, const partition *p)
{
	memset(n->may_be_one, 0, sizeof n->may_be_one);
	memset(n->may_be_one_along, 0, sizeof n->may_be_one_along);
	if (n->n_exits || pairs_to_ask(n) > MOST_PAIRS) return;
	find_one(n, p, ANY_DIM, n->may_be_one);
	const unsigned dims = dims_of_homes(n);
	if ((dims & (dims - 1)) == 0) return;
	for (int d = 0; d < PROG_MAX_RANK; d++)
		if (dims >> d & 1) find_one(n, p, d, n->may_be_one_along[d]);
}
