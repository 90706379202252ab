// SPDX-License-Identifier: Apache-2.0
#include "exits.h"

#include <string.h>

// ---- which there are ----------------------------------------------------------------------------

static const prog_stmt *last_of(const prog_stmt *s)
{
	while (s && s->kind == PROG_STMT_COMPOUND) s = s->n_children ? s->child[s->n_children - 1] : NULL;
	return s;
}

static bool is_loop(const prog_stmt *s)
{
	return s->kind == PROG_STMT_FOR || s->kind == PROG_STMT_WHILE || s->kind == PROG_STMT_DO;
}

static bool has_label(const prog_stmt *s, const char *label)
{
	if (!s) return false;
	if (s->kind == PROG_STMT_LABEL && !strcmp(s->label, label)) return true;
	for (int k = 0; k < s->n_children; k++)
		if (has_label(s->child[k], label)) return true;
	return has_label(s->body, label) || has_label(s->otherwise, label);
}

static bool leaves_root(const builder *b, const prog_stmt *leave)
{
	const prog_stmt *up = leave->parent;
	switch (leave->kind) {
	case PROG_STMT_RETURN: return true;
	case PROG_STMT_GOTO: return leave->label && !has_label(b->n->root, leave->label);
	case PROG_STMT_BREAK:
		while (up && !is_loop(up) && up->kind != PROG_STMT_SWITCH) up = up->parent;
		return up == b->n->root;
	default: return false;
	}
}

// What can be copied to another place: no loops, no other ways out, no memory of its own.
static bool can_move(const prog_stmt *s, const prog_stmt *leave)
{
	if (!s || s == leave) return true;
	if (s->hint || s->pragmas) return false;
	switch (s->kind) {
	case PROG_STMT_COMPOUND:
	case PROG_STMT_EXPR:
	case PROG_STMT_IF:
	case PROG_STMT_NULL: break;
	case PROG_STMT_DECL:
		for (int k = 0; k < s->n_symbols; k++)
			if (s->symbols[k]->mapping || s->symbols[k]->is_static) return false;
		break;
	default: return false;
	}
	for (int k = 0; k < s->n_children; k++)
		if (!can_move(s->child[k], leave)) return false;
	return can_move(s->body, leave) && can_move(s->otherwise, leave);
}

static bool is_variable_of_loop(const builder *b, const prog_symbol *x)
{
	for (int d = 0; d < b->depth; d++)
		if (b->n->loops[b->loop[d]].var == x) return true;
	return false;
}

static bool is_value(const prog_type *t)
{
	return t->kind == PROG_TYPE_INT || t->kind == PROG_TYPE_BOOL || t->kind == PROG_TYPE_FLOAT ||
	       t->kind == PROG_TYPE_COMPLEX;
}

typedef struct capture {
	builder *b;
	const prog_stmt *branch;
	bool ok;
} capture;

// Variables of the iteration that the branch names go along.
static bool capture_expr(const prog_expr *e, void *user)
{
	capture *c = user;
	nest *n = c->b->n;
	if (!e || !c->ok) return false;
	if (e->body) return c->ok = false;
	const prog_symbol *x = e->kind == PROG_EXPR_VAR ? e->symbol : NULL;
	bool variable = x && (x->kind == PROG_SYMBOL_VARIABLE || x->kind == PROG_SYMBOL_PARAMETER) &&
	                !is_variable_of_loop(c->b, x) && !prog_declares(c->branch, x);
	if (variable && (prog_declares(n->root, x) || c->b->written[x->id])) {
		bool known = false;
		for (int k = 0; k < n->n_captured; k++) known |= n->captured[k] == x;
		if (!is_value(x->type) || x->is_static || (!known && n->n_captured == NEST_MAX_ENTERING))
			return c->ok = false;
		if (!known) n->captured[n->n_captured++] = x;
	}
	for (int k = 0; k < e->n_args; k++) capture_expr(e->arg[k], user);
	return false;
}

static void capture_stmt(capture *c, const prog_stmt *s)
{
	if (!s) return;
	for (int k = 0; k < s->n_symbols; k++) capture_expr(s->inits[k], c);
	for (int k = 0; k < s->n_children; k++) capture_stmt(c, s->child[k]);
	capture_expr(s->expr, c);
	capture_expr(s->cond, c);
	capture_stmt(c, s->body);
	capture_stmt(c, s->otherwise);
}

bool exits_by(const builder *b, const prog_stmt *branch)
{
	enum { MOST = 16 };
	const prog_stmt *leave = last_of(branch);
	if (!leave || b->call || branch->range.file < 0 || b->n->n_exits == MOST) return false;
	if (!leaves_root(b, leave) || !can_move(branch, leave) || leave->range.file < 0) return false;
	for (int d = 0; d < b->depth; d++)
		if (!b->n->loops[b->loop[d]].var) return false;
	int before = b->n->n_captured;
	capture c = {(builder *)b, branch, true};
	capture_stmt(&c, branch);
	if (!c.ok) b->n->n_captured = before;
	return c.ok;
}

void exits_add(builder *b, prog_stmt *branch, int stmt)
{
	nest *n = b->n;
	nest_exit *grown = prog_alloc(n->unit, sizeof *grown * (size_t)(n->n_exits + 1));
	if (n->n_exits) memcpy(grown, n->exits, sizeof *grown * (size_t)n->n_exits);
	grown[n->n_exits++] = (nest_exit){.branch = branch, .leave = last_of(branch), .stmt = stmt};
	n->exits = grown;
	n->stmts[stmt].leaves = true;
}

