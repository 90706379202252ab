// SPDX-License-Identifier: Apache-2.0
//
// What a process executes of a nest, given the intervals that it owns: the axes that homes share, and the limits that
// they put on loops.
#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "attempt.h"
#include "partition.h"

#include <stdlib.h>
#include <string.h>

// ---- axes --------------------------------------------------------------------------------------

int limits_axis(const nest *n, int object, int dim)
{
	for (int x = 0; x < n->n_axes; x++)
		if (n->axes[x].object == object && n->axes[x].dim == dim) return x;
	return -1;
}

// What the mappings say of how two dimensions of two objects lie to each other.
typedef struct relation {
	bool known;
	bool same; // they stand for the same dimension: own[object] = sign * own[other] + offset
	int sign;
	long offset;
	bool offset_unknown; // to the compiler
	bool differs;        // blocks of extents that are seen to differ
} relation;

// Arrays of one shape that are distributed along their first dimension in the same way, each as one flat dimension: so
// are their elements.
static bool are_flat_alike(const nest *n, const nest_object *o, const nest_object *q)
{
	const prog_mapping *m = mapping_of_flat(o), *w = mapping_of_flat(q);
	return m && w && mapping_same_root(n->unit, m, w);
}

// Blocks of rows of different lengths, each as one flat dimension.
static bool are_flat_unlike(const nest_object *o, const nest_object *q)
{
	const prog_mapping *m = mapping_of_flat(o), *w = mapping_of_flat(q);
	return m && w && mapping_differs_in_rows(m, w);
}

static relation relation_of(const nest *n, const nest_object *o, int dim, const nest_object *q, int other)
{
	mapping_position a, c;
	const prog_mapping *m = mapping_of_object(o), *w = mapping_of_object(q);
	if (are_flat_unlike(o, q)) return (relation){.known = true};
	if (are_flat_alike(n, o, q)) return (relation){.known = true, .same = true, .sign = 1};
	if (!m || !w || !mapping_root(m, dim, &a) || !mapping_root(w, other, &c)) return (relation){0};
	// a[i][0] and a[i][*]: some processes have the one only.
	if (!mapping_same_places(m, w)) return (relation){0};
	relation r = {.same = mapping_same_split(n->unit, a.root, a.dim, c.root, c.dim)};
	// sign_a * own[a] + offset_a = sign_c * own[c] + offset_c on the common root
	r.sign = a.sign * c.sign;
	r.offset = a.sign * (c.offset - a.offset);
	r.offset_unknown = a.offset_unknown || c.offset_unknown;
	r.known = r.same ? !r.offset_unknown : mapping_same_root(n->unit, a.root, c.root);
	r.differs = mapping_differs_in_extent(n->unit, a.root, a.dim, c.root, c.dim);
	return r;
}

bool limits_go_alike(const nest *n, int object, int dim, int other, int other_dim)
{
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->n_stmts; j++) {
			const nest_stmt *s = &n->stmts[k], *r = &n->stmts[j];
			if (s->home < 0 || r->home < 0 || s->accesses[s->home].object != object ||
			        r->accesses[r->home].object != other)
				continue;
			const isl_pw_aff *x = s->accesses[s->home].sub[dim], *y = r->accesses[r->home].sub[other_dim];
			if (isl_pw_aff_involves_dims((isl_pw_aff *)x, isl_dim_in, 0, (unsigned)s->depth) ==
			                isl_bool_true &&
			        boxes_same_place(x, y))
				return true;
		}
	return false;
}

