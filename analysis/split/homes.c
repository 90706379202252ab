// SPDX-License-Identifier: Apache-2.0
//
// Where each statement of a nest runs: at the owner of what it writes, or of what statements that need it write.
#include "../build/build.h"
#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../unit/unit.h"
#include "attempt.h"
#include "chains.h"
#include "resident.h"
#include "work_arrays.h"

#include <isl/aff.h>
#include <isl/constraint.h>

#include <stdlib.h>
#include <string.h>

static bool home_is_affine(const nest_object *o, const nest_access *a)
{
	for (int d = 0; d < o->rank; d++)
		if (object_dim_may_be_split(o, d) && !a->sub[d]) return false;
	return true;
}

// Of an array that all processes have in full each of them is the owner: it does not say where something happens once.
static bool chooses_process(const nest_object *o)
{
	bool chooses = false;
	for (int d = 0; d < o->rank; d++) chooses |= object_dim_may_be_split(o, d);
	return chooses;
}

bool homes_same_subscripts(const nest_object *o, const nest_access *a, const nest_object *q, const nest_access *c)
{
	// Of arrays of different rank the one of fewer dimensions is not split in those that only the other one has.
	for (int d = 0; d < o->rank || d < q->rank; d++) {
		bool of_o = d < o->rank && object_dim_may_be_split(o, d),
		     of_q = d < q->rank && object_dim_may_be_split(q, d);
		if (!of_o && !of_q) continue;
		if (d >= o->rank || d >= q->rank) return false;
		if (!a->sub[d] || !c->sub[d] || isl_pw_aff_is_equal(a->sub[d], c->sub[d]) != isl_bool_true)
			return false;
	}
	return true;
}

static bool place_by_writes(attempt *t, nest_stmt *s)
{
	nest *n = t->n;
	for (int k = 0; k < s->n_accesses; k++) {
		const nest_access *a = &s->accesses[k];
		const nest_object *o = &n->objects[a->object];
		if (!a->write || !object_is_distributed(o)) continue;
		if (!home_is_affine(o, a) && resident_promise(n, s, a)) continue;
		if (!home_is_affine(o, a))
			return nest_fail(n, DIAG_write_not_affine, a->expr->loc, a->expr->text), false;
		if (s->home < 0) {
			s->home = k;
			continue;
		}
		const nest_access *h = &s->accesses[s->home];
		bool same = homes_same_subscripts(&n->objects[h->object], h, o, a);
		if (!same && resident_promise(n, s, a)) continue;
		if (!same) return nest_fail(n, DIAG_two_homes, a->expr->loc, a->expr->text), false;
		if (h->object != a->object) t->merged = true;
	}
	return true;
}

static int variables_used(const nest_access *a, const nest_object *o, int depth)
{
	int used = 0;
	for (int d = 0; d < o->rank; d++)
		for (int v = 0; a->sub[d] && v < depth; v++)
			used += isl_pw_aff_involves_dims(a->sub[d], isl_dim_in, (unsigned)v, 1) == isl_bool_true;
	return used;
}

// The access of a statement in a loop below says where `s` belongs, too: the dimensions that may be split are chosen by
// the loops around both.
static bool serves_outside(const nest_object *o, const nest_access *a, int depth, int inner)
{
	for (int d = 0; d < o->rank; d++)
		if (object_dim_may_be_split(o, d) && a->sub[d] &&
		        isl_pw_aff_involves_dims(a->sub[d], isl_dim_in, (unsigned)depth, (unsigned)(inner - depth)) !=
		                isl_bool_false)
			return false;
	return true;
}

