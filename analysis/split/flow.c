// SPDX-License-Identifier: Apache-2.0
#include "flow.h"

#include "../build/build.h"
#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../unit/unit.h"
#include "last_writes.h"

#include <isl/options.h>

#include <limits.h>
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

static bool sets(const nest_stmt *w, int object)
{
	for (int j = 0; j < w->n_accesses; j++)
		if (w->accesses[j].object == object && w->accesses[j].write && !w->accesses[j].reduction) return true;
	return false;
}

// Whether it does so whenever it runs, and not in an operand of ?:, && or || that may be left out.
static bool sets_always(const nest_stmt *w, int object)
{
	for (int j = 0; j < w->n_accesses; j++) {
		const nest_access *a = &w->accesses[j];
		if (a->object == object && a->write && !a->reduction && !a->unsure && !a->when) return true;
	}
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

// Whether a scalar that the statement reads was set before in the same iteration of all its loops, or of some outer
// ones of them, under the same conditions: then no other iteration's value gets there, whatever the conditions are.
static bool set_just_before(const nest *n, const nest_stmt *r, int object)
{
	isl_set *left = isl_set_reset_tuple_id(isl_set_copy(r->domain));
	bool all = false;
	// One after the other, each takes the cases away that it sets: the branches of a condition together set all of
	// them.
	for (int k = 0; k < n->n_stmts && !all; k++) {
		const nest_stmt *w = &n->stmts[k];
		if (w == r || w->depth > r->depth || memcmp(w->loop, r->loop, sizeof(int) * (size_t)w->depth)) continue;
		if (w->time[w->depth] >= r->time[w->depth] || w->home >= 0 || !nest_guard_within(n, r->guard, w->guard))
			continue;
		if (!sets_always(w, object) || set_further_in(n, w, object)) continue;
		all = w->depth == r->depth && isl_set_plain_is_equal(w->domain, r->domain) == isl_bool_true;
		if (all) break;
		isl_set *set = isl_set_reset_tuple_id(isl_set_copy(w->domain));
		left = isl_set_subtract(left, isl_set_add_dims(set, isl_dim_set, (unsigned)(r->depth - w->depth)));
		all = isl_set_is_empty(left) == isl_bool_true;
	}
	isl_set_free(left);
	return all;
}

// ---- what both branches of a condition set --------------------------------------------------------

// if (c) for (j ...) row[j] = x; else for (j ...) row[j] = y; sets row[j], whatever c is: what was there before does
// not get further. For the flow that is a write at the condition, which is certain, and of which no value comes.

// Whether the condition sets the object itself.
static bool is_set_by_condition(const nest *n, const nest_branches *x, int object)
{
	for (int k = 0; k < n->n_stmts; k++)
		if (n->stmts[k].expr == x->at.expr && sets(&n->stmts[k], object)) return true;
	return false;
}

static isl_map *set_in_branches(const nest *n, const nest_branches *x, int object);

static isl_map *united(isl_map *all, isl_map *more, int depth)
{
	if (!more) return all;
	const int in = (int)isl_map_dim(more, isl_dim_in);
	more = isl_map_project_out(more, isl_dim_in, (unsigned)depth, (unsigned)(in - depth));
	more = isl_map_reset_tuple_id(more, isl_dim_in);
	return all ? isl_map_union(all, more) : more;
}

// From iterations of the loops around the guard to the elements that are set where it lets them; NULL: none.
static isl_map *set_under(const nest *n, int guard, int object)
{
	const int depth = n->guard_depth[guard];
	isl_map *all = NULL;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		for (int j = 0; j < s->n_accesses && s->guard == guard; j++) {
			const nest_access *a = &s->accesses[j];
			bool certain = a->object == object && a->write && !a->reduction && a->always && a->exact;
			if (certain) all = united(all, isl_map_copy(a->map), depth);
		}
	}
	for (int k = 0; k < n->n_branches; k++)
		if (n->branches[k].at.guard == guard)
			all = united(all, set_in_branches(n, &n->branches[k], object), depth);
	return all;
}