// How far the place of one home is from that of another one (or from its mirror image, sign -1), where that is the same
// in all iterations; else NULL.
static isl_pw_aff *distance_of(const nest_stmt *s, int dim, const nest_stmt *r, int other, int sign)
{
	isl_pw_aff *x = isl_pw_aff_copy(s->accesses[s->home].sub[dim]);
	isl_pw_aff *y = isl_pw_aff_copy(r->accesses[r->home].sub[other]);
	unsigned common = (unsigned)(s->depth < r->depth ? s->depth : r->depth);
	bool moves = isl_pw_aff_involves_dims(x, isl_dim_in, 0, common) == isl_bool_true &&
	             isl_pw_aff_involves_dims(x, isl_dim_in, common, (unsigned)s->depth - common) == isl_bool_false &&
	             isl_pw_aff_involves_dims(y, isl_dim_in, common, (unsigned)r->depth - common) == isl_bool_false;
	x = isl_pw_aff_drop_dims(x, isl_dim_in, common, (unsigned)s->depth - common);
	y = isl_pw_aff_drop_dims(y, isl_dim_in, common, (unsigned)r->depth - common);
	isl_pw_aff *away = moves ? isl_pw_aff_sub(x, sign > 0 ? y : isl_pw_aff_neg(y)) : NULL;
	if (!moves) isl_pw_aff_free(x), isl_pw_aff_free(y);
	bool fixed = away && isl_pw_aff_isa_aff(away) == isl_bool_true &&
	             isl_pw_aff_involves_dims(away, isl_dim_in, 0, common) == isl_bool_false;
	if (fixed) return isl_pw_aff_drop_dims(away, isl_dim_in, 0, common);
	isl_pw_aff_free(away);
	return NULL;
}

// The distance between homes of two objects in one loop.
static isl_pw_aff *seen_distance(const nest *n, const nest_axis *a, const nest_axis *c, int sign)
{
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->n_stmts; j++) {
			const nest_stmt *s = &n->stmts[k], *r = &n->stmts[j];
			if (s->home < 0 || r->home < 0 || s->accesses[s->home].object != a->object ||
			        r->accesses[r->home].object != c->object || s->depth == 0 || r->depth == 0)
				continue;
			isl_pw_aff *away = distance_of(s, a->dim, r, c->dim, sign);
			if (away) return away;
		}
	return NULL;
}

// That an object lies as another one does is tested at entry, of one other one (hpcc_arg.like).
static bool shares_with_another(const nest *n, int x, int object)
{
	for (int z = 0; z < x; z++)
		if (n->axes[z].object == n->axes[x].object && n->axes[z].shared != z &&
		        n->axes[n->axes[z].shared].object != object)
			return true;
	return false;
}

// An offset that only the run knows is taken to be the one that homes in the nest have. That, too, is tested at entry.
static bool share_along(nest *n, int x, int y, const relation *r)
{
	nest_axis *a = &n->axes[x];
	if (r->offset_unknown && shares_with_another(n, x, n->axes[y].object)) return false;
	if (r->offset_unknown && !(a->shift = seen_distance(n, a, &n->axes[y], r->sign))) return false;
	a->shared = y;
	a->sign = r->sign;
	a->offset = r->offset_unknown ? 0 : r->offset;
	return true;
}

// Makes axis x share the intervals of an earlier axis that stands for the same dimension of another home.
static void share_axis(attempt *t, int x)
{
	nest *n = t->n;
	nest_axis *a = &n->axes[x];
	a->shared = x;
	const nest_object *o = &n->objects[a->object];
	for (int y = 0; y < x; y++) {
		const nest_axis *c = &n->axes[y];
		const nest_object *q = &n->objects[c->object];
		if (c->shared != y || c->object == a->object) continue;
		const prog_mapping *m = mapping_of_object(o), *w = mapping_of_object(q);
		relation r = relation_of(n, o, a->dim, q, c->dim);
		if (r.same && share_along(n, x, y, &r)) return;
		bool unknown = (o->kind == NEST_POINTER || q->kind == NEST_POINTER) && !(m && w);
		bool alike = t->matched ? limits_go_alike(n, a->object, a->dim, c->object, c->dim)
		                        : c->dim == a->dim && (o->rank == q->rank || (t->merged && a->dim == 0));
		bool assumed = !r.known && (t->merged || t->matched || unknown) && alike;
		if (assumed && r.differs && !t->if_alike) {
			n->differs_in_extent = true;
		} else if (assumed && !shares_with_another(n, x, c->object)) {
			a->shared = y;
			a->if_alike = r.differs;
			return;
		}
	}
}

bool partition_axis_is_shifted(const nest_axis *a) { return a->sign > 0 && !a->shift; }

