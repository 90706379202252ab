// SPDX-License-Identifier: Apache-2.0
#include "summaries.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "array_reductions.h"

#include <stdio.h>
#include <string.h>

// Calls of functions with fewer statements stay as they are: more is known of them so.
enum { MANY_STMTS = 128, LARGE_CALL = 8 };

// ---- which ------------------------------------------------------------------------------------------

static bool is_exit(const nest *n, int stmt)
{
	for (int k = 0; k < n->n_exits; k++)
		if (n->exits[k].stmt == stmt) return true;
	return false;
}

// A variable of a function that is called: it lives for one call.
static bool is_inner(const nest *n, const nest_object *o)
{
	for (int k = 0; o->symbol && k < n->n_callees; k++)
		if (prog_declares(n->callees[k]->function->body, o->symbol)) return true;
	return false;
}

// `arrays`: those into whose elements the nest may reduce.
static bool reduces_outside(const nest *n, const nest_stmt *s, unsigned long arrays)
{
	for (int j = 0; s->into && j < s->n_accesses; j++) {
		const nest_access *a = &s->accesses[j];
		if (a->write && a->object < NEST_MASKED && (arrays >> a->object & 1) &&
		        !is_inner(n, &n->objects[a->object]))
			return true;
	}
	return s->reduction != NEST_NO_REDUCTION && !is_inner(n, &n->objects[s->reduction_object]);
}

// The loops around the call itself.
static int depth_of_call(const nest *n, const nest_stmt *s)
{
	int depth = 0;
	while (depth < s->depth && !n->loops[s->loop[depth]].inlined) depth++;
	return depth;
}

// The end of the statements from `first` on that stand for a call and can be one; `first`: there are none.
static int end_of_call(const nest *n, int first, unsigned long arrays)
{
	const nest_stmt *s = &n->stmts[first];
	int end = first, depth = depth_of_call(n, s);
	for (; end < n->n_stmts; end++) {
		const nest_stmt *r = &n->stmts[end];
		if (!r->inlined || r->stmt != s->stmt) break;
		bool same_loops =
		        depth_of_call(n, r) == depth && !memcmp(r->loop, s->loop, sizeof(int) * (size_t)depth);
		if (!same_loops || reduces_outside(n, r, arrays) || r->leaves || is_exit(n, end)) return first;
	}
	return end - first < LARGE_CALL ? first : end;
}

// ---- one of many ---------------------------------------------------------------------------------------

// In the loops around the call alone.
static isl_map *outside_map(isl_map *map, const nest_stmt *s, int depth)
{
	map = isl_map_project_out(map, isl_dim_in, (unsigned)depth, (unsigned)(s->depth - depth));
	return isl_map_reset_tuple_id(map, isl_dim_in);
}

static isl_pw_aff *outside_subscript(isl_pw_aff *sub, const nest_stmt *s, int depth)
{
	unsigned inner = (unsigned)(s->depth - depth);
	if (sub && isl_pw_aff_involves_dims(sub, isl_dim_in, (unsigned)depth, inner) != isl_bool_false)
		return isl_pw_aff_free(sub);
	return sub ? isl_pw_aff_drop_dims(sub, isl_dim_in, (unsigned)depth, inner) : NULL;
}

typedef struct summary {
	const nest *n;
	int depth;
	int n_accesses, room;
	nest_access *accesses;
} summary;

// Rows of different processes are different needs.
static bool in_same_row(const summary *all, const nest_access *b, const nest_stmt *s, const nest_access *a)
{
	const nest_object *o = &all->n->objects[a->object];
	bool same = true;
	for (int d = 0; d < o->rank && same && object_is_distributed(o); d++) {
		if (!object_dim_may_be_split(o, d)) continue;
		isl_pw_aff *sub = outside_subscript(isl_pw_aff_copy(a->sub[d]), s, all->depth);
		same = sub && b->sub[d] ? isl_pw_aff_is_equal(sub, b->sub[d]) == isl_bool_true : sub == b->sub[d];
		isl_pw_aff_free(sub);
	}
	return same;
}

