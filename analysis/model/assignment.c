// SPDX-License-Identifier: Apache-2.0
//
// Definite assignment: what is set on all ways, and not read before.
#include "assignment.h"

#include "program.h"
#include "walk.h"

#include <string.h>

typedef struct path {
	const prog_symbol *p; // a pointer, of what it leads to; or a variable, of itself
	bool variable;
	int depth;  // of functions
	int loops;  // around, in what is looked at
	bool fails; // something is read, or the function left, before it is set
} path;

typedef struct named {
	const prog_symbol *variable;
	int n;
} named;

// What happens in a statement expression is not looked at.
static walk_next count_names(const prog_expr *e, walk_use use, void *user)
{
	(void)use;
	named *c = user;
	c->n += e->body || (e->kind == PROG_EXPR_VAR && e->symbol == c->variable);
	return e->body ? WALK_SKIP : WALK_ON;
}

static walk_next count_jumps(const prog_stmt *s, void *user)
{
	((named *)user)->n += s->kind == PROG_STMT_OPAQUE || s->kind == PROG_STMT_GOTO;
	return WALK_ON;
}

static const walker names = {.expr = count_names, .stmt = count_jumps};

static int times_named(const prog_expr *e, const prog_symbol *p)
{
	named c = {p, 0};
	walk_expr(e, &names, &c);
	return c.n;
}

static bool is_target(const path *w, const prog_expr *e)
{
	const prog_symbol *p = w->p;
	if (w->variable) return e->kind == PROG_EXPR_VAR && e->symbol == p;
	bool first = e->kind == PROG_EXPR_DEREF || (e->kind == PROG_EXPR_INDEX && prog_is_zero(e->arg[1]));
	return first && e->arg[0]->kind == PROG_EXPR_VAR && e->arg[0]->symbol == p;
}

static bool sets_at_depth(const prog_function *f, const prog_symbol *parameter, int depth);

// A call that is made whenever the expression is evaluated, and sets it.
static bool hands_over(const path *w, const prog_expr *e)
{
	bool chooses = e->kind == PROG_EXPR_COND ||
	               (e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_LAND || e->op == PROG_OP_LOR));
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	const prog_function *g = callee ? callee->function : NULL;
	for (int k = 1; g && g->n_params == e->n_args - 1 && k < e->n_args; k++) {
		const prog_expr *a = prog_without_casts(e->arg[k]);
		if (a->kind == PROG_EXPR_VAR && a->symbol == w->p && sets_at_depth(g, g->params[k - 1], w->depth + 1))
			return true;
	}
	for (int k = 0; k < (chooses ? 1 : e->n_args); k++)
		if (e->arg[k] && hands_over(w, e->arg[k])) return true;
	return false;
}

static bool after_expr(path *w, const prog_expr *e, bool set)
{
	if (!e || set) return set;
	if (prog_is_comma(e)) return after_expr(w, e->arg[1], after_expr(w, e->arg[0], set));
	int n = times_named(e, w->p);
	if (!n) return false;
	const prog_expr *value = e;
	while (value->kind == PROG_EXPR_ASSIGN && value->op == PROG_OP_NONE) {
		if (is_target(w, value->arg[0]) && n == 1) return true;
		value = prog_without_casts(value->arg[1]);
	}
	if (!w->variable && n == 1 && hands_over(w, e)) return true;
	w->fails = true;
	return false;
}

// `if (p)`, `p != NULL`: 1; `!p`, `p == NULL`: -1; of anything else 0. The pointer is an address.
static int asks_for_pointer(const path *w, const prog_expr *e)
{
	e = prog_without_casts(e);
	if (w->variable) return 0;
	if (e->kind == PROG_EXPR_VAR && e->symbol == w->p) return 1;
	if (e->kind == PROG_EXPR_UNARY && e->op == PROG_OP_LNOT) return -asks_for_pointer(w, e->arg[0]);
	bool compares = e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_NE || e->op == PROG_OP_EQ);
	for (int k = 0; compares && k < 2; k++)
		if (prog_is_zero(e->arg[1 - k]) && prog_without_casts(e->arg[k])->symbol == w->p)
			return e->op == PROG_OP_NE ? 1 : -1;
	return 0;
}

static bool after_stmt(path *w, const prog_stmt *s, bool set, bool *ends);

// A loop or another statement that is executed perhaps not at all, perhaps in part, once its first part did not set it.
static void after_loop(path *w, const prog_stmt *s)
{
	bool loop = s->kind == PROG_STMT_FOR || s->kind == PROG_STMT_WHILE || s->kind == PROG_STMT_DO, ends = false;
	bool jumps = s->kind == PROG_STMT_GOTO || s->kind == PROG_STMT_LABEL || s->kind == PROG_STMT_OPAQUE;
	w->loops += loop || s->kind == PROG_STMT_SWITCH;
	after_stmt(w, s->body, false, &ends);
	ends = false;
	after_stmt(w, s->otherwise, false, &ends);
	w->loops -= loop || s->kind == PROG_STMT_SWITCH;
	w->fails |= times_named(s->cond, w->p) || times_named(s->step, w->p) || times_named(s->expr, w->p) || jumps;
}

