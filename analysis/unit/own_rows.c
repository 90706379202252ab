// SPDX-License-Identifier: Apache-2.0
#include "own_rows.h"

#include "../model/model.h"

typedef struct rows {
	const unit_facts *facts;
	const prog_symbol *holder; // the variable, or the parameter of a function that is given it
	int calls;                 // how deep in called functions
	bool frees_only;           // whether nothing is done but to free them
} rows;

enum { DEEPEST = 6 };

static bool names(const prog_expr *e, const prog_symbol *s)
{
	e = prog_without_casts(e);
	return e->kind == PROG_EXPR_VAR && e->symbol == s;
}

// f[k], *f: a pointer to a row.
static bool is_row(const rows *r, const prog_expr *e)
{
	e = prog_without_casts(e);
	bool element = e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF;
	return element && e->type && e->type->kind == PROG_TYPE_POINTER && names(e->arg[0], r->holder);
}

static bool is_zero(const prog_expr *e)
{
	e = prog_without_casts(e);
	return e->kind == PROG_EXPR_INT && e->value == 0;
}

static bool is_fresh(const rows *r, const prog_expr *e, bool with_rows)
{
	e = prog_without_casts(e);
	const prog_symbol *f = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	if (is_zero(e)) return true;
	if (!f) return false;
	if (f->function) return (with_rows ? facts_gives_fresh_rows : facts_gives_fresh_memory)(r->facts, f);
	const library_allocator *a = library_allocator_of(f->name);
	return a && (a->size || a->times);
}

// A place in a row: &f[k][i], f[k] + i.
static bool is_in_row(const rows *r, const prog_expr *e)
{
	e = prog_without_casts(e);
	if (e->kind == PROG_EXPR_ADDR) {
		const prog_expr *to = e->arg[0];
		while ((to->kind == PROG_EXPR_INDEX || to->kind == PROG_EXPR_DEREF || to->kind == PROG_EXPR_MEMBER) &&
		        to->n_args && !is_row(r, to))
			to = prog_without_casts(to->arg[0]);
		return is_row(r, to);
	}
	bool sum = e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_ADD || e->op == PROG_OP_SUB);
	return sum && e->type && e->type->kind == PROG_TYPE_POINTER && (is_row(r, e->arg[0]) || is_row(r, e->arg[1]));
}

static bool lets_know(const prog_expr *e, void *user);
static bool is_known_as_a_whole(const prog_expr *e, void *user);

static bool keeps_in(const rows *r, const prog_function *f, int argument, bool frees_only)
{
	if (!f->body || argument > f->n_params || r->calls == DEEPEST) return false;
	rows inside = {r->facts, f->params[argument - 1], r->calls + 1, frees_only};
	return !inside.holder->address_taken && !walk_any_in(f->body, lets_know, &inside) &&
	       !prog_any_expr(f->body, is_known_as_a_whole, &inside);
}

// What a call does with a row, or a place in one.
static bool row_is_kept(const rows *r, const prog_expr *call, int argument)
{
	const prog_symbol *f = prog_callee(call);
	if (!f) return false;
	if (library_call_frees(call)) return true;
	if (r->frees_only) return false;
	if (f->function)
		return argument <= f->function->n_params && !facts_keeps_argument(r->facts, f->function, argument - 1);
	return (library_copier_of(call) && argument > 1) || library_does_io(f->name);
}

static bool call_lets_know(const rows *r, const prog_expr *call)
{
	const prog_symbol *f = prog_callee(call);
	for (int k = 1; k < call->n_args; k++) {
		const prog_expr *a = call->arg[k];
		bool kept = true;
		if (names(a, r->holder))
			kept = library_call_frees(call) ||
			       (f && f->function && keeps_in(r, f->function, k, r->frees_only));
		else if (is_row(r, a) || is_in_row(r, a))
			kept = row_is_kept(r, call, k);
		if (!kept) return true;
	}
	return false;
}

static bool is_asked(const prog_expr *e)
{
	bool compares = e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_EQ || e->op == PROG_OP_NE);
	return compares || (e->kind == PROG_EXPR_UNARY && e->op == PROG_OP_LNOT);
}

