// SPDX-License-Identifier: Apache-2.0
//
// Owner computes: a statement that writes mapped memory runs where the element that it writes is owned (its home). A statement
// that sets private values follows: it runs in all iterations that a process's loop bounds leave it. The nest may be split
// when, for any intervals that processes may own, each value that one reads in the nest was set in the nest by itself:
//
//     for all w -> r in flow:  r in exec_r(own)  =>  w in exec_w(own)
//
// with own.lo and own.hi as free parameters. Everything else that is read is fetched before the nest starts.
#include "partition.h"
#include "array_reductions.h"
#include "boxes.h"
#include "exits.h"
#include "flow.h"
#include "independent.h"
#include "liveness.h"
#include "mapping.h"
#include "overlap.h"
#include "work_arrays.h"

#include <stdlib.h>
#include <string.h>

typedef struct attempt {
	unit_facts *facts;
	nest *n;
	partition *p;
	bool merged;          // axes of different homes share intervals where their dimensions correspond
	unsigned dropped[64]; // [object]: dimensions that must not be split
	bool droppable;       // the violation found might go away without some droppable axis
	isl_union_map *flow;
} attempt;

// ---- homes ------------------------------------------------------------------------------------

static bool home_is_affine(const nest_object *o, const nest_access *a)
{
	for (int d = 0; d < o->rank; d++)
		if (object_dim_may_be_split(o, d) && !a->sub[d]) return false;
	return true;
}

static bool same_subscripts(const nest_object *o, const nest_access *a, const nest_object *q, const nest_access *c)
{
	if (o->rank != q->rank) return false;
	for (int d = 0; d < o->rank; d++) {
		if (!object_dim_may_be_split(o, d) && !object_dim_may_be_split(q, d)) continue;
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
		if (!home_is_affine(o, a))
			return nest_fail(n, DIAG_write_not_affine, a->expr->loc, a->expr->text), false;
		if (s->home < 0) {
			s->home = k;
			continue;
		}
		const nest_access *h = &s->accesses[s->home];
		if (!same_subscripts(&n->objects[h->object], h, o, a))
			return nest_fail(n, DIAG_two_homes, a->expr->loc, a->expr->text), false;
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

// The access of a statement in a loop below says where `s` belongs, too: the dimensions that may be split are chosen by the loops
// around both.
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

// The statement's own copy of an access of `inner` loops, of which it has the first `common` around it.
static void borrow_common(nest *n, nest_stmt *s, const nest_access *a, int inner, int common)
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
		c->sub[d] = NULL;
		bool known = d < o->rank && a->sub[d] &&
		             isl_pw_aff_involves_dims(a->sub[d], isl_dim_in, (unsigned)common,
		                     (unsigned)(inner - common)) == isl_bool_false;
		if (d < o->rank) c->exact &= known;
		if (!known) continue;
		c->sub[d] = isl_pw_aff_drop_dims(
		        isl_pw_aff_copy(a->sub[d]), isl_dim_in, (unsigned)common, (unsigned)(inner - common));
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

// Statements whose effect must happen exactly once (reductions, parts of replicated arrays) but that write nothing mapped go
// where an element is that they, or their neighbours in the same loop, access: the one with the most loop variables, and that
// neighbours have as their home.
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
			if (!object_is_distributed(o) || !home_is_affine(o, a)) continue;
			bool below = r->depth > s->depth;
			if (below && !serves_outside(o, a, s->depth, r->depth)) continue;
			int used = -7 * below + 8 * variables_used(a, o, s->depth) + 4 * (r->home == j) +
			           2 * (o->kind == NEST_MAPPED) + (k == self);
			if (used > best_used) best = a, best_used = used, best_stmt = k;
		}
	}
	if (!best) return;
	if (best_stmt == self)
		s->home = (int)(best - s->accesses);
	else
		borrow_access(n, s, best, n->stmts[best_stmt].depth);
}

