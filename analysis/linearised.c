// SPDX-License-Identifier: Apache-2.0
//
// Memory linearised by hand: a[i * m + j] gets its subscripts back, by division by the strides.
#include "builder.h"
#include "mapping.h"

#include <stdlib.h>
#include <string.h>

typedef struct strides {
	int rank;                   // 1: none
	poly stride[PROG_MAX_RANK]; // of dimension d, in elements; the last is 1
	poly extent[PROG_MAX_RANK]; // of dimensions 1..
	const char *extent_text[PROG_MAX_RANK];
} strides;

typedef void access_visitor(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user);

static void each_access(builder *b, int object, access_visitor *visit, void *user)
{
	for (int k = 0; k < b->n->n_stmts; k++) {
		nest_stmt *s = &b->n->stmts[k];
		for (int j = 0; j < s->n_accesses; j++)
			if (s->accesses[j].object == object) visit(b, s, &s->accesses[j], &b->raw[k][j], user);
	}
}

// An extent that names members of the struct which the array is a member of, as members of this object: g->v[n] has n = g->n.
static const prog_expr *bound_extent(builder *b, const prog_expr *base, const prog_expr *e)
{
	if (base->kind != PROG_EXPR_MEMBER) return e;
	prog_expr *c = prog_alloc(b->n->unit, sizeof *c);
	*c = *e;
	if (e->kind == PROG_EXPR_MEMBER && e->n_args == 0) {
		size_t prefix = strlen(base->text) - strlen(base->symbol->name),
		       size = prefix + strlen(e->symbol->name) + 1;
		char *s = prog_alloc(b->n->unit, size);
		memcpy(s, base->text, prefix);
		strcpy(s + prefix, e->symbol->name);
		c->text = s;
		c->n_args = 1;
		c->arg = base->arg;
		return c;
	}
	c->arg = prog_alloc(b->n->unit, sizeof *c->arg * (size_t)(e->n_args + 1));
	for (int k = 0; k < e->n_args; k++) c->arg[k] = (prog_expr *)bound_extent(b, base, e->arg[k]);
	if (e->kind == PROG_EXPR_MEMBER || e->kind == PROG_EXPR_INDEX) {
		const char *of = c->arg[0]->text, *sub = e->kind == PROG_EXPR_INDEX ? c->arg[1]->text : e->symbol->name;
		size_t size = strlen(of) + strlen(sub) + 3;
		char *s = prog_alloc(b->n->unit, size);
		snprintf(s, size, e->kind == PROG_EXPR_INDEX ? "%s[%s]" : "%s.%s", of, sub);
		c->text = s;
	}
	return c;
}

// Strides from the shape that a directive gives.
static bool strides_of_mapping(builder *b, const nest_object *o, strides *st)
{
	const prog_mapping *m = o->mapping;
	st->rank = m->rank;
	poly stride = poly_constant(1);
	for (int d = m->rank - 1; d >= 0; d--) {
		st->stride[d] = stride;
		if (d == 0) break;
		if (!affine_poly(b, bound_extent(b, o->base, m->extent[d]), &st->extent[d]) ||
		        poly_has_atoms(&st->extent[d]))
			return false;
		st->extent_text[d] = affine_poly_text(b, &st->extent[d]);
		if (!poly_mul(&stride, &stride, &st->extent[d])) return false;
	}
	return true;
}

// What loop variables are multiplied with: products and sums of parameters.
typedef struct factors {
	bool products; // single products: m and 2 of i * (m + 2) + j
	int n;
	poly list[PROG_MAX_RANK];
} factors;

static int degree(const poly *p)
{
	int most = 0;
	for (int k = 0; k < p->n; k++)
		if (p->term[k].n_par > most) most = p->term[k].n_par;
	return most;
}

// Without a common factor, the term of highest degree positive.
static void make_primitive(poly *p)
{
	long common = 0, sign = 1;
	int most = degree(p);
	for (int k = 0; k < p->n; k++) {
		long a = p->term[k].coef < 0 ? -p->term[k].coef : p->term[k].coef;
		while (a) {
			long rest = common % a;
			common = a, a = rest;
		}
	}
	for (int k = p->n - 1; k >= 0; k--)
		if (p->term[k].n_par == most) sign = p->term[k].coef < 0 ? -1 : 1;
	for (int k = 0; k < p->n && common; k++) p->term[k].coef /= common * sign;
}

static void add_factor(factors *f, poly p)
{
	if (degree(&p) == 0) return;
	make_primitive(&p);
	for (int k = 0; k < f->n; k++)
		if (poly_equal(&f->list[k], &p)) return;
	if (f->n < PROG_MAX_RANK) f->list[f->n] = p;
	f->n++; // beyond the list: too many
}

