// SPDX-License-Identifier: Apache-2.0
//
// Strides that are integers of the program's own: E[i * Ni + j * Nj + k * Nk + N0], where Ni = (Ny + 3) * Nj was
// computed somewhere else. Of polynomials in Ni and Nj division makes no subscripts, so the names are replaced: by the
// strides of the shape which the memory is known to have here, the assumption being that they are equal; or, where no
// shape is known, the larger one by a product of the smaller one and a quotient, which is exact where the nest is
// entered at all, and is compared with the array's extent then. N0 is the element (o0, o1, o2) of the shape, which
// leaves i + o0, j + o1, k + o2.
//
// The text of an access is right whatever the names are, with them as strides: it is executed where an assumption
// fails, too.
#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"
#include "affine.h"
#include "linearised.h"
#include "poly.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = PROG_MAX_RANK, MOST_ADDED = 8 };

typedef struct stride_name {
	int par;   // base parameter
	int dim;   // whose stride it was taken for before, -1
	int depth; // of the outermost loop whose variable it is multiplied with; NEST_MAX_DEPTH: constants only
} stride_name;

typedef struct replacement {
	const strides *shape; // known; rank 0: not
	int object, rank;
	bool fails;
	int candidate; // that is looked at
	bool is_subscript;
	bool inner;               // some loop variable is multiplied with nothing
	bool used[PROG_MAX_RANK]; // loop variables are multiplied with this stride of the shape, as it is spelled there
	int n_names;
	stride_name name[MOST_NAMES];
	int dim[MOST_NAMES]; // whose stride it is
	// Integers that are added, and the subscripts of the element that they lead to.
	int n_added;
	int added[MOST_ADDED];
	poly place[MOST_ADDED][PROG_MAX_RANK];
} replacement;

static bool poly_has_parameter(const poly *p, int par)
{
	for (int k = 0; k < p->n; k++)
		for (int j = 0; j < p->term[k].n_par; j++)
			if (p->term[k].par[j] == par) return true;
	return false;
}

static bool shape_has_parameter(const builder *b, const strides *shape, int par)
{
	for (int d = 1; d < shape->rank; d++)
		if (poly_has_parameter(&shape->extent[d], par)) return true;
	return expr_spells(shape->rows, b->base_text[par]);
}

static poly poly_of_base(int par)
{
	return (poly){.n = 1, .term = {{.coef = 1, .n_par = 1, .par = {par}, .atom = -1}}};
}

static int name_of(const replacement *r, int par)
{
	for (int k = 0; k < r->n_names; k++)
		if (r->name[k].par == par) return k;
	return -1;
}

static void add_name(const builder *b, replacement *r, int par, int depth)
{
	int k = name_of(r, par);
	if (shape_has_parameter(b, r->shape, par)) return;
	if (k < 0) {
		if (r->n_names == MOST_NAMES) {
			r->fails = true;
			return;
		}
		k = r->n_names++;
		r->name[k] = (stride_name){.par = par, .depth = NEST_MAX_DEPTH};
	}
	if (depth < r->name[k].depth) r->name[k].depth = depth;
}

// The outermost loop that the value depends on.
static int depth_of_atom(const builder *b, int index)
{
	const poly_atom *a = &b->atom[index];
	if (a->loop >= 0) return b->n->loops[a->loop].depth;
	for (int d = 0; d < a->depth; d++)
		if (isl_pw_aff_involves_dims(a->aff, isl_dim_in, (unsigned)d, 1) == isl_bool_true) return d;
	return NEST_MAX_DEPTH;
}

// Whether the term's parameters are those by which the shape's stride is told: the product of highest degree in it.
static bool is_of_stride(const poly_term *t, const poly *stride)
{
	for (int k = 0; k < stride->n; k++) {
		const poly_term *s = &stride->term[k];
		if (s->n_par != t->n_par || memcmp(s->par, t->par, sizeof *s->par * (size_t)s->n_par) != 0) continue;
		if (s->n_par > 0 || (s->coef > 1 && t->coef % s->coef == 0)) return true;
	}
	return false;
}

// Whether it is a variable or a member, as it stands.
static bool is_plain_name(const char *text)
{
	size_t n = strlen(text);
	return strspn(text, "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.->()") == n;
}