// The condition of an exit is asked where an element is that the iteration reads before: in the iteration that leaves, others may be beyond their arrays.
static bool place_exit(nest *n, nest_stmt *s)
{
	const nest_stmt *best = NULL;
	int most = 0, access = -1;
	for (int k = 0; k <= s - n->stmts; k++) {
		const nest_stmt *r = &n->stmts[k];
		for (int j = 0; j < r->n_accesses; j++) {
			const nest_access *a = &r->accesses[j];
			const nest_object *o = &n->objects[a->object];
			if (!object_is_distributed(o) || !home_is_affine(o, a) || !exits_need(n, s, r, a)) continue;
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

static bool needed_after(attempt *t, const nest_object *o)
{
	if (!o->symbol) return true;
	if (independent_is_new_somewhere(t->n, o->symbol)) return false;
	if (o->base->kind == PROG_EXPR_VAR && prog_declares(t->n->root, o->symbol)) return false;
	if (o->base->kind != PROG_EXPR_VAR) return true;
	if (o->type->kind == PROG_TYPE_POINTER)
		return !object_is_plain(o) || !work_array(t->facts, t->n->ctx, o->symbol, t->n->root);
	if (!liveness_after(t->facts, t->n->root, o->symbol)) return false;
	// A scalar of which functions get the address is looked at as an array is.
	bool handed = o->kind == NEST_SCALAR && o->symbol->address_taken;
	return (!object_is_plain(o) && !handed) || !work_array(t->facts, t->n->ctx, o->symbol, t->n->root);
}

static bool must_happen_once(attempt *t, const nest_stmt *s)
{
	if (s->reduction != NEST_NO_REDUCTION) return true;
	for (int k = 0; k < s->n_accesses; k++) {
		const nest_object *o = &t->n->objects[s->accesses[k].object];
		if (s->accesses[k].write && object_is_plain(o) && needed_after(t, o)) return true;
	}
	return false;
}

// A call is made or not made as a whole, with the statement that makes it: what its function does beside goes where the element is that
// it sets.
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

static bool choose_homes(attempt *t)
{
	nest *n = t->n;
	for (int k = 0; k < n->n_stmts; k++)
		if (!place_by_writes(t, &n->stmts[k])) return false;
	for (int k = 0; k < n->n_stmts; k++)
		if (n->stmts[k].leaves && !place_exit(n, &n->stmts[k]))
			return nest_fail(n, DIAG_break_out, n->root->loc, ""), false;
	for (int k = 0; k < n->n_stmts; k++)
		if (n->stmts[k].home < 0 && must_happen_once(t, &n->stmts[k])) place_by_access(n, &n->stmts[k]);
	for (int k = 0; k < n->n_stmts; k++)
		if (n->stmts[k].home >= 0 && n->looks_into_calls && makes_calls(n, k)) place_whole_call(n, k);
	bool any = false;
	for (int k = 0; k < n->n_stmts; k++) any |= n->stmts[k].home >= 0;
	// Nobody needs what the nest computes: wherever its statements run is right.
	for (int k = 0; k < n->n_stmts && !any; k++) place_by_access(n, &n->stmts[k]);
	return true;
}

// ---- axes -------------------------------------------------------------------------------------

static int find_axis(const nest *n, int object, int dim)
{
	for (int x = 0; x < n->n_axes; x++)
		if (n->axes[x].object == object && n->axes[x].dim == dim) return x;
	return -1;
}

// Whether the mappings say how two dimensions of two objects lie to each other. Where they stand for the same dimension, `*same`:
// own[object] = own[other] + offset.
static bool relation_is_known(
        const nest *n, const nest_object *o, int dim, const nest_object *q, int other, bool *same, long *offset)
{
	const void *root_a, *root_c;
	int dim_a, dim_c;
	long off_a, off_c;
	const prog_mapping *m = mapping_of_object(o), *w = mapping_of_object(q);
	bool rooted = m && w && mapping_root(m, dim, &root_a, &dim_a, &off_a) &&
	              mapping_root(w, other, &root_c, &dim_c, &off_c);
	// own[a] + off_a = own[c] + off_c on the common root
	*same = rooted && mapping_same_split(n->unit, root_a, dim_a, root_c, dim_c);
	if (*same) *offset = off_c - off_a;
	return rooted && (*same || mapping_same_root(n->unit, root_a, root_c));
}

// Makes axis x share the intervals of an earlier axis that stands for the same dimension of another home.
static void share_axis(attempt *t, int x)
{
	nest *n = t->n;
	nest_axis *a = &n->axes[x];
	a->shared = x;
	a->offset = 0;
	const nest_object *o = &n->objects[a->object];
	for (int y = 0; y < x; y++) {
		const nest_axis *c = &n->axes[y];
		const nest_object *q = &n->objects[c->object];
		if (c->shared != y || c->object == a->object) continue;
		const prog_mapping *m = mapping_of_object(o), *w = mapping_of_object(q);
		bool same, known = relation_is_known(n, o, a->dim, q, c->dim, &same, &a->offset);
		if (same) {
			a->shared = y;
			return;
		}
		bool unknown = (o->kind == NEST_POINTER || q->kind == NEST_POINTER) && !(m && w);
		bool alike = o->rank == q->rank || (t->merged && a->dim == 0);
		if (!known && (t->merged || unknown) && c->dim == a->dim && alike) {
			a->shared = y;
			return;
		}
	}
}

bool partition_own(const nest *n, int object, int dim, int *axis, long *offset, bool *assumed)
{
	const nest_object *o = &n->objects[object];
	*assumed = false;
	for (int x = 0; x < n->n_axes; x++) {
		bool same = n->axes[x].object == object && n->axes[x].dim == dim;
		*offset = 0;
		if (!same) relation_is_known(n, o, dim, &n->objects[n->axes[x].object], n->axes[x].dim, &same, offset);
		if (!same) continue;
		*axis = n->axes[x].shared;
		*offset += n->axes[x].offset;
		bool unseen = o->kind == NEST_POINTER || n->objects[n->axes[x].object].kind == NEST_POINTER;
		*assumed = unseen && n->axes[x].object != object;
		return true;
	}
	for (int x = 0; x < n->n_axes; x++) {
		const nest_object *q = &n->objects[n->axes[x].object];
		bool unknown = o->kind == NEST_POINTER || q->kind == NEST_POINTER;
		if (!unknown || n->axes[x].dim != dim || o->rank != q->rank) continue;
		*axis = n->axes[x].shared;
		*offset = n->axes[x].offset;
		*assumed = true;
		return true;
	}
	return false;
}

static bool make_axes(attempt *t)
{
	nest *n = t->n;
	n->n_axes = 0;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		if (s->home < 0) continue;
		int object = s->accesses[s->home].object;
		for (int d = 0; d < n->objects[object].rank; d++) {
			if (!object_dim_may_be_split(&n->objects[object], d) || t->dropped[object] & 1u << d) continue;
			if (find_axis(n, object, d) >= 0) continue;
			if (n->n_axes == NEST_MAX_AXES)
				return nest_fail(n, DIAG_too_many_axes, n->root->loc, ""), false;
			n->axes[n->n_axes] = (nest_axis){.object = object, .dim = d};
			share_axis(t, n->n_axes++);
		}
	}
	return true;
}

static isl_id *own_id(const nest *n, int axis, const char *end)
{
	char name[40];
	snprintf(name, sizeof name, "hpcc_own[%d].%s", n->axes[axis].shared, end);
	return isl_id_alloc(n->ctx, name, NULL);
}

// own[axis].lo or .hi as an affine function on `domain`'s space.
static isl_pw_aff *own_bound(const nest *n, int axis, const char *end, isl_set *domain)
{
	isl_pw_aff *v =
	        isl_pw_aff_param_on_domain_id(isl_set_universe(isl_set_get_space(domain)), own_id(n, axis, end));
	isl_local_space *ls = isl_local_space_from_space(isl_pw_aff_get_domain_space(v));
	isl_aff *offset = isl_aff_val_on_domain(ls, isl_val_int_from_si(n->ctx, n->axes[axis].offset));
	return isl_pw_aff_add(v, isl_pw_aff_from_aff(offset));
}

static isl_set *within(const nest *n, int axis, const isl_pw_aff *value, isl_set *domain, bool low, bool high)
{
	isl_set *set = isl_set_copy(domain);
	isl_pw_aff *v = isl_pw_aff_copy((isl_pw_aff *)value);
	if (isl_set_has_tuple_id(domain)) v = isl_pw_aff_set_tuple_id(v, isl_dim_in, isl_set_get_tuple_id(domain));
	if (low) set = isl_set_intersect(set, isl_pw_aff_ge_set(isl_pw_aff_copy(v), own_bound(n, axis, "lo", domain)));
	if (high) set = isl_set_intersect(set, isl_pw_aff_le_set(isl_pw_aff_copy(v), own_bound(n, axis, "hi", domain)));
	isl_pw_aff_free(v);
	return set;
}

// ---- limits -----------------------------------------------------------------------------------

// Splits the home subscript into coef * (variable of the innermost loop it uses) + rest.
static void resolve_limit(const nest *n, const nest_stmt *s, home_limit *h, bool *guarded)
{
	h->loop = -1;
	h->coef = 0;
	int v = s->depth - 1;
	while (v >= 0 && isl_pw_aff_involves_dims(h->whole, isl_dim_in, (unsigned)v, 1) == isl_bool_false) v--;
	bool simple = isl_pw_aff_n_piece(h->whole) == 1 && isl_pw_aff_isa_aff(h->whole) == isl_bool_true;
	isl_aff *aff = simple ? isl_pw_aff_as_aff(isl_pw_aff_copy(h->whole)) : NULL;
	if (v < 0) {
		isl_aff_free(aff);
		h->rest = isl_pw_aff_drop_dims(isl_pw_aff_copy(h->whole), isl_dim_in, 0, (unsigned)s->depth);
		return;
	}
	bool linear = aff && isl_aff_dim(aff, isl_dim_div) == 0 && n->loops[s->loop[v]].counted &&
	              !n->loops[s->loop[v]].leaves;
	if (!linear) {
		isl_aff_free(aff);
		*guarded = true;
		h->rest = NULL;
		return;
	}
	isl_val *c = isl_aff_get_coefficient_val(aff, isl_dim_in, v);
	h->coef = isl_val_get_num_si(c);
	isl_val_free(c);
	h->loop = s->loop[v];
	aff = isl_aff_set_coefficient_si(aff, isl_dim_in, v, 0);
	aff = isl_aff_drop_dims(aff, isl_dim_in, (unsigned)v, (unsigned)(s->depth - v));
	h->rest = isl_pw_aff_from_aff(aff);
}

static void find_limits(attempt *t, int stmt)
{
	nest *n = t->n;
	nest_stmt *s = &n->stmts[stmt];
	partition *p = t->p;
	p->n_stmt_limits[stmt] = 0;
	p->guarded[stmt] = false;
	if (s->home < 0) return;
	const nest_access *a = &s->accesses[s->home];
	p->stmt_limits[stmt] = prog_alloc(n->unit, sizeof(home_limit) * PROG_MAX_RANK);
	for (int x = 0; x < n->n_axes; x++) {
		if (n->axes[x].object != a->object) continue;
		home_limit *h = &p->stmt_limits[stmt][p->n_stmt_limits[stmt]++];
		h->axis = x;
		h->whole = isl_pw_aff_copy(a->sub[n->axes[x].dim]);
		resolve_limit(n, s, h, &p->guarded[stmt]);
	}
}

static bool under(const nest_stmt *s, int loop)
{
	if (loop < 0) return true;
	for (int d = 0; d < s->depth; d++)
		if (s->loop[d] == loop) return true;
	return false;
}

static bool same_limit(const nest *n, const home_limit *a, const home_limit *b)
{
	return n->axes[a->axis].shared == n->axes[b->axis].shared &&
	       n->axes[a->axis].offset == n->axes[b->axis].offset && a->coef == b->coef && a->rest && b->rest &&
	       isl_pw_aff_is_equal(a->rest, b->rest) == isl_bool_true;
}

static int limits_at(const partition *p, int stmt, int loop, const home_limit **out)
{
	int count = 0;
	for (int k = 0; k < p->n_stmt_limits[stmt]; k++) {
		const home_limit *h = &p->stmt_limits[stmt][k];
		if (h->loop == loop && h->rest) out[count++] = h;
	}
	return count;
}

static bool same_limits(const nest *n, const partition *p, int a, int b, int loop)
{
	const home_limit *x[NEST_MAX_AXES], *y[NEST_MAX_AXES];
	int n_x = limits_at(p, a, loop, x), n_y = limits_at(p, b, loop, y);
	if (n_x != n_y) return false;
	for (int k = 0; k < n_x; k++) {
		int j = 0;
		while (j < n_y && !same_limit(n, x[k], y[j])) j++;
		if (j == n_y) return false;
	}
	return true;
}

// Gathers the limits that the bounds of one loop (or, -1, the nest) get: those of all placed statements below it, when each of them
// has one. Where they differ, bounds take the hull and the statements are guarded.
static void limit_loop(attempt *t, int loop)
{
	nest *n = t->n;
	partition *p = t->p;
	int first = -1, count = 0;
	bool same = true, all = true;
	for (int k = 0; k < n->n_stmts; k++) {
		if (n->stmts[k].home < 0 || !under(&n->stmts[k], loop)) continue;
		const home_limit *x[NEST_MAX_AXES];
		int here = limits_at(p, k, loop, x);
		count += here;
		if (here == 0) all = false;
		if (first < 0)
			first = k;
		else if (!same_limits(n, p, first, k, loop))
			same = false;
	}
	if (loop < 0) all = all && same;
	for (int k = 0; k < n->n_stmts; k++) {
		const home_limit *x[NEST_MAX_AXES];
		if (n->stmts[k].home < 0 || !under(&n->stmts[k], loop)) continue;
		if ((!all || !same) && limits_at(p, k, loop, x)) p->guarded[k] = true;
	}
	if (!all || count == 0) return;
	nest_limit *limits = prog_alloc(n->unit, sizeof *limits * (size_t)count);
	int n_limits = 0;
	for (int k = 0; k < n->n_stmts; k++) {
		const home_limit *x[NEST_MAX_AXES];
		if (n->stmts[k].home < 0 || !under(&n->stmts[k], loop) || (same && k != first)) continue;
		int here = limits_at(p, k, loop, x);
		for (int j = 0; j < here; j++)
			limits[n_limits++] = (nest_limit){
			        .stmt = k, .axis = x[j]->axis, .coef = x[j]->coef, .rest = isl_pw_aff_copy(x[j]->rest)};
	}
	if (loop < 0) {
		p->n_nest_limits = n_limits;
		p->nest_limits = limits;
	} else {
		n->loops[loop].n_limits = n_limits;
		n->loops[loop].limits = limits;
	}
}

static isl_pw_aff *limit_value(const nest *n, const nest_limit *l, int loop)
{
	if (loop < 0) return isl_pw_aff_copy(l->rest);
	unsigned d = (unsigned)n->loops[loop].depth;
	isl_pw_aff *rest = isl_pw_aff_add_dims(isl_pw_aff_copy(l->rest), isl_dim_in, 1);
	isl_local_space *ls = isl_local_space_from_space(isl_space_set_alloc(n->ctx, 0, d + 1));
	isl_pw_aff *i = isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, d));
	return isl_pw_aff_add(isl_pw_aff_scale_val(i, isl_val_int_from_si(n->ctx, l->coef)), rest);
}

