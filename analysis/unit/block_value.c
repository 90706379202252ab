// SPDX-License-Identifier: Apache-2.0
#include "block_value.h"

#include "../model/model.h"

#include <stdio.h>
#include <string.h>

static bool is_number(const prog_type *t)
{
	return t && !t->is_volatile &&
	       (t->kind == PROG_TYPE_INT || t->kind == PROG_TYPE_FLOAT || t->kind == PROG_TYPE_BOOL);
}

static bool declares_values(const prog_stmt *s)
{
	if (s->kind != PROG_STMT_DECL) return false;
	for (int k = 0; k < s->n_symbols; k++) {
		const prog_symbol *v = s->symbols[k];
		bool plain = v->kind == PROG_SYMBOL_VARIABLE && !v->is_static && !v->is_extern && !v->address_taken;
		if (!plain || !s->inits[k] || !is_number(v->type)) return false;
	}
	return true;
}

static const prog_expr *set_to(const prog_stmt *block, const prog_symbol *v)
{
	for (int k = 0; k + 1 < block->n_children; k++)
		for (int j = 0; j < block->child[k]->n_symbols; j++)
			if (block->child[k]->symbols[j] == v) return block->child[k]->inits[j];
	return NULL;
}

static const char *printed(prog_unit *unit, const char *format, const char *a, const char *b, const char *c)
{
	size_t size = strlen(format) + strlen(a) + strlen(b) + strlen(c) + 1;
	char *s = prog_alloc(unit, size);
	snprintf(s, size, format, a, b, c);
	return s;
}

static prog_expr *made(prog_unit *unit, const prog_expr *e, const char *text)
{
	prog_expr *c = prog_alloc(unit, sizeof *c);
	*c = *e;
	c->text = text;
	c->range.file = c->expansion.file = -1;
	c->arg = prog_alloc(unit, sizeof *c->arg * (size_t)(e->n_args + 1));
	for (int k = 0; k < e->n_args; k++) c->arg[k] = e->arg[k];
	return c;
}

static const prog_expr *substituted(prog_unit *unit, const prog_stmt *block, const prog_expr *e);

// A variable's value is converted to its type.
static const prog_expr *converted(
        prog_unit *unit, const prog_stmt *block, const prog_expr *variable, const prog_expr *init)
{
	const prog_expr *value = substituted(unit, block, init);
	const prog_type *t = variable->symbol->type, *v = init->type;
	if (!value || !v) return NULL;
	if (t->kind == v->kind && t->size == v->size && t->is_signed == v->is_signed) return value;
	prog_expr cast = {.kind = PROG_EXPR_CAST, .is_implicit = true, .type = t, .loc = init->loc, .n_args = 1};
	prog_expr *args[] = {(prog_expr *)value};
	cast.arg = args;
	return made(unit, &cast, printed(unit, "((%s)%s%s)", t->text, value->text, ""));
}

static bool names_one(const prog_expr *e, void *block) { return e->kind == PROG_EXPR_VAR && set_to(block, e->symbol); }

static bool is_formula(const prog_expr *e)
{
	return e->kind == PROG_EXPR_COND || e->kind == PROG_EXPR_BINARY || e->kind == PROG_EXPR_UNARY ||
	       e->kind == PROG_EXPR_CAST;
}

static const char *formula_text(prog_unit *unit, const prog_expr *e)
{
	switch (e->kind) {
	case PROG_EXPR_COND: return printed(unit, "(%s ? %s : %s)", e->arg[0]->text, e->arg[1]->text, e->arg[2]->text);
	case PROG_EXPR_BINARY:
		return printed(unit, "(%s %s %s)", e->arg[0]->text, prog_operator(e->op), e->arg[1]->text);
	case PROG_EXPR_UNARY: return printed(unit, "(%s%s%s)", prog_operator(e->op), e->arg[0]->text, "");
	default: return printed(unit, "((%s)%s%s)", e->type->text, e->arg[0]->text, "");
	}
}

static const prog_expr *substituted(prog_unit *unit, const prog_stmt *block, const prog_expr *e)
{
	const prog_expr *value = block_value(unit, e);
	if (value) e = value;
	if (e->kind == PROG_EXPR_VAR) {
		const prog_expr *init = set_to(block, e->symbol);
		return init ? converted(unit, block, e, init) : e;
	}
	if (!is_formula(e)) return walk_any(e, names_one, (void *)block) ? NULL : e;
	prog_expr *c = made(unit, e, e->text);
	bool same = true;
	for (int k = 0; k < e->n_args; k++) {
		c->arg[k] = e->arg[k] ? (prog_expr *)substituted(unit, block, e->arg[k]) : NULL;
		if (!c->arg[k]) return NULL;
		same &= c->arg[k] == e->arg[k];
	}
	if (same) return e;
	c->text = formula_text(unit, c);
	return c;
}

static bool only_chooses(const prog_expr *e) { return e && !expr_holds(e, EXPR_EFFECTS); }

const prog_expr *block_value(prog_unit *unit, const prog_expr *e)
{
	const prog_stmt *block = e->kind == PROG_EXPR_OPAQUE ? e->body : NULL;
	if (!block || block->kind != PROG_STMT_COMPOUND || block->n_children < 2) return NULL;
	const prog_stmt *last = block->child[block->n_children - 1];
	for (int k = 0; k + 1 < block->n_children; k++)
		if (!declares_values(block->child[k])) return NULL;
	if (last->kind != PROG_STMT_EXPR || !only_chooses(last->expr) || !is_number(last->expr->type)) return NULL;
	return substituted(unit, block, last->expr);
}