static isl_map *set_in_branches(const nest *n, const nest_branches *x, int object)
{
	isl_map *one = is_set_by_condition(n, x, object) ? NULL : set_under(n, x->guard, object);
	isl_map *other = one ? set_under(n, x->other, object) : NULL;
	if (!other) return isl_map_free(one);
	return isl_map_coalesce(isl_map_intersect(one, other));
}

typedef struct branch_set {
	const nest_branches *branches;
	nest_access access;
} branch_set;

typedef struct branch_sets {
	int n;
	branch_set set[NEST_MAX_GUARDS];
} branch_sets;

static void add_branch_sets(branch_sets *all, const nest *n, int object)
{
	for (int k = 0; k < n->n_branches && all->n < NEST_MAX_GUARDS; k++) {
		const nest_branches *x = &n->branches[k];
		isl_map *map = set_in_branches(n, x, object);
		if (!map) continue;
		map = isl_map_set_tuple_id(map, isl_dim_in, isl_set_get_tuple_id(x->at.domain));
		map = isl_map_intersect_domain(map, isl_set_copy(x->at.domain));
		all->set[all->n++] = (branch_set){x, {.object = object, .map = map, .write = true}};
	}
}

static void free_branch_sets(branch_sets *all)
{
	for (int k = 0; k < all->n; k++) isl_map_free(all->set[k].access.map);
}

// ---- flow ---------------------------------------------------------------------------------------

// About a second.
enum { MOST_OPERATIONS = 800000 };

typedef struct accesses {
	int n_reads, n_writes;
	flow_end *reads, *writes;
} accesses;

static accesses no_accesses(const nest *n)
{
	int most = 1;
	for (int k = 0; k < n->n_stmts; k++) most += n->stmts[k].n_accesses;
	most += NEST_MAX_GUARDS;
	return (accesses){.reads = prog_alloc(n->unit, sizeof(flow_end) * (size_t)most),
	        .writes = prog_alloc(n->unit, sizeof(flow_end) * (size_t)most)};
}

static flow_end end_at(const nest_stmt *s, const nest_access *a, bool must)
{
	flow_end end = {.stmt = s, .access = a, .elements = isl_map_range(isl_map_copy(a->map)), .must = must};
	int rank = (int)isl_map_dim(a->map, isl_dim_out);
	for (int d = 0; d < rank && d < PROG_MAX_RANK; d++) {
		isl_val *sub = isl_map_plain_get_val_if_fixed(a->map, isl_dim_out, (unsigned)d);
		if (isl_val_is_int(sub) == isl_bool_true) end.fixed |= 1u << d, end.sub[d] = isl_val_get_num_si(sub);
		isl_val_free(sub);
	}
	return end;
}

static void add_write(accesses *f, const nest_stmt *s, const nest_access *a, bool must)
{
	f->writes[f->n_writes++] = end_at(s, a, must);
}

// Adds those of the object (-1: of all) that stand before the statement and are not there yet: writes are in the order
// of the text. Of conditions within others nothing is certain in other iterations.
static void add_branch_sets_before(accesses *f, const branch_sets *all, const nest_stmt *s, int object)
{
	for (int k = 0; k < all->n; k++) {
		const branch_set *set = &all->set[k];
		bool is_there = set->branches->at.may || (object >= 0 && set->access.object != object);
		for (int j = 0; j < f->n_writes && !is_there; j++) is_there = f->writes[j].access == &set->access;
		if (is_there || !last_writes_stands_before(&set->branches->at, s)) continue;
		add_write(f, &set->branches->at, &set->access, true);
		f->writes[f->n_writes - 1].branches = set->branches;
	}
}

static void free_accesses(accesses *f)
{
	for (int k = 0; k < f->n_reads; k++) isl_set_free(f->reads[k].elements);
	for (int k = 0; k < f->n_writes; k++) isl_set_free(f->writes[k].elements);
}

static bool may_meet(const flow_end *r, const flow_end *w)
{
	if (r->access->object != w->access->object) return false;
	for (int d = 0; d < PROG_MAX_RANK; d++)
		if ((r->fixed & w->fixed) >> d & 1 && r->sub[d] != w->sub[d]) return false;
	return isl_set_is_disjoint(r->elements, w->elements) != isl_bool_true;
}

