// SPDX-License-Identifier: Apache-2.0
#include "flow.h"

#include <isl/flow.h>
#include <isl/options.h>
#include <stdlib.h>
#include <string.h>

isl_map *flow_schedule(const nest *n, const nest_stmt *s, int max_depth)
{
	isl_map *map = isl_map_universe(isl_space_alloc(n->ctx, 0, (unsigned)s->depth, (unsigned)(2 * max_depth + 1)));
	for (int d = 0; d <= max_depth; d++) {
		map = isl_map_fix_si(map, isl_dim_out, (unsigned)(2 * d), d <= s->depth ? s->time[d] : 0);
		if (d == max_depth) break;
		if (d >= s->depth)
			map = isl_map_fix_si(map, isl_dim_out, (unsigned)(2 * d + 1), 0);
		else if (n->loops[s->loop[d]].step < 0)
			map = isl_map_oppose(map, isl_dim_in, d, isl_dim_out, 2 * d + 1);
		else
			map = isl_map_equate(map, isl_dim_in, d, isl_dim_out, 2 * d + 1);
	}
	map = isl_map_set_tuple_id(map, isl_dim_in, isl_set_get_tuple_id(s->domain));
	return map;
}

int flow_depth(const nest *n)
{
	int depth = 0;
	for (int k = 0; k < n->n_stmts; k++)
		if (n->stmts[k].depth > depth) depth = n->stmts[k].depth;
	return depth;
}

static bool guard_within(const nest *n, int inner, int outer)
{
	while (inner && inner != outer) inner = n->guard_parent[inner];
	return inner == outer;
}

static bool sets(const nest_stmt *w, int object)
{
	for (int j = 0; j < w->n_accesses; j++)
		if (w->accesses[j].object == object && w->accesses[j].write && !w->accesses[j].reduction) return true;
	return false;
}

// Whether loops inside of the statement's own set the object, too.
static bool set_further_in(const nest *n, const nest_stmt *w, int object)
{
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		if (s->depth > w->depth && !memcmp(s->loop, w->loop, sizeof(int) * (size_t)w->depth) && sets(s, object))
			return true;
	}
	return false;
}

// Whether a scalar that the statement reads was set before in the same iteration of all its loops, or of some outer ones of them, under the same
// conditions: then no other iteration's value gets there, whatever the conditions are.
static bool set_just_before(const nest *n, const nest_stmt *r, int object)
{
	isl_set *left = isl_set_reset_tuple_id(isl_set_copy(r->domain));
	bool all = false;
	// One after the other, each takes the cases away that it sets: the branches of a condition together set all of them.
	for (int k = 0; k < n->n_stmts && !all; k++) {
		const nest_stmt *w = &n->stmts[k];
		if (w == r || w->depth > r->depth || memcmp(w->loop, r->loop, sizeof(int) * (size_t)w->depth)) continue;
		if (w->time[w->depth] >= r->time[w->depth] || w->home >= 0 || !guard_within(n, r->guard, w->guard))
			continue;
		if (!sets(w, object) || (w->depth < r->depth && set_further_in(n, w, object))) continue;
		all = w->depth == r->depth && isl_set_plain_is_equal(w->domain, r->domain) == isl_bool_true;
		if (all) break;
		isl_set *set = isl_set_reset_tuple_id(isl_set_copy(w->domain));
		left = isl_set_subtract(left, isl_set_add_dims(set, isl_dim_set, (unsigned)(r->depth - w->depth)));
		all = isl_set_is_empty(left) == isl_bool_true;
	}
	isl_set_free(left);
	return all;
}

// ---- flow ---------------------------------------------------------------------------------------

// About a second.
enum { MOST_OPERATIONS = 4000000 };

// What isl computes the flow from.
typedef struct accesses {
	isl_union_map *reads, *must, *may, *schedule;
} accesses;

static accesses no_accesses(const nest *n)
{
	isl_space *space = isl_space_params_alloc(n->ctx, 0);
	accesses f = {.reads = isl_union_map_empty(isl_space_copy(space)),
	        .must = isl_union_map_empty(isl_space_copy(space)),
	        .may = isl_union_map_empty(isl_space_copy(space)),
	        .schedule = isl_union_map_empty(isl_space_copy(space))};
	isl_space_free(space);
	return f;
}