// An access of `inner` loops as one of the loops around `s`; subscripts that need the others are not known.
static void without_inner_loops(const nest *n, const nest_stmt *s, nest_access *c, int inner)
{
	const nest_object *o = &n->objects[c->object];
	isl_map *map = isl_map_universe(isl_space_alloc(n->ctx, 0, (unsigned)s->depth, (unsigned)o->rank));
	for (int d = 0; d < o->rank; d++) {
		if (c->sub[d] && isl_pw_aff_involves_dims(c->sub[d], isl_dim_in, (unsigned)s->depth,
		                         (unsigned)(inner - s->depth)) != isl_bool_false)
			c->sub[d] = isl_pw_aff_free(c->sub[d]);
		if (!c->sub[d]) {
			c->exact = false;
			continue;
		}
		c->sub[d] =
		        isl_pw_aff_drop_dims(c->sub[d], isl_dim_in, (unsigned)s->depth, (unsigned)(inner - s->depth));
		isl_map *one = isl_map_from_pw_aff(isl_pw_aff_copy(c->sub[d]));
		one = isl_map_insert_dims(one, isl_dim_out, 0, (unsigned)d);
		one = isl_map_add_dims(one, isl_dim_out, (unsigned)(o->rank - d - 1));
		map = isl_map_intersect(map, one);
	}
	map = isl_map_set_tuple_name(map, isl_dim_out, isl_map_get_tuple_name(c->map, isl_dim_out));
	isl_map_free(c->map);
	c->map = map;
}

// The statement's own copy of an access of another statement in the same innermost loop, or in one below.
static void borrow_access(nest *n, nest_stmt *s, const nest_access *a, int depth)
{
	nest_access *grown = prog_alloc(n->unit, sizeof *grown * (size_t)(s->n_accesses + 1));
	if (s->n_accesses) memcpy(grown, s->accesses, sizeof *grown * (size_t)s->n_accesses);
	nest_access *c = &grown[s->n_accesses];
	*c = *a;
	c->when = NULL;
	c->read = c->write = c->must = c->reduction = false;
	for (int d = 0; d < PROG_MAX_RANK; d++) c->sub[d] = isl_pw_aff_copy(a->sub[d]);
	c->map = isl_map_copy(a->map);
	if (depth > s->depth) without_inner_loops(n, s, c, depth);
	c->map = isl_map_set_tuple_name(c->map, isl_dim_in, isl_set_get_tuple_name(s->domain));
	c->map = isl_map_intersect_domain(c->map, isl_set_copy(s->domain));
	s->accesses = grown;
	s->home = s->n_accesses++;
}

// Gives the statement an access as its home, with subscripts over the first `common` of its loops (each may be NULL,
// and is taken): an own copy of `a`, which makes no access by itself.
static void add_borrowed(nest *n, nest_stmt *s, const nest_access *a, isl_pw_aff **sub, int common)
{
	nest_access *grown = prog_alloc(n->unit, sizeof *grown * (size_t)(s->n_accesses + 1));
	if (s->n_accesses) memcpy(grown, s->accesses, sizeof *grown * (size_t)s->n_accesses);
	nest_access *c = &grown[s->n_accesses];
	const nest_object *o = &n->objects[a->object];
	*c = *a;
	c->when = NULL;
	c->read = c->write = c->must = c->reduction = false;
	isl_map *map = isl_map_universe(isl_space_alloc(n->ctx, 0, (unsigned)s->depth, (unsigned)o->rank));
	for (int d = 0; d < PROG_MAX_RANK; d++) {
		c->sub[d] = d < o->rank ? sub[d] : NULL;
		if (d < o->rank) c->exact &= sub[d] != NULL;
		if (!c->sub[d]) continue;
		c->sub[d] = isl_pw_aff_add_dims(c->sub[d], isl_dim_in, (unsigned)(s->depth - common));
		isl_map *one = isl_map_from_pw_aff(isl_pw_aff_copy(c->sub[d]));
		one = isl_map_insert_dims(one, isl_dim_out, 0, (unsigned)d);
		one = isl_map_add_dims(one, isl_dim_out, (unsigned)(o->rank - d - 1));
		map = isl_map_intersect(map, one);
	}
	map = isl_map_set_tuple_name(map, isl_dim_out, isl_map_get_tuple_name(a->map, isl_dim_out));
	map = isl_map_set_tuple_name(map, isl_dim_in, isl_set_get_tuple_name(s->domain));
	c->map = isl_map_intersect_domain(map, isl_set_copy(s->domain));
	s->accesses = grown;
	s->home = s->n_accesses++;
}

