// SPDX-License-Identifier: Apache-2.0
//
// What integer variables are known to be, as polynomials, at the place of the walk through a nest.
#include "known_values.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"
#include "affine.h"
#include "choices.h"
#include "poly.h"
#include "tables.h"

#include <stdlib.h>
#include <string.h>

void values_forget(builder *b, const prog_symbol *symbol)
{
	for (int k = 0; k < b->n_values; k++)
		if (b->value[k].symbol == symbol) b->value[k--] = b->value[--b->n_values];
	tables_forget(b, symbol);
}

static walk_next forget_set(const prog_expr *e, walk_use use, void *b)
{
	(void)use;
	const prog_expr *set = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC ? e->arg[0] : NULL;
	while (set && set->kind == PROG_EXPR_INDEX) set = prog_without_implicit_casts(set->arg[0]);
	if (set && set->kind == PROG_EXPR_VAR) values_forget(b, set->symbol);
	return WALK_ON;
}

static walk_next forget_declared(const prog_stmt *s, void *b)
{
	for (int k = 0; k < s->n_symbols; k++) values_forget(b, s->symbols[k]);
	return WALK_ON;
}

static const walker forgetting = {.expr = forget_set, .stmt = forget_declared};

void values_forget_in(builder *b, const prog_expr *e) { walk_expr(e, &forgetting, b); }

void values_forget_assigned(builder *b, const prog_stmt *s) { walk_stmt(s, &forgetting, b); }

typedef struct named_search {
	const builder *b;
	unsigned char *marked;
} named_search;

static bool call_names(const prog_expr *e, void *user)
{
	const named_search *s = user;
	return e->kind == PROG_EXPR_CALL && facts_reads_one_of(s->b->facts, e, s->marked);
}

// Functions that the nest calls may set a variable of file scope.
static bool calls_may_set(const builder *b, const prog_symbol *x)
{
	if (b->unknown_effects || !b->n->root) return true;
	named_search s = {b, calloc((size_t)b->n->unit->n_symbols + 1, 1)};
	if (!s.marked) abort();
	s.marked[x->id] = 1;
	bool may = walk_any_in(b->n->root, call_names, &s);
	free(s.marked);
	return may;
}

bool values_may_know(const builder *b, const prog_symbol *x)
{
	if (x->type->kind != PROG_TYPE_INT || x->type->is_volatile) return false;
	if (x->address_taken && (!b->n->root || !facts_changes_by_name_only(b->facts, b->n->root, x))) return false;
	return x->file_scope ? !calls_may_set(b, x) : !x->is_static;
}

// An integer variable that is set to a polynomial stands for it until it is set again.
void values_learn(builder *b, prog_symbol *symbol, const prog_expr *value)
{
	poly p;
	enum { MOST = sizeof b->value / sizeof *b->value };
	multiplied own = {0}, *asked = b->factors, *factors = NULL;
	b->factors = &own;
	bool known = values_may_know(b, symbol) && affine_poly(b, value, &p);
	b->factors = asked;
	values_forget(b, symbol); // the value may have been made of it
	if (!known || b->n_values == MOST) return;
	if (own.n) {
		factors = prog_alloc(b->n->unit, sizeof *factors);
		*factors = own;
	}
	b->value[b->n_values++] = (symbol_value){symbol, p, factors};
}

// x += e, x -= e, x++ of a variable whose value is known.
bool values_update(builder *b, const prog_expr *e)
{
	bool steps = e->kind == PROG_EXPR_INCDEC ||
	             (e->kind == PROG_EXPR_ASSIGN && (e->op == PROG_OP_ADD || e->op == PROG_OP_SUB));
	if (!steps || b->in_switch || e->arg[0]->kind != PROG_EXPR_VAR) return false;
	poly by = poly_constant(1), value;
	for (int k = 0; k < b->n_values; k++) {
		if (b->value[k].symbol != e->arg[0]->symbol) continue;
		if (e->n_args > 1 && !affine_poly(b, e->arg[1], &by)) return false;
		if (!poly_add(&value, &b->value[k].value, &by, e->op == PROG_OP_SUB ? -1 : 1)) return false;
		b->value[k].value = value;
		return true;
	}
	return false;
}

// ---- conditions -------------------------------------------------------------------------------

void values_take(const builder *b, values *v)
{
	v->n = b->n_values;
	v->list = malloc(sizeof *v->list * (size_t)(v->n + 1));
	if (!v->list) abort();
	memcpy(v->list, b->value, sizeof *v->list * (size_t)v->n);
}

void values_set(builder *b, const values *v)
{
	memcpy(b->value, v->list, sizeof *v->list * (size_t)v->n);
	b->n_values = v->n;
}

static const poly *value_in(const values *v, const prog_symbol *symbol)
{
	for (int k = 0; k < v->n; k++)
		if (v->list[k].symbol == symbol) return &v->list[k].value;
	return NULL;
}

// Behind a condition, which is taken: where the branches leave a variable with values that are known, it has one of
// them.
void values_join(builder *b, const prog_stmt *s, const values *before, const values *yes, const values *no,
        isl_set *cond, const char *text)
{
	values v = {.list = malloc(sizeof *v.list * 32)};
	if (!v.list) abort();
	for (int k = 0; k < yes->n && v.n < 32; k++) {
		prog_symbol *symbol = yes->list[k].symbol;
		const poly *x = &yes->list[k].value, *y = value_in(s->otherwise ? no : before, symbol);
		poly value = *x;
		if (!y) continue;
		if (!poly_equal(x, y) && (!text || !affine_choice(b, isl_set_copy(cond), text, x, y, &value))) continue;
		v.list[v.n++] = (symbol_value){symbol, value, yes->list[k].factors};
	}
	values_set(b, &v);
	free(v.list);
	isl_set_free(cond);
}
