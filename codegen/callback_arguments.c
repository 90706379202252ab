// SPDX-License-Identifier: Apache-2.0
#include "callback_arguments.h"

#include <string.h>

typedef struct place {
	const control_flow *flow;
	const prog_function *function;
	const prog_stmt *loop;
} place;

typedef struct sets {
	const prog_symbol *variable;
	int n;
} sets;

static bool count_set(const prog_expr *e, void *user)
{
	sets *s = user;
	if (e->kind != PROG_EXPR_ASSIGN && e->kind != PROG_EXPR_INCDEC && e->kind != PROG_EXPR_ADDR) return false;
	s->n += prog_without_casts(e->arg[0])->symbol == s->variable;
	return false;
}

static bool declares(const prog_stmt *s, void *variable)
{
	for (int k = 0; k < s->n_symbols; k++)
		if (s->symbols[k] == variable) return true;
	return false;
}

static bool initialises(const prog_stmt *s, void *variable)
{
	for (int k = 0; k < s->n_symbols; k++)
		if (s->symbols[k] == variable) return s->inits[k] != NULL;
	return false;
}

// Whether the variable may have several values where the function calls.
static bool changes(const place *at, const prog_symbol *variable)
{
	const char *name = variable->name;
	if (at->loop)
		return statement_may_set(at->flow, at->loop, name, strlen(name), variable->file_scope) ||
		       walk_any_stmt(at->loop, declares, (void *)variable);
	sets s = {.variable = variable};
	walk_any_in(at->function->body, count_set, &s);
	const bool is_given = variable->kind == PROG_SYMBOL_PARAMETER || variable->has_init ||
	                      walk_any_stmt(at->function->body, initialises, (void *)variable);
	return s.n > (is_given ? 0 : 1);
}

// Anything but variables, numbers, and what is computed of these is taken to change.
static bool may_change(const prog_expr *e, void *user)
{
	switch (e->kind) {
	case PROG_EXPR_INT:
	case PROG_EXPR_FLOAT:
	case PROG_EXPR_UNARY:
	case PROG_EXPR_BINARY:
	case PROG_EXPR_COND:
	case PROG_EXPR_CAST:
	case PROG_EXPR_SIZEOF: return false;
	case PROG_EXPR_VAR: return changes(user, e->symbol);
	default: return true;
	}
}

static bool is_integer(const prog_expr *e)
{
	return e->type && (e->type->kind == PROG_TYPE_INT || e->type->kind == PROG_TYPE_BOOL) && !e->type->is_volatile;
}

// `variable + add`; NULL: it is something else.
static const prog_symbol *variable_of(const prog_expr *e, long *add)
{
	e = prog_without_casts(e);
	if (e->kind == PROG_EXPR_VAR && is_integer(e) && e->symbol->kind != PROG_SYMBOL_FUNCTION) return e->symbol;
	if (e->kind != PROG_EXPR_BINARY || (e->op != PROG_OP_ADD && e->op != PROG_OP_SUB)) return NULL;
	const prog_expr *a = prog_without_casts(e->arg[0]), *b = prog_without_casts(e->arg[1]);
	if (e->op == PROG_OP_ADD && a->kind == PROG_EXPR_INT) {
		const prog_expr *number = a;
		a = b, b = number;
	}
	if (b->kind != PROG_EXPR_INT || a->kind != PROG_EXPR_VAR) return NULL;
	*add = e->op == PROG_OP_ADD ? b->value : -b->value;
	return is_integer(a) ? a->symbol : NULL;
}

static void argument(const place *at, const prog_expr *e, text *out)
{
	long add = 0;
	const prog_expr *plain = prog_without_casts(e);
	if (!is_integer(e)) {
		text_add(out, "\t{HPCC_ARGUMENT_UNKNOWN},\n");
		return;
	}
	if (plain->kind == PROG_EXPR_INT) {
		text_printf(out, "\t{HPCC_ARGUMENT_NUMBER, .add = %ld},\n", plain->value);
		return;
	}
	const prog_symbol *variable = variable_of(e, &add);
	text_printf(out, "\t{%s", variable ? "HPCC_ARGUMENT_VARIABLE, .variable = " : "HPCC_ARGUMENT_UNKNOWN");
	if (variable) text_add_string(out, variable->name);
	if (add) text_printf(out, ", .add = %ld", add);
	if (walk_any(e, may_change, (void *)at)) text_add(out, ", .changes = 1");
	text_add(out, "},\n");
}

int callback_arguments(const control_flow *flow, const prog_function *function, const prog_stmt *loop,
        const prog_expr *call, text *out)
{
	const place at = {flow, function, loop};
	for (int k = 1; k < call->n_args; k++) argument(&at, call->arg[k], out);
	return call->n_args - 1;
}