// The statement's own copy of an access of `inner` loops, of which it has the first `common` around it.
static void borrow_common(nest *n, nest_stmt *s, const nest_access *a, int inner, int common)
{
	isl_pw_aff *sub[PROG_MAX_RANK] = {NULL};
	for (int d = 0; d < n->objects[a->object].rank; d++) {
		unsigned others = (unsigned)(inner - common);
		bool known = a->sub[d] && isl_pw_aff_involves_dims(a->sub[d], isl_dim_in, (unsigned)common, others) ==
		                                  isl_bool_false;
		if (known)
			sub[d] = isl_pw_aff_drop_dims(isl_pw_aff_copy(a->sub[d]), isl_dim_in, (unsigned)common, others);
	}
	add_borrowed(n, s, a, sub, common);
}

static int common_loops(const nest_stmt *s, const nest_stmt *r)
{
	int common = 0;
	while (common < s->depth && common < r->depth && s->loop[common] == r->loop[common]) common++;
	return common;
}

// Or where one is that another loop beside it accesses in each iteration of the loops around both:
// for (j ...) sum[0] += a[i] - a[j]; for (d ...) f[i][d] += sum[d];
static void place_by_access_beside(nest *n, nest_stmt *s)
{
	const nest_access *best = NULL;
	int most = 0, inner = 0, common = 0;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *r = &n->stmts[k];
		int around = common_loops(s, r);
		for (int j = 0; j < r->n_accesses; j++) {
			const nest_access *a = &r->accesses[j];
			const nest_object *o = &n->objects[a->object];
			if (!object_is_distributed(o) || !home_is_affine(o, a) || !chooses_process(o)) continue;
			if (!serves_outside(o, a, around, r->depth)) continue;
			int used = 4 * variables_used(a, o, around) + 2 * (r->home == j) + (o->kind == NEST_MAPPED);
			if (used >= 4 && used > most) most = used, best = a, inner = r->depth, common = around;
		}
	}
	if (best) borrow_common(n, s, best, inner, common);
}

// A statement goes where an element is that statements in loops around it access: double x = a[i]; for (...) sum += x *
// w[k];
static void place_by_outer_access(nest *n, nest_stmt *s)
{
	const nest_access *best = NULL;
	int best_used = 0, depth = 0;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *r = &n->stmts[k];
		if (r->depth >= s->depth || memcmp(r->loop, s->loop, sizeof(int) * (size_t)r->depth)) continue;
		for (int j = 0; j < r->n_accesses; j++) {
			const nest_access *a = &r->accesses[j];
			const nest_object *o = &n->objects[a->object];
			if (!object_is_distributed(o) || !home_is_affine(o, a)) continue;
			int used =
			        8 * variables_used(a, o, r->depth) + 4 * (r->home == j) + 2 * (o->kind == NEST_MAPPED);
			if (used >= 8 && used > best_used) best = a, best_used = used, depth = r->depth;
		}
	}
	if (best)
		borrow_common(n, s, best, depth, depth);
	else
		place_by_access_beside(n, s);
}

// The subscript over the first `common` loops; NULL: it needs others.
static isl_pw_aff *over_common(const nest_stmt *s, const isl_pw_aff *sub, int common)
{
	const unsigned first = (unsigned)common, others = (unsigned)(s->depth - common);
	if (!sub || isl_pw_aff_involves_dims((isl_pw_aff *)sub, isl_dim_in, first, others) != isl_bool_false)
		return NULL;
	isl_pw_aff *over = isl_pw_aff_reset_tuple_id(isl_pw_aff_copy((isl_pw_aff *)sub), isl_dim_in);
	return isl_pw_aff_drop_dims(over, isl_dim_in, first, others);
}

// Whether the owner of the element is that of what a statement in the same loops sets, if the arrays lie alike.
static bool is_set_beside(const nest *n, const nest_stmt *r, const nest_access *a)
{
	const nest_object *o = &n->objects[a->object];
	bool beside = false;
	for (int k = 0; k < n->n_stmts && !beside; k++) {
		const nest_stmt *s = &n->stmts[k];
		const nest_access *h = s->home >= 0 ? &s->accesses[s->home] : NULL;
		const int common = common_loops(s, r);
		if (!h || !h->write || common == 0 || n->objects[h->object].rank != o->rank) continue;
		beside = true;
		for (int d = 0; d < o->rank && beside; d++) {
			if (!object_dim_may_be_split(o, d)) continue;
			isl_pw_aff *x = over_common(r, a->sub[d], common), *y = over_common(s, h->sub[d], common);
			beside = x && y && isl_pw_aff_is_equal(x, y) == isl_bool_true;
			isl_pw_aff_free(x);
			isl_pw_aff_free(y);
		}
	}
	return beside;
}