// Whether the read sees just what the write has set, in the same iteration.
static bool is_the_same(const flow_end *r, const flow_end *w)
{
	if (!w->must || w->stmt->depth != r->stmt->depth) return false;
	isl_map *a = isl_map_reset_tuple_id(isl_map_copy(r->access->map), isl_dim_in);
	isl_map *b = isl_map_reset_tuple_id(isl_map_copy(w->access->map), isl_dim_in);
	isl_set *c = isl_set_reset_tuple_id(isl_set_copy(r->stmt->domain));
	isl_set *d = isl_set_reset_tuple_id(isl_set_copy(w->stmt->domain));
	bool same = isl_map_plain_is_equal(a, b) == isl_bool_true && isl_set_plain_is_equal(c, d) == isl_bool_true;
	isl_map_free(a);
	isl_map_free(b);
	isl_set_free(c);
	isl_set_free(d);
	return same;
}

// Straight-line code needs no isl: the last write before the read that may meet it, where that is in the same iteration
// and sets just what is read.
static isl_map *flow_in_iteration(const accesses *f, const flow_end *r)
{
	const nest_stmt *s = r->stmt;
	for (int k = f->n_writes - 1; k >= 0; k--) {
		const flow_end *w = &f->writes[k];
		bool same_loops =
		        w->stmt->depth >= s->depth && !memcmp(w->stmt->loop, s->loop, sizeof(int) * (size_t)s->depth);
		if (!same_loops || w->stmt->time[s->depth] >= s->time[s->depth]) return NULL;
		if (!may_meet(r, w)) continue;
		if (w->branches || !is_the_same(r, w)) return NULL;
		isl_map *flow = isl_set_identity(isl_set_copy(s->domain));
		return isl_map_set_tuple_id(flow, isl_dim_in, isl_set_get_tuple_id(w->stmt->domain));
	}
	return NULL;
}

// The flow to the read, where that is known; NULL: isl has to find it.
static isl_map *add_read(accesses *f, const nest_stmt *s, const nest_access *a)
{
	flow_end read = end_at(s, a, false);
	isl_map *flow = flow_in_iteration(f, &read);
	if (flow)
		isl_set_free(read.elements);
	else
		f->reads[f->n_reads++] = read;
	return flow;
}

// Whether the statement is in one of the branches, and may see what was there before them.
static bool is_in_branches(const nest *n, const nest_stmt *s, const nest_branches *x)
{
	return nest_guard_within(n, s->guard, x->guard) || nest_guard_within(n, s->guard, x->other);
}

// What one statement reads of one object, and the writes that may reach it: isl's effort grows with the square of their
// number, so that those of other elements (a[0], a[1]) are left out before.
static last_writes_question question_of(const nest *n, const accesses *f, int first)
{
	const flow_end *sink = &f->reads[first];
	last_writes_question q = {.n = n,
	        .reads = prog_alloc(n->unit, sizeof *q.reads * (size_t)(f->n_reads - first)),
	        .writes = prog_alloc(n->unit, sizeof *q.writes * (size_t)(f->n_writes + 1))};
	for (int k = first; k < f->n_reads && f->reads[k].stmt == sink->stmt; k++)
		if (f->reads[k].access->object == sink->access->object) q.reads[q.n_reads++] = &f->reads[k];
	for (int j = 0; j < f->n_writes; j++) {
		const flow_end *w = &f->writes[j];
		bool meets = false;
		if (w->access->object != sink->access->object || !last_writes_may_be_before(w->stmt, sink->stmt))
			continue;
		if (w->branches && is_in_branches(n, sink->stmt, w->branches)) continue;
		for (int k = 0; k < q.n_reads && !meets; k++) meets = may_meet(q.reads[k], w);
		if (meets) q.writes[q.n_writes++] = w;
	}
	return q;
}

static bool is_first_of_its_object(const accesses *f, int read)
{
	for (int k = read - 1; k >= 0 && f->reads[k].stmt == f->reads[read].stmt; k--)
		if (f->reads[k].access->object == f->reads[read].access->object) return false;
	return true;
}