// What the bounds of `loop` let through: { lowest lower limit <= value } and { value <= highest upper limit }, over its depth + 1.
static isl_set *limited(const nest *n, const nest_limit *limits, int n_limits, int loop)
{
	isl_space *space = isl_space_set_alloc(n->ctx, 0, loop < 0 ? 0 : (unsigned)n->loops[loop].depth + 1);
	isl_set *whole = isl_set_universe(space);
	isl_set *low = isl_set_empty(isl_set_get_space(whole)), *high = isl_set_copy(low);
	for (int k = 0; k < n_limits;) {
		isl_set *l = isl_set_copy(whole), *h = isl_set_copy(whole);
		int stmt = limits[k].stmt;
		for (; k < n_limits && limits[k].stmt == stmt; k++) {
			isl_pw_aff *v = limit_value(n, &limits[k], loop);
			bool up = loop < 0 || limits[k].coef > 0;
			l = isl_set_intersect(l, within(n, limits[k].axis, v, whole, up, !up));
			h = isl_set_intersect(h, within(n, limits[k].axis, v, whole, !up, up));
			isl_pw_aff_free(v);
		}
		low = isl_set_union(low, l);
		high = isl_set_union(high, h);
	}
	isl_set_free(whole);
	return isl_set_coalesce(isl_set_intersect(low, high));
}