// Statements whose effect must happen exactly once (reductions, parts of replicated arrays) but that write nothing
// mapped go where an element is that they, or their neighbours in the same loop, access: the one with the most loop
// variables, and that neighbours have as their home, or that lies with what is set in the loops around.
static void place_by_access(nest *n, nest_stmt *s)
{
	const nest_access *best = NULL;
	int best_used = 0, best_stmt = -1, self = (int)(s - n->stmts);
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *r = &n->stmts[k];
		if (r->depth < s->depth || memcmp(r->loop, s->loop, sizeof(int) * (size_t)s->depth)) continue;
		for (int j = 0; j < r->n_accesses; j++) {
			const nest_access *a = &r->accesses[j];
			const nest_object *o = &n->objects[a->object];
			if (!object_is_distributed(o) || !home_is_affine(o, a) || !chooses_process(o)) continue;
			bool below = r->depth > s->depth;
			if (below && !serves_outside(o, a, s->depth, r->depth)) continue;
			int used = -7 * below + 8 * variables_used(a, o, s->depth) + 4 * (r->home == j) +
			           2 * (o->kind == NEST_MAPPED) + 2 * is_set_beside(n, r, a) + (k == self);
			if (used > best_used) best = a, best_used = used, best_stmt = k;
		}
	}
	if (!best)
		place_by_outer_access(n, s);
	else if (best_stmt == self)
		s->home = (int)(best - s->accesses);
	else
		borrow_access(n, s, best, n->stmts[best_stmt].depth);
}

// ---- rows of a few elements ---------------------------------------------------------------------
//
// for (k = 0; k < 3; k++) r2 += (q[3 * i + k] - q[3 * j + k]) * ...: all of the loop belongs where its first iteration
// does. So it is with a window, for (k = -r; k <= r; k++) sum += a[i + k].

// A constraint on the variable of a loop and on others.
static isl_stat ties_loops(isl_constraint *c, void *user)
{
	unsigned d = *(const unsigned *)user, rank = (unsigned)isl_constraint_dim(c, isl_dim_set);
	bool ties = isl_constraint_involves_dims(c, isl_dim_set, d, 1) != isl_bool_false &&
	            (isl_constraint_involves_dims(c, isl_dim_set, 0, d) != isl_bool_false ||
	                    isl_constraint_involves_dims(c, isl_dim_set, d + 1, rank - d - 1) != isl_bool_false);
	isl_constraint_free(c);
	return ties ? isl_stat_error : isl_stat_ok;
}

// Whether the constraints alone show that the loop goes from one number to another one, whatever the others are.
static bool is_seen_as_rectangular(const nest_stmt *s, unsigned loop)
{
	isl_basic_set_list *parts = isl_set_get_basic_set_list(s->domain);
	isl_basic_set *only = isl_basic_set_list_n_basic_set(parts) == 1 ? isl_basic_set_list_get_at(parts, 0) : NULL;
	bool seen = only && isl_basic_set_dim(only, isl_dim_div) == 0 &&
	            isl_basic_set_foreach_constraint(only, ties_loops, &loop) == isl_stat_ok;
	isl_basic_set_free(only);
	isl_basic_set_list_free(parts);
	return seen;
}

// Whether the innermost of the first `depth` loops around the statement goes from one number to another one, whatever
// the variables of the others are.
static bool is_rectangular(const nest_stmt *s, int depth)
{
	if (is_seen_as_rectangular(s, (unsigned)depth - 1)) return true;
	isl_set *domain = isl_set_reset_tuple_id(isl_set_copy(s->domain));
	domain = isl_set_project_out(domain, isl_dim_set, (unsigned)depth, (unsigned)(s->depth - depth));
	isl_set *others = isl_set_project_out(isl_set_copy(domain), isl_dim_set, (unsigned)depth - 1, 1);
	isl_set *own = isl_set_project_out(isl_set_copy(domain), isl_dim_set, 0, (unsigned)depth - 1);
	isl_set *all = isl_set_flat_product(others, own);
	bool is = isl_set_is_subset(all, domain) == isl_bool_true;
	isl_set_free(all);
	isl_set_free(domain);
	return is;
}

