// SPDX-License-Identifier: Apache-2.0
//
// Memory linearised by hand: a[i * m + j] gets its subscripts back, by division by the strides.
#include "linearised.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"
#include "added_strides.h"
#include "affine.h"
#include "flat_order.h"
#include "near_entries.h"
#include "poly.h"
#include "quota.h"

#include <stdlib.h>
#include <string.h>

void linearised_each_access(builder *b, int object, access_visitor *visit, void *user)
{
	for (int k = 0; k < b->n->n_stmts; k++) {
		nest_stmt *s = &b->n->stmts[k];
		for (int j = 0; j < s->n_accesses; j++)
			if (s->accesses[j].object == object) visit(b, s, &s->accesses[j], &b->raw[k][j], user);
	}
}

// An extent that names members of the struct which the array is a member of, as members of this object: g->v[n] has n
// = g->n.
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
	if (e->n_args) made_respell(b->n->unit, c);
	return c;
}

// Strides from the shape that a directive gives.
static bool strides_of_mapping(builder *b, const nest_object *o, const prog_mapping *m, strides *st)
{
	st->rank = m->rank;
	poly stride = poly_constant(1);
	for (int d = m->rank - 1; d >= 0; d--) {
		st->stride[d] = stride;
		if (d == 0) break;
		if (inline_hides(b->n->root->function, m->extent[d])) return false;
		if (!affine_poly(b, bound_extent(b, o->base, m->extent[d]), &st->extent[d]) ||
		        poly_has_atoms(&st->extent[d]))
			return false;
		st->extent_text[d] = affine_poly_text(b, &st->extent[d]);
		if (!poly_mul(&stride, &stride, &st->extent[d])) return false;
	}
	return true;
}

// Whether an extent is the same where the object is accessed: of constants, and variables of the file that are
// declared before.
static bool means_the_same(builder *b, const nest_object *o, const prog_expr *e)
{
	long value;
	if (facts_value(b->facts, e, &value)) return true;
	if (e->kind == PROG_EXPR_VAR) {
		const prog_loc *at = &e->symbol->loc, *here = &o->base->loc;
		return e->symbol->file_scope && at->file == here->file && at->line < here->line;
	}
	if (e->kind != PROG_EXPR_BINARY && e->kind != PROG_EXPR_CAST) return false;
	for (int k = 0; k < e->n_args; k++)
		if (!means_the_same(b, o, e->arg[k])) return false;
	return true;
}

// Strides from the one shape of all memory that the pointer is seen to lead to.
static bool strides_expected(builder *b, const nest_object *o, strides *st)
{
	const prog_mapping *list[FACTS_MAPPINGS];
	int n = mapping_of_memory(b->facts, o, list);
	for (int k = 0; k < n; k++) {
		strides other = {0};
		if (list[k]->rank < 2 || list[k]->rank != list[0]->rank) return false;
		for (int d = 1; d < list[k]->rank; d++)
			if (!means_the_same(b, o, list[k]->extent[d])) return false;
		if (!strides_of_mapping(b, o, list[k], k ? &other : st)) return false;
		for (int d = 1; d < other.rank; d++)
			if (!poly_equal(&other.extent[d], &st->extent[d])) return false;
	}
	return n > 0;
}

// Of what loop variables are multiplied with, strides are guessed in several ways.
typedef enum use {
	USE_SUMS,     // m + 2 of i * (m + 2) + j, and of 2 * i * (m + 2) + j
	USE_PRODUCTS, // m and 2
	USE_ROWS,     // 2 * m of (2 * i) * (2 * m) + j: what rows are multiplied with in the source
	USE_STEPS,    // 2 * m of 4 * m * i + j and 4 * m * i + 2 * m + j: all accesses begin rows at multiples of it
	USE_AS_IS,    // 2 * m of 2 * (i * m + j) + k
	USE_CELLS,    // 2 * m and 2
	USE_SPELLED,  // n + 2 of i * (n + 2) + i
	N_USES
} use;