bool named_strides_bound(builder *b, const nest_stmt *s, int par)
{
	poly it = poly_of_base(par);
	isl_pw_aff *value = affine_of_poly(b, &it, 0);
	isl_id *id = value ? isl_pw_aff_get_dim_id(value, isl_dim_param, 0) : NULL;
	int at = id ? isl_set_find_dim_by_id(s->domain, isl_dim_param, id) : -1;
	bool bound =
	        !id || (at >= 0 && isl_set_involves_dims(s->domain, isl_dim_param, (unsigned)at, 1) != isl_bool_false);
	isl_id_free(id);
	isl_pw_aff_free(value);
	return bound;
}

// In how many terms it is: i * (n + 2) is two.
static int times_of_atom(const poly *p, int atom)
{
	int n = 0;
	for (int k = 0; k < p->n; k++) n += p->term[k].atom == atom;
	return n;
}

// What loop variables are multiplied with, and what was a stride before.
static void gather_names(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)s, (void)a;
	replacement *r = user;
	// What is taken apart when the program runs is so by the shape's strides.
	if (!raw->known[0]) {
		r->fails = true;
		return;
	}
	const poly *flat = &raw->sub[0];
	for (int k = 0; k < flat->n; k++) {
		const poly_term *t = &flat->term[k];
		bool of_shape = false;
		for (int d = 0; t->atom >= 0 && d + 1 < r->shape->rank; d++) {
			bool this_one = is_of_stride(t, &r->shape->stride[d]);
			r->used[d] |= this_one;
			of_shape |= this_one;
		}
		if (of_shape) continue;
		int depth = t->atom >= 0 ? depth_of_atom(b, t->atom) : NEST_MAX_DEPTH;
		for (int j = 0; j < t->n_par; j++)
			if (facts_stride_dimension(b->facts, b->base_text[t->par[j]], r->rank) >= 0)
				add_name(b, r, t->par[j], depth);
		if (t->atom < 0) continue;
		if (t->n_par == 0 && times_of_atom(flat, t->atom) == 1)
			r->inner = true;
		else if (t->n_par == 1 && times_of_atom(flat, t->atom) == 1)
			add_name(b, r, t->par[0], depth);
		else
			r->fails = true; // with a sum, or a product
	}
}

// Whether the parameter is multiplied with a stride: then it is a subscript.
static void find_product(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)b, (void)s, (void)a;
	replacement *r = user;
	for (int k = 0; raw->known[0] && k < raw->sub[0].n; k++) {
		const poly_term *t = &raw->sub[0].term[k];
		poly_term rest = {.coef = t->coef, .atom = t->atom};
		bool with_stride = false;
		for (int j = 0; j < t->n_par; j++) {
			if (t->par[j] != r->candidate) rest.par[rest.n_par++] = t->par[j];
			with_stride |= t->par[j] != r->candidate && name_of(r, t->par[j]) >= 0;
		}
		for (int d = 0; d + 1 < r->shape->rank && rest.n_par > 0; d++)
			with_stride |= is_of_stride(&rest, &r->shape->stride[d]);
		r->is_subscript |= rest.n_par < t->n_par && with_stride;
	}
}

// What constants and parameters are multiplied with: 0 * Nj, nx * Ni.
static void gather_candidates(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)a;
	replacement *r = user;
	for (int k = 0; k < raw->factors.n; k++) {
		const poly *p = &raw->factors.list[k];
		int par = p->n == 1 && p->term[0].n_par == 1 && p->term[0].coef == 1 ? p->term[0].par[0] : -1;
		if (par < 0 || name_of(r, par) >= 0 || !is_plain_name(b->base_text[par]) ||
		        named_strides_bound(b, s, par))
			continue;
		r->candidate = par;
		r->is_subscript = false;
		linearised_each_access(b, r->object, find_product, r);
		if (!r->is_subscript) add_name(b, r, par, NEST_MAX_DEPTH);
	}
}

static int by_depth(const void *x, const void *y)
{
	const stride_name *a = x, *b = y;
	return a->depth != b->depth ? a->depth - b->depth : a->par - b->par;
}

static int by_dimension(const void *x, const void *y)
{
	return ((const stride_name *)x)->dim - ((const stride_name *)y)->dim;
}

