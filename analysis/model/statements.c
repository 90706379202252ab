// SPDX-License-Identifier: Apache-2.0
#include "statements.h"

#include "walk.h"

#include <string.h>

static walk_next is_of_kind(const prog_stmt *s, void *kinds)
{
	return *(const unsigned *)kinds >> s->kind & 1 ? WALK_STOP : WALK_ON;
}

bool stmt_holds(const prog_stmt *s, unsigned kinds)
{
	static const walker statements = {.stmt = is_of_kind};
	return walk_stmt(s, &statements, &kinds);
}

bool stmt_has_loop(const prog_stmt *s) { return stmt_holds(s, STMT_KIND(FOR) | STMT_KIND(WHILE) | STMT_KIND(DO)); }

bool stmt_may_leave(const prog_stmt *s)
{
	return stmt_holds(s, STMT_KIND(BREAK) | STMT_KIND(RETURN) | STMT_KIND(GOTO));
}

static bool is_its_name(const prog_expr *e, void *symbol) { return e->kind == PROG_EXPR_VAR && e->symbol == symbol; }

bool stmt_names(const prog_stmt *s, const prog_symbol *symbol) { return walk_any_in(s, is_its_name, (void *)symbol); }

static walk_next is_label(const prog_stmt *s, void *name)
{
	return s->kind == PROG_STMT_LABEL && !strcmp(s->label, name) ? WALK_STOP : WALK_ON;
}

bool stmt_has_label(const prog_stmt *s, const char *name)
{
	static const walker statements = {.stmt = is_label};
	return walk_stmt(s, &statements, (void *)name);
}