typedef struct factors {
	use use;
	bool numbers; // rows may be of lengths that are constants alone
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

static long common_factor(long a, long b)
{
	a = labs(a), b = labs(b);
	while (a) {
		long rest = b % a;
		b = a, a = rest;
	}
	return b;
}

static long content_of(const poly *p)
{
	long common = 0;
	for (int k = 0; k < p->n; k++) common = common_factor(p->term[k].coef, common);
	return common;
}

// The term of highest degree positive.
static void make_positive(poly *p)
{
	long sign = 1;
	int most = degree(p);
	for (int k = p->n - 1; k >= 0; k--)
		if (p->term[k].n_par == most) sign = p->term[k].coef < 0 ? -1 : 1;
	for (int k = 0; k < p->n; k++) p->term[k].coef *= sign;
}

// Without a common factor.
static void make_primitive(poly *p)
{
	long common = content_of(p);
	for (int k = 0; k < p->n && common; k++) p->term[k].coef /= common;
}

static void add_factor(factors *f, poly p)
{
	long constant;
	bool none = f->use == USE_CELLS ? poly_is_constant(&p, &constant) && labs(constant) <= 1 : degree(&p) == 0;
	for (int k = 0; k < f->n && !none; k++) none = k < PROG_MAX_RANK && poly_equal(&f->list[k], &p);
	if (none) return;
	if (f->n < PROG_MAX_RANK) f->list[f->n] = p;
	f->n++; // beyond the list: too many
}

static void gather_factors(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)b, (void)s, (void)a;
	factors *f = user;
	if (f->n > PROG_MAX_RANK || !raw->known[0]) return;
	for (int k = 0; k < raw->factors.n && f->use == USE_ROWS; k++)
		if (raw->factors.row[k]) add_factor(f, raw->factors.list[k]);
	for (int k = 0; k < raw->factors.n_spelled && f->use == USE_SPELLED; k++) {
		poly p = raw->factors.spelled[k];
		make_positive(&p);
		add_factor(f, p);
	}
	if (f->use == USE_ROWS || f->use == USE_SPELLED) return;
	const poly *flat = &raw->sub[0];
	for (int k = 0; k < flat->n; k++) {
		if (flat->term[k].atom < 0) continue;
		poly p = {0};
		for (int j = 0; j < flat->n; j++) {
			bool same = f->use == USE_PRODUCTS ? j == k : flat->term[j].atom == flat->term[k].atom;
			if (same) p.term[p.n] = flat->term[j], p.term[p.n++].atom = -1;
		}
		make_positive(&p);
		if (f->use < USE_ROWS || f->use == USE_STEPS) make_primitive(&p);
		add_factor(f, p);
		if (f->n > PROG_MAX_RANK) return;
	}
}

static long constant_of(const poly *p)
{
	long value;
	return poly_is_constant(p, &value) ? value : 0;
}

// The largest first: 4 * m before m.
static int by_size(const void *x, const void *y)
{
	int by_degree = degree(y) - degree(x);
	return by_degree ? by_degree : (content_of(y) > content_of(x)) - (content_of(y) < content_of(x));
}

typedef struct steps {
	int n;
	const poly *row; // without a common factor, those of highest degree first
	long step[PROG_MAX_RANK];
} steps;

// By how many rows the access's parts are apart.
static void gather_steps(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)b, (void)s, (void)a;
	steps *all = user;
	poly rest = {0};
	if (raw->known[0]) rest = raw->sub[0];
	for (int k = 0; k < all->n; k++) {
		poly rows, next;
		poly_divide(&rest, &all->row[k], &rows, &next);
		all->step[k] = common_factor(all->step[k], content_of(&rows));
		rest = next;
	}
}

static bool widen_to_steps(builder *b, int object, factors *f)
{
	steps all = {.n = f->n, .row = f->list};
	bool wider = false;
	if (f->n >= PROG_MAX_RANK) return false;
	qsort(f->list, (size_t)f->n, sizeof *f->list, by_size);
	linearised_each_access(b, object, gather_steps, &all);
	for (int k = 0; k < f->n; k++) {
		poly step = poly_constant(all.step[k]), row = f->list[k];
		if (all.step[k] <= 1) continue;
		if (!poly_mul(&f->list[k], &row, &step)) return false;
		wider = true;
	}
	return wider;
}

static bool strides_of_factors(builder *b, factors *f, strides *st)
{
	if (f->n == 0 || f->n >= PROG_MAX_RANK) return false;
	qsort(f->list, (size_t)f->n, sizeof *f->list, by_size);
	if (degree(&f->list[0]) == 0 && !f->numbers) return false;
	st->rank = f->n + 1;
	st->stride[f->n] = poly_constant(1);
	for (int d = 0; d < f->n; d++) st->stride[d] = f->list[d];
	for (int d = 1; d <= f->n; d++) {
		poly rest;
		poly_divide(&st->stride[d - 1], &st->stride[d], &st->extent[d], &rest);
		bool is_row = degree(&st->extent[d]) > 0 || (f->use == USE_CELLS && constant_of(&st->extent[d]) > 1);
		if (rest.n || !is_row) return false;
		st->extent_text[d] = affine_poly_text(b, &st->extent[d]);
	}
	return true;
}

// Strides guessed from how the nest subscripts the memory, i * n * m + j * m + k or i * (m + 2) + j. Compared with
// the array's at run time.
static bool strides_of_use(builder *b, int object, use use, strides *st)
{
	factors f = {.use = use};
	linearised_each_access(b, object, gather_factors, &f);
	if (use == USE_STEPS && !widen_to_steps(b, object, &f)) return false;
	return strides_of_factors(b, &f, st);
}

typedef struct linear_use {
	const strides *st;
	bool fits;       // every access divides into subscripts
	bool outer;      // some access uses an outer subscript
	bool selects;    // a loop variable does
	bool inside;     // every remainder is shown to be within its row
	bool flat;       // every access is affine as it stands
	isl_set *assume; // parameters with which all remainders are within their rows
} linear_use;

void linearised_split(const strides *st, const poly *flat, poly *sub)
{
	poly rest = *flat;
	for (int d = 0; d + 1 < st->rank; d++) {
		poly next;
		poly_divide(&rest, &st->stride[d], &sub[d], &next);
		rest = next;
	}
	sub[st->rank - 1] = rest;
}