// Where it belongs: one access for each object, row of it, member and kind.
static nest_access *place_for(summary *all, const nest_stmt *s, const nest_access *a, bool write)
{
	for (int k = 0; k < all->n_accesses; k++) {
		nest_access *b = &all->accesses[k];
		if (b->object == a->object && b->member == a->member && b->write == write &&
		        (!write || (b->must == a->must && b->defines == a->defines)) && in_same_row(all, b, s, a))
			return b;
	}
	all->accesses = prog_grow(all->n->unit, all->accesses, all->n_accesses, &all->room, sizeof *all->accesses);
	return &all->accesses[all->n_accesses++];
}

// Takes the map: what of the access counts, in the loops around the call.
static void add(summary *all, const nest_stmt *s, const nest_access *a, isl_map *map, bool write)
{
	int before = all->n_accesses;
	nest_access *b = place_for(all, s, a, write);
	bool exact = a->exact && !s->may;
	if (all->n_accesses > before) {
		*b = *a;
		b->read = !write;
		b->write = write;
		b->when = NULL;
		b->map = map;
		b->exact = exact;
		memset(b->sub_text, 0, sizeof b->sub_text);
		for (int d = 0; d < PROG_MAX_RANK; d++)
			b->sub[d] = outside_subscript(isl_pw_aff_copy(a->sub[d]), s, all->depth);
		return;
	}
	b->map = isl_map_union(b->map, map);
	b->exact &= exact;
	b->always &= a->always;
	b->unsure |= a->unsure;
	for (int d = 0; d < PROG_MAX_RANK; d++) {
		isl_pw_aff *sub = outside_subscript(isl_pw_aff_copy(a->sub[d]), s, all->depth);
		bool same = sub && b->sub[d] && isl_pw_aff_is_equal(sub, b->sub[d]) == isl_bool_true;
		isl_pw_aff_free(sub);
		if (!same) b->sub[d] = isl_pw_aff_free(b->sub[d]);
	}
}

// Whether all of what `w` sets is set before `s` runs, in the same call.
static bool runs_before(const nest_stmt *w, const nest_stmt *s, int depth) { return w->time[depth] < s->time[depth]; }

// Whether it is set in the same iteration of the function's loops.
static bool is_set_here(const nest_stmt *w, const nest_access *set, const nest_stmt *s, const nest_access *read)
{
	if (w->depth != s->depth || memcmp(w->loop, s->loop, sizeof(int) * (size_t)s->depth) ||
	        memcmp(w->time, s->time, sizeof(int) * (size_t)s->depth) || w->time[s->depth] >= s->time[s->depth])
		return false;
	isl_map *a = isl_map_reset_tuple_id(isl_map_copy(set->map), isl_dim_in);
	isl_map *b = isl_map_reset_tuple_id(isl_map_copy(read->map), isl_dim_in);
	bool same = isl_map_plain_is_equal(a, b) == isl_bool_true;
	isl_map_free(a);
	isl_map_free(b);
	return same;
}

// What the statement reads from before the call, of which `first` is the first statement: what earlier ones set in any
// case is no such thing.
static isl_map *read_from_before(const nest *n, int first, const nest_stmt *s, const nest_access *a, int depth)
{
	isl_map *map = outside_map(isl_map_copy(a->map), s, depth);
	if (object_is_distributed(&n->objects[a->object])) return map;
	for (const nest_stmt *w = s - 1; w >= &n->stmts[first]; w--)
		for (int j = 0; j < w->n_accesses; j++) {
			const nest_access *set = &w->accesses[j];
			if (set->object != a->object || !set->write || !set->must || !set->exact ||
			        set->member != a->member)
				continue;
			if (is_set_here(w, set, s, a)) return isl_map_subtract(isl_map_copy(map), map);
			if (runs_before(w, s, depth))
				map = isl_map_subtract(map, outside_map(isl_map_copy(set->map), w, depth));
			if (isl_map_plain_is_empty(map) == isl_bool_true) return map;
		}
	return map;
}