static void add(isl_union_map **all, const nest_access *a) { *all = isl_union_map_add_map(*all, isl_map_copy(a->map)); }

static void schedule(const nest *n, const nest_stmt *s, accesses *f)
{
	isl_map *when = isl_map_intersect_domain(flow_schedule(n, s, flow_depth(n)), isl_set_copy(s->domain));
	f->schedule = isl_union_map_add_map(f->schedule, when);
}

// NULL where there are too many cases. `entering` (may be NULL): the reads that may see what was there before the nest.
static isl_union_map *computed(const nest *n, accesses f, isl_union_map **entering)
{
	isl_union_access_info *info = isl_union_access_info_from_sink(f.reads);
	info = isl_union_access_info_set_must_source(info, f.must);
	info = isl_union_access_info_set_may_source(info, f.may);
	info = isl_union_access_info_set_schedule_map(info, f.schedule);
	// Chains of conditions make the cases grow without bound.
	isl_ctx_reset_operations(n->ctx);
	isl_ctx_set_max_operations(n->ctx, MOST_OPERATIONS);
	isl_union_flow *flow = isl_union_access_info_compute_flow(info);
	isl_ctx_set_max_operations(n->ctx, 0);
	if (!flow) {
		isl_ctx_reset_error(n->ctx);
		if (entering) *entering = NULL;
		return NULL;
	}
	isl_union_map *deps = isl_union_flow_get_may_dependence(flow);
	if (entering) *entering = isl_union_flow_get_may_no_source(flow);
	isl_union_flow_free(flow);
	return deps;
}

// ---- arrays that are set and read under the same conditions ---------------------------------------

// Whether `w` runs wherever `r` does that is in the same iteration of the loops around w's conditions.
static bool runs_with(const nest *n, const nest_stmt *w, const nest_stmt *r)
{
	int depth = n->guard_depth[w->guard];
	if (!w->guard) return true;
	return guard_within(n, r->guard, w->guard) && !memcmp(w->loop, r->loop, sizeof(int) * (size_t)depth);
}

// An array that is set under conditions.
static bool set_under_guards(const nest *n, int object)
{
	const nest_object *o = &n->objects[object];
	if (!o->writes || !o->reads || o->kind == NEST_SCALAR || object_is_distributed(o) || o->moves) return false;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->object == object && a->write && a->always && a->exact && !a->must) return true;
		}
	return false;
}

typedef struct guarded_flow {
	const nest *n;
	const nest_stmt *r;
	int object;
	bool holds;
} guarded_flow;

// A value comes from the iteration that reads it, as far as conditions go.
static isl_stat check_instance(isl_map *map, void *user)
{
	guarded_flow *g = user;
	const nest_stmt *w = &g->n->stmts[flow_stmt(map, isl_dim_in)];
	if (w->guard && runs_with(g->n, w, g->r)) {
		isl_map *same = isl_map_universe(isl_map_get_space(map));
		for (int d = 0; d < g->n->guard_depth[w->guard]; d++)
			same = isl_map_equate(same, isl_dim_in, d, isl_dim_out, d);
		g->holds &= isl_map_is_subset(map, same) == isl_bool_true;
		isl_map_free(same);
	}
	isl_map_free(map);
	return isl_stat_ok;
}

// The flow to the reads of an array by the statement, where it has all been set under conditions that hold where it is read; NULL: it may not have been.
static isl_union_map *flow_under_guards(const nest *n, const nest_stmt *r, int object)
{
	accesses f = no_accesses(n);
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		bool used = false;
		for (int j = 0; j < s->n_accesses; j++) {
			const nest_access *a = &s->accesses[j];
			if (a->object != object || a->reduction) continue;
			used |= a->write || s == r;
			if (a->read && s == r) add(&f.reads, a);
			if (a->write) add(a->always && a->exact && runs_with(n, s, r) ? &f.must : &f.may, a);
		}
		if (used) schedule(n, s, &f);
	}
	isl_union_map *entering, *flow = computed(n, f, &entering);
	guarded_flow g = {n, r, object, flow != NULL && isl_union_map_is_empty(entering) == isl_bool_true};
	if (g.holds) isl_union_map_foreach_map(flow, check_instance, &g);
	isl_union_map_free(entering);
	return g.holds ? flow : isl_union_map_free(flow);
}