static void split_subscript(const strides *st, const raw_access *raw, poly *sub)
{
	if (raw->split)
		memcpy(sub, raw->sub, sizeof *sub * (size_t)st->rank);
	else
		linearised_split(st, &raw->sub[0], sub);
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
		isl_set *near = e ? near_entries_outside(b, sub, s->depth, e) : NULL;
		isl_pw_aff_free(x);
		isl_pw_aff_free(e);
		return near ? isl_set_intersect(near, iterations_of(s, a)) : NULL;
	}
	poly none = {0};
	isl_pw_aff *zero = affine_of_poly(b, &none, s->depth);
	isl_set *below = isl_pw_aff_lt_set(isl_pw_aff_copy(x), zero);
	isl_set *bad = isl_set_union(below, isl_pw_aff_ge_set(x, e));
	return isl_set_intersect(bad, iterations_of(s, a));
}

// i * w + (w - h + k): of the row's length, which the division has made a row of, nothing but what is taken from it
// is left.
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

// Are there parameters, all of them positive, with which the iterations take place and none of them has a subscript
// below 0?
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

// A subscript that is outside of its row in all iterations is one of the next row, or the one before: the row length
// may stand in the subscript itself (w - 1 - x).
static bool move_row(builder *b, nest_stmt *s, const nest_access *a, const strides *st, poly *sub, int d)
{
	isl_pw_aff *x = affine_of_poly(b, &sub[d], s->depth), *e = affine_of_poly(b, &st->extent[d], s->depth);
	poly none = {0}, one = poly_constant(1);
	long by = 0;
	if (x && e && (!st->displaced || lacks_row(&sub[d - 1], &sub[d]))) {
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

typedef struct displacement {
	const strides *st;
	bool found;
} displacement;

// An access that is in the row before in all runs that do something, if the pointer leads to the beginning of a row:
// a[i * m - 1].
static void find_displacement(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	displacement *found = user;
	const strides *st = found->st;
	poly sub[PROG_MAX_RANK], none = {0};
	if (!raw->known[0] || found->found) return;
	split_subscript(st, raw, sub);
	for (int d = 1; d < st->rank; d++) {
		isl_pw_aff *x = lacks_row(&sub[d - 1], &sub[d]) ? NULL : affine_of_poly(b, &sub[d], s->depth);
		if (!x) continue;
		isl_set *domain = iterations_of(s, a),
		        *below = isl_pw_aff_lt_set(x, affine_of_poly(b, &none, s->depth));
		found->found |= isl_set_is_disjoint(domain, below) == isl_bool_false && !may_stay_above(domain, below);
		isl_set_free(domain);
		isl_set_free(below);
	}
}

// Whether the memory is seen from a place within a row, u = block + width + 1, so that subscripts begin below 0.
static bool may_be_displaced(const nest_object *o)
{
	bool named = o->base->kind == PROG_EXPR_VAR || o->base->kind == PROG_EXPR_MEMBER;
	return o->kind == NEST_POINTER && !o->mapping && named;
}

static bool is_displaced(builder *b, const nest_object *o, const strides *st)
{
	displacement d = {.st = st};
	if (!may_be_displaced(o) || !facts_leads_inside(b->facts, o->symbol)) return false;
	linearised_each_access(b, o->id, find_displacement, &d);
	return d.found;
}

static bool subscripts_of(
        builder *b, nest_stmt *s, const nest_access *a, const strides *st, const raw_access *raw, poly *sub)
{
	split_subscript(st, raw, sub);
	for (int d = st->rank - 1; d > 0 && !raw->split; d--)
		if (!move_row(b, s, a, st, sub, d)) return false;
	return true;
}

// What holds of the parameters where the access stays within its rows; where that is too much to find out, what is
// assumed so far.
static isl_set *parameters_inside(isl_set *assume, isl_set *bad)
{
	enum { MOST_OPERATIONS = 200000 };
	isl_set *parameters = isl_set_params(bad);
	if (isl_set_is_empty(parameters) == isl_bool_true) return isl_set_free(parameters), assume;
	const quota q = quota_open_within(isl_set_get_ctx(assume), MOST_OPERATIONS);
	isl_set *inside = isl_set_coalesce(isl_set_subtract(isl_set_copy(assume), parameters));
	if (!quota_close(q)) return isl_set_free(inside), assume;
	isl_set_free(assume);
	return inside;
}

// Whether something is known of the subscript.
static bool has_values(builder *b, const poly *sub, int depth)
{
	isl_pw_aff *x = affine_of_poly(b, sub, depth);
	bool known = x || near_entries_known(b, sub, depth);
	isl_pw_aff_free(x);
	return known;
}

static void judge_use(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	linear_use *u = user;
	poly sub[PROG_MAX_RANK];
	if (!raw->known[0]) return;
	if (!subscripts_of(b, s, a, u->st, raw, sub)) u->fits = false;
	isl_pw_aff *flat = raw->split ? NULL : affine_of_poly(b, &raw->sub[0], s->depth);
	if (!flat) u->flat = false;
	isl_pw_aff_free(flat);
	for (int d = 0; d < u->st->rank; d++) {
		if (!has_values(b, &sub[d], s->depth)) u->fits = false;
		if (d + 1 < u->st->rank && sub[d].n) u->outer = true;
		if (d + 1 < u->st->rank && poly_has_atoms(&sub[d])) u->selects = true;
		if (d == 0 || !u->fits) continue;
		isl_set *bad = u->st->displaced ? NULL : outside_row(b, s, a, &sub[d], &u->st->extent[d]);
		if (!bad || isl_set_is_empty(bad) != isl_bool_true) u->inside = false;
		if (bad) u->assume = parameters_inside(u->assume, bad);
	}
}

// The parameters for which the array has two rows or more of each kind.
static isl_set *several_rows(builder *b, const nest_object *o, const strides *st)
{
	isl_set *several = isl_set_universe(isl_space_params_alloc(b->n->ctx, 0));
	for (int d = 0; d + 1 < st->rank; d++) {
		poly extent, size, twice;
		const prog_expr *first = d == 0 && o->mapping ? o->mapping->extent[0] : NULL;
		if (d == 0 && (!first || !affine_poly(b, bound_extent(b, o->base, first), &extent))) continue;
		if (d > 0) extent = st->extent[d];
		if (!poly_mul(&size, &extent, &st->stride[d]) || !poly_add(&twice, &st->stride[d], &st->stride[d], 1))
			continue;
		isl_pw_aff *x = affine_of_poly(b, &size, 0), *y = affine_of_poly(b, &twice, 0),
		           *row = affine_of_poly(b, &st->stride[d], 0);
		if (x && y && row) {
			isl_set *positive = isl_pw_aff_pos_set(isl_pw_aff_copy(row));
			isl_set *two = isl_pw_aff_ge_set(isl_pw_aff_copy(x), isl_pw_aff_copy(y));
			several = isl_set_intersect(several, isl_set_params(isl_set_intersect(two, positive)));
		}
		isl_pw_aff_free(x);
		isl_pw_aff_free(y);
		isl_pw_aff_free(row);
	}
	return several;
}

// How well strides fit the accesses of an object.
typedef enum fit {
	FIT_NONE, // some subscript is not affine, or all are beyond their rows; or there are no rows: a flat loop over the whole memory
	FIT_CONSTANT, // constants select rows; that the accesses stay within them must be assumed. A flat loop over several rows looks the same
	FIT_SELECTED, // loop variables select rows; the same
	FIT_INSIDE,   // they are within their rows
} fit;

static linear_use judge(builder *b, const nest_object *o, const strides *st)
{
	linear_use use = {.st = st, .fits = true, .inside = true, .flat = true, .assume = isl_set_copy(b->n->assume)};
	linearised_each_access(b, o->id, judge_use, &use);
	return use;
}

static void gather_runs(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)b, (void)raw;
	isl_set **runs = user;
	*runs = isl_set_union(*runs, isl_set_params(iterations_of(s, a)));
}

// Of the parameters those with which some access is made.
static isl_set *with_accesses(builder *b, const nest_object *o, isl_set *parameters)
{
	isl_set *runs = isl_set_empty(isl_space_params_alloc(b->n->ctx, 0));
	linearised_each_access(b, o->id, gather_runs, &runs);
	return isl_set_intersect(parameters, runs);
}

static fit fit_of(builder *b, const nest_object *o, strides *st)
{
	st->displaced = is_displaced(b, o, st);
	linear_use use = judge(b, o, st);
	// Of a pointer that was set back, subscripts from 1 on are in a row that has no more elements than the last
	// one says.
	if (!st->displaced && !use.inside && may_be_displaced(o) && facts_leads_before(b->facts, o->symbol)) {
		isl_set_free(use.assume);
		st->displaced = true;
		use = judge(b, o, st);
	}
	// A flat loop over several rows is affine, and never within one.
	if (use.flat) use.assume = isl_set_intersect(use.assume, several_rows(b, o, st));
	if (use.fits && !use.inside) use.assume = with_accesses(b, o, use.assume);
	bool possible = isl_set_is_empty(use.assume) != isl_bool_true;
	isl_set_free(use.assume);
	if (!use.fits || !possible) return FIT_NONE;
	return use.inside ? FIT_INSIDE : use.selects ? FIT_SELECTED : use.outer ? FIT_CONSTANT : FIT_NONE;
}

static bool same_strides(const strides *x, const strides *y)
{
	if (x->rank != y->rank) return false;
	for (int d = 0; d < x->rank; d++)
		if (!poly_equal(&x->stride[d], &y->stride[d])) return false;
	return true;
}

// Strides that have been tried with the object's accesses as they are: what is guessed in several ways is often the
// same.
typedef struct tried {
	strides st;
	fit fits;
	struct tried *next;
} tried;

static fit fit_once(builder *b, const nest_object *o, strides *st, tried **all)
{
	for (const tried *t = *all; t; t = t->next)
		if (same_strides(&t->st, st)) return st->displaced = t->st.displaced, t->fits;
	tried *now = malloc(sizeof *now);
	now->fits = fit_of(b, o, st);
	now->st = *st;
	now->next = *all;
	*all = now;
	return now->fits;
}

static void tried_free(tried *all)
{
	while (all) {
		tried *next = all->next;
		free(all);
		all = next;
	}
}

// With the variable that is to be 1 as it stands in the source.
static const char *subscript_text(builder *b, const strides *st, const raw_access *raw, int d)
{
	poly sub = raw->sub[d], named;
	bool last = raw->split && d == st->rank - 1 && st->unit.n > 0 && raw->of_name.n > 0;
	if (last && poly_mul(&named, &raw->of_name, &st->unit) && poly_add(&sub, &sub, &raw->of_name, -1) &&
	        poly_add(&sub, &sub, &named, 1))
		return affine_poly_text(b, &sub);
	return affine_poly_text(b, &raw->sub[d]);
}

static void apply_strides(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	const strides *st = user;
	poly sub[PROG_MAX_RANK];
	if (!raw->known[0]) {
		for (int d = 0; d < st->rank; d++) raw->known[d] = false;
		return;
	}
	subscripts_of(b, s, a, st, raw, sub);
	for (int d = 0; d < st->rank; d++) {
		raw->known[d] = true;
		raw->sub[d] = sub[d];
		a->sub_text[d] = subscript_text(b, st, raw, d);
		isl_set *bad = d == 0 || st->displaced ? NULL : outside_row(b, s, a, &sub[d], &st->extent[d]);
		if (!bad) continue;
		b->n->assume = parameters_inside(b->n->assume, bad);
	}
}

// ---- rows that no loop variable selects -----------------------------------------------------------
//
// p[0 * m + j] = p[1 * m + j]: nothing is left of the row length but m, once. In (i * ny + j) * nz + k, where j is a
// parameter, nz is told apart by the source alone. What constants and sums are multiplied with, and what is added,
// are guesses, taken where a shape is expected of the memory, with as many dimensions as they give; the lengths of
// rows also where nothing is known of it.

typedef struct guess {
	poly value;
	int times; // accesses in which it is multiplied with something
	bool row;  // with a sum that has a loop variable
} guess;

typedef struct guesses {
	int n_accesses, n;
	guess list[PROG_MAX_RANK];
} guesses;

static void add_guess(guesses *g, const poly *p, int times, bool row)
{
	int k = 0;
	while (k < g->n && !poly_equal(&g->list[k].value, p)) k++;
	if (degree(p) == 0 || k == PROG_MAX_RANK) return;
	if (k == g->n) g->list[g->n++].value = *p;
	g->list[k].times += times;
	g->list[k].row |= row;
}

static void gather_guesses(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)b, (void)s, (void)a;
	guesses *g = user;
	poly added = {0};
	g->n_accesses++;
	for (int k = 0; k < raw->factors.n; k++) add_guess(g, &raw->factors.list[k], 1, raw->factors.row[k]);
	for (int k = 0; raw->known[0] && k < raw->sub[0].n; k++)
		if (raw->sub[0].term[k].atom < 0) added.term[added.n++] = raw->sub[0].term[k];
	add_guess(g, &added, 0, false);
}