bool partition_own(const nest *n, int object, int dim, int *axis, long *offset, bool *assumed)
{
	const nest_object *o = &n->objects[object];
	*assumed = false;
	for (int x = 0; x < n->n_axes; x++) {
		bool same = n->axes[x].object == object && n->axes[x].dim == dim;
		*offset = 0;
		if (!partition_axis_is_shifted(&n->axes[x])) continue;
		if (!same) {
			relation r = relation_of(n, o, dim, &n->objects[n->axes[x].object], n->axes[x].dim);
			same = r.same && r.sign > 0 && !r.offset_unknown;
			*offset = r.offset;
		}
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
		if (!unknown || n->axes[x].dim != dim || o->rank != q->rank || !partition_axis_is_shifted(&n->axes[x]))
			continue;
		if (relation_of(n, o, dim, q, dim).differs) continue;
		*axis = n->axes[x].shared;
		*offset = n->axes[x].offset;
		*assumed = true;
		return true;
	}
	return false;
}

bool limits_make_axes(attempt *t)
{
	nest *n = t->n;
	nest_drop_axes(n);
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		if (s->home < 0) continue;
		int object = s->accesses[s->home].object;
		for (int d = 0; d < n->objects[object].rank; d++) {
			if (!object_dim_may_be_split(&n->objects[object], d) || t->dropped[object] & 1u << d) continue;
			if (limits_axis(n, object, d) >= 0) continue;
			if (n->n_axes == NEST_MAX_AXES)
				return nest_fail(n, DIAG_too_many_axes, n->root->loc, ""), false;
			n->axes[n->n_axes] = (nest_axis){.object = object, .dim = d, .sign = 1};
			share_axis(t, n->n_axes++);
		}
	}
	return true;
}

// A function of no variables as one of those of the space.
static isl_pw_aff *spread(const isl_pw_aff *f, isl_space *space)
{
	isl_pw_aff *wide = isl_pw_aff_add_dims(
	        isl_pw_aff_copy((isl_pw_aff *)f), isl_dim_in, (unsigned)isl_space_dim(space, isl_dim_set));
	if (isl_space_has_tuple_id(space, isl_dim_set) == isl_bool_true)
		wide = isl_pw_aff_set_tuple_id(wide, isl_dim_in, isl_space_get_tuple_id(space, isl_dim_set));
	isl_space_free(space);
	return wide;
}

// own[axis].lo or .hi as an affine function on `domain`'s space.
static isl_pw_aff *own_bound(const nest *n, int axis, own_end end, isl_set *domain)
{
	const nest_axis *a = &n->axes[axis];
	own_end of_shared = (end == OWN_LO) == (a->sign > 0) ? OWN_LO : OWN_HI;
	isl_pw_aff *v = isl_pw_aff_param_on_domain_id(
	        isl_set_universe(isl_set_get_space(domain)), own_bound_id(n->ctx, a->shared, of_shared));
	if (a->sign < 0) v = isl_pw_aff_neg(v);
	v = isl_pw_aff_add_constant_val(v, isl_val_int_from_si(n->ctx, a->offset));
	return a->shift ? isl_pw_aff_add(v, spread(a->shift, isl_set_get_space(domain))) : v;
}

isl_pw_aff *limits_at_shared(const nest *n, int axis, isl_pw_aff *place)
{
	const nest_axis *a = &n->axes[axis];
	place = isl_pw_aff_add_constant_val(place, isl_val_int_from_si(n->ctx, -a->offset));
	if (a->shift) place = isl_pw_aff_sub(place, spread(a->shift, isl_pw_aff_get_domain_space(place)));
	return a->sign < 0 ? isl_pw_aff_neg(place) : place;
}

static isl_set *within(const nest *n, int axis, const isl_pw_aff *value, isl_set *domain, bool low, bool high)
{
	isl_set *set = isl_set_copy(domain);
	isl_pw_aff *v = isl_pw_aff_copy((isl_pw_aff *)value);
	if (isl_set_has_tuple_id(domain)) v = isl_pw_aff_set_tuple_id(v, isl_dim_in, isl_set_get_tuple_id(domain));
	if (low)
		set = isl_set_intersect(set, isl_pw_aff_ge_set(isl_pw_aff_copy(v), own_bound(n, axis, OWN_LO, domain)));
	if (high)
		set = isl_set_intersect(set, isl_pw_aff_le_set(isl_pw_aff_copy(v), own_bound(n, axis, OWN_HI, domain)));
	isl_pw_aff_free(v);
	return set;
}