// The largest stride first, as it was before in the unit, or else: that of the outermost loop. One that no loop selects
// takes its place in the order of the text, 0 * Nj between i * Ni and k * Nk, if that is the loops' order or its
// reverse.
static void sort_names(const builder *b, replacement *r)
{
	int looped = 0, forward = 0, backward = 0;
	bool known = true;
	for (int k = 0; k < r->n_names; k++) {
		r->name[k].dim = facts_stride_dimension(b->facts, b->base_text[r->name[k].par], r->rank);
		known &= r->name[k].dim >= 0;
	}
	if (known) {
		qsort(r->name, (size_t)r->n_names, sizeof *r->name, by_dimension);
		return;
	}
	qsort(r->name, (size_t)r->n_names, sizeof *r->name, by_depth);
	while (looped < r->n_names && r->name[looped].depth < NEST_MAX_DEPTH) looped++;
	for (int k = 1; k < looped; k++) *(r->name[k].par > r->name[k - 1].par ? &forward : &backward) += 1;
	for (int k = looped; k < r->n_names; k++) {
		stride_name moved = r->name[k];
		int at = k;
		while (at > 0 &&
		        (forward >= backward ? r->name[at - 1].par > moved.par : r->name[at - 1].par < moved.par)) {
			r->name[at] = r->name[at - 1];
			at--;
		}
		r->name[at] = moved;
	}
}

static bool assume_set(builder *b, isl_set *holds)
{
	if (!holds) return false;
	b->n->assume = isl_set_coalesce(isl_set_intersect(b->n->assume, isl_set_params(holds)));
	return true;
}

static bool assume_equal(builder *b, const poly *x, const poly *y)
{
	isl_pw_aff *p = affine_of_poly(b, x, 0), *q = affine_of_poly(b, y, 0);
	if (p && q) return assume_set(b, isl_pw_aff_eq_set(p, q));
	isl_pw_aff_free(p);
	isl_pw_aff_free(q);
	return false;
}

static bool assume_positive(builder *b, const poly *x)
{
	isl_pw_aff *p = affine_of_poly(b, x, 0);
	return p && assume_set(b, isl_pw_aff_pos_set(p));
}

static const char *call_text(builder *b, const char *function, int n, const char *const *arg)
{
	size_t size = strlen(function) + 3;
	for (int k = 0; k < n; k++) size += strlen(arg[k]) + 2;
	char *s = prog_alloc(b->n->unit, size), *end = s;
	end += sprintf(end, "%s(", function);
	for (int k = 0; k < n; k++) end += sprintf(end, "%s%s", k ? ", " : "", arg[k]);
	strcpy(end, ")");
	return s;
}

// The names as strides of the known shape: the innermost of those that are not spelled as there.
static bool names_of_shape(builder *b, replacement *r, strides *st)
{
	int dim[PROG_MAX_RANK], n = 0;
	for (int d = 0; d + 1 < st->rank; d++)
		if (!r->used[d]) dim[n++] = d;
	// Where nothing is selected along rows but by names, the last one is that of elements.
	bool unit = !r->inner && r->n_names != n;
	if (unit) dim[n++] = st->rank - 1;
	if (r->n_names == 0 || r->n_names > n) return false;
	for (int k = 0; k < r->n_names; k++) {
		poly name = poly_of_base(r->name[k].par);
		r->dim[k] = r->name[k].dim >= 0 ? r->name[k].dim : dim[n - r->n_names + k];
		// Of two names for one stride the text would have only one.
		for (int j = 0; j < k; j++)
			if (r->dim[j] == r->dim[k]) return false;
		if (!assume_equal(b, &name, &st->stride[r->dim[k]])) return false;
	}
	return true;
}

