// SPDX-License-Identifier: Apache-2.0
#include "access_objects.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../unit/unit.h"
#include "independent.h"
#include "whole_arrays.h"

#include <string.h>

prog_symbol *access_base_symbol(const prog_expr *base)
{
	return base->kind == PROG_EXPR_VAR || base->kind == PROG_EXPR_MEMBER ? base->symbol : NULL;
}

static int typed_rank(const prog_type *t)
{
	int rank = 0;
	if (t->kind == PROG_TYPE_POINTER) rank++, t = t->element;
	for (; t && t->kind == PROG_TYPE_ARRAY; t = t->element) rank++;
	return rank;
}

// The subscripts from pointers to rows down to an element.
int access_rank_through_rows(const prog_type *t)
{
	int rank = 0;
	for (; t && (t->kind == PROG_TYPE_POINTER || t->kind == PROG_TYPE_ARRAY); t = t->element) rank++;
	return rank;
}

static nest_object *find_object(builder *b, const char *key, const prog_symbol *symbol, int row_levels)
{
	for (int k = 0; k < b->n->n_objects; k++) {
		nest_object *o = &b->n->objects[k];
		if (o->symbol == symbol && o->row_levels == row_levels && !strcmp(o->key, key)) return o;
	}
	return NULL;
}

static nest_object *new_object(builder *b, const prog_expr *base, prog_symbol *symbol)
{
	nest *n = b->n;
	n->objects = prog_grow(b->n->unit, n->objects, n->n_objects, &b->room_objects, sizeof *n->objects);
	nest_object *o = &n->objects[n->n_objects];
	memset(o, 0, sizeof *o);
	o->id = n->n_objects++;
	o->key = base->text;
	o->base = base;
	o->symbol = symbol;
	o->type = base->type;
	o->arg = -1;
	return o;
}

nest_object *access_scalar_object(builder *b, const prog_expr *e)
{
	prog_symbol *symbol = access_base_symbol(e);
	nest_object *o = find_object(b, e->text, symbol, 0);
	if (o) return o;
	o = new_object(b, e, symbol);
	o->kind = NEST_SCALAR;
	o->element = e->type;
	return o;
}

static void typed_extents(builder *b, nest_object *o)
{
	const prog_type *t = o->type;
	int d = 0;
	if (t->kind == PROG_TYPE_POINTER) d = o->at_pointee ? 0 : 1, t = t->element;
	// Extents are values at the declaration: those that changed since are not known.
	for (; t && t->kind == PROG_TYPE_ARRAY && d < o->rank; t = t->element, d++) {
		o->extent[d] = t->extent ? t->extent->text : NULL;
		if (t->extent && expr_is_invariant(b, t->extent)) o->extent_aff[d] = NULL;
	}
}

// An array behind pointers to its rows. Whether these lie where its shape says is tested at entry.
static nest_object *rows_object(builder *b, const element_ref *ref)
{
	prog_symbol *symbol = access_base_symbol(ref->base);
	nest_object *o = new_object(b, ref->base, symbol);
	o->row_levels = ref->row_levels;
	o->element = ref->type;
	o->rank = access_rank_through_rows(o->type);
	if (symbol && symbol->mapping && symbol->mapping->rank == o->rank) o->mapping = symbol->mapping;
	o->kind = o->mapping && !o->mapping->moves ? NEST_MAPPED : NEST_POINTER;
	const prog_symbol *holder = expr_subscripted(ref->base);
	o->plain_rows = holder && !o->mapping &&
	                (facts_expects_plain_rows(b->facts, holder) || !facts_may_be_mapped(b->facts, ref->type));
	return o;
}

// A parameter of which only the shape is said has its argument's mapping.
static bool is_shape_only(const prog_symbol *s)
{
	return s->kind == PROG_SYMBOL_PARAMETER && s->mapping && s->mapping->how == PROG_MAP_NONE;
}

// Memory that some other function maps, by a pointer to the whole array.
static bool is_whole_array(const builder *b, const nest_object *o)
{
	const prog_function *f = b->n->root->function;
	return o->kind == NEST_POINTER && o->base->kind == PROG_EXPR_VAR && f && whole_arrays_only(f, o->symbol);
}

nest_object *access_array_object(builder *b, const element_ref *ref)
{
	prog_symbol *symbol = access_base_symbol(ref->base);
	nest_object *o = find_object(b, ref->base->text, symbol, ref->row_levels);
	if (o) return o;
	if (ref->row_levels) return rows_object(b, ref);
	bool mapped = facts_ref_may_be_mapped(b->facts, ref) && !independent_is_new(b->n, b->loop, b->depth, symbol);
	o = new_object(b, ref->base, symbol);
	o->mapping = symbol && !(symbol->mapping && symbol->mapping->row_levels) ? symbol->mapping : NULL;
	bool named = o->mapping && !is_shape_only(symbol);
	bool expected = mapped && !named && facts_expects_plain(b->facts, ref);
	o->kind = expected ? NEST_EXPECTED_PLAIN : mapped ? NEST_POINTER : NEST_PLAIN;
	if (named) o->kind = o->mapping->moves ? NEST_POINTER : NEST_MAPPED;
	o->element = ref->type;
	o->rank = typed_rank(o->type);
	o->at_pointee = o->mapping ? o->mapping->at_pointee : is_whole_array(b, o);
	if (o->at_pointee) o->rank--;
	typed_extents(b, o);
	return o;
}