// No value comes from the conditions themselves.
static isl_union_map *without_conditions(const last_writes_question *q, isl_union_map *flow)
{
	const nest_stmt *sink = q->reads[0]->stmt;
	for (int k = 0; k < q->n_writes; k++) {
		if (!q->writes[k]->branches) continue;
		isl_space *from = isl_set_get_space(q->writes[k]->stmt->domain), *to = isl_set_get_space(sink->domain);
		isl_space *space =
		        isl_space_map_from_domain_and_range(from, isl_space_align_params(to, isl_space_copy(from)));
		isl_map *all = isl_map_universe(space);
		flow = isl_union_map_subtract(flow, isl_union_map_from_map(all));
	}
	return flow;
}

// NULL where there are too many cases. `entering` (may be NULL): the reads that may see what was there before the nest.
static isl_union_map *computed(const nest *n, accesses *f, isl_union_map **entering)
{
	isl_space *space = isl_space_params_alloc(n->ctx, 0);
	isl_union_map *deps = isl_union_map_empty(isl_space_copy(space)), *before = isl_union_map_empty(space);
	// Chains of conditions make the cases grow without bound.
	const quota limit = quota_open(n->ctx, MOST_OPERATIONS);
	bool ok = true, fresh = true;
	for (int k = 0; k < f->n_reads && ok; k++) {
		if (!is_first_of_its_object(f, k)) continue;
		const last_writes_question q = question_of(n, f, k);
		isl_union_map *flow, *enters;
		ok = last_writes_find(&q, &fresh, &flow, &enters);
		if (!ok) break;
		deps = isl_union_map_union(deps, without_conditions(&q, flow));
		before = isl_union_map_union(before, enters);
	}
	quota_close(limit);
	if (!ok) {
		deps = isl_union_map_free(deps);
		before = isl_union_map_free(before);
	}
	if (entering)
		*entering = before;
	else
		isl_union_map_free(before);
	free_accesses(f);
	return deps;
}

// ---- what is set and read under the same conditions ---------------------------------------

// Whether `w` runs wherever `r` does that is in the same iteration of the loops around w's conditions.
static bool runs_with(const nest *n, const nest_stmt *w, const nest_stmt *r)
{
	int depth = n->guard_depth[w->guard];
	if (!w->guard) return true;
	return nest_guard_within(n, r->guard, w->guard) && !memcmp(w->loop, r->loop, sizeof(int) * (size_t)depth);
}

// An object that is set under conditions.
static bool set_under_guards(const nest *n, int object)
{
	const nest_object *o = &n->objects[object];
	if (!o->writes || !o->reads || object_is_distributed(o) || o->moves) return false;
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

// The flow to the reads of an array or a variable by the statement, where it has all been set under conditions that
// hold where it is read; NULL: it may not have been.
static isl_union_map *flow_under_guards(const nest *n, const nest_stmt *r, int object, const branch_sets *branches)
{
	accesses f = no_accesses(n);
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		add_branch_sets_before(&f, branches, s, object);
		for (int j = 0; j < s->n_accesses; j++) {
			const nest_access *a = &s->accesses[j];
			if (a->object != object || a->reduction) continue;
			if (a->read && s == r) f.reads[f.n_reads++] = end_at(s, a, false);
			if (a->write) add_write(&f, s, a, a->always && a->exact && runs_with(n, s, r));
		}
	}
	isl_union_map *entering, *flow = computed(n, &f, &entering);
	guarded_flow g = {n, r, object, flow != NULL && isl_union_map_is_empty(entering) == isl_bool_true};
	if (g.holds) isl_union_map_foreach_map(flow, check_instance, &g);
	isl_union_map_free(entering);
	return g.holds ? flow : isl_union_map_free(flow);
}

// ---- all ----------------------------------------------------------------------------------------