// ---- all ----------------------------------------------------------------------------------------

isl_union_map *flow_of(nest *n, isl_union_map **entering)
{
	accesses f = no_accesses(n);
	isl_union_map *guarded = isl_union_map_empty(isl_space_params_alloc(n->ctx, 0));
	bool *under = prog_alloc(n->unit, sizeof *under * (size_t)(n->n_objects + 1));
	for (int k = 0; k < n->n_objects; k++) under[k] = set_under_guards(n, k);
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		bool used = false;
		for (int j = 0; j < s->n_accesses; j++) {
			const nest_access *a = &s->accesses[j];
			const nest_object *o = &n->objects[a->object];
			if (!o->writes || object_is_distributed(o) || a->reduction || (!a->read && !a->write)) continue;
			used = true;
			bool local = a->read && o->kind == NEST_SCALAR && set_just_before(n, s, a->object);
			isl_union_map *known = NULL;
			if (a->read && under[a->object] && s->guard) known = flow_under_guards(n, s, a->object);
			if (known) guarded = isl_union_map_union(guarded, known);
			if (a->read && !local && !known) add(&f.reads, a);
			if (a->write) add(a->must && a->exact ? &f.must : &f.may, a);
		}
		if (used) schedule(n, s, &f);
	}
	isl_union_map *flow = computed(n, f, entering);
	if (!flow) {
		nest_fail(n, DIAG_many_cases, n->root->loc, "");
		isl_union_map_free(guarded);
		return NULL;
	}
	return isl_union_map_union(flow, guarded);
}

typedef struct entry_search {
	const nest *n;
	unsigned char *entering; // [symbol id]
} entry_search;

static isl_stat find_entering(isl_map *map, void *user)
{
	entry_search *e = user;
	int object = atoi(isl_map_get_tuple_name(map, isl_dim_out) + 1);
	const prog_symbol *symbol = e->n->objects[object].symbol;
	if (symbol && isl_map_is_empty(map) != isl_bool_true) e->entering[symbol->id] = 1;
	isl_map_free(map);
	return isl_stat_ok;
}

void flow_values_enter(nest *n, unsigned char *entering)
{
	for (int k = 0; k < n->n_objects; k++) {
		const nest_object *o = &n->objects[k];
		if (o->symbol && o->reads &&
		        (!o->writes || object_is_distributed(o) || o->moves || o->base->kind != PROG_EXPR_VAR))
			entering[o->symbol->id] = 1;
	}
	for (int k = 0; k < n->n_entering; k++) entering[n->entering[k]->id] = 1;
	// Combining a value reads it, too.
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			const prog_symbol *symbol = n->objects[a->object].symbol;
			if (a->reduction && symbol) entering[symbol->id] = 1;
		}
	isl_union_map *before = NULL, *flow = flow_of(n, &before);
	entry_search e = {n, entering};
	if (flow && before)
		isl_union_map_foreach_map(before, find_entering, &e);
	else
		memset(entering, 1, (size_t)n->unit->n_symbols);
	isl_union_map_free(before);
	isl_union_map_free(flow);
}

bool flow_value_enters(nest *n, const prog_symbol *symbol)
{
	unsigned char *entering = prog_alloc(n->unit, (size_t)n->unit->n_symbols + 1);
	flow_values_enter(n, entering);
	return entering[symbol->id];
}

int flow_stmt(isl_map *map, enum isl_dim_type type) { return atoi(isl_map_get_tuple_name(map, type) + 1); }

const char *flow_between(const nest *n, const nest_stmt *w, const nest_stmt *r, prog_loc *loc)
{
	for (int i = 0; i < w->n_accesses; i++)
		for (int j = 0; w->accesses[i].write && j < r->n_accesses; j++)
			if (r->accesses[j].read && r->accesses[j].object == w->accesses[i].object) {
				*loc = r->accesses[j].expr->loc;
				return n->objects[w->accesses[i].object].key;
			}
	*loc = n->root->loc;
	return "";
}