// The names as strides of a shape with quotients of them as extents.
static bool names_by_quotients(builder *b, replacement *r, int rank, strides *st)
{
	if (rank == 0) rank = r->n_names + (r->inner ? 1 : 0);
	bool unit = rank == r->n_names;
	if (r->n_names < 2 || rank > PROG_MAX_RANK || (!unit && rank != r->n_names + 1)) return false;
	*st = (strides){.rank = rank};
	st->stride[rank - 1] = poly_constant(1);
	if (unit) {
		poly name = poly_of_base(r->name[rank - 1].par);
		r->dim[rank - 1] = rank - 1;
		if (!assume_equal(b, &name, &st->stride[rank - 1])) return false;
	}
	for (int d = rank - 2; d >= 0; d--) {
		poly name = poly_of_base(r->name[d].par), below = name;
		if (d == rank - 2) {
			st->extent[d + 1] = name;
			st->extent_text[d + 1] = affine_poly_text(b, &name);
		} else {
			below = poly_of_base(r->name[d + 1].par);
			const char *arg[] = {affine_poly_text(b, &name), affine_poly_text(b, &below)};
			st->extent_text[d + 1] = call_text(b, "hpcc_quotient", 2, arg);
			if (!affine_computed_parameter(b, st->extent_text[d + 1], &st->extent[d + 1])) return false;
		}
		if (!poly_mul(&st->stride[d], &st->stride[d + 1], &st->extent[d + 1]) ||
		        !assume_positive(b, &st->extent[d + 1]))
			return false;
		r->dim[d] = d;
	}
	return true;
}

// An integer that is added: where nothing tells that it is a subscript of the innermost dimension, it is taken for any
// element's place. A bound of a loop is such a subscript, and what a stride is multiplied with elsewhere.
static void gather_added(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)a;
	replacement *r = user;
	const poly *flat = &raw->sub[0];
	for (int k = 0; raw->known[0] && k < flat->n; k++) {
		const poly_term *t = &flat->term[k];
		if (t->atom >= 0 || t->n_par != 1) continue;
		int par = t->par[0], j = 0;
		if (name_of(r, par) >= 0 || shape_has_parameter(b, r->shape, par)) continue;
		while (j < r->n_added && r->added[j] != par) j++;
		if (j < r->n_added || r->n_added == MOST_ADDED) continue;
		if (!named_strides_bound(b, s, par)) r->added[r->n_added++] = par;
	}
}

// Drops what a stride is multiplied with.
static void drop_multiplied(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)b, (void)s, (void)a;
	replacement *r = user;
	const poly *flat = &raw->sub[0];
	for (int k = 0; raw->known[0] && k < flat->n; k++) {
		const poly_term *t = &flat->term[k];
		for (int j = 0; t->n_par > 1 && j < t->n_par; j++)
			for (int i = 0; i < r->n_added; i++)
				if (r->added[i] == t->par[j]) r->added[i--] = r->added[--r->n_added];
	}
}

// A stride in C, of what the program has.
static const char *stride_text(builder *b, const strides *st, int d)
{
	return st->name_text[d] ? st->name_text[d] : affine_poly_text(b, &st->stride[d]);
}

// The last one is what is left, so that the sum is right with any strides.
static bool place_of(builder *b, const strides *st, int par, poly *place)
{
	poly it = poly_of_base(par);
	const char *left = affine_poly_text(b, &it);
	for (int d = 0; d + 1 < st->rank; d++) {
		const char *arg[] = {
		        affine_poly_text(b, &it), d ? stride_text(b, st, d - 1) : "0", stride_text(b, st, d)};
		const char *subscript = call_text(b, "hpcc_coordinate", 3, arg);
		if (!affine_computed_parameter(b, subscript, &place[d])) return false;
		const char *rest[] = {left, subscript, arg[2]};
		left = call_text(b, "hpcc_left", 3, rest);
	}
	return affine_computed_parameter(b, left, &place[st->rank - 1]);
}

// The subscripts of an access: of what is multiplied with names, of the places that integers lead to, and what division
// is to make some of.
typedef struct parts {
	poly named[PROG_MAX_RANK], placed[PROG_MAX_RANK];
	poly rest;
} parts;

static bool add_place(const replacement *r, const poly_term *t, parts *p)
{
	for (int k = 0; k < r->n_added; k++) {
		if (t->atom >= 0 || t->n_par != 1 || t->par[0] != r->added[k]) continue;
		for (int d = 0; d < r->shape->rank; d++)
			if (!poly_add(&p->placed[d], &p->placed[d], &r->place[k][d], t->coef)) return false;
		return true;
	}
	return false;
}