// The guess as one more stride, or as one more extent outside of those that are seen in use.
static bool strides_with_guess(builder *b, const nest_object *o, const poly *guess, bool is_extent, strides *st)
{
	factors f = {0};
	linearised_each_access(b, o->id, gather_factors, &f);
	if (f.n + 1 >= PROG_MAX_RANK) return false;
	poly stride = *guess;
	for (int k = 0; k < f.n && is_extent; k++)
		if (degree(&f.list[k]) >= degree(&stride) && !poly_mul(&stride, &f.list[k], guess)) return false;
	add_factor(&f, stride);
	return strides_of_factors(b, &f, st);
}

// Two guesses as strides, with all of which something is multiplied in each access: loops go through none of these
// dimensions.
static fit strides_with_two(builder *b, const nest_object *o, const guesses *g, int rank, strides *st, tried **all)
{
	for (int x = 0; x < g->n; x++)
		for (int y = 0; y < x; y++) {
			factors f = {0};
			if (g->list[x].times < g->n_accesses || g->list[y].times < g->n_accesses) continue;
			linearised_each_access(b, o->id, gather_factors, &f);
			if (f.n + 2 >= PROG_MAX_RANK) return FIT_NONE;
			add_factor(&f, g->list[x].value);
			add_factor(&f, g->list[y].value);
			fit fits =
			        strides_of_factors(b, &f, st) && st->rank == rank ? fit_once(b, o, st, all) : FIT_NONE;
			if (fits >= FIT_CONSTANT) return fits;
		}
	return FIT_NONE;
}