isl_union_map *flow_of(nest *n, isl_union_map **entering)
{
	accesses f = no_accesses(n);
	isl_union_map *direct = isl_union_map_empty(isl_space_params_alloc(n->ctx, 0));
	bool *under = prog_alloc(n->unit, sizeof *under * (size_t)(n->n_objects + 1));
	branch_sets branches = {0};
	for (int k = 0; k < n->n_objects; k++) {
		under[k] = set_under_guards(n, k);
		if (under[k]) add_branch_sets(&branches, n, k);
	}
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		add_branch_sets_before(&f, &branches, s, -1);
		for (int j = 0; j < s->n_accesses; j++) {
			const nest_access *a = &s->accesses[j];
			const nest_object *o = &n->objects[a->object];
			if (!o->writes || object_is_distributed(o) || a->reduction) continue;
			bool local = a->read && o->kind == NEST_SCALAR && set_just_before(n, s, a->object);
			isl_union_map *known = NULL;
			if (a->read && !local && under[a->object] && s->guard)
				known = flow_under_guards(n, s, a->object, &branches);
			if (known) direct = isl_union_map_union(direct, known);
			if (a->read && !local && !known) {
				isl_map *here = add_read(&f, s, a);
				if (here) direct = isl_union_map_add_map(direct, here);
			}
			if (a->write) add_write(&f, s, a, a->must && a->exact);
		}
	}
	isl_union_map *flow = computed(n, &f, entering);
	free_branch_sets(&branches);
	if (!flow) {
		nest_fail(n, DIAG_many_cases, n->root->loc, "");
		isl_union_map_free(direct);
		return NULL;
	}
	return isl_union_map_union(flow, direct);
}

typedef struct entry_search {
	const nest *n;
	unsigned char *entering; // [symbol id]
} entry_search;

// Nothing is there in front of an array, and behind it: who reads that is not a correct program.
static isl_map *without_elements_outside(isl_map *map, const nest_object *o)
{
	long extent[PROG_MAX_RANK] = {0};
	if (o->kind == NEST_SCALAR || o->type->kind != PROG_TYPE_ARRAY || !object_is_variable(o)) return map;
	for (int d = 0; d < o->rank; d++) {
		extent[d] = object_declared_extent(o, d);
		if (!extent[d] || extent[d] > INT_MAX) return map;
	}
	// Beyond a row there is the next one.
	for (int behind = 0; behind < 2; behind++) {
		isl_set *outside = isl_set_universe(isl_space_range(isl_map_get_space(map)));
		for (int d = 1; d < o->rank; d++) {
			outside = isl_set_lower_bound_si(outside, isl_dim_set, (unsigned)d, 0);
			outside = isl_set_upper_bound_si(outside, isl_dim_set, (unsigned)d, (int)extent[d] - 1);
		}
		outside = behind ? isl_set_lower_bound_si(outside, isl_dim_set, 0, (int)extent[0])
		                 : isl_set_upper_bound_si(outside, isl_dim_set, 0, -1);
		map = isl_map_subtract_range(map, outside);
	}
	return map;
}

