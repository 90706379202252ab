// SPDX-License-Identifier: Apache-2.0
#include "statements.h"

#include "expressions.h"
#include "program.h"
#include "walk.h"

#include <string.h>

static bool is_of_kind(const prog_stmt *s, void *kinds) { return *(const unsigned *)kinds >> s->kind & 1; }

bool stmt_holds(const prog_stmt *s, unsigned kinds) { return walk_any_stmt(s, is_of_kind, &kinds); }

bool stmt_has_loop(const prog_stmt *s) { return stmt_holds(s, STMT_KIND(FOR) | STMT_KIND(WHILE) | STMT_KIND(DO)); }

bool stmt_may_leave(const prog_stmt *s)
{
	return stmt_holds(s, STMT_KIND(BREAK) | STMT_KIND(RETURN) | STMT_KIND(GOTO));
}

static bool is_its_name(const prog_expr *e, void *symbol) { return e->kind == PROG_EXPR_VAR && e->symbol == symbol; }

bool stmt_names(const prog_stmt *s, const prog_symbol *symbol) { return walk_any_in(s, is_its_name, (void *)symbol); }

// Whether evaluating it does more than to give a number.
static bool does_more(const prog_expr *e, void *unused)
{
	const unsigned numbers = EXPR_KIND(VAR) | EXPR_KIND(INT) | EXPR_KIND(FLOAT) | EXPR_KIND(CAST) |
	                         EXPR_KIND(UNARY) | EXPR_KIND(BINARY);
	(void)unused;
	return !(numbers >> e->kind & 1) || e->asserts || (e->type && e->type->is_volatile);
}

static bool is_busy(const prog_stmt *s, void *unused)
{
	const unsigned idle = STMT_KIND(NULL) | STMT_KIND(COMPOUND) | STMT_KIND(EXPR) | STMT_KIND(DECL);
	(void)unused;
	if (!(idle >> s->kind & 1) || s->hint || (s->kind == PROG_STMT_DECL && s->expr)) return true;
	for (int k = 0; k < s->n_symbols; k++)
		if (s->symbols[k]->is_static || s->symbols[k]->mapping || s->symbols[k]->type->is_volatile) return true;
	return false;
}

bool stmt_is_idle(const prog_stmt *s) { return !walk_any_stmt(s, is_busy, NULL) && !walk_any_in(s, does_more, NULL); }

typedef struct outward {
	walk_stmt_test *test;
	void *user;
	int loops, switches; // around the statement at hand
} outward;

static walk_next enter(const prog_stmt *s, void *user)
{
	outward *o = user;
	bool stays = (s->kind == PROG_STMT_BREAK && o->loops + o->switches > 0) ||
	             (s->kind == PROG_STMT_CONTINUE && o->loops > 0);
	if (!stays && o->test(s, o->user)) return WALK_STOP;
	o->loops += stmt_is_loop(s);
	o->switches += s->kind == PROG_STMT_SWITCH;
	return WALK_ON;
}

static walk_next leave(const prog_stmt *s, void *user)
{
	outward *o = user;
	o->loops -= stmt_is_loop(s);
	o->switches -= s->kind == PROG_STMT_SWITCH;
	return WALK_ON;
}

bool stmt_any_outward(const prog_stmt *s, walk_stmt_test *test, void *user)
{
	static const walker all = {.stmt = enter, .stmt_end = leave};
	return walk_stmt(s, &all, &(outward){.test = test, .user = user});
}

static bool is_change(const prog_expr *e, void *variable) { return expr_is_change_of(e, variable); }

bool stmt_changes(const prog_stmt *s, const prog_symbol *variable)
{
	return walk_any_in(s, is_change, (void *)variable);
}

typedef struct declaration {
	const prog_symbol *variable;
	const prog_stmt *stmt;
	const prog_expr *value;
} declaration;

static bool declares(const prog_stmt *s, void *user)
{
	declaration *d = user;
	for (int k = 0; k < s->n_symbols && !d->stmt; k++)
		if (s->symbols[k] == d->variable) d->stmt = s, d->value = s->inits[k];
	return d->stmt != NULL;
}

const prog_stmt *stmt_declaration(const prog_stmt *s, const prog_symbol *variable)
{
	declaration d = {.variable = variable};
	walk_any_stmt(s, declares, &d);
	return d.stmt;
}

const prog_expr *stmt_initial_value(const prog_stmt *s, const prog_symbol *variable)
{
	declaration d = {.variable = variable};
	walk_any_stmt(s, declares, &d);
	return d.value;
}

static bool is_label(const prog_stmt *s, void *name) { return s->kind == PROG_STMT_LABEL && !strcmp(s->label, name); }

bool stmt_has_label(const prog_stmt *s, const char *name) { return walk_any_stmt(s, is_label, (void *)name); }