// The loops around the statement that are not left to one process as a whole, `outer` of them or more.
static int without_whole_loops(const nest_stmt *s, int outer)
{
	int depth = s->depth;
	while (depth > outer && is_rectangular(s, depth)) depth--;
	return depth;
}

static bool involves(const isl_pw_aff *sub, int first, int n)
{
	return isl_pw_aff_involves_dims((isl_pw_aff *)sub, isl_dim_in, (unsigned)first, (unsigned)n) == isl_bool_true;
}

// The loops among the first `depth` that choose the owner of the element.
static int loops_that_place(const nest_object *o, const nest_access *a, int depth)
{
	int n = 0;
	for (int v = 0; v < depth; v++) {
		bool places = false;
		for (int d = 0; d < o->rank; d++) places |= object_dim_may_be_split(o, d) && involves(a->sub[d], v, 1);
		n += places;
	}
	return n;
}

static bool may_place(const nest_object *o, const nest_access *a)
{
	return object_is_distributed(o) && home_is_affine(o, a) && chooses_process(o);
}

// Whether the loops within `outer` others go through a few elements only.
static bool is_short(const nest_stmt *s, int outer)
{
	enum { FEW = 16 };
	for (int v = outer; v < s->depth; v++) {
		long width = boxes_width(isl_set_copy(s->domain), v);
		if (width < 0 || width > FEW) return false;
	}
	return true;
}

// Whether what the first `outer` loops choose is a part of the dimension along each that may be split: in
// sum += a[i][j] with j outside it is all rows, wherever the first one is owned.
static bool stays_together(const nest_stmt *s, const nest_object *o, const nest_access *a, int outer)
{
	for (int d = 0; d < o->rank; d++) {
		if (!object_dim_may_be_split(o, d) || !involves(a->sub[d], outer, s->depth - outer)) continue;
		if (!involves(a->sub[d], 0, outer) && !is_short(s, outer)) return false;
	}
	return true;
}

bool homes_can_be_whole(const nest *n, int outer)
{
	bool any = false;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		bool looked = false;
		for (int j = 0; j < s->n_accesses; j++) {
			const nest_access *a = &s->accesses[j];
			const nest_object *o = &n->objects[a->object];
			if (a->write && object_is_distributed(o) && !o->reduced) return false;
			if (any || looked || s->depth <= outer || !may_place(o, a)) continue;
			bool inside = false;
			for (int d = 0; d < o->rank; d++)
				inside |= object_dim_may_be_split(o, d) && involves(a->sub[d], outer, s->depth - outer);
			if (!inside || !loops_that_place(o, a, outer) || !stays_together(s, o, a, outer)) continue;
			looked = true;
			any = without_whole_loops(s, outer) == outer;
		}
	}
	return any;
}

// The iterations of the first `depth` loops around the statement, each with the first one of the others in it.
static isl_map *first_iterations(const nest_stmt *s, int depth)
{
	isl_set *domain = isl_set_reset_tuple_id(isl_set_copy(s->domain));
	isl_map *all = isl_map_from_range(domain);
	all = isl_map_add_dims(all, isl_dim_in, (unsigned)depth);
	for (int v = 0; v < depth; v++) all = isl_map_equate(all, isl_dim_in, v, isl_dim_out, v);
	return isl_map_lexmin(all);
}

// The subscript in these first iterations; NULL: it is not known, or in pieces.
static isl_pw_aff *at_first_iteration(const nest_stmt *r, const isl_pw_aff *sub, int depth)
{
	isl_map *value = isl_map_reset_tuple_id(isl_map_from_pw_aff(isl_pw_aff_copy((isl_pw_aff *)sub)), isl_dim_in);
	value = isl_map_apply_range(first_iterations(r, depth), value);
	isl_pw_multi_aff *one = isl_pw_multi_aff_from_map(value);
	isl_pw_aff *at = isl_pw_multi_aff_get_pw_aff(one, 0);
	isl_pw_multi_aff_free(one);
	at = isl_pw_aff_gist(at, isl_pw_aff_domain(isl_pw_aff_copy(at)));
	return at && isl_pw_aff_isa_aff(at) == isl_bool_true ? at : isl_pw_aff_free(at);
}