static isl_set *apply_limited(isl_set *set, isl_set *limit, int depth)
{
	unsigned have = (unsigned)isl_set_dim(limit, isl_dim_set);
	limit = isl_set_add_dims(limit, isl_dim_set, (unsigned)depth - have);
	if (isl_set_has_tuple_id(set)) limit = isl_set_set_tuple_id(limit, isl_set_get_tuple_id(set));
	return isl_set_intersect(set, limit);
}

static void execution_set(attempt *t, int stmt)
{
	nest *n = t->n;
	nest_stmt *s = &n->stmts[stmt];
	isl_set *set = isl_set_copy(s->domain);
	if (s->home >= 0) {
		for (int k = 0; k < t->p->n_stmt_limits[stmt]; k++) {
			const home_limit *h = &t->p->stmt_limits[stmt][k];
			isl_set *in = within(n, h->axis, h->whole, s->domain, true, true);
			set = isl_set_intersect(set, in);
		}
	} else {
		if (t->p->n_nest_limits)
			set = apply_limited(set, limited(n, t->p->nest_limits, t->p->n_nest_limits, -1), s->depth);
		for (int d = 0; d < s->depth; d++) {
			const nest_loop *l = &n->loops[s->loop[d]];
			if (l->n_limits)
				set = apply_limited(set, limited(n, l->limits, l->n_limits, s->loop[d]), s->depth);
		}
	}
	isl_set_free(s->exec);
	s->exec = isl_set_coalesce(set);
}

// ---- dependences ------------------------------------------------------------------------------

// Planes that are chosen by variables (u[next], u[now]) meet only where these are equal: that they are not is tested at entry.
// False where the pairs do not hang on an equation between parameters.
static bool assume_apart(nest *n, const isl_map *pairs)
{
	isl_set *p = isl_map_params(isl_map_copy((isl_map *)pairs));
	for (int k = (int)isl_set_dim(p, isl_dim_param) - 1; k >= 0; k--)
		if (!strncmp(isl_set_get_dim_name(p, isl_dim_param, (unsigned)k), "hpcc_own", 8))
			p = isl_set_project_out(p, isl_dim_param, (unsigned)k, 1);
	isl_set *equal = isl_set_from_basic_set(isl_set_affine_hull(p));
	if (isl_set_plain_is_universe(equal) == isl_bool_true || isl_set_is_subset(n->assume, equal) == isl_bool_true) {
		isl_set_free(equal);
		return false;
	}
	n->assume = isl_set_coalesce(isl_set_subtract(n->assume, equal));
	return true;
}

static const nest_param *param_of(const nest *n, const char *name)
{
	for (int k = 0; k < n->n_params; k++)
		if (!strcmp(isl_id_get_name(n->params[k].id), name)) return &n->params[k];
	return NULL;
}

static isl_set *fixed(const isl_set *of, const char *name, int value)
{
	isl_set *set = isl_set_copy((isl_set *)of);
	int at = isl_set_find_dim_by_name(set, isl_dim_param, name);
	return at < 0 ? set : isl_set_fix_si(set, isl_dim_param, (unsigned)at, value);
}

