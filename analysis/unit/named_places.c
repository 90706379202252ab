// SPDX-License-Identifier: Apache-2.0
#include "named_places.h"

#include "../model/model.h"

static bool is_pointer(const prog_type *t) { return t && t->kind == PROG_TYPE_POINTER; }
static bool is_array(const prog_type *t) { return t && t->kind == PROG_TYPE_ARRAY; }

static bool names(const prog_expr *e, const prog_symbol *s)
{
	e = prog_without_casts(e);
	return e->kind == PROG_EXPR_VAR && e->symbol == s;
}

typedef struct named_search {
	const prog_symbol *pointer, *other;
	bool any, others; // values found: addresses in variables but `other`; something else
} named_search;

static void note_named(named_search *q, const prog_expr *value)
{
	const prog_expr *e = prog_without_casts(value);
	if (e->kind == PROG_EXPR_INT && e->value == 0) return;
	const bool address = e->kind == PROG_EXPR_ADDR || is_array(e->type);
	if (e->kind == PROG_EXPR_ADDR) e = e->arg[0];
	while ((e->kind == PROG_EXPR_MEMBER || e->kind == PROG_EXPR_INDEX) && e->n_args && !is_pointer(e->arg[0]->type))
		e = e->arg[0];
	const prog_symbol *s = address && e->kind == PROG_EXPR_VAR && !is_pointer(e->type) ? e->symbol : NULL;
	const bool named = s && s->kind == PROG_SYMBOL_VARIABLE && s != q->other;
	q->any |= named;
	q->others |= !named;
}

static bool sets_to_other(const prog_expr *e, void *user)
{
	named_search *q = user;
	if (e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && names(e->arg[0], q->pointer))
		note_named(q, e->arg[1]);
	return q->others || e->kind == PROG_EXPR_OPAQUE;
}

static bool begins_with_other(const prog_stmt *s, void *user)
{
	named_search *q = user;
	for (int k = 0; k < s->n_symbols; k++)
		if (s->symbols[k] == q->pointer && s->inits[k]) note_named(q, s->inits[k]);
	return q->others || s->kind == PROG_STMT_OPAQUE;
}

bool named_places_are_apart(const prog_unit *unit, const prog_symbol *pointer, const prog_symbol *variable)
{
	named_search q = {pointer, variable, false, false};
	const bool local = pointer->kind == PROG_SYMBOL_VARIABLE && !pointer->file_scope && !pointer->is_static;
	if (!is_pointer(pointer->type) || !local || pointer->mapping || pointer->partly || pointer->address_taken)
		return false;
	if (is_pointer(variable->type) || variable->kind != PROG_SYMBOL_VARIABLE) return false;
	for (int k = 0; k < unit->n_functions; k++) {
		const prog_stmt *body = unit->functions[k]->body;
		if (!prog_declares(body, pointer)) continue;
		return !walk_any_stmt(body, begins_with_other, &q) && !walk_any_in(body, sets_to_other, &q) && q.any;
	}
	return false;
}