// The statement's own access to the element that `a` of `r` accesses in the first iteration of what is within `depth`
// loops. False: that is not known.
static bool borrow_first(nest *n, nest_stmt *s, const nest_stmt *r, const nest_access *a, int depth)
{
	const nest_object *o = &n->objects[a->object];
	isl_pw_aff *sub[PROG_MAX_RANK] = {NULL};
	bool known = true;
	for (int d = 0; d < o->rank && known; d++) {
		sub[d] = a->sub[d] ? at_first_iteration(r, a->sub[d], depth) : NULL;
		known = sub[d] || !object_dim_may_be_split(o, d);
	}
	if (!known) {
		for (int d = 0; d < o->rank; d++) isl_pw_aff_free(sub[d]);
		return false;
	}
	add_borrowed(n, s, a, sub, depth);
	return true;
}

// Where the element is that the statement, or another one within the same loops, accesses first.
static void place_at_first(nest *n, nest_stmt *s, int outer)
{
	const nest_stmt *best_stmt = NULL;
	const nest_access *best = NULL;
	int own = without_whole_loops(s, outer), most = 0, depth = 0;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *r = &n->stmts[k];
		int around = without_whole_loops(r, outer);
		if (around > own || memcmp(r->loop, s->loop, sizeof(int) * (size_t)around)) continue;
		for (int j = 0; j < r->n_accesses; j++) {
			const nest_access *a = &r->accesses[j];
			const nest_object *o = &n->objects[a->object];
			bool places = may_place(o, a) && stays_together(r, o, a, around);
			int used = places ? 8 * loops_that_place(o, a, around) : 0;
			if (used) used += 4 * (r->home == j) + 2 * (o->kind == NEST_MAPPED);
			if (used > most) most = used, best = a, best_stmt = r, depth = around;
		}
	}
	if (best) borrow_first(n, s, best_stmt, best, depth);
}

void homes_place_at_first(attempt *t, nest_stmt *s, int outer) { place_at_first(t->n, s, outer); }

// The iterations of `s` in which the element of an access of `inner` loops, the first ones those of `s`, is surely
// there. NULL: not known.
static isl_set *inside_memory(const nest_stmt *s, const nest_object *o, const nest_access *a, int inner)
{
	isl_set *inside = isl_set_universe(isl_set_get_space(s->domain));
	inside = isl_set_reset_tuple_id(inside);
	for (int d = 0; d < o->rank; d++) {
		if (!object_dim_may_be_split(o, d)) continue;
		long extent = object_declared_extent(o, d);
		if (!extent || !a->sub[d]) return isl_set_free(inside);
		isl_pw_aff *sub = isl_pw_aff_drop_dims(
		        isl_pw_aff_copy(a->sub[d]), isl_dim_in, (unsigned)s->depth, (unsigned)(inner - s->depth));
		isl_set *index = isl_set_universe(isl_space_set_alloc(isl_set_get_ctx(inside), 0, 1));
		index = isl_set_lower_bound_si(index, isl_dim_set, 0, 0);
		index = isl_set_upper_bound_si(index, isl_dim_set, 0, extent - 1);
		isl_map *map = isl_map_from_pw_aff(sub);
		inside = isl_set_intersect(inside, isl_set_apply(index, isl_map_reverse(map)));
	}
	return inside;
}

// Whether the element is there in all iterations of `s`; of parameters alone that is assumed.
static bool stays_inside(nest *n, const nest_stmt *s, const nest_object *o, const nest_access *a, int inner)
{
	isl_set *inside = inside_memory(s, o, a, inner);
	if (!inside) return false;
	isl_set *bad = isl_set_subtract(isl_set_reset_tuple_id(isl_set_copy(s->domain)), inside);
	isl_set *left = isl_set_subtract(isl_set_copy(n->assume), isl_set_params(bad));
	bool possible = isl_set_is_empty(left) == isl_bool_false;
	if (!possible) return isl_set_free(left), false;
	isl_set_free(n->assume);
	n->assume = isl_set_coalesce(left);
	return true;
}

