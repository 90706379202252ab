// SPDX-License-Identifier: Apache-2.0
//
// Parameters that point to whole arrays: all their uses in a function are looked at.
#include "whole_arrays.h"

#include "../model/model.h"

enum { MOST_CALLS = 8 };

typedef struct use_search {
	const prog_symbol *pointer;
	int calls; // how deep
} use_search;

static bool stays_in_first(const prog_function *f, const prog_symbol *parameter, int calls);

static bool is_pointer(const prog_expr *e, const prog_symbol *pointer)
{
	e = prog_without_implicit_casts(e);
	return e->kind == PROG_EXPR_VAR && e->symbol == pointer;
}

// *a or a[0].
static bool is_first(const prog_expr *e, const prog_symbol *pointer)
{
	return (e->kind == PROG_EXPR_DEREF || (e->kind == PROG_EXPR_INDEX && prog_is_zero(e->arg[1]))) &&
	       is_pointer(e->arg[0], pointer);
}

static bool is_test(const prog_expr *e)
{
	return (e->kind == PROG_EXPR_UNARY && e->op == PROG_OP_LNOT) ||
	       (e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_EQ || e->op == PROG_OP_NE));
}

// Whether what gets the pointer as its argument number k stays in the first array.
static bool callee_stays(const prog_expr *call, int k, int calls)
{
	const prog_symbol *callee = prog_callee(call);
	const prog_function *f = callee ? callee->function : NULL;
	if (!f) return true; // its nests are its own
	return k <= f->n_params && stays_in_first(f, f->params[k - 1], calls + 1);
}

// Some use by which another array than the first one might be meant.
static bool leaves_first(const prog_expr *e, void *user)
{
	const use_search *s = user;
	if (!e || e->kind == PROG_EXPR_SIZEOF || is_first(e, s->pointer)) return false;
	if (e->kind == PROG_EXPR_ADDR && is_first(e->arg[0], s->pointer)) return true;
	if (is_pointer(e, s->pointer) || e->body) return true;
	for (int k = 0; k < e->n_args; k++) {
		const prog_expr *a = e->arg[k];
		bool handed_on = a && is_pointer(a, s->pointer) &&
		                 (is_test(e) || (e->kind == PROG_EXPR_CALL && k > 0 && callee_stays(e, k, s->calls)));
		if (!handed_on && leaves_first(a, user)) return true;
	}
	return false;
}

static bool stays_in_first(const prog_function *f, const prog_symbol *parameter, int calls)
{
	const prog_type *t = parameter->type;
	if (calls > MOST_CALLS || !f->body || t->kind != PROG_TYPE_POINTER || !t->element ||
	        t->element->kind != PROG_TYPE_ARRAY)
		return false;
	return !prog_any_expr(f->body, leaves_first, &(use_search){parameter, calls});
}

bool whole_arrays_only(const prog_function *f, const prog_symbol *parameter)
{
	for (int k = 0; k < f->n_params; k++)
		if (f->params[k] == parameter) return stays_in_first(f, parameter, 0);
	return false;
}
