// SPDX-License-Identifier: Apache-2.0
#include "addresses.h"

#include "../model/model.h"

typedef struct search {
	prog_unit *unit;
	points_to *pointers;
	unsigned char *kept;
} search;

// The next symbol on the way from an object to the variable that it is a part of, or to the pointer that leads there;
// NULL: there is none. `e`: the object, then what is left of the way.
static const prog_symbol *next_symbol(const prog_expr **e)
{
	const prog_expr *at = *e;
	while (at && at->kind == PROG_EXPR_INDEX && at->arg[0]->type && at->arg[0]->type->kind == PROG_TYPE_ARRAY)
		at = at->arg[0];
	const bool part = at && at->kind == PROG_EXPR_MEMBER;
	if (!part && !(at && at->kind == PROG_EXPR_VAR)) return NULL;
	*e = part && at->n_args ? at->arg[0] : NULL;
	return at->symbol;
}

static void keep(unsigned char *kept, const prog_expr *object)
{
	for (const prog_symbol *s; (s = next_symbol(&object));) kept[s->id] = 1;
}

// ---- calls that forget ---------------------------------------------------------------------------

static bool library_forgets(const prog_expr *call, const prog_symbol *callee)
{
	return callee->in_system_header && library_forgets_pointers(callee->name) &&
	       (!call->type || call->type->kind != PROG_TYPE_POINTER);
}

static bool gives_on(const prog_expr *e, void *parameter)
{
	const prog_symbol *callee = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	if (e->kind != PROG_EXPR_CALL || (callee && library_forgets(e, callee))) return false;
	for (int k = 1; k < e->n_args; k++)
		if (prog_names(e->arg[k], parameter)) return true;
	return false;
}

static bool is_loop(const prog_stmt *s, void *unused)
{
	(void)unused;
	return stmt_is_loop(s) || s->kind == PROG_STMT_OPAQUE;
}

// A variable that is no other function's can be named by none of those that get its address. A member can: while the
// function has its address there may be no loop that does.
static bool function_forgets(const search *a, const prog_expr *call, const prog_symbol *callee, int argument)
{
	const prog_function *f = callee->function;
	const prog_expr *object = prog_without_casts(call->arg[argument + 1])->arg[0];
	if (!f || argument >= f->n_params || points_to_keeps_argument(a->pointers, f, argument)) return false;
	if (object->kind == PROG_EXPR_VAR) return true;
	return !walk_any_stmt(f->body, is_loop, NULL) && !walk_any_in(f->body, gives_on, (void *)f->params[argument]);
}

static bool is_forgotten(const search *a, const prog_expr *call, int argument)
{
	const prog_symbol *callee = prog_callee(call);
	if (prog_without_casts(call->arg[argument + 1])->kind != PROG_EXPR_ADDR || !callee) return false;
	return library_forgets(call, callee) || function_forgets(a, call, callee, argument);
}

// ---- all of the unit -----------------------------------------------------------------------------

static walk_next note_address(const prog_expr *e, walk_use use, void *user);

static const walker addresses = {.expr = note_address};

static walk_next note_address(const prog_expr *e, walk_use use, void *user)
{
	(void)use;
	const search *a = user;
	if (e->kind == PROG_EXPR_ADDR) keep(a->kept, e->arg[0]);
	if (e->kind != PROG_EXPR_CALL) return WALK_ON;
	walk_expr(e->arg[0], &addresses, user);
	for (int k = 1; k < e->n_args; k++) {
		const prog_expr *given = is_forgotten(a, e, k - 1) ? prog_without_casts(e->arg[k])->arg[0] : e->arg[k];
		walk_expr(given, &addresses, user);
	}
	return WALK_SKIP;
}

unsigned char *addresses_kept(prog_unit *unit, points_to *pointers)
{
	search a = {unit, pointers, prog_alloc(unit, (size_t)unit->n_symbols + 1)};
	for (int k = 0; k < unit->n_functions; k++) walk_stmt(unit->functions[k]->body, &addresses, &a);
	for (int k = 0; k < unit->n_values; k++) walk_expr(unit->values[k], &addresses, &a);
	return a.kept;
}

// ---- one statement -------------------------------------------------------------------------------

static bool takes_address(const prog_expr *e, void *symbol)
{
	const prog_expr *object = e->kind == PROG_EXPR_ADDR ? e->arg[0] : NULL;
	for (const prog_symbol *s; object && (s = next_symbol(&object));)
		if (s == symbol) return true;
	return false;
}

bool addresses_are_taken_in(const prog_stmt *statement, const prog_symbol *symbol)
{
	return walk_any_in(statement, takes_address, (void *)symbol);
}