// Sweeps over one colour of two: values of the other one do not meet only where the colour is 0 or 1. That it is one of them, while the
// nest has something to do with either, is tested at entry.
static bool assume_colour(nest *n, const nest_stmt *r, const isl_map *pairs)
{
	isl_set *p = isl_map_params(isl_map_copy((isl_map *)pairs));
	bool found = false;
	for (int k = (int)isl_set_dim(p, isl_dim_param) - 1; k >= 0 && !found; k--) {
		const char *name = isl_set_get_dim_name(p, isl_dim_param, (unsigned)k);
		const nest_param *param = param_of(n, name);
		if (!param || !param->colour) continue;
		found = true;
		for (int value = 0; value < 2 && found; value++) {
			isl_set *meet = fixed(p, name, value), *runs = fixed(r->domain, name, value);
			found = isl_set_is_empty(meet) == isl_bool_true && isl_set_is_empty(runs) == isl_bool_false;
			isl_set_free(meet);
			isl_set_free(runs);
		}
		if (!found) continue;
		isl_space *space = isl_space_set_alloc(n->ctx, 0, 0);
		isl_id *id = isl_set_get_dim_id(p, isl_dim_param, (unsigned)k);
		isl_pw_aff *x = isl_pw_aff_param_on_domain_id(isl_set_universe(space), id);
		isl_pw_aff *zero = isl_pw_aff_sub(isl_pw_aff_copy(x), isl_pw_aff_copy(x));
		isl_pw_aff *one = isl_pw_aff_add_constant_val(isl_pw_aff_copy(zero), isl_val_one(n->ctx));
		isl_set *either = isl_pw_aff_ge_set(isl_pw_aff_copy(x), zero);
		either = isl_set_intersect(either, isl_pw_aff_le_set(x, one));
		n->assume = isl_set_coalesce(isl_set_intersect(n->assume, isl_set_params(either)));
		found = isl_set_is_empty(n->assume) == isl_bool_false;
	}
	isl_set_free(p);
	return found;
}

// An element of mapped memory is set by its owner alone: which of its writes a read sees does not matter for where the value is.
static bool crosses(
        nest *n, int max_depth, const nest_stmt *w, const nest_access *a, const nest_stmt *r, const nest_access *c)
{
	isl_map *pairs = isl_map_apply_range(isl_map_copy(a->map), isl_map_reverse(isl_map_copy(c->map)));
	pairs = isl_map_intersect_range(pairs, isl_set_copy(r->exec));
	pairs = isl_map_subtract_domain(pairs, isl_set_copy(w->exec));
	pairs = independent_drop(n, w, r, pairs);
	bool crossing = isl_map_is_empty(pairs) != isl_bool_true;
	if (crossing) {
		isl_map *before = isl_map_lex_lt(isl_space_set_alloc(n->ctx, 0, (unsigned)(2 * max_depth + 1)));
		before = isl_map_apply_range(flow_schedule(n, w, max_depth), before);
		before = isl_map_apply_range(before, isl_map_reverse(flow_schedule(n, r, max_depth)));
		pairs = isl_map_intersect(pairs, before);
		pairs = isl_map_intersect_params(pairs, isl_set_copy(n->assume));
		crossing = isl_map_is_empty(pairs) != isl_bool_true && !assume_apart(n, pairs) &&
		           !assume_colour(n, r, pairs);
	}
	isl_map_free(pairs);
	return crossing;
}

static bool reads_at_home(const nest *n, const nest_stmt *r, const nest_access *c)
{
	if (r->home < 0) return false;
	const nest_access *h = &r->accesses[r->home];
	const nest_object *o = &n->objects[c->object];
	return h->object == c->object && same_subscripts(o, h, o, c);
}

static bool check_mapped(attempt *t)
{
	nest *n = t->n;
	int depth = flow_depth(n);
	for (int x = 0; x < n->n_stmts; x++)
		for (int i = 0; i < n->stmts[x].n_accesses; i++) {
			const nest_stmt *w = &n->stmts[x];
			const nest_access *a = &w->accesses[i];
			if (!a->write || !object_is_distributed(&n->objects[a->object])) continue;
			for (int y = 0; y < n->n_stmts; y++)
				for (int j = 0; j < n->stmts[y].n_accesses; j++) {
					const nest_stmt *r = &n->stmts[y];
					const nest_access *c = &r->accesses[j];
					if (c->object != a->object || !c->read || c->reduction ||
					        reads_at_home(n, r, c))
						continue;
					// What is sent with it of the members that change is not read.
					if (a->member && c->member && a->member != c->member) continue;
					if (crosses(n, depth, w, a, r, c))
						return nest_fail(n, DIAG_crossing_dependence, c->expr->loc,
						               n->objects[c->object].key),
						       false;
				}
		}
	return true;
}

// The values that cross from one process to another: none may be left.
static isl_stat check_dependence(isl_map *dep, void *user)
{
	attempt *t = user;
	nest *n = t->n;
	const nest_stmt *w = &n->stmts[flow_stmt(dep, isl_dim_in)], *r = &n->stmts[flow_stmt(dep, isl_dim_out)];
	isl_map *bad = isl_map_intersect_range(dep, isl_set_copy(r->exec));
	bad = isl_map_subtract_domain(bad, isl_set_copy(w->exec));
	bad = independent_drop(n, w, r, bad);
	isl_bool none = isl_map_is_empty(bad);
	isl_map_free(bad);
	if (none == isl_bool_true) return isl_stat_ok;
	prog_loc loc;
	const char *name = flow_between(n, w, r, &loc);
	nest_fail(n, DIAG_crossing_dependence, loc, name);
	return isl_stat_error;
}

// ---- results needed after the nest ------------------------------------------------------------

bool partition_depends_on_own(const nest_stmt *s)
{
	isl_space *space = isl_set_get_space(s->exec);
	bool found = false;
	int dims = isl_space_dim(space, isl_dim_param);
	for (int k = 0; k < dims && !found; k++)
		found = !strncmp(isl_space_get_dim_name(space, isl_dim_param, (unsigned)k), "hpcc_own", 8) &&
		        isl_set_involves_dims(s->exec, isl_dim_param, (unsigned)k, 1) == isl_bool_true;
	isl_space_free(space);
	return found;
}

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

// Whether the parts of a replicated array that processes write are joined right in the order of the processes: no element is
// written by two of them, or iterations go to the processes in their order.
static bool joins_in_order(const nest *n, int object)
{
	const nest_loop *outer = &n->loops[0];
	bool ordered = outer->n_limits == 1 && outer->step > 0 && outer->limits[0].coef > 0;
	for (int x = 0; x < n->n_axes; x++)
		ordered &= n->axes[x].shared == n->axes[outer->n_limits ? outer->limits[0].axis : 0].shared;
	if (ordered) return true;
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

// Memory without a mapping that is reduced into is read and written as boxes say: these must not go beyond it.
static bool boxes_stay_inside(const nest *n, const nest_object *o)
{
	bool declared = true;
	for (int d = 0; d < o->rank; d++) declared &= array_reductions_extent(o, d) != 0;
	for (int k = 0; k < n->n_stmts && !declared; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->object != o->id || !a->write) continue;
			isl_set *image = isl_set_apply(isl_set_copy(n->stmts[k].exec), isl_map_copy(a->map));
			bool exact = a->exact && boxes_are_exact(image);
			isl_set_free(image);
			if (!exact) return false;
		}
	return true;
}