static isl_stat find_entering(isl_map *map, void *user)
{
	entry_search *e = user;
	int object = atoi(isl_map_get_tuple_name(map, isl_dim_out) + 1);
	const prog_symbol *symbol = e->n->objects[object].symbol;
	map = without_elements_outside(map, &e->n->objects[object]);
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

// What the nest's names for the array have in common: its rank. 0: they are not all the array by its own name.
static int rank_of_array(const nest *n, const prog_symbol *array)
{
	int rank = 0;
	for (int k = 0; k < n->n_objects; k++) {
		const nest_object *o = &n->objects[k];
		if (o->symbol != array) continue;
		bool named = object_is_plain(o) && object_is_variable(o) && !o->moves && !o->meets && o->rank > 0;
		if (!named || (rank && rank != o->rank)) return 0;
		rank = o->rank;
	}
	return rank;
}

static isl_set *elements_alone(isl_set *elements)
{
	elements = isl_set_reset_tuple_id(elements);
	return isl_set_project_out(elements, isl_dim_param, 0, (unsigned)isl_set_dim(elements, isl_dim_param));
}

static isl_set *elements_accessed(const nest *n, const nest_stmt *s, const nest_access *a)
{
	isl_map *map = isl_map_intersect_domain(isl_map_copy(a->map), isl_set_copy(s->domain));
	return elements_alone(isl_map_range(without_elements_outside(map, &n->objects[a->object])));
}

static isl_set *no_elements(const nest *n, int rank)
{
	return isl_set_empty(isl_space_set_alloc(n->ctx, 0, (unsigned)rank));
}

isl_set *flow_elements_set(const nest *n, const prog_symbol *array)
{
	int rank = rank_of_array(n, array);
	isl_set *all = rank ? no_elements(n, rank) : NULL;
	for (int k = 0; all && k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (n->objects[a->object].symbol == array && (a->write || a->reduction))
				all = isl_set_union(all, elements_accessed(n, &n->stmts[k], a));
		}
	return isl_set_coalesce(all);
}

typedef struct entering_elements {
	const nest *n;
	const prog_symbol *array;
	isl_set *all;
} entering_elements;

static isl_stat add_entering(isl_map *map, void *user)
{
	entering_elements *e = user;
	const nest_object *o = &e->n->objects[atoi(isl_map_get_tuple_name(map, isl_dim_out) + 1)];
	if (o->symbol == e->array)
		e->all = isl_set_union(e->all, elements_alone(isl_map_range(without_elements_outside(map, o))));
	else
		isl_map_free(map);
	return isl_stat_ok;
}

isl_set *flow_elements_enter(nest *n, const prog_symbol *array)
{
	int rank = rank_of_array(n, array);
	if (!rank) return NULL;
	entering_elements e = {n, array, no_elements(n, rank)};
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			const nest_object *o = &n->objects[a->object];
			if (o->symbol == array && (a->reduction || (a->read && !o->writes)))
				e.all = isl_set_union(e.all, elements_accessed(n, &n->stmts[k], a));
		}
	isl_union_map *before = NULL, *flow = flow_of(n, &before);
	bool known = flow && before && isl_union_map_foreach_map(before, add_entering, &e) == isl_stat_ok;
	isl_union_map_free(before);
	isl_union_map_free(flow);
	return known ? isl_set_coalesce(e.all) : isl_set_free(e.all);
}

static isl_stat add_range(isl_map *map, void *user)
{
	isl_set **all = user;
	*all = isl_set_union(*all, isl_map_range(map));
	return *all ? isl_stat_ok : isl_stat_error;
}

isl_set *flow_mapped_elements_enter(nest *n, int object)
{
	const nest_object *o = &n->objects[object];
	if (!o->reads || !o->writes || o->moves || nest_calls_access(n, object) || !o->rank) return NULL;
	accesses f = no_accesses(n);
	branch_sets branches = {0};
	add_branch_sets(&branches, n, object);
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		add_branch_sets_before(&f, &branches, s, object);
		for (int j = 0; j < s->n_accesses; j++) {
			const nest_access *a = &s->accesses[j];
			if (a->object != object) continue;
			if (a->read) f.reads[f.n_reads++] = end_at(s, a, false);
			if (a->write) add_write(&f, s, a, a->must && a->exact && !a->reduction);
		}
	}
	isl_set *all = NULL;
	isl_union_map *before = NULL, *flow = NULL;
	if (f.n_reads) {
		all = isl_set_empty(isl_space_range(isl_map_get_space(f.reads[0].access->map)));
		flow = computed(n, &f, &before);
	}
	free_branch_sets(&branches);
	if (!flow) all = isl_set_free(all);
	if (flow && isl_union_map_foreach_map(before, add_range, &all) != isl_stat_ok) all = isl_set_free(all);
	isl_union_map_free(before);
	isl_union_map_free(flow);
	return isl_set_coalesce(all);
}

isl_set *flow_set_in_branches(const nest *n, int object)
{
	branch_sets branches = {0};
	isl_set *all = NULL;
	add_branch_sets(&branches, n, object);
	for (int k = 0; k < branches.n; k++) {
		if (branches.set[k].branches->at.may) continue;
		isl_set *set = isl_map_range(isl_map_copy(branches.set[k].access.map));
		all = all ? isl_set_union(all, set) : set;
	}
	free_branch_sets(&branches);
	return all;
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
