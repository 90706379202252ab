// SPDX-License-Identifier: Apache-2.0
#include "ends.h"

#include <string.h>

bool ends_call(const prog_expr *e)
{
	static const char *const names[] = {"exit", "_exit", "_Exit", "quick_exit", "abort"};
	const prog_symbol *callee = e && e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	for (size_t k = 0; callee && callee->in_system_header && k < sizeof names / sizeof *names; k++)
		if (!strcmp(callee->name, names[k])) return true;
	return false;
}

static bool is_loop(const prog_stmt *s)
{
	return s->kind == PROG_STMT_FOR || s->kind == PROG_STMT_WHILE || s->kind == PROG_STMT_DO;
}

// Whether control may get out of the statement, to somewhere in the program. `in_loop`, `in_switch`: `continue` and `break` stay in it.
static bool comes_back(const prog_stmt *s, bool in_loop, bool in_switch)
{
	if (!s) return false;
	switch (s->kind) {
	case PROG_STMT_RETURN:
	case PROG_STMT_GOTO:
	case PROG_STMT_OPAQUE: return true;
	case PROG_STMT_BREAK: return !in_loop && !in_switch;
	case PROG_STMT_CONTINUE: return !in_loop;
	default: break;
	}
	in_loop |= is_loop(s);
	in_switch |= s->kind == PROG_STMT_SWITCH;
	for (int k = 0; k < s->n_children; k++)
		if (comes_back(s->child[k], in_loop, in_switch)) return true;
	return comes_back(s->body, in_loop, in_switch) || comes_back(s->otherwise, in_loop, in_switch);
}

const prog_stmt *ends_last(const prog_stmt *s)
{
	while (s) {
		if (s->kind == PROG_STMT_COMPOUND)
			s = s->n_children ? s->child[s->n_children - 1] : NULL;
		else if (s->kind == PROG_STMT_DO && prog_is_zero(s->cond))
			s = s->body;
		else
			return s;
	}
	return NULL;
}

static bool always_ends(const prog_stmt *s, int deep)
{
	enum { DEEPEST = 4 };
	const prog_stmt *last = ends_last(s);
	const prog_expr *call = last && last->kind == PROG_STMT_EXPR ? last->expr : NULL;
	while (call && call->kind == PROG_EXPR_CAST) call = call->arg[0];
	const prog_symbol *callee = call && call->kind == PROG_EXPR_CALL ? prog_callee(call) : NULL;
	if (!callee || comes_back(s, false, false)) return false;
	return ends_call(call) || (callee->function && deep < DEEPEST && always_ends(callee->function->body, deep + 1));
}

bool ends_program(const prog_stmt *branch) { return always_ends(branch, 0); }

static bool has_label(const prog_stmt *s)
{
	if (!s) return false;
	if (s->kind == PROG_STMT_LABEL || s->kind == PROG_STMT_CASE) return true;
	for (int k = 0; k < s->n_children; k++)
		if (has_label(s->child[k])) return true;
	return has_label(s->body) || has_label(s->otherwise);
}

bool ends_as_assertion(const prog_unit *unit, const prog_stmt *branch)
{
	if (!branch || branch->range.file < 0 || !unit->files[branch->range.file].is_main) return false;
	return ends_program(branch) && !has_label(branch);
}
