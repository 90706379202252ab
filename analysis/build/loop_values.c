// SPDX-License-Identifier: Apache-2.0
#include "loop_values.h"

#include "../model/model.h"

typedef struct search {
	nest *n;
	const prog_symbol *var;
	const prog_stmt *at; // the statement that is looked at
	bool is_new;         // in each iteration of the nest: no value comes from another one
	bool read;
} search;

// The loop begins with a value of its own: for (v = ...; ...).
static bool begins_with(const prog_stmt *s, const prog_symbol *v)
{
	const prog_expr *e;
	if (s->kind != PROG_STMT_FOR || !s->init) return false;
	if (s->init->kind == PROG_STMT_DECL) return prog_declares(s->init, v);
	for (int k = 0; s->init->kind == PROG_STMT_EXPR && (e = expr_operand(s->init->expr, PROG_OP_COMMA, k)); k++)
		if (e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && expr_is_change_of(e, v)) return true;
	return false;
}

static bool sets(const prog_stmt *s, const prog_symbol *v)
{
	if (begins_with(s, v)) return true;
	const prog_expr *e = s->kind == PROG_STMT_EXPR ? s->expr : NULL;
	return e && e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && expr_is_change_of(e, v) &&
	       !prog_names(e->arg[1], v);
}

static bool begins_here(const prog_stmt *s, void *user) { return begins_with(s, ((search *)user)->var); }

// Whether the variable was set before the statement in the same iteration of all loops in which others change it.
static bool was_set(const search *q, const prog_stmt *s)
{
	for (const prog_stmt *around = s->parent; s != q->n->root && around; s = around, around = s->parent) {
		if (stmt_is_loop(s) && walk_any_stmt(s->body, begins_here, (void *)q)) return false;
		for (int k = 0; around->kind == PROG_STMT_COMPOUND && around->child[k] != s; k++)
			if (sets(around->child[k], q->var)) return true;
	}
	return false;
}

static walk_next enter_stmt(const prog_stmt *s, void *user)
{
	search *q = user;
	q->at = s;
	return begins_with(s, q->var) ? WALK_SKIP : WALK_ON;
}

static walk_next leave_stmt(const prog_stmt *s, void *user)
{
	((search *)user)->at = s->parent;
	return WALK_ON;
}

static walk_next read_expr(const prog_expr *e, walk_use use, void *user)
{
	search *q = user;
	if (e->kind != PROG_EXPR_VAR || e->symbol != q->var || use == WALK_UNEVALUATED) return WALK_ON;
	// What only sets it reads nothing.
	if (use == WALK_PLACE && sets(q->at, q->var)) return WALK_ON;
	q->read = true;
	if (!q->is_new && !was_set(q, q->at)) nest_fail(q->n, DIAG_crossing_dependence, e->loc, q->var->name);
	return WALK_ON;
}

void loop_values_find(nest *n)
{
	const walker w = {.stmt = enter_stmt, .stmt_end = leave_stmt, .expr = read_expr};
	for (int k = 1; k < n->n_loops; k++) {
		nest_loop *l = &n->loops[k];
		if (!l->var || l->inlined || !begins_with(l->stmt, l->var) || prog_declares(l->stmt->init, l->var))
			continue;
		search q = {.n = n, .var = l->var, .at = n->root, .is_new = prog_declares(n->root, l->var)};
		walk_stmt(n->root->body, &w, &q);
		l->read_beside = q.read;
	}
}