static void gather_factors(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)b, (void)s, (void)a;
	factors *f = user;
	if (f->n > PROG_MAX_RANK || !raw->known[0]) return;
	const poly *flat = &raw->sub[0];
	for (int k = 0; k < flat->n; k++) {
		if (flat->term[k].atom < 0) continue;
		poly p = {0};
		for (int j = 0; j < flat->n; j++) {
			bool same = f->products ? j == k : flat->term[j].atom == flat->term[k].atom;
			if (same) p.term[p.n] = flat->term[j], p.term[p.n++].atom = -1;
		}
		add_factor(f, p);
		if (f->n > PROG_MAX_RANK) return;
	}
}

static int by_degree(const void *x, const void *y) { return degree(y) - degree(x); }

static bool strides_of_factors(builder *b, int object, bool products, strides *st)
{
	factors f = {.products = products};
	each_access(b, object, gather_factors, &f);
	if (f.n == 0 || f.n >= PROG_MAX_RANK) return false;
	qsort(f.list, (size_t)f.n, sizeof *f.list, by_degree);
	st->rank = f.n + 1;
	st->stride[f.n] = poly_constant(1);
	for (int d = 0; d < f.n; d++) st->stride[d] = f.list[d];
	for (int d = 1; d <= f.n; d++) {
		poly rest;
		poly_divide(&st->stride[d - 1], &st->stride[d], &st->extent[d], &rest);
		if (rest.n || degree(&st->extent[d]) == 0) return false;
		st->extent_text[d] = affine_poly_text(b, &st->extent[d]);
	}
	return true;
}

// Strides guessed from how the nest subscripts the memory, i * n * m + j * m + k or i * (m + 2) + j. Compared with the array's at
// run time.
static bool strides_of_use(builder *b, int object, strides *st)
{
	return strides_of_factors(b, object, false, st) || strides_of_factors(b, object, true, st);
}

typedef struct linear_use {
	const strides *st;
	bool fits;   // every access divides into subscripts
	bool outer;  // some access uses an outer subscript
	bool inside; // every remainder is shown to be within its row
} linear_use;

static void split_subscript(const strides *st, const poly *flat, poly *sub)
{
	poly rest = *flat;
	for (int d = 0; d + 1 < st->rank; d++) {
		poly next;
		poly_divide(&rest, &st->stride[d], &sub[d], &next);
		rest = next;
	}
	sub[st->rank - 1] = rest;
}

// The iterations of an access, without the statement's name.
static isl_set *iterations_of(const nest_stmt *s, const nest_access *a)
{
	return a->when ? isl_set_copy(a->when) : isl_set_reset_tuple_id(isl_set_copy(s->domain));
}

// The iterations in which subscript d is outside of its row; NULL: none can be told.
static isl_set *outside_row(builder *b, nest_stmt *s, const nest_access *a, const poly *sub, const poly *extent)
{
	isl_pw_aff *x = affine_of_poly(b, sub, s->depth), *e = affine_of_poly(b, extent, s->depth);
	if (!x || !e) {
		isl_pw_aff_free(x);
		isl_pw_aff_free(e);
		return NULL;
	}
	poly none = {0};
	isl_pw_aff *zero = affine_of_poly(b, &none, s->depth);
	isl_set *below = isl_pw_aff_lt_set(isl_pw_aff_copy(x), zero);
	isl_set *bad = isl_set_union(below, isl_pw_aff_ge_set(x, e));
	return isl_set_intersect(bad, iterations_of(s, a));
}

// i * w + (w - h + k): of the row's length, which the division has made a row of, nothing but what is taken from it is left.
static bool lacks_row(const poly *row, const poly *column)
{
	bool taken = false, given = false, counted = false;
	for (int k = 0; k < column->n; k++) {
		if (column->term[k].atom >= 0 || column->term[k].n_par == 0) continue;
		taken |= column->term[k].coef < 0;
		given |= column->term[k].coef > 0;
	}
	for (int k = 0; k < row->n; k++)
		counted |= row->term[k].atom < 0 && row->term[k].n_par == 0 && row->term[k].coef > 0;
	return taken && !given && counted;
}

// Are there parameters, all of them positive, with which the iterations take place and none of them has a subscript below 0?
static bool may_stay_above(isl_set *domain, isl_set *below)
{
	isl_set *good = isl_set_params(isl_set_copy(domain));
	good = isl_set_subtract(good, isl_set_params(isl_set_intersect(isl_set_copy(domain), isl_set_copy(below))));
	for (int k = 0; k < isl_set_dim(good, isl_dim_param); k++)
		good = isl_set_lower_bound_si(good, isl_dim_param, (unsigned)k, 1);
	bool may = isl_set_is_empty(good) == isl_bool_false;
	isl_set_free(good);
	return may;
}

