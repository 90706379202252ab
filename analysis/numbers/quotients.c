// SPDX-License-Identifier: Apache-2.0
//
// Quotients by what only the run knows. They are not affine, but what becomes of them may be: of one loop in place of
// two, i = c / m and j = c % m, i * m + j is c again; a[c / m][c % m] is element c of the array in flat order, where m
// is the length of its rows.
#include "quotients.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "affine.h"
#include "flat_order.h"
#include "linearised.h"
#include "periods.h"
#include "poly.h"
#include "scales.h"

#include <stdio.h>
#include <string.h>

static const char *text_of(builder *b, const poly *x, const poly *y)
{
	const char *dividend = affine_poly_text(b, x), *divisor = affine_poly_text(b, y);
	size_t size = strlen(dividend) + strlen(divisor) + 16;
	char *text = prog_alloc(b->n->unit, size);
	snprintf(text, size, "((%s) / (%s))", dividend, divisor);
	return text;
}

// The quotient's atom, if there is one; else where the next one is.
static int find_quotient(const builder *b, const poly *x, const poly *y)
{
	int k = 0;
	while (k < b->n_atoms && !(poly_equal(&b->atom[k].dividend, x) && poly_equal(&b->atom[k].divisor, y))) k++;
	return k;
}

// Of a remainder c - (c / z) * z: the place of that quotient among the atoms, where y divides z, *times; else -1.
static int is_rest_of(const builder *b, const poly *x, const poly *y, poly *times)
{
	for (int k = 0; k < x->n; k++) {
		const poly_atom *a = x->term[k].atom >= 0 ? &b->atom[x->term[k].atom] : NULL;
		poly left, whole = {.n = 1, .term = {{.coef = 1, .atom = x->term[k].atom}}};
		if (!a || !a->divisor.n) continue;
		poly_divide(&a->divisor, y, times, &left);
		if (left.n > 0 || !poly_mul(&whole, &whole, &a->divisor) || !poly_add(&whole, x, &whole, 1)) continue;
		if (poly_equal(&whole, &a->dividend)) return x->term[k].atom;
	}
	return -1;
}

// Where a loop variable is multiplied with a parameter: that one.
static bool find_stride(const poly *x, poly *stride)
{
	for (int k = 0; k < x->n; k++) {
		if (!x->term[k].n_par || x->term[k].atom < 0) continue;
		*stride = (poly){.n = 1, .term = {x->term[k]}};
		stride->term[0].atom = -1;
		stride->term[0].coef = 1;
		return true;
	}
	return false;
}

// The turns that a row's remainder makes around its length, as a polynomial. Takes `turns`.
static bool poly_of_turns(builder *b, isl_pw_aff *turns, const poly *rest, const poly *stride, poly *result)
{
	if (isl_pw_aff_is_cst(turns) != isl_bool_true || isl_pw_aff_isa_aff(turns) != isl_bool_true)
		return affine_atom(b, turns, text_of(b, rest, stride), result);
	isl_aff *one = isl_pw_aff_as_aff(turns);
	isl_val *value = isl_aff_get_constant_val(one);
	*result = poly_constant(isl_val_get_num_si(value));
	isl_val_free(value);
	isl_aff_free(one);
	return true;
}

// Where row + turns is not below 0; `sign`: that of the row. Where the row is known by its sign only: where it
// certainly is not.
static isl_set *not_below_zero(builder *b, const poly *row, const isl_pw_aff *sign, const isl_pw_aff *turns)
{
	poly factor = scales_factor(b, row);
	long one;
	isl_pw_aff *i = isl_pw_aff_copy((isl_pw_aff *)sign), *t = isl_pw_aff_copy((isl_pw_aff *)turns);
	if (poly_is_constant(&factor, &one)) return isl_pw_aff_nonneg_set(isl_pw_aff_add(i, t));
	return isl_set_intersect(isl_pw_aff_nonneg_set(i), isl_pw_aff_nonneg_set(t));
}