static bool set_by_call(const nest *n, const nest_object *o)
{
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; n->stmts[k].inlined && j < n->stmts[k].n_accesses; j++)
			if (n->stmts[k].accesses[j].object == o->id && n->stmts[k].accesses[j].write) return true;
	return false;
}

static bool give_role(attempt *t, nest_object *o)
{
	nest *n = t->n;
	bool split = false, exact = true, tracked = true;
	int writes = 0;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->object != o->id || !a->write) continue;
			writes++;
			split |= partition_depends_on_own(&n->stmts[k]);
			tracked &= a->defines || n->stmts[k].stmt->kind == PROG_STMT_EXPR;
			exact &= a->exact && !n->stmts[k].may;
			if (object_is_plain(o) && exact) {
				isl_set *image = isl_set_apply(isl_set_copy(n->stmts[k].exec), isl_map_copy(a->map));
				exact = boxes_are_exact(image);
				isl_set_free(image);
			}
			// Combining needs each iteration on exactly one process; with no mapped array around all of them run it.
			if (a->reduction && n->stmts[k].home < 0 && split)
				return nest_fail(n, DIAG_no_home, a->expr->loc, a->expr->text), false;
		}
	scalar_role *role = &t->p->roles[o->id];
	if (o->reduced && object_is_plain(o) && !boxes_stay_inside(n, o))
		return nest_fail(n, DIAG_replicated_after, o->base->loc, o->key), false;
	if (!split && o->reduced) return nest_fail(n, DIAG_no_home, o->base->loc, o->key), false;
	if (!split) return *role = SCALAR_REPLICATED, true;
	if (o->is_reduction) {
		*role = reduction_role(n, o->id);
		// The function adds to the variable that it names, not to the process's own.
		bool by_name = o->base->kind != PROG_EXPR_VAR || o->symbol->file_scope || *role != SCALAR_REDUCTION;
		if (set_by_call(n, o) && by_name) return nest_fail(n, DIAG_scalar_after, o->base->loc, o->key), false;
		return true;
	}
	*role = SCALAR_PRIVATE;
	if (!needed_after(t, o)) return true;
	if (object_is_plain(o)) {
		enum { MOST_WRITES = 64 };
		if (!exact || writes > MOST_WRITES || !joins_in_order(n, o->id))
			return nest_fail(n, DIAG_replicated_after, o->base->loc, o->key), false;
		t->p->shared[o->id] = true;
		return true;
	}
	if (o->base->kind != PROG_EXPR_VAR || !tracked || set_by_call(n, o))
		return nest_fail(n, DIAG_scalar_after, o->base->loc, o->key), false;
	*role = SCALAR_LAST;
	return true;
}

static bool has_continue(const prog_stmt *s)
{
	if (!s) return false;
	if (s->kind == PROG_STMT_CONTINUE) return true;
	if (s->kind == PROG_STMT_FOR || s->kind == PROG_STMT_WHILE || s->kind == PROG_STMT_DO) return false;
	for (int k = 0; k < s->n_children; k++)
		if (has_continue(s->child[k])) return true;
	return has_continue(s->body) || has_continue(s->otherwise);
}

// Whether an inner loop runs in every iteration of the loops around it, with bounds that do not change: its variable then ends
// with the same value as in the first iteration.
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
		if (has_continue(up->stmt->body)) return false;
	}
	return l->counted;
}

static bool names_inner(const nest *n, const prog_expr *e)
{
	if (!e) return false;
	if (e->kind == PROG_EXPR_VAR && prog_declares(n->root, e->symbol)) return true;
	for (int k = 0; k < e->n_args; k++)
		if (names_inner(n, e->arg[k])) return true;
	return false;
}

// Where the nest is left early the variables of the loops around are what they are there.
static bool around_exits(const nest *n, int loop)
{
	for (int k = 0; k < n->n_exits; k++)
		if (!under(&n->stmts[n->exits[k].stmt], loop)) return false;
	return true;
}

static bool give_roles(attempt *t)
{
	nest *n = t->n;
	t->p->roles = prog_alloc(n->unit, sizeof *t->p->roles * (size_t)(n->n_objects + 1));
	t->p->shared = prog_alloc(n->unit, sizeof *t->p->shared * (size_t)(n->n_objects + 1));
	for (int k = 0; k < n->n_objects; k++) {
		nest_object *o = &n->objects[k];
		if (o->writes && !object_is_distributed(o) && !give_role(t, o)) return false;
	}
	for (int k = 0; k < n->n_loops && k < 64; k++) {
		const nest_loop *l = &n->loops[k];
		if (!l->var || prog_declares(l->stmt->init, l->var)) continue;
		if (!liveness_after(t->facts, n->root, l->var)) continue;
		// The head of the loop stands behind the nest, too: what it names must be known there.
		bool known = !names_inner(n, l->stmt->cond) && !names_inner(n, l->first_expr) && around_exits(n, k);
		if ((k == 0 || runs_alike(n, l)) && known)
			t->p->final_value[k] = true;
		else
			return nest_fail(n, DIAG_scalar_after, l->stmt->loc, l->var->name), false;
	}
	return true;
}

// ---- attempts ---------------------------------------------------------------------------------

static void clear_limits(attempt *t)
{
	nest *n = t->n;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < t->p->n_stmt_limits[k]; j++) {
			isl_pw_aff_free(t->p->stmt_limits[k][j].rest);
			isl_pw_aff_free(t->p->stmt_limits[k][j].whole);
		}
	for (int k = 0; k < n->n_loops; k++) {
		for (int j = 0; j < n->loops[k].n_limits; j++) isl_pw_aff_free(n->loops[k].limits[j].rest);
		n->loops[k].n_limits = 0;
	}
	for (int j = 0; j < t->p->n_nest_limits; j++) isl_pw_aff_free(t->p->nest_limits[j].rest);
	t->p->n_nest_limits = 0;
	memset(t->p->n_stmt_limits, 0, sizeof t->p->n_stmt_limits);
}