// Whether `x` is evaluated wherever `e` comes out as `truth`.
static bool evaluates(const prog_expr *e, const prog_expr *x, bool truth)
{
	if (!e) return false;
	if (e == x) return true;
	if (e->kind == PROG_EXPR_COND) return evaluates(e->arg[0], x, truth);
	if (e->kind == PROG_EXPR_UNARY && e->op == PROG_OP_LNOT) return evaluates(e->arg[0], x, !truth);
	bool both = e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_LAND || e->op == PROG_OP_LOR);
	if (both) {
		bool second = truth == (e->op == PROG_OP_LAND);
		return evaluates(e->arg[0], x, truth) || (second && evaluates(e->arg[1], x, truth));
	}
	// The truth of an operand of anything else is not known.
	for (int k = 0; k < e->n_args; k++)
		if (evaluates(e->arg[k], x, true) && evaluates(e->arg[k], x, false)) return true;
	return false;
}

// Whether `r` has run in each iteration that comes to `s`.
static bool runs_before(const nest *n, const nest_stmt *r, const nest_stmt *s)
{
	if (r->depth != s->depth || memcmp(r->loop, s->loop, sizeof(int) * (size_t)r->depth)) return false;
	if (r->time[r->depth] >= s->time[s->depth]) return false;
	int guard = s->guard;
	while (guard && guard != r->guard) guard = n->guard_parent[guard];
	if (guard != r->guard) return false;
	isl_set *all = isl_set_reset_tuple_id(isl_set_copy(r->domain)),
	        *these = isl_set_reset_tuple_id(isl_set_copy(s->domain));
	bool runs = isl_set_is_subset(these, all) == isl_bool_true;
	isl_set_free(all);
	isl_set_free(these);
	return runs;
}

bool exits_need(const nest *n, const nest_stmt *s, const nest_stmt *r, const nest_access *a)
{
	if (r != s)
		return evaluates(r->expr, a->expr, true) && evaluates(r->expr, a->expr, false) && runs_before(n, r, s);
	for (int k = 0; k < n->n_exits; k++) {
		if (&n->stmts[n->exits[k].stmt] != s) continue;
		return evaluates(s->expr, a->expr, n->exits[k].branch == s->stmt->body);
	}
	return false;
}

// ---- what may be run beyond them ------------------------------------------------------------------

// Processes run beyond the first exit, where the program would not have come: nothing there may fail.
static bool may_fail(const prog_expr *e, void *user)
{
	if (!e) return false;
	if (e->body) return true;
	if (e->kind == PROG_EXPR_CALL) {
		const prog_symbol *callee = prog_callee(e);
		if (!callee || !callee->in_system_header) return true;
	}
	bool divides = (e->op == PROG_OP_DIV || e->op == PROG_OP_REM) && e->n_args == 2 && e->type &&
	               e->type->kind == PROG_TYPE_INT;
	if (divides) {
		const prog_expr *by = e->arg[1];
		while (by->kind == PROG_EXPR_CAST) by = by->arg[0];
		if (by->kind != PROG_EXPR_INT || by->value == 0 || by->value == -1) return true;
	}
	for (int k = 0; k < e->n_args; k++)
		if (may_fail(e->arg[k], user)) return true;
	return false;
}

static bool runs_safely(const nest *n)
{
	for (int k = 0; k < n->n_loops; k++)
		if (!n->loops[k].counted) return false;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		if (may_fail(s->expr, NULL)) return false;
		for (int j = 0; j < s->n_accesses; j++)
			for (int d = 0; d < n->objects[s->accesses[j].object].rank; d++)
				if (!s->accesses[j].sub[d]) return false;
	}
	return true;
}

void exits_finish(builder *b)
{
	nest *n = b->n;
	if (!n->n_exits) return;
	for (int k = 0; k < n->n_stmts; k++) {
		nest_stmt *s = &n->stmts[k];
		s->may = true;
		for (int j = 0; j < s->n_accesses; j++) s->accesses[j].must = false;
	}
	bool possible = true;
	for (int k = 0; k < n->n_objects; k++) possible &= n->objects[k].kind == NEST_SCALAR || !n->objects[k].writes;
	if (possible && runs_safely(n)) return;
	bool breaks = n->exits[0].leave->kind == PROG_STMT_BREAK;
	nest_fail(n, breaks ? DIAG_break_out : DIAG_leaves_nest, breaks ? n->root->loc : n->exits[0].leave->loc, "");
}

// ---- the partition ------------------------------------------------------------------------------

// All of an iteration of the outermost loop is one process's, and nothing else decides who executes what.
static bool by_outermost_loop(const nest *n, const partition *p)
{
	if (!n->loops[0].n_limits || p->n_nest_limits) return false;
	for (int k = 1; k < n->n_loops; k++)
		if (n->loops[k].n_limits) return false;
	for (int k = 0; k < n->n_stmts; k++)
		if (p->guarded[k]) return false;
	return true;
}

bool exits_possible(nest *n, partition *p)
{
	if (!n->n_exits) return true;
	p->exits_again = false;
	for (int k = 0; k < n->n_objects; k++) {
		const nest_object *o = &n->objects[k];
		if (o->kind != NEST_SCALAR || !o->writes) continue;
		bool combined = p->roles[k] == SCALAR_REDUCTION || p->roles[k] == SCALAR_LAST;
		bool variable = o->base->kind == PROG_EXPR_VAR;
		if (p->roles[k] == SCALAR_PRIVATE) continue;
		p->exits_again = true;
		if (combined && variable && by_outermost_loop(n, p)) continue;
		nest_fail(n, DIAG_break_out, n->root->loc, "");
		return false;
	}
	return true;
}
