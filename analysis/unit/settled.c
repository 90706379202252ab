// SPDX-License-Identifier: Apache-2.0
#include "settled.h"

#include "../model/model.h"

typedef struct order {
	const prog_symbol *pointer, *array;
	int depth;          // loops that the walk is in
	int pointer_set_in; // of these, so many have the pointer set in them already
	bool sets_pointer, sets_array;
	bool wrong;
} order;

static const prog_symbol *variable(const prog_expr *e)
{
	e = prog_without_casts(e);
	return e->kind == PROG_EXPR_VAR ? e->symbol : NULL;
}

static void note_pointer(order *o)
{
	o->wrong |= o->sets_array;
	o->sets_pointer = true;
	o->pointer_set_in = o->depth;
}

static void note_array(order *o)
{
	o->wrong |= o->pointer_set_in > 0;
	o->sets_array = true;
}

static void note(order *o, const prog_symbol *set)
{
	if (set == o->pointer) note_pointer(o);
	if (set == o->array) note_array(o);
}

// Who has the pointer's address may set it whenever he likes.
static walk_next look_at_expr(const prog_expr *e, walk_use use, void *user)
{
	order *o = user;
	(void)use;
	const bool changes = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC;
	if (changes || e->kind == PROG_EXPR_ADDR) note(o, variable(e->arg[0]));
	o->wrong |= e->kind == PROG_EXPR_ADDR && variable(e->arg[0]) == o->pointer;
	o->wrong |= e->kind == PROG_EXPR_OPAQUE;
	return o->wrong ? WALK_STOP : WALK_ON;
}

static walk_next enter_stmt(const prog_stmt *s, void *user)
{
	order *o = user;
	o->wrong |= s->kind == PROG_STMT_LABEL || s->kind == PROG_STMT_OPAQUE;
	o->depth += stmt_is_loop(s);
	for (int k = 0; k < s->n_symbols; k++)
		if (s->inits[k]) note(o, s->symbols[k]);
	return o->wrong ? WALK_STOP : WALK_ON;
}

static walk_next leave_stmt(const prog_stmt *s, void *user)
{
	order *o = user;
	o->depth -= stmt_is_loop(s);
	if (o->pointer_set_in > o->depth) o->pointer_set_in = o->depth;
	return WALK_ON;
}

static bool is_variable(const prog_symbol *s)
{
	return s->kind == PROG_SYMBOL_VARIABLE && s->type->kind == PROG_TYPE_POINTER &&
	       (!s->file_scope || s->is_static);
}

bool settled_before(const prog_unit *unit, const prog_symbol *pointer, const prog_symbol *array)
{
	static const walker look = {.expr = look_at_expr, .stmt = enter_stmt, .stmt_end = leave_stmt};
	int n = 0;
	if (!is_variable(pointer) || !is_variable(array)) return false;
	for (int k = 0; k < unit->n_functions; k++) {
		order o = {.pointer = pointer, .array = array};
		if (walk_stmt(unit->functions[k]->body, &look, &o)) return false;
		if (!o.sets_pointer && !o.sets_array) continue;
		if (!o.sets_pointer || !o.sets_array) return false;
		n++;
	}
	return n == 1;
}