// Whether the expression may let a row be known elsewhere by what it does with its operands.
static bool lets_know(const prog_expr *e, void *user)
{
	const rows *r = user;
	if (e->body || e->kind == PROG_EXPR_OPAQUE) return true;
	if (e->kind == PROG_EXPR_CALL) return call_lets_know(r, e);
	if (e->kind == PROG_EXPR_ADDR && is_row(r, e->arg[0])) return true; // who gets &f[k] may set it
	// Who uses it is asked.
	if (e->kind == PROG_EXPR_CAST || e->kind == PROG_EXPR_SIZEOF || is_in_row(r, e)) return false;
	if (e->kind == PROG_EXPR_ASSIGN && is_row(r, e->arg[0]))
		return r->frees_only ? !is_zero(e->arg[1]) : e->op != PROG_OP_NONE || !is_fresh(r, e->arg[1], false);
	if (e->kind == PROG_EXPR_ASSIGN && names(e->arg[0], r->holder))
		return e->op != PROG_OP_NONE || !is_fresh(r, e->arg[1], true);
	const bool element = e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF;
	for (int k = 0; k < e->n_args; k++) {
		if (!e->arg[k]) continue;
		if (names(e->arg[k], r->holder) && !is_asked(e) && !(element && k == 0)) return true;
		if ((is_row(r, e->arg[k]) && !is_asked(e)) || is_in_row(r, e->arg[k]))
			if (r->frees_only || !(element && k == 0)) return true;
	}
	return false;
}

// An initial value, what is returned: a row, or the pointer to them.
static bool is_known_as_a_whole(const prog_expr *e, void *user)
{
	const rows *r = user;
	return is_row(r, e) || is_in_row(r, e) || names(e, r->holder);
}

static bool begins_with_others(const prog_stmt *s, void *user)
{
	const rows *r = user;
	for (int k = 0; k < s->n_symbols; k++) {
		if (s->symbols[k] != r->holder || !s->inits[k]) continue;
		if (r->holder->type->kind == PROG_TYPE_ARRAY || !is_fresh(r, s->inits[k], true)) return true;
	}
	return s->kind == PROG_STMT_OPAQUE;
}

static const prog_function *function_of(const unit_facts *facts, const prog_symbol *variable)
{
	const prog_unit *u = facts_unit(facts);
	for (int k = 0; k < u->n_functions; k++)
		if (prog_declares(u->functions[k]->body, variable)) return u->functions[k];
	return NULL;
}

bool own_rows(const unit_facts *facts, const prog_symbol *s)
{
	const prog_type *t = s->type;
	bool local = s->kind == PROG_SYMBOL_VARIABLE && !s->file_scope && !s->is_static && !s->mapping && !s->partly;
	bool holds = t && (t->kind == PROG_TYPE_POINTER || t->kind == PROG_TYPE_ARRAY) &&
	             t->element->kind == PROG_TYPE_POINTER && t->element->element->kind != PROG_TYPE_POINTER;
	const prog_function *f = local && holds && !s->address_taken ? function_of(facts, s) : NULL;
	rows r = {facts, s, 0, false};
	return f && !walk_any_stmt(f->body, begins_with_others, &r) && !walk_any_in(f->body, lets_know, &r) &&
	       !prog_any_expr(f->body, is_known_as_a_whole, &r);
}

bool own_rows_come_or_go(const unit_facts *facts, const prog_symbol *variable, const prog_expr *e)
{
	rows r = {facts, variable, 0, false};
	if (e->kind == PROG_EXPR_ASSIGN)
		return e->op == PROG_OP_NONE && is_row(&r, e->arg[0]) && is_fresh(&r, e->arg[1], false);
	if (e->kind != PROG_EXPR_CALL || e->n_args < 2) return false;
	if (library_call_frees(e)) return is_row(&r, e->arg[1]);
	const prog_symbol *f = prog_callee(e);
	bool goes = false;
	for (int k = 1; k < e->n_args && f && f->function; k++)
		goes |= names(e->arg[k], variable) && keeps_in(&r, f->function, k, true);
	return goes;
}