// All that something is multiplied with, of rows alone perhaps, beside what is seen in use. False where that is
// nothing more.
static bool strides_multiplied(builder *b, const nest_object *o, const guesses *g, bool rows, strides *st)
{
	factors f = {0};
	linearised_each_access(b, o->id, gather_factors, &f);
	int used = f.n;
	for (int k = 0; k < g->n; k++)
		if (g->list[k].row || (!rows && g->list[k].times > 0)) add_factor(&f, g->list[k].value);
	return f.n > used && strides_of_factors(b, &f, st);
}

static fit strides_guessed(builder *b, const nest_object *o, strides *st, tried **all)
{
	const prog_mapping *list[FACTS_MAPPINGS];
	guesses g = {0};
	int n = mapping_of_memory(b->facts, o, list);
	for (int k = 0; k < n; k++)
		if (list[k]->rank != list[0]->rank) return FIT_NONE;
	linearised_each_access(b, o->id, gather_guesses, &g);
	bool rows = (n > 0 || o->kind == NEST_POINTER) && strides_multiplied(b, o, &g, n == 0, st);
	fit fits = rows && (n == 0 || st->rank == list[0]->rank) ? fit_once(b, o, st, all) : FIT_NONE;
	if (fits >= FIT_SELECTED) return fits;
	for (int k = 0; k < 2 * g.n && n > 0; k++) {
		const guess *q = &g.list[k / 2];
		bool strides = strides_with_guess(b, o, &q->value, k % 2, st) && st->rank == list[0]->rank;
		fits = strides ? fit_once(b, o, st, all) : FIT_NONE;
		if (fits >= (q->times == g.n_accesses ? FIT_CONSTANT : FIT_SELECTED)) return fits;
	}
	return n > 0 ? strides_with_two(b, o, &g, list[0]->rank, st, all) : FIT_NONE;
}

