// SPDX-License-Identifier: Apache-2.0
#include "liveness.h"

#include <stdlib.h>

typedef struct use {
	bool exposed; // read before it is certainly set
	bool defines; // certainly set
	bool spoils;  // another function may have set it since it was set here
	bool foreign; // reads what such a function has left
} use;

// What is asked of a variable. Those of file scope are also read and set by the functions that are called.
typedef struct question {
	const prog_symbol *symbol;
	unsigned char *state; // [symbol id] of a function; NULL: no function can name the variable
	bool at_end;          // its value is read where the function that is looked at ends
} question;

enum { FN_LOOKED_AT = 1, FN_NAMES = 2, FN_EXPOSED = 4, FN_FOREIGN = 8, FN_BUSY = 16 };

static use then(use a, use b)
{
	return (use){
	        .exposed = a.exposed || (!a.defines && b.exposed),
	        .defines = b.defines || (a.defines && !b.spoils),
	        .spoils = b.spoils || (a.spoils && !b.defines),
	        .foreign = a.foreign || b.foreign || (a.spoils && b.exposed),
	};
}

// One or the other.
static use either(use a, use b)
{
	return (use){a.exposed || b.exposed, a.defines && b.defines, a.spoils || b.spoils, a.foreign || b.foreign};
}

static use perhaps(use a) { return either(a, (use){0}); }

static use use_of(const prog_stmt *s, question *q);
static use use_of_function(const prog_symbol *f, question *q);

// Functions of the system call none of the program's but those that they are given, and these are named in the call.
static use use_of_callee(const prog_expr *call, question *q)
{
	const prog_symbol *f = prog_callee(call);
	if (!q->state || (f && !f->function && (f->in_system_header || f->kind != PROG_SYMBOL_FUNCTION)))
		return (use){0};
	if (f && f->function && f->function->body) return use_of_function(f, q);
	return (use){.exposed = true, .spoils = true, .foreign = true};
}

static use use_of_expr(const prog_expr *e, question *q);

static use use_of_args(const prog_expr *e, question *q, int from)
{
	use u = {0};
	for (int k = from; k < e->n_args; k++) u = then(u, use_of_expr(e->arg[k], q));
	return u;
}

static use use_of_assign(const prog_expr *e, question *q)
{
	const prog_expr *target = e->arg[0];
	use u = use_of_expr(e->arg[1], q);
	if (target->kind != PROG_EXPR_VAR || target->symbol != q->symbol) {
		// An element that is set is no read of the array, but does not set all of it.
		const prog_expr *t = target;
		while (t->kind == PROG_EXPR_INDEX) {
			u = then(u, use_of_expr(t->arg[1], q));
			t = t->arg[0];
		}
		if (t->kind == PROG_EXPR_VAR && t->symbol == q->symbol && e->op == PROG_OP_NONE &&
		        t->type->kind == PROG_TYPE_ARRAY)
			return u;
		return then(u, use_of_expr(t, q));
	}
	if (e->op != PROG_OP_NONE) u = then(u, (use){.exposed = true});
	return then(u, (use){.defines = true});
}

static use use_of_expr(const prog_expr *e, question *q)
{
	if (!e) return (use){0};
	if (e->body) return then(use_of_args(e, q, 0), perhaps(use_of(e->body, q)));
	switch (e->kind) {
	case PROG_EXPR_VAR:
		if (q->state && e->symbol->function) return use_of_function(e->symbol, q);
		return (use){.exposed = e->symbol == q->symbol};
	case PROG_EXPR_ASSIGN: return use_of_assign(e, q);
	case PROG_EXPR_COND: {
		use c = use_of_expr(e->arg[0], q), y = use_of_expr(e->arg[1], q), n = use_of_expr(e->arg[2], q);
		return then(c, either(y, n));
	}
	case PROG_EXPR_CALL: return then(use_of_args(e, q, 0), use_of_callee(e, q));
	case PROG_EXPR_BINARY:
		if (e->op == PROG_OP_LAND || e->op == PROG_OP_LOR) {
			use a = use_of_expr(e->arg[0], q), b = use_of_expr(e->arg[1], q);
			return then(a, perhaps(b));
		}
		return use_of_args(e, q, 0);
	default: return use_of_args(e, q, 0);
	}
}

static use loop_use(const prog_stmt *s, question *q)
{
	use body = use_of(s->body, q);
	if (s->kind == PROG_STMT_DO) {
		body = then(body, use_of_expr(s->cond, q));
		body.foreign |= body.spoils && body.exposed;
		return body;
	}
	use before = then(use_of(s->init, q), use_of_expr(s->cond, q));
	use round = then(body, use_of_expr(s->step, q));
	round.foreign |= round.spoils && round.exposed;
	return then(before, perhaps(round));
}

