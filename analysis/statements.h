// SPDX-License-Identifier: Apache-2.0
//
// Questions about statements that need nothing but the statement.
#ifndef HPCC_ANALYSIS_STATEMENTS_H
#define HPCC_ANALYSIS_STATEMENTS_H

#include "program.h"

static inline bool stmt_is_loop(const prog_stmt *s)
{
	return s->kind == PROG_STMT_FOR || s->kind == PROG_STMT_WHILE || s->kind == PROG_STMT_DO;
}

// Whether the statement (NULL: none) is a loop, or one is in it.
static inline bool stmt_has_loop(const prog_stmt *s)
{
	if (!s) return false;
	if (stmt_is_loop(s)) return true;
	for (int k = 0; k < s->n_children; k++)
		if (stmt_has_loop(s->child[k])) return true;
	return stmt_has_loop(s->body) || stmt_has_loop(s->otherwise);
}

// Whether a break, return or goto stands in the statement (NULL: none).
static inline bool stmt_may_leave(const prog_stmt *s)
{
	if (!s) return false;
	if (s->kind == PROG_STMT_BREAK || s->kind == PROG_STMT_RETURN || s->kind == PROG_STMT_GOTO) return true;
	for (int k = 0; k < s->n_children; k++)
		if (stmt_may_leave(s->child[k])) return true;
	return stmt_may_leave(s->body) || stmt_may_leave(s->otherwise);
}

#endif