// (i * m + j) / m where j makes a few turns around m only, and (i * m + j) % m. That the divisor is what i is
// multiplied with is an assumption.
static bool quotient_of_rows(builder *b, const poly *x, const poly *y, bool remainder, poly *result)
{
	poly stride, row, rest, turn;
	if (!y->term[0].n_par || !find_stride(x, &stride)) return false;
	poly_divide(x, &stride, &row, &rest);
	// What is 0, or i, in all iterations if they are the same is written for another reason.
	if (!poly_equal(&stride, y) && !poly_has_atoms(&rest)) return false;
	// As often as the one goes into the other it does so where both are by as much larger.
	poly times = scales_factor(b, &rest), large, length;
	if (!poly_mul(&large, &rest, &times) || !poly_mul(&length, &stride, &times)) return false;
	isl_pw_aff *i = affine_sign_of(b, &row, b->depth), *j = affine_of_poly(b, &large, b->depth),
	           *m = affine_of_poly(b, &length, b->depth);
	isl_set *other = i && j && m ? flat_order_differs(b, y, &stride, b->depth) : NULL;
	isl_pw_aff *turns = other ? affine_turns(b, j, m, true, true) : NULL;
	bool known = turns && poly_of_turns(b, isl_pw_aff_copy(turns), &rest, &stride, &turn);
	// Below 0 quotients are rounded up.
	isl_set *down = known ? not_below_zero(b, &row, i, turns) : NULL;
	if (known) affine_assume_not(b, isl_set_union(isl_set_copy(other), isl_set_complement(down)));
	isl_set_free(other);
	isl_pw_aff_free(turns);
	isl_pw_aff_free(i);
	isl_pw_aff_free(j);
	isl_pw_aff_free(m);
	known = known && poly_add(&row, &row, &turn, 1);
	if (!remainder || !known) return *result = row, known;
	return poly_mul(&row, &row, &stride) && poly_add(result, x, &row, -1);
}

// c % z / y is c / y - (c / z) * (z / y), in C too, where y divides z.
static bool quotient_of_rest(builder *b, const poly *x, const poly *y, bool remainder, poly *result)
{
	poly times, quotient, all;
	int k = is_rest_of(b, x, y, &times);
	if (k < 0) return false;
	const poly dividend = b->atom[k].dividend;
	all = (poly){.n = 1, .term = {{.coef = 1, .atom = k}}};
	if (!affine_quotient(b, &dividend, y, false, &quotient) || !poly_mul(&all, &all, &times) ||
	        !poly_add(&quotient, &quotient, &all, -1))
		return false;
	if (!remainder) return *result = quotient, true;
	return poly_mul(&quotient, &quotient, y) && poly_add(result, x, &quotient, -1);
}

bool affine_quotient(builder *b, const poly *x, const poly *y, bool remainder, poly *result)
{
	poly quotient, all = *y;
	if (y->n != 1 || poly_has_atoms(y) || !poly_has_atoms(x)) return false;
	if (quotient_of_rest(b, x, y, remainder, result) || quotient_of_rows(b, x, y, remainder, result)) return true;
	// c / m / l is c / (m * l), in C too.
	const poly_atom *inner =
	        x->n == 1 && x->term[0].coef == 1 && !x->term[0].n_par ? &b->atom[x->term[0].atom] : NULL;
	bool again = inner && inner->divisor.n;
	if (again && !poly_mul(&all, y, &inner->divisor)) return false;
	const poly dividend = again ? inner->dividend : *x;
	int k = find_quotient(b, &dividend, &all);
	poly_atom made = {.loop = -1,
	        .depth = b->depth,
	        .text = text_of(b, &dividend, &all),
	        .dividend = dividend,
	        .divisor = all};
	if (k < b->n_atoms)
		quotient = (poly){.n = 1, .term = {{.coef = 1, .atom = k}}};
	else if (!affine_new_atom(b, made, &quotient))
		return false;
	if (!remainder) return *result = quotient, true;
	return poly_mul(&quotient, &quotient, y) && poly_add(result, x, &quotient, -1);
}