static use use_of(const prog_stmt *s, question *q)
{
	use u = {0};
	if (!s) return u;
	switch (s->kind) {
	case PROG_STMT_COMPOUND:
		for (int k = 0; k < s->n_children; k++) u = then(u, use_of(s->child[k], q));
		return u;
	case PROG_STMT_DECL:
		for (int k = 0; k < s->n_symbols; k++) {
			u = then(u, use_of_expr(s->inits[k], q));
			if (s->symbols[k] == q->symbol && s->inits[k]) u.defines = true;
		}
		return u;
	case PROG_STMT_IF: {
		use y = use_of(s->body, q), n = use_of(s->otherwise, q);
		return then(use_of_expr(s->cond, q), either(y, n));
	}
	case PROG_STMT_FOR:
	case PROG_STMT_WHILE:
	case PROG_STMT_DO: return loop_use(s, q);
	case PROG_STMT_SWITCH: {
		use body = use_of(s->body, q);
		return then(use_of_expr(s->cond, q), perhaps(body));
	}
	case PROG_STMT_BREAK:
	case PROG_STMT_CONTINUE:
	case PROG_STMT_GOTO: return (use){0};
	case PROG_STMT_RETURN: return then(use_of_expr(s->expr, q), (use){.exposed = q->at_end});
	default: return then(use_of_expr(s->expr, q), use_of(s->body, q));
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

// What calling the function does to the variable.
static use use_of_function(const prog_symbol *f, question *q)
{
	unsigned char *state = &q->state[f->id];
	const use unknown = {.exposed = true, .spoils = true, .foreign = true};
	if (*state & FN_BUSY) return unknown;
	if (!(*state & FN_LOOKED_AT)) {
		bool at_end = q->at_end;
		*state = FN_BUSY;
		q->at_end = false;
		use u = use_of(f->function->body, q);
		if (jumps(f->function->body) && (u.exposed || u.spoils || prog_sets(f->function->body, q->symbol)))
			u = unknown;
		bool names = u.exposed || u.spoils || prog_sets(f->function->body, q->symbol);
		*state = (unsigned char)(FN_LOOKED_AT | (names ? FN_NAMES : 0) | (u.exposed ? FN_EXPOSED : 0) |
		                         (u.foreign ? FN_FOREIGN : 0));
		q->at_end = at_end;
	}
	if (!(*state & FN_NAMES)) return (use){0};
	return (use){.exposed = *state & FN_EXPOSED, .spoils = true, .foreign = *state & FN_FOREIGN};
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

// Whether no function reads what another one has left in the variable of file scope.
static bool is_own_of_each_function(const prog_unit *unit, question *q)
{
	bool closed = q->symbol->is_static || unit->is_whole;
	if (!closed || q->symbol->is_extern || q->symbol->address_taken) return false;
	for (int k = 0; k < unit->n_functions; k++) {
		use u = use_of_function(unit->functions[k]->symbol, q);
		if (u.exposed || u.foreign) return false;
	}
	return true;
}

static bool contains_return(const prog_stmt *s)
{
	if (!s) return false;
	for (int k = 0; k < s->n_children; k++)
		if (contains_return(s->child[k])) return true;
	return s->kind == PROG_STMT_RETURN || contains_return(s->body) || contains_return(s->otherwise);
}

static bool is_read_after(const prog_stmt *stmt, question *q)
{
	if (jumps(stmt->function->body) || (q->at_end && contains_return(stmt))) return true;
	for (const prog_stmt *s = stmt; s->parent; s = s->parent) {
		const prog_stmt *up = s->parent;
		use u = {0};
		if (up->kind == PROG_STMT_COMPOUND) {
			int k = 0;
			while (k < up->n_children && up->child[k] != s) k++;
			for (k++; k < up->n_children && !u.defines && !u.exposed; k++) {
				u = then(u, use_of(up->child[k], q));
				if (leaves_early(up->child[k])) u.defines = false;
			}
		} else if (up->kind == PROG_STMT_FOR || up->kind == PROG_STMT_WHILE || up->kind == PROG_STMT_DO) {
			use round = then(use_of_expr(up->step, q), use_of_expr(up->cond, q));
			u = then(round, use_of(up->body, q));
			u.defines = false;
		}
		if (u.exposed) return true;
		if (u.defines) return false;
	}
	return q->at_end;
}

bool liveness_after(unit_facts *facts, const prog_stmt *stmt, const prog_symbol *symbol)
{
	const prog_unit *unit = facts_unit(facts);
	question q = {.symbol = symbol};
	if (!symbol->file_scope) {
		if (symbol->is_static || symbol->address_taken || symbol->kind == PROG_SYMBOL_FIELD) return true;
		return is_read_after(stmt, &q);
	}
	const prog_type *t = symbol->type;
	if (symbol->address_taken || t->is_volatile || t->kind == PROG_TYPE_ARRAY || t->kind == PROG_TYPE_STRUCT)
		return true;
	q.state = calloc((size_t)unit->n_symbols + 1, 1);
	if (!q.state) abort();
	left_note *left = facts_left(facts, symbol);
	if (*left == LEFT_UNKNOWN) *left = is_own_of_each_function(unit, &q) ? LEFT_UNREAD : LEFT_READ;
	q.at_end = *left == LEFT_READ;
	bool read = is_read_after(stmt, &q);
	free(q.state);
	return read;
}
