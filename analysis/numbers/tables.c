// SPDX-License-Identifier: Apache-2.0
//
// Small tables of integers that keep what they begin with: static const int opposite[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6}.
// And those of a function's own whose entries it sets one by one: const int row[3] = {up, y, down}. An entry is affine
// piece by piece in its subscript.
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

// ---- entries that are set ------------------------------------------------------------------------

struct table_entries {
	const prog_symbol *table;
	int n, n_known;
	poly *value;
	bool *known;
	struct table_entries *next;
};

// Whether the expression uses the array other than by an entry's subscript.
static bool escapes(const prog_expr *e, void *table)
{
	if (!e || e->kind == PROG_EXPR_SIZEOF) return false;
	if (e->kind == PROG_EXPR_VAR) return e->symbol == table;
	const prog_expr *entry = e->kind == PROG_EXPR_ADDR ? e->arg[0] : e;
	if (entry->kind == PROG_EXPR_INDEX && table_named(entry) && table_named(entry)->symbol == table)
		return entry != e || escapes(e->arg[1], table);
	for (int k = 0; k < e->n_args; k++)
		if (escapes(e->arg[k], table)) return true;
	return e->body && prog_any_expr(e->body, escapes, table);
}

// A small array of a function's own, of which all that is done to it is seen by its name.
static bool may_be_known(unit_facts *facts, const prog_symbol *s)
{
	const prog_unit *u = facts_unit(facts);
	const prog_type *t = s->type->kind == PROG_TYPE_ARRAY ? s->type->element : NULL;
	if (!t || t->kind != PROG_TYPE_INT || !t->is_signed || t->size < (long)sizeof(int) || s->type->is_volatile)
		return false;
	if (s->type->size <= 0 || s->type->size / t->size > MOST_ENTRIES || s->n_values > 0) return false;
	if (s->kind != PROG_SYMBOL_VARIABLE || s->file_scope || s->is_static || s->mapping || s->partly) return false;
	unsigned char *note = facts_table(facts, s);
	bool escaped = false;
	for (int k = 0; !*note && k < u->n_functions && !escaped; k++)
		escaped = prog_any_expr(u->functions[k]->body, escapes, (void *)s);
	if (!*note) *note = escaped ? 2 : 1;
	return *note == 1;
}

static struct table_entries *entries_of(const builder *b, const prog_symbol *table)
{
	struct table_entries *t = b->tables;
	while (t && t->table != table) t = t->next;
	return t;
}

void tables_forget(builder *b, const prog_symbol *table)
{
	struct table_entries *t = entries_of(b, table);
	if (t) memset(t->known, 0, sizeof *t->known * (size_t)t->n), t->n_known = 0;
}

static void learn(builder *b, const prog_symbol *table, long at, const prog_expr *value)
{
	struct table_entries *t = entries_of(b, table);
	if (!t) {
		t = prog_alloc(b->n->unit, sizeof *t);
		t->table = table;
		t->n = (int)(table->type->size / table->type->element->size);
		t->value = prog_alloc(b->n->unit, sizeof *t->value * (size_t)t->n);
		t->known = prog_alloc(b->n->unit, sizeof *t->known * (size_t)t->n);
		t->next = b->tables;
		b->tables = t;
	}
	poly p;
	const bool known = affine_poly(b, value, &p);
	if (known) t->value[at] = p;
	t->n_known += known - t->known[at];
	t->known[at] = known;
}

void tables_learn_list(builder *b, const prog_symbol *table, const prog_expr *list)
{
	tables_forget(b, table);
	if (!may_be_known(b->facts, table) || list->n_args != table->type->size / table->type->element->size) return;
	for (int k = 0; k < list->n_args; k++) learn(b, table, k, list->arg[k]);
}

void tables_learn_entry(builder *b, const prog_expr *entry, const prog_expr *value)
{
	const prog_expr *named = table_named(entry);
	poly index;
	long at;
	if (!named || !may_be_known(b->facts, named->symbol)) return;
	bool one = affine_poly(b, entry->arg[1], &index) && poly_is_constant(&index, &at) && at >= 0 &&
	           at < named->symbol->type->size / entry->type->size;
	if (one)
		learn(b, named->symbol, at, value);
	else
		tables_forget(b, named->symbol);
}

// ---- entries that are read -----------------------------------------------------------------------

// An entry: values[first + stride * index], or set[first + ...], of `n`; n = 1: that is the one.
typedef struct entry {
	const long *values;
	const poly *set;
	long first, stride, n;
	poly index;
} entry;

static bool find_entry(builder *b, const prog_expr *e, entry *found)
{
	const prog_expr *named = table_named(e);
	const struct table_entries *set = named ? entries_of(b, named->symbol) : NULL;
	const bool is_set = set && set->n_known == set->n;
	if (!named || (!is_set && !table_stays(b->facts, named->symbol))) return false;
	*found = (entry){.values = named->symbol->values, .set = is_set ? set->value : NULL, .n = 1};
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
	return found->n > 1 || is_set || found->first < named->symbol->n_values;
}

static poly value_at(const entry *t, long k)
{
	const long at = t->first + t->stride * k;
	return t->set ? t->set[at] : poly_constant(t->values[at]);
}

static bool same_values(const entry *t, long j, long k)
{
	const poly x = value_at(t, j), y = value_at(t, k);
	return poly_equal(&x, &y);
}

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
		for (long j = 0; j < k; j++) before |= same_values(t, j, k);
		if (before) continue;
		const poly value = value_at(t, k);
		isl_pw_aff *here = affine_of_poly(b, &value, b->depth);
		if (!here) return isl_pw_aff_free(sum);
		isl_set *where = is_at(b, index, t, k);
		for (long j = k + 1; j < t->n; j++)
			if (same_values(t, j, k)) where = isl_set_union(where, is_at(b, index, t, j));
		isl_pw_aff *piece = isl_pw_aff_intersect_domain(here, isl_set_coalesce(where));
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
		const poly value = value_at(t, k);
		text = affine_joined(b, text, k ? ", " : "", affine_poly_text(b, &value));
	}
	snprintf(number, sizeof number, " < %ldul ? ", t->n);
	const char *inside = affine_joined(b, "(unsigned long)", index, number);
	return affine_joined(b, affine_joined(b, inside, text, "})["), index, "] : 0");
}

bool affine_table(builder *b, const prog_expr *e, poly *result)
{
	entry t;
	if (e->kind != PROG_EXPR_INDEX || !find_entry(b, e, &t)) return false;
	if (t.n == 1) return *result = value_at(&t, 0), true;
	if (t.n > MOST_ENTRIES || !poly_has_atoms(&t.index)) return false;
	isl_pw_aff *index = affine_of_poly(b, &t.index, b->depth);
	if (!index) return false;
	isl_pw_aff *value = pieces_of(b, index, &t);
	isl_pw_aff_free(index);
	return value && affine_atom(b, value, text_of(b, &t), result);
}
