// SPDX-License-Identifier: Apache-2.0
#include "single_elements.h"

static bool sweeps_expr(unit_facts *f, const prog_expr *e, const prog_symbol *var);

// The address of an element reads what its subscripts are made of.
static bool sweeps_address(unit_facts *f, const prog_expr *e, const prog_symbol *var)
{
	for (; e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_MEMBER; e = e->arg[0]) {
		if (e->kind == PROG_EXPR_INDEX && sweeps_expr(f, e->arg[1], var)) return true;
		if (!e->n_args) return false;
	}
	return sweeps_expr(f, e, var);
}

// Whether the expression reads an element of mapped memory that is another one for each value of `var`.
static bool sweeps_expr(unit_facts *f, const prog_expr *e, const prog_symbol *var)
{
	if (!e) return false;
	if (e->kind == PROG_EXPR_ADDR) return sweeps_address(f, e->arg[0], var);
	touches here = {0};
	bool lvalue = e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF;
	if (lvalue) touches_of_lvalue(f, e, false, true, &here);
	if (here.reads && here.expected && prog_names(e, var)) return true;
	if (e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE) return sweeps_expr(f, e->arg[1], var);
	for (int k = 0; k < e->n_args; k++)
		if (sweeps_expr(f, e->arg[k], var)) return true;
	return false;
}

typedef struct swept {
	unit_facts *facts;
	const prog_symbol *var;
} swept;

static bool is_set_swept(const prog_expr *e, void *user)
{
	const swept *q = user;
	touches here = {0};
	if (e->kind != PROG_EXPR_ASSIGN && e->kind != PROG_EXPR_INCDEC) return false;
	touches_of_lvalue(q->facts, e->arg[0], true, false, &here);
	return here.writes && here.expected && prog_names(e->arg[0], q->var);
}

// Whether it sets such an element.
static bool sets_swept(unit_facts *f, const prog_expr *e, const prog_symbol *var)
{
	return walk_any(e, is_set_swept, &(swept){f, var});
}

typedef bool sweep_test(unit_facts *f, const prog_expr *e, const prog_symbol *var);

// Each of its parts is a task, or has nothing to do with what is mapped.
static bool is_distributed(const graph *g, const prog_stmt *s)
{
	for (int k = 0; k < g->n_distributed; k++)
		if (g->distributed[k]->loop == s && !g->distributed[k]->is_alternative) return true;
	return false;
}

// The same of what is left outside of the tasks in a statement: one more than the loops around the innermost expression
// for which the test holds, 0 without any.
static int sweeps(const graph *g, unit_facts *f, const prog_stmt *s, const prog_symbol *var, sweep_test *test)
{
	if (!s || graph_task_at(g, s) || is_distributed(g, s)) return 0;
	int most = test(f, s->expr, var) || test(f, s->cond, var);
	for (int k = 0; k < s->n_symbols; k++) most |= test(f, s->inits[k], var);
	for (int k = 0; k < s->n_children; k++) {
		int child = sweeps(g, f, s->child[k], var, test);
		if (child > most) most = child;
	}
	int body = sweeps(g, f, s->body, var, test), otherwise = sweeps(g, f, s->otherwise, var, test);
	if (body && stmt_is_loop(s)) body++;
	if (body > most) most = body;
	return otherwise > most ? otherwise : most;
}

static bool is_set_in(const prog_expr *e, void *loop) { return e->kind == PROG_EXPR_VAR && prog_sets(loop, e->symbol); }

static bool varies_in(const prog_stmt *loop, const prog_expr *e) { return walk_any(e, is_set_in, (void *)loop); }

typedef struct setter {
	unit_facts *facts;
	const prog_stmt *loop;
} setter;

// Writes an element of mapped memory that is another one in each iteration.
static bool sets_some(const prog_expr *e, void *user)
{
	const setter *s = user;
	touches here = {0};
	if (e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC)
		touches_of_lvalue(s->facts, e->arg[0], true, false, &here);
	return here.writes && here.expected && varies_in(s->loop, e->arg[0]);
}

// Reads an element of mapped memory that is another one in each iteration.
static bool gets_some(const prog_expr *e, void *user)
{
	const setter *s = user;
	touches here = {0};
	if (e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF)
		touches_of_lvalue(s->facts, e, false, true, &here);
	return here.reads && here.expected && varies_in(s->loop, e);
}

int elements_read_depth(const graph *g, unit_facts *f, const prog_stmt *s, const prog_symbol *var)
{
	return sweeps(g, f, s, var, sweeps_expr);
}

int elements_set_depth(const graph *g, unit_facts *f, const prog_stmt *s, const prog_symbol *var)
{
	return sweeps(g, f, s, var, sets_swept);
}

bool elements_any_read(unit_facts *f, const prog_stmt *loop)
{
	return walk_any_in(loop, gets_some, &(setter){f, loop});
}

bool elements_any_set(unit_facts *f, const prog_stmt *loop)
{
	return walk_any_in(loop->body, sets_some, &(setter){f, loop});
}