// ---- limits ------------------------------------------------------------------------------------

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
	const nest_loop *loop = &n->loops[s->loop[v]];
	bool linear = aff && isl_aff_dim(aff, isl_dim_div) == 0 && loop->counted && !loop->leaves && !loop->scale &&
	              !loop->read_beside;
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

void limits_find(attempt *t, int stmt)
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

bool limits_under(const nest_stmt *s, int loop)
{
	if (loop < 0) return true;
	for (int d = 0; d < s->depth; d++)
		if (s->loop[d] == loop) return true;
	return false;
}

static bool same_limit(const nest *n, const home_limit *a, const home_limit *b)
{
	const nest_axis *x = &n->axes[a->axis], *y = &n->axes[b->axis];
	if (x->shared != y->shared || x->sign * a->coef != y->sign * b->coef || !a->rest || !b->rest) return false;
	isl_pw_aff *in_a = limits_at_shared(n, a->axis, isl_pw_aff_copy(a->rest));
	isl_pw_aff *in_b = limits_at_shared(n, b->axis, isl_pw_aff_copy(b->rest));
	bool same = isl_pw_aff_is_equal(in_a, in_b) == isl_bool_true;
	isl_pw_aff_free(in_a);
	isl_pw_aff_free(in_b);
	return same;
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

bool limits_same(const nest *n, const partition *p, int a, int b, int loop)
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

// Gathers the limits that the bounds of one loop (or, -1, the nest) get: those of all placed statements below it, when
// each of them has one. Where they differ, bounds take the hull and the statements are guarded.
void limits_of_loop(attempt *t, int loop)
{
	nest *n = t->n;
	partition *p = t->p;
	int first = -1, count = 0;
	bool same = true, all = true;
	for (int k = 0; k < n->n_stmts; k++) {
		if (n->stmts[k].home < 0 || !limits_under(&n->stmts[k], loop)) continue;
		const home_limit *x[NEST_MAX_AXES];
		int here = limits_at(p, k, loop, x);
		count += here;
		if (here == 0) all = false;
		if (first < 0)
			first = k;
		else if (!limits_same(n, p, first, k, loop))
			same = false;
	}
	if (loop < 0) all = all && same;
	for (int k = 0; k < n->n_stmts; k++) {
		const home_limit *x[NEST_MAX_AXES];
		if (n->stmts[k].home < 0 || !limits_under(&n->stmts[k], loop)) continue;
		if ((!all || !same) && limits_at(p, k, loop, x)) p->guarded[k] = true;
	}
	if (!all || count == 0) return;
	nest_limit *limits = prog_alloc(n->unit, sizeof *limits * (size_t)count);
	int n_limits = 0;
	for (int k = 0; k < n->n_stmts; k++) {
		const home_limit *x[NEST_MAX_AXES];
		if (n->stmts[k].home < 0 || !limits_under(&n->stmts[k], loop) || (same && k != first)) continue;
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

bool partition_limits_together(const nest_limit *limits, int first, int k)
{
	return k == first || (limits[k].stmt == limits[first].stmt && !limits[k].alone && !limits[first].alone);
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

// What the bounds of `loop` let through: { lowest lower limit <= value } and { value <= highest upper limit }, over its
// depth + 1.
static isl_set *limited(const nest *n, const nest_limit *limits, int n_limits, int loop)
{
	isl_space *space = isl_space_set_alloc(n->ctx, 0, loop < 0 ? 0 : (unsigned)n->loops[loop].depth + 1);
	isl_set *whole = isl_set_universe(space);
	isl_set *low = isl_set_empty(isl_set_get_space(whole)), *high = isl_set_copy(low);
	for (int k = 0; k < n_limits;) {
		isl_set *l = isl_set_copy(whole), *h = isl_set_copy(whole);
		int first = k;
		for (; k < n_limits && partition_limits_together(limits, first, k); k++) {
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
	// Many statements have the same limits: those are one before each of the ones is combined with each of the
	// others.
	low = isl_set_coalesce(low);
	high = isl_set_coalesce(high);
	return isl_set_coalesce(isl_set_intersect(low, high));
}

isl_pw_aff *limits_place(const nest *n, int loop, const nest_limit *l, const nest_stmt *s)
{
	unsigned inner = (unsigned)(s->depth - n->loops[loop].depth - 1);
	return isl_pw_aff_add_dims(limit_value(n, l, loop), isl_dim_in, inner);
}

isl_set *limits_before_own(const nest *n, const nest_stmt *s, int axis, isl_pw_aff *place, int way)
{
	place = isl_pw_aff_set_tuple_id(place, isl_dim_in, isl_set_get_tuple_id(s->domain));
	if (way * n->axes[axis].sign > 0) return isl_pw_aff_lt_set(place, own_bound(n, axis, OWN_LO, s->domain));
	return isl_pw_aff_gt_set(place, own_bound(n, axis, OWN_HI, s->domain));
}

static isl_set *apply_limited(isl_set *set, isl_set *limit, int depth)
{
	unsigned have = (unsigned)isl_set_dim(limit, isl_dim_set);
	limit = isl_set_add_dims(limit, isl_dim_set, (unsigned)depth - have);
	if (isl_set_has_tuple_id(set)) limit = isl_set_set_tuple_id(limit, isl_set_get_tuple_id(set));
	return isl_set_intersect(set, limit);
}

// ---- tiles -------------------------------------------------------------------------------------

static void free_tile(nest_tile *tile)
{
	for (int k = 0; k < tile->n_parts; k++) {
		isl_pw_aff_free(tile->parts[k].least);
		isl_pw_aff_free(tile->parts[k].most);
	}
	tile->n_parts = 0;
}

void limits_drop_tiles(nest_loop *l)
{
	while (l->n_tiles > 0) free_tile(&l->tiles[--l->n_tiles]);
}

// The places of the home subscript in an iteration of the loop, of loops further inside whichever.
static isl_map *places_of(const nest *n, const nest_stmt *s, const home_limit *h, int loop)
{
	unsigned depth = (unsigned)n->loops[loop].depth;
	isl_map *map = isl_map_from_pw_aff(isl_pw_aff_copy(h->whole));
	map = isl_map_intersect_domain(map, isl_set_reset_tuple_id(isl_set_copy(s->domain)));
	return isl_map_project_out(map, isl_dim_in, depth + 1, (unsigned)s->depth - depth - 1);
}

static bool have_ends(const isl_map *places, unsigned depth)
{
	isl_set *pairs = isl_map_wrap(isl_map_copy((isl_map *)places));
	bool bounded = isl_set_dim_is_bounded(pairs, isl_dim_set, depth + 1) == isl_bool_true &&
	               isl_set_is_empty(pairs) == isl_bool_false;
	isl_set_free(pairs);
	return bounded;
}

// One part more: from the first of the places to the last one. False: too many cases.
static bool add_part(nest_tile *tile, isl_map *places)
{
	enum { MOST_PIECES = 4 };
	isl_set *there = isl_map_domain(isl_map_copy(places));
	isl_pw_aff *least = isl_pw_aff_coalesce(isl_map_dim_min(isl_map_copy(places), 0));
	isl_pw_aff *most = isl_pw_aff_coalesce(isl_map_dim_max(places, 0));
	nest_tile_part part = {isl_pw_aff_gist(least, isl_set_copy(there)), isl_pw_aff_gist(most, there)};
	tile->parts[tile->n_parts++] = part;
	return part.least && part.most && isl_pw_aff_n_piece(part.least) <= MOST_PIECES &&
	       isl_pw_aff_n_piece(part.most) <= MOST_PIECES;
}

// Groups of places that lie apart in some iterations, as around the ends of a ring: 0 and n - 1 at once. Each has
// places in all iterations that the tile has places in.
typedef struct place_groups {
	int n;
	isl_map *group[NEST_MAX_TILE_PARTS];
	bool too_many;
} place_groups;

static isl_bool meets_domain(isl_map *a, isl_map *b)
{
	isl_set *x = isl_map_domain(isl_map_copy(a)), *y = isl_map_domain(isl_map_copy(b));
	isl_bool disjoint = isl_set_is_disjoint(x, y);
	isl_set_free(x);
	isl_set_free(y);
	return isl_bool_not(disjoint);
}

// What is in other iterations only goes with what is there; the first group is that of most iterations.
static isl_stat add_to_group(isl_basic_map *basic, void *user)
{
	place_groups *g = user;
	isl_map *places = isl_map_from_basic_map(basic);
	for (int k = 0; k < g->n; k++) {
		if (meets_domain(g->group[k], places) != isl_bool_false) continue;
		g->group[k] = isl_map_union(g->group[k], places);
		return isl_stat_ok;
	}
	if (g->n == NEST_MAX_TILE_PARTS) {
		g->too_many = true;
		isl_map_free(places);
		return isl_stat_error;
	}
	g->group[g->n++] = places;
	return isl_stat_ok;
}

// Where a group has no place, it has those of another one, so that there is one question for all iterations.
static void fill_groups(place_groups *g)
{
	for (int k = 0; k < g->n; k++)
		for (int j = 0; j < g->n; j++) {
			if (j == k) continue;
			isl_map *others = isl_map_copy(g->group[j]);
			others = isl_map_subtract_domain(others, isl_map_domain(isl_map_copy(g->group[k])));
			g->group[k] = isl_map_coalesce(isl_map_union(g->group[k], others));
		}
}

// The places in parts, where these lie apart. False: they do not, or are too many.
static bool add_parts(nest_tile *tile, const isl_map *places)
{
	isl_map *map = isl_map_coalesce(isl_map_copy((isl_map *)places));
	place_groups g = {0};
	bool good = isl_map_n_basic_map(map) > 1 && isl_map_foreach_basic_map(map, add_to_group, &g) == isl_stat_ok &&
	            g.n > 1;
	isl_map_free(map);
	if (good) fill_groups(&g);
	for (int k = 0; k < g.n; k++)
		if (good)
			good = add_part(tile, g.group[k]);
		else
			isl_map_free(g.group[k]);
	if (!good) free_tile(tile);
	return good;
}

// From where to where the home subscript goes in an iteration of the loop, whether it is the same in all of them or
// not; false: not known.
static bool reach_of(const nest *n, const nest_stmt *s, const home_limit *h, int loop, nest_tile *tile)
{
	isl_map *places = places_of(n, s, h, loop);
	if (!have_ends(places, (unsigned)n->loops[loop].depth)) {
		isl_map_free(places);
		return false;
	}
	if (add_parts(tile, places)) {
		isl_map_free(places);
		return true;
	}
	bool good = add_part(tile, places);
	if (!good) free_tile(tile);
	return good;
}

// Whether both ends differ from one iteration of the loop to another.
static bool tile_moves(const nest_loop *l, const nest_tile *tile)
{
	unsigned depth = (unsigned)l->depth;
	bool moves = true;
	for (int k = 0; k < tile->n_parts && moves; k++)
		moves = isl_pw_aff_involves_dims(tile->parts[k].least, isl_dim_in, depth, 1) == isl_bool_true &&
		        isl_pw_aff_involves_dims(tile->parts[k].most, isl_dim_in, depth, 1) == isl_bool_true;
	return moves;
}

// What has no owner and is done in each iteration of the loop: that must be of no use outside of the nest.
static bool has_private_work(attempt *t, int loop)
{
	const nest *n = t->n;
	bool any = false;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		if (s->home >= 0 || !limits_under(s, loop)) continue;
		any |= s->depth > n->loops[loop].depth + 1;
		if (s->inlined) return false;
		for (int j = 0; j < s->n_accesses; j++) {
			const nest_access *a = &s->accesses[j];
			if (a->reduction || (a->write && homes_needed_after(t, &n->objects[a->object]))) return false;
		}
	}
	return any;
}

// One place in an iteration, or a few that move with the loop or those around it: not all that there are.
static bool tile_is_small(const nest_loop *l, const nest_tile *tile)
{
	unsigned loops = (unsigned)l->depth + 1;
	bool small = true;
	for (int k = 0; k < tile->n_parts && small; k++) {
		isl_pw_aff *least = tile->parts[k].least, *most = tile->parts[k].most;
		bool moves = isl_pw_aff_involves_dims(least, isl_dim_in, 0, loops) == isl_bool_true &&
		             isl_pw_aff_involves_dims(most, isl_dim_in, 0, loops) == isl_bool_true;
		small = moves || isl_pw_aff_is_equal(least, most) == isl_bool_true;
	}
	return small;
}

// Where the statement has something to do in iterations of the loop: along the axes on which that moves with the loop;
// or, where it moves with loops around it only (x[i] of x[i] and x[j], in a loop over j), along those.
// False: in all of them.
static bool add_tiles(attempt *t, int stmt, int loop, bool *moves)
{
	nest_loop *l = &t->n->loops[loop];
	const int before = l->n_tiles;
	int moving = before;
	for (int j = 0; j < t->p->n_stmt_limits[stmt]; j++) {
		const home_limit *h = &t->p->stmt_limits[stmt][j];
		nest_tile tile = {.stmt = stmt, .axis = h->axis};
		if (!reach_of(t->n, &t->n->stmts[stmt], h, loop, &tile)) continue;
		if (!tile_is_small(l, &tile)) {
			free_tile(&tile);
			continue;
		}
		l->tiles[l->n_tiles] = tile;
		if (tile_moves(l, &tile)) {
			l->tiles[l->n_tiles] = l->tiles[moving];
			l->tiles[moving++] = tile;
		}
		l->n_tiles++;
	}
	if (moving > before) {
		*moves = true;
		while (l->n_tiles > moving) free_tile(&l->tiles[--l->n_tiles]);
	}
	return l->n_tiles > before;
}

bool limits_make_tiles(attempt *t, int loop)
{
	nest *n = t->n;
	nest_loop *l = &n->loops[loop];
	if (!l->counted || l->inlined || l->n_limits || !has_private_work(t, loop)) return false;
	l->tiles = prog_alloc(n->unit, sizeof *l->tiles * NEST_MAX_AXES * (size_t)n->n_stmts);
	bool moves = false;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		if (s->home < 0 || !limits_under(s, loop)) continue;
		if (!add_tiles(t, k, loop, &moves)) return limits_drop_tiles(l), false;
	}
	if (!moves) limits_drop_tiles(l);
	return moves;
}

// The iterations in which a part of the tile is this process's.
static isl_set *tile_iterations(const nest *n, const nest_tile *tile, isl_set *whole)
{
	isl_set *any = isl_set_empty(isl_set_get_space(whole));
	for (int k = 0; k < tile->n_parts; k++) {
		isl_set *part = within(n, tile->axis, tile->parts[k].most, whole, true, false);
		part = isl_set_intersect(part, within(n, tile->axis, tile->parts[k].least, whole, false, true));
		any = isl_set_union(any, part);
	}
	return any;
}

// The iterations of the loop, and of those around it, in which owners have something to do.
static isl_set *tiled(const nest *n, const nest_loop *l)
{
	isl_set *whole = isl_set_universe(isl_space_set_alloc(n->ctx, 0, (unsigned)l->depth + 1));
	isl_set *all = isl_set_empty(isl_set_get_space(whole));
	for (int k = 0; k < l->n_tiles;) {
		isl_set *one = isl_set_copy(whole);
		int stmt = l->tiles[k].stmt;
		for (; k < l->n_tiles && l->tiles[k].stmt == stmt; k++)
			one = isl_set_intersect(one, tile_iterations(n, &l->tiles[k], whole));
		all = isl_set_union(all, one);
	}
	isl_set_free(whole);
	return isl_set_coalesce(all);
}

// ---- execution ---------------------------------------------------------------------------------

// Many cases that the limits have not made more (those of tiles with a rest at each end) would be compared with one
// another for long, and in vain.
static isl_set *fewest_cases(isl_set *set, isl_set *domain)
{
	enum { MANY = 8 };
	int n = isl_set_n_basic_set(set);
	return n > MANY && n <= isl_set_n_basic_set(domain) ? set : isl_set_coalesce(set);
}

// What the loops' bounds, and the nest's, leave of the iterations of statements that have no owner: each is made once,
// when it is needed.
typedef struct let_through {
	isl_set *nest, **bounds, **tiles;
} let_through;

static isl_set *limited_once(const nest *n, isl_set **made, const nest_limit *limits, int n_limits, int loop)
{
	if (!*made) *made = limited(n, limits, n_limits, loop);
	return isl_set_copy(*made);
}

static isl_set *tiled_once(const nest *n, isl_set **made, const nest_loop *l)
{
	if (!*made) *made = tiled(n, l);
	return isl_set_copy(*made);
}

static isl_set *at_home(attempt *t, int stmt, isl_set *set)
{
	const nest_stmt *s = &t->n->stmts[stmt];
	for (int k = 0; k < t->p->n_stmt_limits[stmt]; k++) {
		const home_limit *h = &t->p->stmt_limits[stmt][k];
		set = isl_set_intersect(set, within(t->n, h->axis, h->whole, s->domain, true, true));
	}
	return set;
}

static isl_set *within_bounds(attempt *t, const nest_stmt *s, let_through *through, isl_set *set)
{
	const nest *n = t->n;
	const partition *p = t->p;
	if (p->n_nest_limits) {
		isl_set *let = limited_once(n, &through->nest, p->nest_limits, p->n_nest_limits, -1);
		set = apply_limited(set, let, s->depth);
	}
	for (int d = 0; d < s->depth; d++) {
		int loop = s->loop[d];
		const nest_loop *l = &n->loops[loop];
		if (l->n_limits) {
			isl_set *let = limited_once(n, &through->bounds[loop], l->limits, l->n_limits, loop);
			set = apply_limited(set, let, s->depth);
		}
		if (l->n_tiles) set = apply_limited(set, tiled_once(n, &through->tiles[loop], l), s->depth);
	}
	return set;
}

// A statement before that stands in the same loops under the same conditions, and has no owner either: both are
// executed alike. NULL: none.
static const nest_stmt *alike_before(const nest *n, int stmt)
{
	const nest_stmt *s = &n->stmts[stmt];
	isl_set *domain = isl_set_reset_tuple_id(isl_set_copy(s->domain));
	const nest_stmt *found = NULL;
	for (int k = 0; k < stmt && !found; k++) {
		const nest_stmt *r = &n->stmts[k];
		bool same = r->home < 0 && r->depth == s->depth;
		for (int d = 0; d < s->depth && same; d++) same = r->loop[d] == s->loop[d];
		isl_set *other = same ? isl_set_reset_tuple_id(isl_set_copy(r->domain)) : NULL;
		if (same && isl_set_plain_is_equal(domain, other) == isl_bool_true) found = r;
		isl_set_free(other);
	}
	isl_set_free(domain);
	return found;
}

static isl_set *executed_like(const nest_stmt *s, const nest_stmt *other)
{
	isl_set *set = isl_set_copy(other->exec);
	return isl_set_has_tuple_id(s->domain) == isl_bool_true
	               ? isl_set_set_tuple_id(set, isl_set_get_tuple_id(s->domain))
	               : isl_set_reset_tuple_id(set);
}

void limits_execution_sets(attempt *t)
{
	nest *n = t->n;
	size_t room = (size_t)n->n_loops + 1;
	let_through through = {
	        NULL, prog_alloc(n->unit, room * sizeof(isl_set *)), prog_alloc(n->unit, room * sizeof(isl_set *))};
	for (int k = 0; k < n->n_stmts; k++) {
		nest_stmt *s = &n->stmts[k];
		const nest_stmt *alike = s->home < 0 ? alike_before(n, k) : NULL;
		isl_set *set = isl_set_copy(s->domain);
		if (s->home >= 0)
			set = at_home(t, k, set);
		else if (!alike)
			set = within_bounds(t, s, &through, set);
		isl_set_free(s->exec);
		if (alike)
			isl_set_free(set), s->exec = executed_like(s, alike);
		else
			s->exec = fewest_cases(set, s->domain);
	}
	isl_set_free(through.nest);
	for (int k = 0; k < n->n_loops; k++) {
		isl_set_free(through.bounds[k]);
		isl_set_free(through.tiles[k]);
	}
}