static bool same_place(const isl_pw_aff *a, const isl_pw_aff *b)
{
	// A function that is called has loops of its own.
	isl_size of_a = isl_pw_aff_dim((isl_pw_aff *)a, isl_dim_in), of_b = isl_pw_aff_dim((isl_pw_aff *)b, isl_dim_in);
	isl_size common = of_a < of_b ? of_a : of_b;
	isl_pw_aff *x = isl_pw_aff_copy((isl_pw_aff *)a), *y = isl_pw_aff_copy((isl_pw_aff *)b);
	bool same =
	        isl_pw_aff_involves_dims(x, isl_dim_in, (unsigned)common, (unsigned)(of_a - common)) ==
	                isl_bool_false &&
	        isl_pw_aff_involves_dims(y, isl_dim_in, (unsigned)common, (unsigned)(of_b - common)) == isl_bool_false;
	if (same) {
		x = isl_pw_aff_drop_dims(x, isl_dim_in, (unsigned)common, (unsigned)(of_a - common));
		y = isl_pw_aff_drop_dims(y, isl_dim_in, (unsigned)common, (unsigned)(of_b - common));
		same = isl_pw_aff_is_equal(x, y) == isl_bool_true;
	}
	isl_pw_aff_free(x);
	isl_pw_aff_free(y);
	return same;
}

// Both statements have their home at the same place in each iteration.
static bool same_home(const nest *n, const partition *p, int a, int b)
{
	if (n->stmts[a].home < 0 || n->stmts[b].home < 0 || p->n_stmt_limits[a] != p->n_stmt_limits[b]) return false;
	for (int k = 0; k < p->n_stmt_limits[a]; k++) {
		const home_limit *x = &p->stmt_limits[a][k], *y = &p->stmt_limits[b][k];
		if (n->axes[x->axis].shared != n->axes[y->axis].shared ||
		        n->axes[x->axis].offset != n->axes[y->axis].offset || !same_place(x->whole, y->whole))
			return false;
	}
	return true;
}

static const char *text_of_call(const nest_stmt *s)
{
	return s->stmt->expr ? s->stmt->expr->text : s->expr ? s->expr->text : "";
}

// What functions set at places that depend on their own loops belongs to several processes, whatever else is found out.
static bool calls_set_one_place(nest *n)
{
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		if (!s->inlined || s->home < 0) continue;
		const nest_access *a = &s->accesses[s->home];
		const nest_object *o = &n->objects[a->object];
		for (int d = 0; d < s->depth && o->kind == NEST_MAPPED && o->rank == o->mapping->rank; d++)
			for (int x = 0; x < o->rank && n->loops[s->loop[d]].inlined; x++)
				if (object_dim_may_be_split(o, x) && a->sub[x] &&
				        isl_pw_aff_involves_dims(a->sub[x], isl_dim_in, (unsigned)d, 1) !=
				                isl_bool_false)
					return nest_fail(n, DIAG_call_of_owners, s->stmt->loc, text_of_call(s)), false;
	}
	return true;
}

// A guard goes around a statement: conditions and declarations that make calls cannot have one.
static bool has_room_for_guard(const nest *n, int stmt)
{
	const nest_stmt *s = &n->stmts[stmt];
	if (s->stmt->kind == PROG_STMT_EXPR) return true;
	for (int k = 0; k < n->n_stmts; k++)
		if (n->stmts[k].stmt == s->stmt && n->stmts[k].reduction != NEST_NO_REDUCTION && !n->stmts[k].inlined)
			return true;
	return false;
}

static bool calls_can_be_guarded(attempt *t)
{
	nest *n = t->n;
	for (int k = 0; k < n->n_stmts; k++)
		if (t->p->guarded[k] && n->stmts[k].inlined && n->stmts[k].home >= 0 && !has_room_for_guard(n, k))
			return nest_fail(n, DIAG_call_of_owners, n->stmts[k].stmt->loc, text_of_call(&n->stmts[k])),
			       false;
	return true;
}

// Whose element it is must be known at the call, and the same for all that the function does.
static bool calls_are_placed(attempt *t)
{
	nest *n = t->n;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		for (int d = 0; s->inlined && d < s->depth; d++) {
			if (!n->loops[s->loop[d]].inlined) continue;
			for (int j = 0; j < t->p->n_stmt_limits[k]; j++)
				if (isl_pw_aff_involves_dims(t->p->stmt_limits[k][j].whole, isl_dim_in, (unsigned)d,
				            1) != isl_bool_false)
					return nest_fail(n, DIAG_call_of_owners, s->stmt->loc, text_of_call(s)), false;
		}
		for (int j = 0; j < k && s->inlined && s->home >= 0; j++)
			if (n->stmts[j].stmt == s->stmt && n->stmts[j].home >= 0 && !same_home(n, t->p, j, k))
				return nest_fail(n, DIAG_call_of_owners, s->stmt->loc, text_of_call(s)), false;
	}
	return true;
}

// One statement of the text has one guard: operands of a comma that are placed apart cannot be told apart there.
static bool guards_are_possible(attempt *t)
{
	nest *n = t->n;
	for (int a = 0; a < n->n_stmts; a++)
		for (int b = a + 1; b < n->n_stmts; b++) {
			if (n->stmts[a].stmt != n->stmts[b].stmt || (!t->p->guarded[a] && !t->p->guarded[b])) continue;
			if (n->stmts[a].home < 0 && n->stmts[b].home < 0) continue;
			if (same_home(n, t->p, a, b)) {
				t->p->guarded[a] = t->p->guarded[b] = true;
				continue;
			}
			return nest_fail(n, DIAG_two_homes, n->stmts[a].stmt->loc, n->stmts[b].expr->text), false;
		}
	return true;
}