// A subscript that is outside of its row in all iterations is one of the next row, or the one before: the row length may stand in the
// subscript itself (w - 1 - x).
static bool move_row(builder *b, nest_stmt *s, const nest_access *a, const strides *st, poly *sub, int d)
{
	isl_pw_aff *x = affine_of_poly(b, &sub[d], s->depth), *e = affine_of_poly(b, &st->extent[d], s->depth);
	poly none = {0}, one = poly_constant(1);
	long by = 0;
	if (x && e) {
		isl_set *domain = iterations_of(s, a);
		isl_set *below = isl_pw_aff_lt_set(isl_pw_aff_copy(x), affine_of_poly(b, &none, s->depth));
		isl_set *above = isl_pw_aff_ge_set(isl_pw_aff_copy(x), isl_pw_aff_copy(e));
		if (isl_set_is_empty(domain) == isl_bool_false)
			by = isl_set_is_subset(domain, below) == isl_bool_true   ? -1
			     : isl_set_is_subset(domain, above) == isl_bool_true ? 1
			                                                         : 0;
		if (!by && isl_set_is_disjoint(domain, below) != isl_bool_true && lacks_row(&sub[d - 1], &sub[d]) &&
		        !may_stay_above(domain, below))
			by = -1;
		isl_set_free(domain);
		isl_set_free(below);
		isl_set_free(above);
	}
	isl_pw_aff_free(x);
	isl_pw_aff_free(e);
	return !by || (poly_add(&sub[d - 1], &sub[d - 1], &one, by) && poly_add(&sub[d], &sub[d], &st->extent[d], -by));
}

static bool subscripts_of(
        builder *b, nest_stmt *s, const nest_access *a, const strides *st, const poly *flat, poly *sub)
{
	split_subscript(st, flat, sub);
	for (int d = st->rank - 1; d > 0; d--)
		if (!move_row(b, s, a, st, sub, d)) return false;
	return true;
}

static void judge_use(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	linear_use *u = user;
	poly sub[PROG_MAX_RANK];
	if (!raw->known[0]) return;
	if (!subscripts_of(b, s, a, u->st, &raw->sub[0], sub)) u->fits = false;
	for (int d = 0; d < u->st->rank; d++) {
		isl_pw_aff *x = affine_of_poly(b, &sub[d], s->depth);
		if (!x) u->fits = false;
		isl_pw_aff_free(x);
		if (d + 1 < u->st->rank && sub[d].n) u->outer = true;
		if (d == 0 || !u->fits) continue;
		isl_set *bad = outside_row(b, s, a, &sub[d], &u->st->extent[d]);
		if (!bad || isl_set_is_empty(bad) != isl_bool_true) u->inside = false;
		isl_set_free(bad);
	}
}

static void apply_strides(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	const strides *st = user;
	poly sub[PROG_MAX_RANK];
	if (!raw->known[0]) {
		for (int d = 0; d < st->rank; d++) raw->known[d] = false;
		return;
	}
	subscripts_of(b, s, a, st, &raw->sub[0], sub);
	for (int d = 0; d < st->rank; d++) {
		raw->known[d] = true;
		raw->sub[d] = sub[d];
		a->sub_text[d] = affine_poly_text(b, &sub[d]);
		if (d == 0) continue;
		isl_set *bad = outside_row(b, s, a, &sub[d], &st->extent[d]);
		if (!bad) continue;
		isl_set *parameters = isl_set_params(bad);
		if (isl_set_is_empty(parameters) != isl_bool_true)
			b->n->assume = isl_set_coalesce(isl_set_subtract(b->n->assume, isl_set_copy(parameters)));
		isl_set_free(parameters);
	}
}

void linearised_recover(builder *b, nest_object *o)
{
	strides st = {0};
	bool shaped = o->mapping && o->mapping->rank > o->rank;
	if (shaped ? !strides_of_mapping(b, o, &st) : !strides_of_use(b, o->id, &st)) return;
	linear_use use = {.st = &st, .fits = true, .inside = true};
	each_access(b, o->id, judge_use, &use);
	// A flat loop over the whole memory has no rows.
	if (!use.fits || (!use.outer && !use.inside)) return;
	o->linear = true;
	o->rank = st.rank;
	for (int d = 1; d < st.rank; d++) {
		o->extent[d] = st.extent_text[d];
		o->extent_aff[d] = affine_of_poly(b, &st.extent[d], 0);
	}
	each_access(b, o->id, apply_strides, &st);
}
