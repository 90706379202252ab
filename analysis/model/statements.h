// SPDX-License-Identifier: Apache-2.0
//
// Questions about statements that need nothing but the statement. It may be NULL: none. What stands in GNU statement
// expressions in it counts, too.
#ifndef HPCC_ANALYSIS_MODEL_STATEMENTS_H
#define HPCC_ANALYSIS_MODEL_STATEMENTS_H

#include "program.h"
#include "walk.h"

static inline bool stmt_is_loop(const prog_stmt *s)
{
	return s->kind == PROG_STMT_FOR || s->kind == PROG_STMT_WHILE || s->kind == PROG_STMT_DO;
}

// Whether the statement, or one in it, is of one of these kinds: STMT_KIND(BREAK) | STMT_KIND(RETURN).
#define STMT_KIND(kind) (1U << PROG_STMT_##kind)
#define STMT_JUMPS (STMT_KIND(BREAK) | STMT_KIND(CONTINUE) | STMT_KIND(RETURN) | STMT_KIND(GOTO))
bool stmt_holds(const prog_stmt *s, unsigned kinds);

// Whether it is a loop, or one is in it.
bool stmt_has_loop(const prog_stmt *s);
// Whether a break, return or goto stands in it.
bool stmt_may_leave(const prog_stmt *s);
// Whether the variable or function is named in it.
bool stmt_names(const prog_stmt *s, const prog_symbol *symbol);
// Whether nothing comes of it: no more than declarations of its own and values of variables, which nobody takes.
bool stmt_is_idle(const prog_stmt *s);
// Whether `test` holds for a statement in it, those breaks and continues left out that stay in a loop or switch of its
// own: what is asked of jumps are those that leave it, and all returns, gotos, labels and other statements.
bool stmt_any_outward(const prog_stmt *s, walk_stmt_test *test, void *user);
// Whether it assigns to the variable by its name; declarations are left out (prog_sets).
bool stmt_changes(const prog_stmt *s, const prog_symbol *variable);
// The statement in it that declares the variable, NULL: none.
const prog_stmt *stmt_declaration(const prog_stmt *s, const prog_symbol *variable);
// What the variable is declared with in it, NULL: nothing.
const prog_expr *stmt_initial_value(const prog_stmt *s, const prog_symbol *variable);
// Whether the label of that name stands in it.
bool stmt_has_label(const prog_stmt *s, const char *name);

#endif
