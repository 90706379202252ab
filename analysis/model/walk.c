// SPDX-License-Identifier: Apache-2.0
#include "walk.h"

#include "program.h"

typedef struct walk {
	const walker *w;
	void *user;
} walk;

static bool through_expr(const walk *k, const prog_expr *e, walk_use use);
static bool through_stmt(const walk *k, const prog_stmt *s);

static bool is_array(const prog_expr *e) { return e && e->type && e->type->kind == PROG_TYPE_ARRAY; }

// How the operand is used of an expression that is evaluated, for its value or its place.
static walk_use use_of_operand(const prog_expr *e, int k, walk_use use)
{
	switch (e->kind) {
	case PROG_EXPR_MEMBER: return WALK_PLACE;
	case PROG_EXPR_INDEX: return k == 0 && is_array(e->arg[0]) ? WALK_PLACE : WALK_VALUE;
	case PROG_EXPR_ADDR: return use == WALK_CALLED ? use : WALK_PLACE;
	case PROG_EXPR_ASSIGN: return k == 0 ? WALK_PLACE : WALK_VALUE;
	case PROG_EXPR_INCDEC: return WALK_PLACE;
	case PROG_EXPR_COND: return k == 0 ? WALK_VALUE : use;
	case PROG_EXPR_BINARY: return e->op == PROG_OP_COMMA && k == 1 ? use : WALK_VALUE;
	case PROG_EXPR_SIZEOF: return WALK_UNEVALUATED;
	case PROG_EXPR_CALL: return k == 0 && prog_callee(e) ? WALK_CALLED : WALK_VALUE;
	case PROG_EXPR_DEREF:
	case PROG_EXPR_CAST: return use == WALK_CALLED ? use : WALK_VALUE;
	case PROG_EXPR_INT:
	case PROG_EXPR_FLOAT:
	case PROG_EXPR_STRING:
	case PROG_EXPR_VAR:
	case PROG_EXPR_UNARY:
	case PROG_EXPR_INIT:
	case PROG_EXPR_COMPOUND:
	case PROG_EXPR_OPAQUE: return WALK_VALUE;
	}
	return WALK_VALUE;
}

static bool through_operands(const walk *k, const prog_expr *e, walk_use use)
{
	bool value_first = e->kind == PROG_EXPR_ASSIGN;
	for (int n = 0; n < e->n_args; n++) {
		int at = value_first && n < 2 ? 1 - n : n;
		walk_use of = use == WALK_UNEVALUATED ? use : use_of_operand(e, at, use);
		if (through_expr(k, e->arg[at], of)) return true;
	}
	return through_stmt(k, e->body);
}

static bool through_expr(const walk *k, const prog_expr *e, walk_use use)
{
	if (!e) return false;
	walk_next next = k->w->expr ? k->w->expr(e, use, k->user) : WALK_ON;
	if (next != WALK_ON) return next == WALK_STOP;
	if (through_operands(k, e, use)) return true;
	return k->w->expr_end && k->w->expr_end(e, use, k->user) == WALK_STOP;
}

static bool through_value(const walk *k, const prog_expr *e) { return through_expr(k, e, WALK_VALUE); }

static bool through_parts(const walk *k, const prog_stmt *s)
{
	switch (s->kind) {
	case PROG_STMT_DECL:
		if (through_value(k, s->expr)) return true;
		for (int n = 0; n < s->n_symbols; n++)
			if (through_value(k, s->inits[n])) return true;
		return false;
	case PROG_STMT_COMPOUND:
		for (int n = 0; n < s->n_children; n++)
			if (through_stmt(k, s->child[n])) return true;
		return false;
	case PROG_STMT_FOR:
		return through_stmt(k, s->init) || through_value(k, s->cond) || through_stmt(k, s->body) ||
		       through_value(k, s->step);
	case PROG_STMT_DO: return through_stmt(k, s->body) || through_value(k, s->cond);
	case PROG_STMT_IF:
	case PROG_STMT_WHILE:
	case PROG_STMT_SWITCH:
		return through_value(k, s->cond) || through_stmt(k, s->body) || through_stmt(k, s->otherwise);
	case PROG_STMT_EXPR:
	case PROG_STMT_CASE:
	case PROG_STMT_LABEL:
	case PROG_STMT_GOTO:
	case PROG_STMT_BREAK:
	case PROG_STMT_CONTINUE:
	case PROG_STMT_RETURN:
	case PROG_STMT_NULL:
	case PROG_STMT_OPAQUE:
	case PROG_STMT_REMAP: return through_value(k, s->expr) || through_stmt(k, s->body);
	}
	return false;
}

static bool through_stmt(const walk *k, const prog_stmt *s)
{
	if (!s) return false;
	walk_next next = k->w->stmt ? k->w->stmt(s, k->user) : WALK_ON;
	if (next != WALK_ON) return next == WALK_STOP;
	if (through_parts(k, s)) return true;
	return k->w->stmt_end && k->w->stmt_end(s, k->user) == WALK_STOP;
}

bool walk_expr(const prog_expr *e, const walker *w, void *user)
{
	const walk k = {w, user};
	return through_value(&k, e);
}

bool walk_stmt(const prog_stmt *s, const walker *w, void *user)
{
	const walk k = {w, user};
	return through_stmt(&k, s);
}

// ---- tests of one node --------------------------------------------------------------------------

typedef struct question {
	walk_test *test;
	walk_stmt_test *stmt_test;
	void *user;
} question;

static walk_next ask(const prog_expr *e, walk_use use, void *user)
{
	(void)use;
	const question *q = user;
	return q->test(e, q->user) ? WALK_STOP : WALK_ON;
}

static walk_next ask_evaluated(const prog_expr *e, walk_use use, void *user)
{
	return use == WALK_UNEVALUATED ? WALK_SKIP : ask(e, use, user);
}

static walk_next ask_stmt(const prog_stmt *s, void *user)
{
	const question *q = user;
	return q->stmt_test(s, q->user) ? WALK_STOP : WALK_ON;
}

static const walker asking = {.expr = ask}, asking_evaluated = {.expr = ask_evaluated},
                    asking_stmts = {.stmt = ask_stmt};

bool walk_any(const prog_expr *e, walk_test *test, void *user)
{
	return walk_expr(e, &asking, &(question){test, NULL, user});
}

bool walk_any_in(const prog_stmt *s, walk_test *test, void *user)
{
	return walk_stmt(s, &asking, &(question){test, NULL, user});
}

bool walk_any_evaluated(const prog_expr *e, walk_test *test, void *user)
{
	return walk_expr(e, &asking_evaluated, &(question){test, NULL, user});
}

bool walk_any_evaluated_in(const prog_stmt *s, walk_test *test, void *user)
{
	return walk_stmt(s, &asking_evaluated, &(question){test, NULL, user});
}

bool walk_any_stmt(const prog_stmt *s, walk_stmt_test *test, void *user)
{
	return walk_stmt(s, &asking_stmts, &(question){NULL, test, user});
}