static void find_inner(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)b, (void)s, (void)a;
	bool *found = user;
	for (int k = 0; raw->known[0] && k < raw->sub[0].n; k++) {
		const poly_term *t = &raw->sub[0].term[k];
		*found |= t->atom >= 0 && t->n_par == 0 && labs(t->coef) == 1;
	}
}

// Rows of constant length, a[i + 61 * j], where so many dimensions are expected whose extents are spelled otherwise;
// all within their rows.
static bool strides_of_numbers(builder *b, const nest_object *o, int expected, strides *st, tried **all)
{
	factors f = {.use = USE_CELLS, .numbers = true};
	bool inner = false;
	linearised_each_access(b, o->id, find_inner, &inner);
	linearised_each_access(b, o->id, gather_factors, &f);
	return expected > 1 && inner && f.n + 1 == expected && strides_of_factors(b, &f, st) &&
	       fit_once(b, o, st, all) == FIT_INSIDE;
}

typedef struct spelling {
	const poly *stride;
	bool any, found;
} spelling;

static void find_spelling(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)b, (void)s, (void)a;
	spelling *q = user;
	for (int k = 0; k < raw->factors.n_spelled; k++) {
		poly p = raw->factors.spelled[k];
		make_positive(&p);
		q->found |= poly_equal(&p, q->stride);
		make_primitive(&p);
		q->found |= poly_equal(&p, q->stride);
		q->any = true;
	}
}

// Whether the source multiplies loop variables with these strides, as far as it says what it multiplies them with.
static bool is_spelled(builder *b, const nest_object *o, const strides *st)
{
	for (int d = 0; d + 1 < st->rank; d++) {
		spelling q = {.stride = &st->stride[d]};
		if (degree(q.stride) == 0) continue;
		linearised_each_access(b, o->id, find_spelling, &q);
		if (q.any && !q.found) return false;
	}
	return true;
}

typedef struct columns {
	const strides *st;
	bool vary;
} columns;

static void find_column(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)b, (void)s, (void)a;
	columns *c = user;
	poly sub[PROG_MAX_RANK];
	long constant;
	linearised_split(c->st, &raw->sub[0], sub);
	c->vary |= !poly_is_constant(&sub[c->st->rank - 1], &constant);
}

// i * m + i: an element of the diagonal, as the source multiplies with m alone, rather than the first one of a row of m
// + 1.
static bool is_diagonal(builder *b, const nest_object *o, const strides *spelled, const strides *other)
{
	columns now = {spelled, false}, then = {other, false};
	if (spelled->rank != other->rank || !is_spelled(b, o, spelled) || is_spelled(b, o, other)) return false;
	linearised_each_access(b, o->id, find_column, &now);
	linearised_each_access(b, o->id, find_column, &then);
	return now.vary && !then.vary;
}

// The best of those guessed from use: those with which nothing is to be assumed (2), and of as many dimensions as are
// expected (3).
static int strides_used(builder *b, const nest_object *o, strides *best, tried **all)
{
	const prog_mapping *list[FACTS_MAPPINGS];
	int expected = mapping_of_memory(b->facts, o, list) ? list[0]->rank : 0, merit = 0;
	bool spelled = false, possible[N_USES] = {false};
	strides st[N_USES] = {0};
	for (int k = 0; k < N_USES; k++) {
		bool known = !strides_of_use(b, o->id, k, &st[k]);
		if (known) st[k].rank = 0;
		for (int j = 0; j < k && !known; j++) known = same_strides(&st[j], &st[k]);
		fit fits = known ? FIT_NONE : fit_once(b, o, &st[k], all);
		if (fits == FIT_NONE || (object_is_plain(o) && fits < FIT_SELECTED)) continue;
		int its = fits == FIT_INSIDE ? 2 + (st[k].rank == expected) : 1;
		possible[k] = true;
		bool its_spelled = its < 2 || is_spelled(b, o, &st[k]);
		if (its > merit || (its == merit && its_spelled && !spelled))
			merit = its, spelled = its_spelled, *best = st[k];
		if (spelled && (its == 3 || (its == 2 && !expected))) break;
	}
	for (int k = 0; k < N_USES && merit > 0; k++)
		if (possible[k] && is_diagonal(b, o, &st[k], best)) return *best = st[k], merit;
	return merit > 0 ? merit : strides_of_numbers(b, o, expected, best, all) ? 3 : 0;
}