static bool add_part(const replacement *r, const poly_term *t, parts *p)
{
	poly_term factor = {.coef = t->coef, .atom = t->atom};
	int name = -1;
	if (add_place(r, t, p)) return true;
	for (int j = 0; j < t->n_par; j++) {
		int k = name_of(r, t->par[j]);
		if (k >= 0 && name >= 0) return false;
		if (k >= 0)
			name = k;
		else
			factor.par[factor.n_par++] = t->par[j];
	}
	poly it = {.n = 1, .term = {factor}}, *sum = name >= 0 ? &p->named[r->dim[name]] : &p->rest;
	return poly_add(sum, sum, &it, 1);
}

static void replace(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)b, (void)s, (void)a;
	replacement *r = user;
	const strides *st = r->shape;
	parts p = {0};
	poly divided[PROG_MAX_RANK];
	if (!raw->known[0]) return;
	for (int k = 0; k < raw->sub[0].n; k++)
		if (!add_part(r, &raw->sub[0].term[k], &p)) r->fails = true;
	linearised_split(st, &p.rest, divided);
	for (int d = 0; d < st->rank; d++) {
		// Of the shape's stride, not of the name's.
		if (d + 1 < st->rank && divided[d].n > 0 && st->name_text[d]) r->fails = true;
		if (!poly_add(&raw->sub[d], &p.named[d], &p.placed[d], 1) ||
		        !poly_add(&raw->sub[d], &raw->sub[d], &divided[d], 1))
			r->fails = true;
	}
	raw->of_name = p.named[st->rank - 1];
	raw->split = true;
}

static void count_access(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)b, (void)s, (void)a, (void)raw;
	++*(int *)user;
}

static void save(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)b, (void)s, (void)a;
	named_strides *was = user;
	was->saved[was->n_saved++] = raw->sub[0];
}

static void restore(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)b, (void)s, (void)a;
	const poly **next = user;
	raw->sub[0] = *(*next)++;
	raw->split = false;
}

void named_strides_settle(builder *b, const nest_object *o, named_strides *was, bool keep)
{
	if (!keep) {
		const poly *next = was->saved;
		linearised_each_access(b, o->id, restore, &next);
		isl_set_free(b->n->assume);
		b->n->assume = isl_set_copy(was->assume);
	}
	isl_set_free(was->assume);
	if (!keep) was->holds = isl_set_free(was->holds);
	free(was->saved);
}

bool named_strides_replace(builder *b, const nest_object *o, int rank, int least, strides *st, named_strides *was)
{
	replacement r = {.shape = st, .object = o->id, .rank = rank};
	bool shaped = st->rank > 1;
	int count = 0;
	linearised_each_access(b, o->id, gather_names, &r);
	if (r.n_names > 0) linearised_each_access(b, o->id, gather_candidates, &r);
	if (r.fails || r.n_names < least || (!shaped && rank == 1)) return false;
	linearised_each_access(b, o->id, count_access, &count);
	*was = (named_strides){
	        .saved = calloc((size_t)count + 1, sizeof *was->saved), .assume = isl_set_copy(b->n->assume)};
	linearised_each_access(b, o->id, save, was);
	sort_names(b, &r);
	isl_set *before = b->n->assume;
	b->n->assume = isl_set_universe(isl_space_params_alloc(b->n->ctx, 0));
	bool done = shaped ? names_of_shape(b, &r, st) : names_by_quotients(b, &r, rank, st);
	was->holds = isl_set_copy(b->n->assume);
	b->n->assume = isl_set_intersect(before, b->n->assume);
	for (int k = 0; k < r.n_names && done; k++) {
		poly name = poly_of_base(r.name[k].par);
		st->name_text[r.dim[k]] = affine_poly_text(b, &name);
		if (r.dim[k] == st->rank - 1) st->unit = name;
	}
	if (done) {
		linearised_each_access(b, o->id, gather_added, &r);
		linearised_each_access(b, o->id, drop_multiplied, &r);
	}
	for (int k = 0; k < r.n_added && done; k++) done = place_of(b, st, r.added[k], r.place[k]);
	if (done) linearised_each_access(b, o->id, replace, &r);
	if (!done || r.fails) {
		named_strides_settle(b, o, was, false);
		return false;
	}
	// With all of them at hand their order is the most certain.
	for (int k = 0; k < r.n_names && r.n_names + 1 >= st->rank; k++)
		facts_note_stride(b->facts, b->base_text[r.name[k].par], st->rank, r.dim[k]);
	return true;
}