// Whether it is set where control goes on after the statement; `ends`: it does not go on.
static bool after_stmt(path *w, const prog_stmt *s, bool set, bool *ends)
{
	bool first = false, second = false;
	if (!s || set) return set;
	switch (s->kind) {
	case PROG_STMT_COMPOUND:
		for (int k = 0; k < s->n_children && !*ends; k++) set = after_stmt(w, s->child[k], set, ends);
		return set;
	case PROG_STMT_DECL:
		for (int k = 0; k < s->n_symbols; k++) set = after_expr(w, s->inits[k], set);
		return set;
	case PROG_STMT_EXPR: return after_expr(w, s->expr, set);
	case PROG_STMT_IF:
		if (asks_for_pointer(w, s->cond))
			return after_stmt(w, asks_for_pointer(w, s->cond) > 0 ? s->body : s->otherwise, set, ends);
		set = after_expr(w, s->cond, set);
		bool yes = after_stmt(w, s->body, set, &first), no = after_stmt(w, s->otherwise, set, &second);
		*ends = first && second;
		return set || ((yes || first) && (no || second));
	case PROG_STMT_RETURN:
		set = after_expr(w, s->expr, set);
		w->fails |= !set;
		*ends = true;
		return set;
	case PROG_STMT_BREAK:
	case PROG_STMT_CONTINUE:
		w->fails |= !w->loops;
		*ends = true;
		return set;
	case PROG_STMT_NULL: return set;
	case PROG_STMT_FOR:
		// Whatever follows its first part sees what that sets.
		if (after_stmt(w, s->init, set, ends)) return true;
		after_loop(w, s);
		return false;
	default:
		after_stmt(w, s->init, false, &first);
		after_loop(w, s);
		return false;
	}
}

static bool sets_at_depth(const prog_function *f, const prog_symbol *p, int depth)
{
	path w = {.p = p, .depth = depth};
	bool ends = false, leads = p->type->kind == PROG_TYPE_POINTER || p->type->kind == PROG_TYPE_ARRAY;
	if (!f->body || depth > 4 || !leads || p->address_taken) return false;
	bool set = after_stmt(&w, f->body, false, &ends);
	return !w.fails && (set || ends);
}

bool assignment_of_parameter(const prog_function *f, const prog_symbol *parameter)
{
	return sets_at_depth(f, parameter, 0);
}

bool assignment_of_variable(const prog_stmt *s, const prog_symbol *variable)
{
	path w = {.p = variable, .variable = true};
	bool ends = false, set = after_stmt(&w, s, false, &ends);
	return set && !w.fails && !ends;
}

bool assignment_value_enters(const prog_stmt *s, const prog_symbol *variable)
{
	path w = {.p = variable, .variable = true};
	bool ends = false;
	if (variable->address_taken || variable->file_scope) return true;
	after_stmt(&w, s, false, &ends);
	return w.fails;
}

// ---- before a statement -------------------------------------------------------------------------

static int times_in(const prog_stmt *s, const prog_symbol *v)
{
	named c = {v, 0};
	walk_stmt(s, &names, &c);
	return c.n;
}

// 1: the block's statements up to this one declare it, and name it nowhere else; -1: they may set it; 0: neither.
static int declared_before(const prog_stmt *block, const prog_stmt *s, const prog_symbol *v)
{
	int k = 0;
	while (k < block->n_children && block->child[k] != s) k++;
	while (--k >= 0) {
		const prog_stmt *before = block->child[k];
		for (int j = 0; before->kind == PROG_STMT_DECL && j < before->n_symbols; j++)
			if (before->symbols[j] == v) return before->inits[j] || times_in(before, v) ? -1 : 1;
		if (times_in(before, v)) return -1;
	}
	return 0;
}

bool assignment_is_made_before(const prog_stmt *s, const prog_symbol *variable)
{
	if (variable->kind != PROG_SYMBOL_VARIABLE || variable->file_scope || variable->is_static) return true;
	int within = times_in(s, variable);
	for (const prog_stmt *block = s->parent; block; s = block, block = s->parent) {
		int found = block->kind == PROG_STMT_COMPOUND ? declared_before(block, s, variable) : 0;
		if (found) return found < 0;
		// What stands behind it in a loop is executed before it, too.
		if (block->kind != PROG_STMT_COMPOUND && times_in(block, variable) > within) return true;
	}
	return true;
}