// ---- planes that constants select -----------------------------------------------------------------
//
// u[i + nx * (j + ny * IP)]: of the planes' size nothing is left but nx * ny, as often as the constant says. No loop
// goes through the planes, but where they are rows one after the other, and each process owns some of each plane, it
// owns pieces of these rows.

typedef struct planes {
	int least; // factors that a product must have
	poly size;
	bool any, same;
} planes;

// Sums of products of more variables than the length of a row.
static void gather_planes(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)b, (void)s, (void)a;
	planes *q = user;
	poly size = {0};
	for (int k = 0; raw->known[0] && k < raw->sub[0].n; k++) {
		const poly_term *t = &raw->sub[0].term[k];
		if (t->atom < 0 && t->n_par >= q->least) size.term[size.n++] = *t;
	}
	if (size.n == 0) return;
	make_primitive(&size);
	q->same &= !q->any || poly_equal(&size, &q->size);
	q->any = true;
	q->size = size;
}

static bool strides_with_planes(builder *b, const nest_object *o, const strides *st, strides *with)
{
	const prog_mapping *list[FACTS_MAPPINGS];
	planes q = {.least = degree(&st->stride[0]) + 1, .same = true};
	const int expected = mapping_of_memory(b->facts, o, list) ? list[0]->rank : 0;
	if (st->rank < 2 || st->rank == PROG_MAX_RANK || expected == st->rank) return false;
	linearised_each_access(b, o->id, gather_planes, &q);
	if (!q.any || !q.same) return false;
	*with = *st;
	with->rank++;
	for (int d = st->rank; d > 0; d--) {
		with->stride[d] = st->stride[d - 1];
		with->extent[d] = d > 1 ? st->extent[d - 1] : q.size;
		with->extent_text[d] = d > 1 ? st->extent_text[d - 1] : NULL;
		with->name_text[d] = st->name_text[d - 1];
	}
	with->stride[0] = q.size;
	with->name_text[0] = NULL;
	poly rest;
	poly_divide(&q.size, &st->stride[0], &with->extent[1], &rest);
	if (rest.n || degree(&with->extent[1]) == 0) return false;
	with->extent_text[1] = affine_poly_text(b, &with->extent[1]);
	return fit_of(b, o, with) >= FIT_SELECTED;
}

static bool strides_of_rows(builder *b, const nest_object *o, strides *st)
{
	strides used = {0};
	tried *all = NULL;
	fit guessed = strides_guessed(b, o, st, &all);
	bool certain = guessed == FIT_INSIDE;
	int merit = certain && is_spelled(b, o, st) ? 0 : strides_used(b, o, &used, &all);
	tried_free(all);
	if (certain && merit > 0 && !is_spelled(b, o, &used)) merit = 0;
	if (merit == 3 || (merit > 0 && guessed == FIT_NONE)) return *st = used, true;
	return guessed != FIT_NONE;
}

static bool strides_of_source(builder *b, const nest_object *o, strides *st)
{
	strides with;
	if (!strides_of_rows(b, o, st)) return false;
	if (strides_with_planes(b, o, st, &with)) *st = with;
	return true;
}

// Strides that are variables of their own, compared with the shape that the memory is given, where that is seen here,
// else with one another.
static bool strides_named(builder *b, nest_object *o, int least, strides *st)
{
	const prog_mapping *list[FACTS_MAPPINGS];
	bool shaped = o->mapping && o->mapping->rank > o->rank;
	int n = mapping_of_memory(b->facts, o, list), rank = shaped ? o->mapping->rank : n ? list[0]->rank : 0;
	for (int k = 0; k < n; k++)
		if (list[k]->rank != rank) return false;
	for (int quotients = 0; quotients < 2; quotients++) {
		named_strides was;
		*st = (strides){0};
		bool known =
		        quotients || (shaped ? strides_of_mapping(b, o, o->mapping, st) : strides_expected(b, o, st));
		if (quotients) st->rank = 0;
		if (n > 0 && st->rank > 0 && list[0]->extent[0])
			st->rows = bound_extent(b, o->base, list[0]->extent[0]);
		if (!known || !named_strides_replace(b, o, rank, least, st, &was)) continue;
		bool fits = fit_of(b, o, st) != FIT_NONE;
		named_strides_settle(b, o, &was, fits);
		if (fits) o->names_hold = was.holds;
		if (fits) return true;
	}
	*st = (strides){0};
	return false;
}

// A directive gives it one dimension: rows that the text makes in it are parts of that.
static bool has_one_dimension(builder *b, const nest_object *o)
{
	const prog_mapping *list[FACTS_MAPPINGS];
	int n = mapping_of_memory(b->facts, o, list);
	if (o->mapping) return o->mapping->rank == 1 && o->rank == 1;
	for (int k = 0; k < n; k++)
		if (list[k]->rank != 1) return false;
	return n > 0 && o->rank == 1;
}

