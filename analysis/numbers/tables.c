// SPDX-License-Identifier: Apache-2.0
//
// Small tables of integers that keep what they begin with: static const int opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6}.
// An entry is affine piece by piece in its subscript.
#include "tables.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"
#include "affine.h"
#include "affine_text.h"
#include "poly.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ENTRIES = 32 };

static bool is_const_table(const prog_type *t)
{
	while (t->kind == PROG_TYPE_ARRAY && !t->is_const) t = t->element;
	return t->kind == PROG_TYPE_ARRAY;
}

static const prog_expr *table_named(const prog_expr *e)
{
	while (e->kind == PROG_EXPR_INDEX) e = prog_without_implicit_casts(e->arg[0]);
	return e->kind == PROG_EXPR_VAR ? e : NULL;
}

// Whether the expression does something else with the table than reading its entries.
static bool does_more(const prog_expr *e, void *user)
{
	const prog_symbol *table = user;
	if (!e || e->kind == PROG_EXPR_SIZEOF) return false;
	if (e->kind == PROG_EXPR_VAR) return e->symbol == table;
	bool sets = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC || e->kind == PROG_EXPR_ADDR;
	const prog_expr *target = sets ? e->arg[0] : NULL;
	while (target && target->n_args && target->kind != PROG_EXPR_CALL) target = target->arg[0];
	if (target && target->kind == PROG_EXPR_VAR && target->symbol == table) return true;
	const prog_expr *named = e->kind == PROG_EXPR_INDEX && e->type->kind != PROG_TYPE_ARRAY ? table_named(e) : NULL;
	if (named && named->symbol == table) {
		for (; e->kind == PROG_EXPR_INDEX; e = prog_without_implicit_casts(e->arg[0]))
			if (does_more(e->arg[1], user)) return true;
		return false;
	}
	for (int k = 0; k < e->n_args; k++)
		if (does_more(e->arg[k], user)) return true;
	return e->body && prog_any_expr(e->body, does_more, user);
}

static bool is_only_read(const prog_unit *u, const prog_symbol *table)
{
	for (int k = 0; k < u->n_functions; k++) {
		const prog_stmt *body = u->functions[k]->body;
		if (prog_holds_opaque(body) || prog_any_expr(body, does_more, (void *)table)) return false;
	}
	return true;
}

bool table_stays(unit_facts *facts, const prog_symbol *s)
{
	const prog_unit *u = facts_unit(facts);
	if (s->kind != PROG_SYMBOL_VARIABLE || s->mapping || s->partly || s->type->kind != PROG_TYPE_ARRAY)
		return false;
	if (s->n_values == 0 || s->type->is_volatile) return false;
	if (is_const_table(s->type)) return true;
	bool known = s->is_static || !s->file_scope || u->is_whole;
	if (s->address_taken || s->is_extern || !known) return false;
	unsigned char *note = facts_table(facts, s);
	if (!*note) *note = is_only_read(u, s) ? 1 : 2;
	return *note == 1;
}

// An entry: values[first + stride * index], of `n`; n = 1: that is the one.
typedef struct entry {
	const long *values;
	long first, stride, n;
	poly index;
} entry;

static bool find_entry(builder *b, const prog_expr *e, entry *found)
{
	const prog_expr *named = table_named(e);
	if (!named || !table_stays(b->facts, named->symbol)) return false;
	*found = (entry){.values = named->symbol->values, .n = 1};
	for (const prog_expr *at = e; at->kind == PROG_EXPR_INDEX; at = prog_without_implicit_casts(at->arg[0])) {
		const prog_type *row = prog_without_implicit_casts(at->arg[0])->type;
		poly index;
		long constant;
		if (row->kind != PROG_TYPE_ARRAY || row->size <= 0 || e->type->size <= 0) return false;
		const long n = row->size / row->element->size, stride = row->element->size / e->type->size;
		if (!affine_poly(b, at->arg[1], &index)) return false;
		if (poly_is_constant(&index, &constant)) {
			if (constant < 0 || constant >= n) return false;
			found->first += stride * constant;
			continue;
		}
		if (found->n != 1) return false;
		found->index = index;
		found->n = n;
		found->stride = stride;
	}
	return found->n > 1 || found->first < named->symbol->n_values;
}

static long value_at(const entry *t, long k) { return t->values[t->first + t->stride * k]; }

static isl_pw_aff *constant(builder *b, long value)
{
	isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(b->domain));
	return isl_pw_aff_from_aff(isl_aff_val_on_domain(ls, isl_val_int_from_si(b->n->ctx, value)));
}

// Where the subscript is that of an entry. Those beyond the table do not occur.
static isl_set *is_at(builder *b, const isl_pw_aff *index, const entry *t, long k)
{
	isl_pw_aff *at = isl_pw_aff_copy((isl_pw_aff *)index), *here = constant(b, k);
	if (k == 0) return isl_pw_aff_le_set(at, here);
	return k == t->n - 1 ? isl_pw_aff_ge_set(at, here) : isl_pw_aff_eq_set(at, here);
}

static isl_pw_aff *pieces_of(builder *b, const isl_pw_aff *index, const entry *t)
{
	isl_pw_aff *sum = NULL;
	for (long k = 0; k < t->n; k++) {
		bool before = false;
		for (long j = 0; j < k; j++) before |= value_at(t, j) == value_at(t, k);
		if (before) continue;
		isl_set *where = is_at(b, index, t, k);
		for (long j = k + 1; j < t->n; j++)
			if (value_at(t, j) == value_at(t, k)) where = isl_set_union(where, is_at(b, index, t, j));
		isl_pw_aff *piece = isl_pw_aff_intersect_domain(constant(b, value_at(t, k)), isl_set_coalesce(where));
		sum = sum ? isl_pw_aff_union_add(sum, piece) : piece;
	}
	return isl_pw_aff_coalesce(sum);
}

// The same in C; the table need not be in sight where that stands.
static const char *text_of(builder *b, const entry *t)
{
	const char *index = affine_joined(b, "(", affine_poly_text(b, &t->index), ")"), *text = "((const long[]){";
	char number[48];
	for (long k = 0; k < t->n; k++) {
		snprintf(number, sizeof number, "%s%ld", k ? ", " : "", value_at(t, k));
		text = affine_joined(b, text, number, "");
	}
	snprintf(number, sizeof number, " < %ldul ? ", t->n);
	const char *inside = affine_joined(b, "(unsigned long)", index, number);
	return affine_joined(b, affine_joined(b, inside, text, "})["), index, "] : 0");
}

bool affine_table(builder *b, const prog_expr *e, poly *result)
{
	entry t;
	if (e->kind != PROG_EXPR_INDEX || !find_entry(b, e, &t)) return false;
	if (t.n == 1) return *result = poly_constant(value_at(&t, 0)), true;
	if (t.n > MOST_ENTRIES || !poly_has_atoms(&t.index)) return false;
	isl_pw_aff *index = affine_of_poly(b, &t.index, b->depth);
	if (!index) return false;
	isl_pw_aff *value = pieces_of(b, index, &t);
	isl_pw_aff_free(index);
	return affine_atom(b, value, text_of(b, &t), result);
}