static void free_stmt(nest_stmt *s)
{
	isl_set_free(s->domain);
	for (int j = 0; j < s->n_accesses; j++) {
		isl_map_free(s->accesses[j].map);
		isl_set_free(s->accesses[j].when);
		for (int d = 0; d < PROG_MAX_RANK; d++) isl_pw_aff_free(s->accesses[j].sub[d]);
	}
}

// The innermost one around both.
static int guard_around(const nest *n, int a, int b)
{
	while (!nest_guard_within(n, b, a)) a = n->guard_parent[a];
	return a;
}

static nest_stmt one_of(const nest *n, int first, int end)
{
	nest_stmt one = n->stmts[first];
	summary all = {.n = n, .depth = depth_of_call(n, &one)};
	one.depth = all.depth;
	one.domain = NULL;
	one.into = NULL;
	one.reduction = NEST_NO_REDUCTION;
	one.reduction_object = -1;
	for (int k = first; k < end; k++) {
		const nest_stmt *s = &n->stmts[k];
		isl_set *domain = isl_set_project_out(
		        isl_set_copy(s->domain), isl_dim_set, (unsigned)all.depth, (unsigned)(s->depth - all.depth));
		domain = isl_set_reset_tuple_id(domain);
		one.domain = one.domain ? isl_set_union(one.domain, domain) : domain;
		one.may &= s->may;
		one.guard = guard_around(n, one.guard, s->guard);
		for (int j = 0; j < s->n_accesses; j++) {
			const nest_access *a = &s->accesses[j];
			if (a->reduction) continue;
			isl_map *read = a->read ? read_from_before(n, first, s, a, all.depth) : NULL;
			if (read && isl_map_is_empty(read) != isl_bool_true)
				add(&all, s, a, read, false);
			else
				isl_map_free(read);
			if (a->write) add(&all, s, a, outside_map(isl_map_copy(a->map), s, all.depth), true);
		}
	}
	one.domain = isl_set_coalesce(one.domain);
	for (int j = 0; j < all.n_accesses; j++) all.accesses[j].map = isl_map_coalesce(all.accesses[j].map);
	one.accesses = all.accesses;
	one.n_accesses = all.n_accesses;
	return one;
}

// ---- all -------------------------------------------------------------------------------------------------

// Statements are called by their numbers.
static void give_name(nest_stmt *s, int number)
{
	char name[16];
	snprintf(name, sizeof name, "S%d", number);
	s->domain = isl_set_set_tuple_name(s->domain, name);
	for (int j = 0; j < s->n_accesses; j++) {
		nest_access *a = &s->accesses[j];
		a->map = isl_map_set_tuple_name(a->map, isl_dim_in, name);
	}
}

void summaries_make(nest *n)
{
	int kept = 0, n_stmts = n->n_stmts;
	if (n->broken || n_stmts <= MANY_STMTS) return;
	unsigned long arrays = array_reductions_possible(n);
	int *number = prog_alloc(n->unit, sizeof *number * (size_t)n_stmts);
	nest_stmt *stmts = prog_alloc(n->unit, sizeof *stmts * (size_t)n_stmts);
	for (int k = 0, end; k < n_stmts; k = end) {
		end = end_of_call(n, k, arrays);
		bool call = end > k;
		stmts[kept] = call ? one_of(n, k, end) : n->stmts[k];
		if (!call) end = k + 1;
		for (int j = k; j < end; j++) number[j] = kept;
		kept++;
	}
	for (int k = 0; k < n_stmts; k++) {
		bool merged = (k > 0 && number[k] == number[k - 1]) || (k + 1 < n_stmts && number[k] == number[k + 1]);
		if (merged) free_stmt(&n->stmts[k]);
	}
	for (int k = 0; k < kept; k++) give_name(&stmts[k], k);
	for (int k = 0; k < n->n_exits; k++) n->exits[k].stmt = number[n->exits[k].stmt];
	n->stmts = stmts;
	n->n_stmts = kept;
}