// Strides of the text, and of the shape that the memory is seen to have: of i * 24 + j, where i is a parameter,
// either may be the length of a row, and rows of the shape are what is meant.
static bool strides_of_either(builder *b, nest_object *o, strides *st)
{
	strides expected = {0};
	if (!strides_of_source(b, o, st)) return false;
	if (!strides_expected(b, o, &expected) || fit_of(b, o, &expected) != FIT_CONSTANT) return true;
	bool same = expected.rank == st->rank;
	for (int d = 1; d < expected.rank && same; d++) same = poly_equal(&expected.extent[d], &st->extent[d]);
	if (!same) *st = expected;
	return true;
}

void linearised_recover(builder *b, nest_object *o)
{
	strides st = {0};
	if (o->base->kind != PROG_EXPR_BINARY && has_one_dimension(b, o)) return;
	bool shaped = o->mapping && o->mapping->rank > o->rank;
	bool found = shaped ? strides_of_mapping(b, o, o->mapping, &st) && fit_of(b, o, &st)
	                    : strides_expected(b, o, &st) && fit_of(b, o, &st) >= FIT_SELECTED;
	found = found || strides_named(b, o, 2, &st);
	// Of the shape's rank, where one is given: that the rows are as long is tested.
	found = found ||
	        (shaped ? strides_of_source(b, o, &st) && st.rank == o->mapping->rank : strides_of_either(b, o, &st));
	found = found || strides_named(b, o, 1, &st);
	// Constants alone select rows: of the shape, as the text gives no other one.
	found = found || (!shaped && strides_expected(b, o, &st) && fit_of(b, o, &st) == FIT_CONSTANT);
	// An array in a block has one subscript at least, which is not that of the text.
	if (!found && o->base->kind != PROG_EXPR_BINARY && !o->linear) return;
	if (!found) st = (strides){.rank = 1, .stride = {poly_constant(1)}};
	added_strides_place(b, o, &st);
	o->linear = true;
	o->displaced = st.displaced;
	o->rank = st.rank;
	for (int d = 1; d < st.rank; d++) {
		o->extent[d] = st.extent_text[d];
		o->extent_aff[d] = affine_of_poly(b, &st.extent[d], 0);
	}
	for (int d = 0; d + 1 < st.rank; d++) o->stride_text[d] = st.name_text[d];
	linearised_each_access(b, o->id, apply_strides, &st);
}

// Of how many dimensions the memory is seen to be; 0: not known.
static int rank_of_memory(builder *b, const nest_object *o)
{
	const prog_mapping *list[FACTS_MAPPINGS];
	int n = mapping_of_memory(b->facts, o, list);
	if (o->mapping) return o->mapping->rank;
	for (int k = 1; k < n; k++)
		if (list[k]->rank != list[0]->rank) return 0;
	return n > 0 ? list[0]->rank : 0;
}

// Whether the type's rows are seen to be others than the last dimensions of the shape. Where they are these, nests see
// the dimensions in front of them as one.
static bool rows_are_others(builder *b, const nest_object *o, const strides *shape)
{
	for (int d = 1; d < o->rank; d++) {
		poly extent;
		if (flat_order_spelled(b, o, d, &extent) &&
		        !poly_equal(&extent, &shape->extent[shape->rank - o->rank + d]))
			return true;
	}
	return false;
}

typedef struct leading {
	const strides *st;
	int n; // dimensions
	bool selected;
} leading;

static void find_leading(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)b, (void)s, (void)a;
	leading *l = user;
	poly sub[PROG_MAX_RANK];
	linearised_split(l->st, &raw->sub[0], sub);
	for (int d = 0; d < l->n; d++) l->selected |= poly_has_atoms(&sub[d]);
}

// Whether loops go through some of the dimensions in front of the last `rank` ones; else a plane is all that is meant.
static bool selects_planes(builder *b, const nest_object *o, strides *st, int rank)
{
	leading l = {.st = st, .n = st->rank - rank};
	if (fit_of(b, o, st) < FIT_SELECTED) return false;
	linearised_each_access(b, o->id, find_leading, &l);
	return l.selected;
}

void linearised_recover_rows(builder *b, nest_object *o)
{
	strides shape = {0}, used = {0};
	flat_order was;
	int rank = rank_of_memory(b, o);
	if (object_is_plain(o) || o->row_levels || o->at_pointee || o->moves || rank <= o->rank) return;
	bool known = o->mapping ? strides_of_mapping(b, o, o->mapping, &shape) : strides_expected(b, o, &shape);
	bool keep = known && rows_are_others(b, o, &shape);
	if (!flat_order_join(b, o, &was)) return;
	keep = keep || (known && selects_planes(b, o, &shape, was.rank));
	keep = keep || (strides_of_source(b, o, &used) && used.rank == rank && selects_planes(b, o, &used, was.rank));
	flat_order_settle(b, o, &was, keep);
	if (!keep) return;
	o->linear = true;
	linearised_recover(b, o);
}
