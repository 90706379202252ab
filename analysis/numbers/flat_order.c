// SPDX-License-Identifier: Apache-2.0
//
// Several subscripts as one: of f[q][k], whose rows have m elements, q * m + k.
#include "flat_order.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "affine.h"
#include "linearised.h"
#include "poly.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool flat_order_subscript(int rank, const poly *extent, const raw_access *raw, poly *flat)
{
	*flat = raw->sub[0];
	for (int d = 0; d < rank; d++) {
		if (!raw->known[d]) return false;
		if (d > 0 && (!poly_mul(flat, flat, &extent[d]) || !poly_add(flat, flat, &raw->sub[d], 1)))
			return false;
	}
	return true;
}

static const prog_type *type_of_row(const nest_object *o, int d)
{
	const prog_type *t = o->type;
	for (int k = 0; k < d && t; k++) t = t->element;
	return t && t->kind == PROG_TYPE_ARRAY ? t : NULL;
}

bool flat_order_extent(builder *b, const nest_object *o, int d, poly *extent)
{
	const prog_type *t = type_of_row(o, d);
	long value;
	if (!t) return false;
	if (t->extent && affine_poly(b, t->extent, extent) && poly_is_constant(extent, &value)) return true;
	size_t size = 2 * strlen(o->base->text) + 16 * (size_t)d + 64;
	char *text = prog_alloc(b->n->unit, size), row[PROG_MAX_RANK * 3 + 1] = "";
	for (int k = 0; k < d; k++) strcat(row, "[0]");
	snprintf(text, size, "(long)(sizeof((%s)%s) / sizeof((%s)%s[0]))", o->base->text, row, o->base->text, row);
	return affine_computed_parameter(b, text, extent);
}

isl_set *flat_order_differs(builder *b, const poly *x, const poly *y, int depth)
{
	isl_pw_aff *p = affine_of_poly(b, x, depth), *q = affine_of_poly(b, y, depth);
	if (p && q) return isl_pw_aff_ne_set(p, q);
	isl_pw_aff_free(p);
	isl_pw_aff_free(q);
	return NULL;
}

// ---- all subscripts of an object ---------------------------------------------------------------------

typedef struct joining {
	int rank, n;
	bool known;
	poly extent[PROG_MAX_RANK]; // of dimension 1 and up
	poly *flat;                 // in the order of the accesses
} joining;

static void count_access(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)b, (void)s, (void)a, (void)raw;
	++*(int *)user;
}

static void join(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)b, (void)s, (void)a;
	joining *j = user;
	j->known = j->known && !raw->whole && flat_order_subscript(j->rank, j->extent, raw, &j->flat[j->n++]);
}

// Exchanges the first subscript with that in the list.
static void exchange(builder *b, nest_stmt *s, nest_access *a, raw_access *raw, void *user)
{
	(void)b, (void)s, (void)a;
	poly **next = user, first = raw->sub[0];
	raw->sub[0] = **next;
	*(*next)++ = first;
}

static void exchange_all(builder *b, const nest_object *o, poly *list)
{
	linearised_each_access(b, o->id, exchange, &list);
}

bool flat_order_spelled(builder *b, const nest_object *o, int d, poly *extent)
{
	const prog_type *t = type_of_row(o, d);
	return t && ((t->extent && affine_poly(b, t->extent, extent)) || flat_order_extent(b, o, d, extent));
}

// `bad` gets the parameters with which rows are of another length than is spelled.
static bool extents_spelled(builder *b, const nest_object *o, poly *extent, isl_set **bad)
{
	for (int d = 1; d < o->rank; d++) {
		poly own;
		bool known = flat_order_spelled(b, o, d, &extent[d]) && flat_order_extent(b, o, d, &own);
		isl_set *other = known ? flat_order_differs(b, &extent[d], &own, 0) : NULL;
		if (!other) return false;
		*bad = isl_set_union(*bad, isl_set_params(other));
	}
	return true;
}

bool flat_order_join(builder *b, nest_object *o, flat_order *was)
{
	joining j = {.rank = o->rank, .known = true};
	int count = 0;
	isl_set *bad = isl_set_empty(isl_space_params_alloc(b->n->ctx, 0));
	linearised_each_access(b, o->id, count_access, &count);
	j.flat = calloc((size_t)count + 1, sizeof *j.flat);
	if (!j.flat) abort();
	j.known = extents_spelled(b, o, j.extent, &bad);
	linearised_each_access(b, o->id, join, &j);
	if (!j.known) {
		isl_set_free(bad);
		free(j.flat);
		return false;
	}
	*was = (flat_order){.rank = o->rank, .saved = j.flat, .assume = isl_set_copy(b->n->assume)};
	b->n->assume = isl_set_coalesce(isl_set_subtract(b->n->assume, bad));
	exchange_all(b, o, was->saved);
	o->rank = 1;
	return true;
}

void flat_order_settle(builder *b, nest_object *o, flat_order *was, bool keep)
{
	if (!keep) {
		exchange_all(b, o, was->saved);
		o->rank = was->rank;
		isl_set_free(b->n->assume);
		b->n->assume = isl_set_copy(was->assume);
	}
	isl_set_free(was->assume);
	free(was->saved);
}
