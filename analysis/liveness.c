// SPDX-License-Identifier: Apache-2.0
#include "liveness.h"

typedef struct use {
	bool exposed; // read before it is certainly set
	bool defines; // certainly set
} use;

static use then(use a, use b) { return (use){a.exposed || (!a.defines && b.exposed), a.defines || b.defines}; }

static use use_of_expr(const prog_expr *e, const prog_symbol *symbol);

static use use_of_args(const prog_expr *e, const prog_symbol *symbol, int from)
{
	use u = {0};
	for (int k = from; k < e->n_args; k++) u = then(u, use_of_expr(e->arg[k], symbol));
	return u;
}

static use use_of_assign(const prog_expr *e, const prog_symbol *symbol)
{
	const prog_expr *target = e->arg[0];
	use u = use_of_expr(e->arg[1], symbol);
	if (target->kind != PROG_EXPR_VAR || target->symbol != symbol) {
		// An element that is set is no read of the array, but does not set all of it.
		const prog_expr *t = target;
		while (t->kind == PROG_EXPR_INDEX) {
			u = then(u, use_of_expr(t->arg[1], symbol));
			t = t->arg[0];
		}
		if (t->kind == PROG_EXPR_VAR && t->symbol == symbol && e->op == PROG_OP_NONE &&
		        t->type->kind == PROG_TYPE_ARRAY)
			return u;
		return then(u, use_of_expr(t, symbol));
	}
	if (e->op != PROG_OP_NONE) u.exposed |= !u.defines;
	u.defines = true;
	return u;
}

static use use_of(const prog_stmt *s, const prog_symbol *symbol);

static use use_of_expr(const prog_expr *e, const prog_symbol *symbol)
{
	if (!e) return (use){0};
	if (e->body) return then(use_of_args(e, symbol, 0), (use){use_of(e->body, symbol).exposed, false});
	switch (e->kind) {
	case PROG_EXPR_VAR: return (use){.exposed = e->symbol == symbol};
	case PROG_EXPR_ASSIGN: return use_of_assign(e, symbol);
	case PROG_EXPR_COND: {
		use c = use_of_expr(e->arg[0], symbol), y = use_of_expr(e->arg[1], symbol),
		    n = use_of_expr(e->arg[2], symbol);
		return then(c, (use){y.exposed || n.exposed, y.defines && n.defines});
	}
	case PROG_EXPR_BINARY:
		if (e->op == PROG_OP_LAND || e->op == PROG_OP_LOR) {
			use a = use_of_expr(e->arg[0], symbol), b = use_of_expr(e->arg[1], symbol);
			return then(a, (use){b.exposed, false});
		}
		return use_of_args(e, symbol, 0);
	default: return use_of_args(e, symbol, 0);
	}
}

static use loop_use(const prog_stmt *s, const prog_symbol *symbol)
{
	use body = use_of(s->body, symbol);
	if (s->kind == PROG_STMT_DO) return then(body, use_of_expr(s->cond, symbol));
	use before = then(use_of(s->init, symbol), use_of_expr(s->cond, symbol));
	use round = then(body, use_of_expr(s->step, symbol));
	return then(before, (use){round.exposed, false});
}

static use use_of(const prog_stmt *s, const prog_symbol *symbol)
{
	use u = {0};
	if (!s) return u;
	switch (s->kind) {
	case PROG_STMT_COMPOUND:
		for (int k = 0; k < s->n_children; k++) u = then(u, use_of(s->child[k], symbol));
		return u;
	case PROG_STMT_DECL:
		for (int k = 0; k < s->n_symbols; k++) {
			u = then(u, use_of_expr(s->inits[k], symbol));
			if (s->symbols[k] == symbol && s->inits[k]) u.defines = true;
		}
		return u;
	case PROG_STMT_IF: {
		use y = use_of(s->body, symbol), n = use_of(s->otherwise, symbol);
		return then(use_of_expr(s->cond, symbol), (use){y.exposed || n.exposed, y.defines && n.defines});
	}
	case PROG_STMT_FOR:
	case PROG_STMT_WHILE:
	case PROG_STMT_DO: return loop_use(s, symbol);
	case PROG_STMT_SWITCH: {
		use body = use_of(s->body, symbol);
		return then(use_of_expr(s->cond, symbol), (use){body.exposed, false});
	}
	case PROG_STMT_BREAK:
	case PROG_STMT_CONTINUE:
	case PROG_STMT_GOTO: return (use){0};
	case PROG_STMT_RETURN: return then(use_of_expr(s->expr, symbol), (use){false, false});
	default: return then(use_of_expr(s->expr, symbol), use_of(s->body, symbol));
	}
}

static bool jumps(const prog_stmt *s)
{
	if (!s) return false;
	if (s->kind == PROG_STMT_GOTO || s->kind == PROG_STMT_LABEL || s->kind == PROG_STMT_OPAQUE) return true;
	for (int k = 0; k < s->n_children; k++)
		if (jumps(s->child[k])) return true;
	return jumps(s->body) || jumps(s->otherwise) || jumps(s->init);
}

static bool continues(const prog_stmt *s)
{
	if (!s || s->kind == PROG_STMT_FOR || s->kind == PROG_STMT_WHILE || s->kind == PROG_STMT_DO) return false;
	for (int k = 0; k < s->n_children; k++)
		if (continues(s->child[k])) return true;
	return s->kind == PROG_STMT_CONTINUE || continues(s->body) || continues(s->otherwise);
}

// break and continue leave the sequence of statements that `then` assumes: what stands after them may set nothing.
static bool leaves_early(const prog_stmt *s)
{
	if (!s) return false;
	if (s->kind == PROG_STMT_BREAK || s->kind == PROG_STMT_CONTINUE) return true;
	for (int k = 0; k < s->n_children; k++)
		if (leaves_early(s->child[k])) return true;
	if (s->kind == PROG_STMT_FOR || s->kind == PROG_STMT_WHILE || s->kind == PROG_STMT_DO) return false;
	if (s->kind == PROG_STMT_SWITCH) return continues(s->body);
	return leaves_early(s->body) || leaves_early(s->otherwise);
}

bool liveness_after(unit_facts *facts, const prog_stmt *stmt, const prog_symbol *symbol)
{
	(void)facts;
	if (symbol->file_scope || symbol->is_static || symbol->address_taken || symbol->kind == PROG_SYMBOL_FIELD)
		return true;
	if (jumps(stmt->function->body)) return true;
	for (const prog_stmt *s = stmt; s->parent; s = s->parent) {
		const prog_stmt *up = s->parent;
		use u = {0};
		if (up->kind == PROG_STMT_COMPOUND) {
			int k = 0;
			while (k < up->n_children && up->child[k] != s) k++;
			for (k++; k < up->n_children && !u.defines && !u.exposed; k++) {
				u = then(u, use_of(up->child[k], symbol));
				if (!u.exposed && leaves_early(up->child[k])) u.defines = false;
				if (leaves_early(up->child[k]) && u.defines) u.defines = false;
			}
		} else if (up->kind == PROG_STMT_FOR || up->kind == PROG_STMT_WHILE || up->kind == PROG_STMT_DO) {
			use round = then(use_of_expr(up->step, symbol), use_of_expr(up->cond, symbol));
			u = then(round, use_of(up->body, symbol));
			u.defines = false;
		}
		if (u.exposed) return true;
		if (u.defines) return false;
	}
	return false;
}