// The condition of an exit is asked where an element is that the iteration touches before: in the iteration that
// leaves, others may be beyond their arrays.
static bool place_exit_by_earlier(nest *n, nest_stmt *s)
{
	const nest_stmt *best = NULL;
	int most = 0, access = -1;
	for (int k = 0; k <= s - n->stmts; k++) {
		const nest_stmt *r = &n->stmts[k];
		for (int j = 0; j < r->n_accesses; j++) {
			const nest_access *a = &r->accesses[j];
			const nest_object *o = &n->objects[a->object];
			if (!object_is_distributed(o) || !home_is_affine(o, a) || !exits_need(n, s, r, a)) continue;
			if (r->depth > s->depth && !serves_outside(o, a, s->depth, r->depth)) continue;
			int used = 4 * variables_used(a, o, s->depth) + 2 * (o->kind == NEST_MAPPED) + (r == s);
			if (used > most) most = used, best = r, access = j;
		}
	}
	if (!best) return false;
	if (best == s)
		s->home = access;
	else
		borrow_access(n, s, &best->accesses[access], best->depth);
	return true;
}

// Or where one is that the iteration would touch otherwise, if that is seen to be in its array.
static bool place_exit(nest *n, nest_stmt *s)
{
	if (place_exit_by_earlier(n, s)) return true;
	const nest_stmt *best = NULL;
	int most = 0, access = -1;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *r = &n->stmts[k];
		if (r->depth < s->depth || memcmp(r->loop, s->loop, sizeof(int) * (size_t)s->depth)) continue;
		for (int j = 0; j < r->n_accesses; j++) {
			const nest_access *a = &r->accesses[j];
			const nest_object *o = &n->objects[a->object];
			if (!object_is_distributed(o) || !chooses_process(o) || !home_is_affine(o, a)) continue;
			if (!serves_outside(o, a, s->depth, r->depth)) continue;
			int used = 8 * variables_used(a, o, s->depth) + 4 * (r->home == j) + (r->depth == s->depth);
			if (used > most) most = used, best = r, access = j;
		}
	}
	if (!best) return false;
	const nest_access *a = &best->accesses[access];
	if (!stays_inside(n, s, &n->objects[a->object], a, best->depth)) return false;
	borrow_access(n, s, a, best->depth);
	return true;
}

// Of d.x, a part of a variable.
static bool part_needed_after(attempt *t, const nest_object *o, const prog_symbol *variable)
{
	if (nest_is_new(t->n, variable) || prog_declares(t->n->root, variable)) return false;
	return liveness_after_part(t->facts, t->n->root, o->base);
}

// The variable of which it is a part, or that leads to memory of its own of which it is one: d of d.v, (*d).v; NULL:
// neither.
static const prog_symbol *root_of_part(const prog_expr *e)
{
	bool part = false, led = false;
	for (; e->kind == PROG_EXPR_MEMBER || e->kind == PROG_EXPR_DEREF || e->kind == PROG_EXPR_INDEX; e = e->arg[0]) {
		if (!e->n_args) return NULL;
		part |= e->kind == PROG_EXPR_MEMBER;
		led |= e->kind != PROG_EXPR_MEMBER && e->arg[0]->type && e->arg[0]->type->kind == PROG_TYPE_POINTER;
	}
	bool variable = part && e->kind == PROG_EXPR_VAR;
	return variable && (!led || e->symbol->owns_block) ? e->symbol : NULL;
}

bool homes_needed_after(attempt *t, const nest_object *o)
{
	const prog_symbol *variable = liveness_variable(o->base), *root = root_of_part(o->base);
	if (root && prog_declares(t->n->root, root)) return false;
	bool scalar = o->kind == NEST_SCALAR && variable && o->symbol;
	if (scalar && !exits_use(t->facts, t->n, o)) return part_needed_after(t, o, variable);
	if (!o->symbol || exits_use(t->facts, t->n, o)) return true;
	if (nest_is_new(t->n, o->symbol)) return false;
	if (o->row_levels && !own_rows(t->facts, o->symbol)) return true;
	if (o->base->kind == PROG_EXPR_VAR && prog_declares(t->n->root, o->symbol)) return false;
	if (o->base->kind != PROG_EXPR_VAR) return true;
	if (o->type->kind == PROG_TYPE_POINTER && o->kind != NEST_SCALAR)
		return !object_is_plain(o) || !work_array(t->facts, t->n, o->symbol, o->row_levels > 0);
	if (!liveness_after(t->facts, t->n->root, o->symbol)) return false;
	// A scalar of which functions get the address is looked at as an array is.
	bool handed = o->kind == NEST_SCALAR && o->symbol->address_taken;
	return (!object_is_plain(o) && !handed) || !work_array(t->facts, t->n, o->symbol, o->row_levels > 0);
}