// ---- subscripts that are quotients and remainders ----------------------------------------------------

typedef struct rows {
	int rank;
	bool found, fits;
	poly extent[PROG_MAX_RANK]; // of dimension 1 and up; n: 0: not known
	poly own[PROG_MAX_RANK];    // those that the type says
} rows;

// What x multiplies the atom with.
static poly multiplied_with(const poly *x, int atom)
{
	poly sum = {0};
	for (int k = 0; k < x->n; k++) {
		if (x->term[k].atom != atom) continue;
		sum.term[sum.n] = x->term[k];
		sum.term[sum.n++].atom = -1;
	}
	return sum;
}

// Where a subscript is the quotient c / m, the next one has -m times that: c % m.
static void find_rows(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)s, (void)a;
	rows *r = user;
	if (raw->whole) r->fits = false;
	for (int d = 1; d < r->rank && raw->known[d - 1] && raw->known[d]; d++) {
		for (int k = 0; k < raw->sub[d - 1].n; k++) {
			const poly_term *t = &raw->sub[d - 1].term[k];
			if (t->atom < 0 || !b->atom[t->atom].divisor.n || t->coef != 1 || t->n_par) continue;
			poly zero = {0}, extent = multiplied_with(&raw->sub[d], t->atom);
			if (!extent.n || !poly_add(&extent, &zero, &extent, -1)) continue;
			r->fits &= !r->extent[d].n || poly_equal(&r->extent[d], &extent);
			r->extent[d] = extent;
			r->found = true;
		}
	}
}

static void try_flat(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)a;
	rows *r = user;
	poly flat;
	bool collapsed = false;
	for (int d = 0; d < r->rank && raw->known[d]; d++)
		for (int k = 0; k < raw->sub[d].n; k++)
			collapsed |= raw->sub[d].term[k].atom >= 0 && b->atom[raw->sub[d].term[k].atom].divisor.n > 0;
	bool known = flat_order_subscript(r->rank, r->own, raw, &flat) &&
	             flat_order_subscript(r->rank, r->extent, raw, &flat);
	isl_pw_aff *value = known && collapsed ? affine_of_poly(b, &flat, s->depth) : NULL;
	r->fits &= known && (!collapsed || value);
	isl_pw_aff_free(value);
}

// The text is right with rows of any length.
static void make_flat(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)s;
	rows *r = user;
	poly flat, in_text;
	if (flat_order_subscript(r->rank, r->own, raw, &in_text)) a->sub_text[0] = affine_poly_text(b, &in_text);
	flat_order_subscript(r->rank, r->extent, raw, &flat);
	raw->sub[0] = flat;
}

bool quotients_flatten(builder *b, nest_object *o)
{
	rows r = {.rank = o->rank, .fits = true};
	if (o->rank < 2 || o->row_levels || o->at_pointee || o->moves || object_is_plain(o)) return false;
	linearised_each_access(b, o->id, find_rows, &r);
	if (!r.found || !r.fits) return false;
	isl_set *bad = isl_set_empty(isl_space_params_alloc(b->n->ctx, 0));
	for (int d = 1; d < r.rank; d++) {
		isl_set *other = NULL;
		bool known = flat_order_extent(b, o, d, &r.own[d]);
		if (known && !r.extent[d].n) r.extent[d] = r.own[d];
		if (known) other = isl_set_params(flat_order_differs(b, &r.extent[d], &r.own[d], 0));
		r.fits &= other != NULL;
		bad = other ? isl_set_union(bad, other) : bad;
	}
	if (r.fits) linearised_each_access(b, o->id, try_flat, &r);
	if (!r.fits) {
		isl_set_free(bad);
		return false;
	}
	b->n->assume = isl_set_coalesce(isl_set_subtract(b->n->assume, bad));
	linearised_each_access(b, o->id, make_flat, &r);
	o->rank = 1;
	o->linear = true;
	o->extent[0] = NULL;
	o->extent_aff[0] = isl_pw_aff_free(o->extent_aff[0]);
	return true;
}