static bool try_axes(attempt *t)
{
	nest *n = t->n;
	clear_limits(t);
	n->reason = DIAG_COUNT;
	if (!make_axes(t)) return false;
	for (int k = 0; k < n->n_stmts; k++) find_limits(t, k);
	if (!calls_are_placed(t)) return false;
	limit_loop(t, -1);
	for (int k = 0; k < n->n_loops; k++) limit_loop(t, k);
	if (!guards_are_possible(t) || !calls_can_be_guarded(t)) return false;
	for (int k = 0; k < n->n_stmts; k++) {
		execution_set(t, k);
		// An error inside of isl must not pass for an empty set.
		if (!n->stmts[k].exec) return nest_fail(n, DIAG_opaque_expression, n->root->loc, "this nest"), false;
	}
	return check_mapped(t) && isl_union_map_foreach_map(t->flow, check_dependence, t) == isl_stat_ok;
}

// Dimensions of homes that need not be split. The first one must be where nothing is known of the memory: it is what most arrays are split
// along.
static unsigned droppable(const nest *n)
{
	unsigned dims = 0;
	for (int x = 0; x < n->n_axes; x++) {
		const nest_object *o = &n->objects[n->axes[x].object];
		if (o->kind != NEST_POINTER || (n->axes[x].dim == 0 && o->expected_split == ~0u)) continue;
		dims |= 1u << n->axes[x].dim;
	}
	return dims;
}

// The next set of dimensions to give up: as few as possible, inner ones first. 0: there is none.
static unsigned next_dropped(unsigned dims, unsigned last)
{
	unsigned best = 0;
	// Not the first one and all others: nothing would be left.
	for (unsigned set = 1; set < dims + !(dims & 1); set++) {
		int more = __builtin_popcount(set) - __builtin_popcount(last);
		bool later = more > 0 || (more == 0 && set < last);
		if ((set & ~dims) || !later) continue;
		int than_best = best ? __builtin_popcount(set) - __builtin_popcount(best) : -1;
		if (than_best < 0 || (than_best == 0 && set > best)) best = set;
	}
	return best;
}

static bool try_merged(attempt *t, bool merged)
{
	t->merged = merged;
	if (try_axes(t)) return true;
	t->merged = true;
	return !merged && try_axes(t);
}

static bool try_all(attempt *t)
{
	enum { MOST = 16 };
	bool merged = t->merged;
	if (try_merged(t, merged)) return true;
	unsigned dims = droppable(t->n), set = 0;
	for (int k = 0; k < MOST && t->n->reason == DIAG_crossing_dependence; k++) {
		if (!(set = next_dropped(dims, set))) return false;
		for (int o = 0; o < t->n->n_objects; o++)
			t->dropped[o] = t->n->objects[o].kind == NEST_POINTER ? set : 0;
		if (try_merged(t, merged)) return true;
	}
	return false;
}

static bool has_distributed(const nest *n)
{
	for (int k = 0; k < n->n_objects; k++)
		if (object_is_distributed(&n->objects[k])) return true;
	return false;
}

// A home may be split along its axes only, whatever its mapping turns out to be; what is only read is fetched from anywhere.
static unsigned splittable(const nest *n, int object)
{
	unsigned dims = 0;
	bool home = false;
	for (int x = 0; x < n->n_axes; x++)
		if (n->axes[x].object == object) dims |= 1u << n->axes[x].dim;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		home |= s->home >= 0 && s->accesses[s->home].object == object;
	}
	return home ? dims : ~0u;
}

static partition *attempt_nest(unit_facts *facts, nest *n)
{
	partition *p = prog_alloc(n->unit, sizeof *p);
	p->n = n;
	attempt t = {.facts = facts, .n = n, .p = p};
	if (!choose_homes(&t) || (n->looks_into_calls && !calls_set_one_place(n))) return NULL;
	t.flow = flow_of(n, NULL);
	bool ok = t.flow && try_all(&t);
	if (ok && n->n_axes == 0)
		nest_fail(n, DIAG_no_home, n->root->loc,
		        n->root->init && n->loops[0].var ? n->loops[0].var->name : "loop"),
		        ok = false;
	ok = ok && give_roles(&t) && exits_possible(n, p);
	if (ok) {
		for (int k = 0; k < n->n_objects; k++) n->may_split[k] = splittable(n, k);
		n->overlap = overlap_is_possible(n, p, t.flow);
	}
	isl_union_map_free(t.flow);
	if (!ok) {
		clear_limits(&t);
		return NULL;
	}
	return p;
}

// What an attempt adds to the nest, taken away again.
static void start_again(nest *n, const int *n_accesses, isl_set *assume)
{
	for (int k = 0; k < n->n_stmts; k++) {
		nest_stmt *s = &n->stmts[k];
		s->home = -1;
		for (; s->n_accesses > n_accesses[k]; s->n_accesses--) {
			nest_access *a = &s->accesses[s->n_accesses - 1];
			for (int d = 0; d < PROG_MAX_RANK; d++) a->sub[d] = isl_pw_aff_free(a->sub[d]);
			a->map = isl_map_free(a->map);
		}
	}
	n->n_axes = 0;
	n->reason = DIAG_COUNT;
	isl_set_free(n->assume);
	n->assume = isl_set_copy(assume);
}

partition *partition_nest(unit_facts *facts, nest *n)
{
	int n_accesses[256];
	if (n->broken || n->reason != DIAG_COUNT || !has_distributed(n) || n->n_objects > 64 || n->n_stmts > 256 ||
	        n->n_loops > 64)
		return NULL;
	for (int k = 0; k < n->n_stmts; k++) n_accesses[k] = n->stmts[k].n_accesses;
	isl_set *assume = isl_set_copy(n->assume);
	unsigned long possible = array_reductions_possible(n), paying = array_reductions_that_pay(n, possible);
	partition *p = attempt_nest(facts, n);
	if (possible && (!p || paying)) {
		unsigned long tries[] = {paying, p ? 0 : possible & ~paying ? possible : 0, 0};
		partition_free(p);
		p = NULL;
		for (int k = 0; k < 3 && !p; k++) {
			if (k < 2 && !tries[k]) continue;
			start_again(n, n_accesses, assume);
			array_reductions_take(n, tries[k]);
			p = attempt_nest(facts, n);
			if (!p) array_reductions_leave(n, tries[k]);
		}
	}
	isl_set_free(assume);
	return p;
}

void partition_free(partition *p)
{
	if (!p) return;
	attempt t = {.n = p->n, .p = p};
	clear_limits(&t);
}
