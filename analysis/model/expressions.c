// SPDX-License-Identifier: Apache-2.0
#include "expressions.h"

#include "program.h"
#include "walk.h"

#include <string.h>

static bool is_of_kind(const prog_expr *e, void *kinds) { return *(const unsigned *)kinds >> e->kind & 1; }

bool expr_holds(const prog_expr *e, unsigned kinds) { return walk_any(e, is_of_kind, &kinds); }

bool expr_is_made_of(const prog_expr *e, unsigned kinds) { return !expr_holds(e, ~kinds); }

static bool is_spelled(const prog_expr *e, void *text) { return e->text && !strcmp(e->text, text); }

bool expr_spells(const prog_expr *e, const char *text) { return walk_any(e, is_spelled, (void *)text); }

bool expr_is_change_of(const prog_expr *e, const prog_symbol *variable)
{
	bool changes = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC;
	return changes && e->arg[0]->kind == PROG_EXPR_VAR && e->arg[0]->symbol == variable;
}

static bool changes_it(const prog_expr *e, void *variable) { return expr_is_change_of(e, variable); }

bool expr_sets(const prog_expr *e, const prog_symbol *variable) { return walk_any(e, changes_it, (void *)variable); }

static const prog_expr *operand(const prog_expr *e, prog_op op, int *k)
{
	bool joined = e->kind == PROG_EXPR_BINARY && e->op == op;
	if (!joined) return (*k)-- == 0 ? e : NULL;
	const prog_expr *first = operand(e->arg[0], op, k);
	return first ? first : operand(e->arg[1], op, k);
}

const prog_expr *expr_operand(const prog_expr *e, prog_op op, int k) { return e ? operand(e, op, &k) : NULL; }

bool expr_has_unequal(const prog_expr *e)
{
	const prog_expr *x;
	for (int k = 0; (x = expr_operand(e, PROG_OP_LAND, k)); k++)
		if (x->kind == PROG_EXPR_BINARY && x->op == PROG_OP_NE) return true;
	return false;
}

prog_symbol *expr_subscripted(const prog_expr *e)
{
	while (e->kind == PROG_EXPR_INDEX) e = e->arg[0];
	return e->kind == PROG_EXPR_VAR ? e->symbol : NULL;
}

const prog_expr *expr_value_of_part(const prog_expr *e)
{
	const prog_expr *x = e;
	while (x && x->kind == PROG_EXPR_MEMBER && x->n_args) x = x->arg[0];
	bool place = !x || x->kind == PROG_EXPR_VAR || x->kind == PROG_EXPR_MEMBER || x->kind == PROG_EXPR_INDEX ||
	             x->kind == PROG_EXPR_DEREF || x->kind == PROG_EXPR_OPAQUE;
	return place || x == e ? NULL : x;
}