// A write of which it is only known that the process makes it which owns the element: NULL: there is none.
static const nest_access *promised_write(const nest *n, const nest_stmt *s)
{
	for (int k = 0; k < s->n_accesses; k++) {
		const nest_access *a = &s->accesses[k];
		const nest_object *o = &n->objects[a->object];
		if (a->write && object_is_distributed(o) && !home_is_affine(o, a)) return a;
	}
	return NULL;
}

static bool must_happen_once(attempt *t, const nest_stmt *s)
{
	if (s->reduction != NEST_NO_REDUCTION || promised_write(t->n, s)) return true;
	for (int k = 0; k < s->n_accesses; k++) {
		const nest_object *o = &t->n->objects[s->accesses[k].object];
		if (s->accesses[k].write && object_is_plain(o) && homes_needed_after(t, o)) return true;
	}
	return false;
}

// A call is made or not made as a whole, with the statement that makes it: what its function does beside goes where the
// element is that it sets.
static void place_whole_call(nest *n, int placed)
{
	for (int k = 0; k < n->n_stmts; k++) {
		nest_stmt *s = &n->stmts[k];
		const nest_stmt *p = &n->stmts[placed];
		if (s->stmt != p->stmt || s->home >= 0 || (!s->inlined && !p->inlined)) continue;
		const nest_access *home = &p->accesses[p->home];
		int common = 0;
		while (common < s->depth && common < p->depth && s->loop[common] == p->loop[common] &&
		        !n->loops[s->loop[common]].inlined)
			common++;
		borrow_common(n, s, home, p->depth, common);
	}
}

static bool makes_calls(const nest *n, int stmt)
{
	for (int k = 0; k < n->n_stmts; k++)
		if (n->stmts[k].inlined && n->stmts[k].stmt == n->stmts[stmt].stmt) return true;
	return false;
}

// for (j ...) { for (k < 3) d[k] = x[3 * i + k] - x[3 * j + k]; sum += norm(d); }: no element of the iteration is
// named by i and j alone, and the first one of the loop over k belongs to somebody.
static void place_by_first(attempt *t, nest_stmt *s)
{
	for (int outer = s->depth; outer > 0 && s->home < 0; outer--) place_at_first(t->n, s, outer);
	t->at_first |= s->home >= 0;
}

bool homes_choose(attempt *t)
{
	nest *n = t->n;
	for (int k = 0; k < n->n_stmts; k++)
		if (!place_by_writes(t, &n->stmts[k])) return false;
	for (int k = 0; k < n->n_stmts; k++)
		if (n->stmts[k].leaves && !place_exit(n, &n->stmts[k]))
			return nest_fail(n, DIAG_break_out, n->root->loc, ""), false;
	for (int k = 0; k < n->n_stmts; k++)
		if (n->stmts[k].home < 0 && !(t->in_chain && t->in_chain[k]) && must_happen_once(t, &n->stmts[k])) {
			if (t->whole_rows) place_at_first(n, &n->stmts[k], t->whole_rows);
			if (n->stmts[k].home < 0) place_by_access(n, &n->stmts[k]);
			if (n->stmts[k].home < 0 && t->first_elements) place_by_first(t, &n->stmts[k]);
		}
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_access *a = n->stmts[k].home < 0 ? promised_write(n, &n->stmts[k]) : NULL;
		if (a) return nest_fail(n, DIAG_write_not_affine, a->expr->loc, a->expr->text), false;
	}
	for (int k = 0; k < n->n_stmts; k++)
		if (n->stmts[k].home >= 0 && n->looks_into_calls && makes_calls(n, k)) place_whole_call(n, k);
	bool any = false;
	for (int k = 0; k < n->n_stmts; k++) any |= n->stmts[k].home >= 0;
	// Nobody needs what the nest computes: wherever its statements run is right.
	for (int k = 0; k < n->n_stmts && !any; k++) place_by_access(n, &n->stmts[k]);
	return !t->in_chain || (any && chains_place_others(t));
}
