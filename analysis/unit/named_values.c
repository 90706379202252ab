// SPDX-License-Identifier: Apache-2.0
#include "named_values.h"

#include "../model/model.h"

#include <string.h>

typedef struct search {
	unit_facts *facts;
	const prog_stmt *at;
	const prog_expr *e;
	const prog_symbol *found;
} search;

static bool contains(prog_range outer, prog_range inner)
{
	return outer.file == inner.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

static bool is_named(const search *q, const prog_symbol *s)
{
	const prog_expr *value = facts_value_for_good(q->facts, s);
	value = value ? prog_without_casts(value) : NULL;
	return value && value->kind == PROG_EXPR_MEMBER && s->type->size >= q->e->type->size &&
	       prog_same_expr(value, q->e);
}

// Only declarations of blocks around the statement are visited.
static walk_next look_at(const prog_stmt *s, void *user)
{
	search *q = user;
	bool before = s->range.file == q->at->range.file && s->range.begin < q->at->range.begin;
	if (s->kind != PROG_STMT_DECL) return contains(s->range, q->at->range) ? WALK_ON : WALK_SKIP;
	for (int k = 0; before && k < s->n_symbols; k++) {
		if (is_named(q, s->symbols[k]))
			q->found = s->symbols[k];
		else if (q->found && !strcmp(q->found->name, s->symbols[k]->name))
			q->found = NULL; // hidden
	}
	return WALK_SKIP;
}

static bool sets_member(const prog_expr *e, void *member)
{
	bool sets = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC || e->kind == PROG_EXPR_ADDR;
	const prog_expr *to = sets ? prog_without_casts(e->arg[0]) : NULL;
	return to && to->kind == PROG_EXPR_MEMBER && to->symbol == member;
}

// What the member is of is the same wherever it is named.
static bool may_be_another(const prog_expr *e, void *facts)
{
	if (e->kind == PROG_EXPR_MEMBER || e->kind == PROG_EXPR_DEREF) return false;
	if (e->kind != PROG_EXPR_VAR) return true;
	bool pointer = e->symbol->type && e->symbol->type->kind == PROG_TYPE_POINTER;
	return pointer && !facts_parameter_stays(facts, e->symbol);
}

const prog_symbol *named_value(unit_facts *facts, const prog_stmt *at, const prog_expr *e)
{
	const prog_function *f = at->function;
	search q = {.facts = facts, .at = at, .e = e};
	if (e->kind != PROG_EXPR_MEMBER || !e->type || e->type->kind != PROG_TYPE_INT || !f) return NULL;
	if (walk_any(e, may_be_another, facts)) return NULL;
	static const walker declarations = {.stmt = look_at};
	walk_stmt(f->body, &declarations, &q);
	return q.found && !walk_any_in(f->body, sets_member, (void *)e->symbol) ? q.found : NULL;
}
