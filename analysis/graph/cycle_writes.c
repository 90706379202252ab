// SPDX-License-Identifier: Apache-2.0
#include "cycle_writes.h"

#include "../unit/unit.h"

#include <string.h>

struct cycle_writes {
	const control_flow *flow;
	const prog_stmt *loop;
	bool anything; // perhaps: something is done of which it is not known what
	int n, room;
	const prog_symbol **through; // variables and members through which, or in which, elements are written
	unsigned char *set;          // [symbol id]: variables that are set, or whose address is taken
	unsigned char *entered;      // [symbol id]: functions
};

static void add_through(cycle_writes *w, const prog_symbol *s)
{
	prog_unit *u = w->flow->g->unit;
	for (int k = 0; k < w->n; k++)
		if (w->through[k] == s) return;
	w->through = prog_grow(u, w->through, w->n, &w->room, sizeof *w->through);
	w->through[w->n++] = s;
}

// The pointer or array by whose name the memory is known; NULL: it is a pointer of any other kind.
static const prog_symbol *name_of(const prog_expr *pointer)
{
	const prog_expr *e = prog_without_casts(pointer);
	while (e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_ADD || e->op == PROG_OP_SUB))
		e = prog_without_casts(e->arg[prog_type_is_address(e->arg[0]->type) ? 0 : 1]);
	const bool row = e->kind == PROG_EXPR_INDEX && e->type->kind == PROG_TYPE_ARRAY;
	if (e->kind == PROG_EXPR_ADDR || row) {
		element_ref ref;
		const prog_expr *element = element_of(row ? e : e->arg[0]);
		if (element->kind == PROG_EXPR_VAR) return element->symbol;
		return element_ref_of(element, &ref) && !ref.row_levels ? name_of(ref.base) : NULL;
	}
	return e->kind == PROG_EXPR_VAR || e->kind == PROG_EXPR_MEMBER ? e->symbol : NULL;
}

static void writes_through(cycle_writes *w, const prog_expr *pointer)
{
	const prog_symbol *s = name_of(pointer);
	if (s)
		add_through(w, s);
	else
		w->anything = true;
}

// An lvalue that is set. Members of variables are parts of these.
static void sets(cycle_writes *w, const prog_expr *lvalue)
{
	element_ref ref;
	const prog_expr *e = element_of(prog_without_casts(lvalue));
	if (e->kind == PROG_EXPR_VAR) {
		w->set[e->symbol->id] = 1;
		return;
	}
	if (!element_ref_of(e, &ref) || ref.row_levels) {
		w->anything = true;
		return;
	}
	writes_through(w, ref.base);
}

static bool look(const prog_expr *e, void *user);
static bool look_at_statement(const prog_stmt *s, void *user);

static void enter(cycle_writes *w, const prog_symbol *f)
{
	const prog_function *function = f->function;
	if (w->entered[f->id]) return;
	w->entered[f->id] = 1;
	for (int k = 0; k < function->n_params; k++) w->anything |= function->params[k]->mapping != NULL;
	if (w->anything || !function->body) return;
	walk_any_in(function->body, look, w);
	walk_any_stmt(function->body, look_at_statement, w);
}

// Any of the C library's may write through what it is given, and call functions that it is given.
static void calls_library(cycle_writes *w, const prog_expr *call)
{
	for (int k = 1; k < call->n_args; k++) {
		const prog_expr *a = prog_without_casts(call->arg[k]);
		if (a->kind == PROG_EXPR_VAR && a->symbol->kind == PROG_SYMBOL_FUNCTION) {
			if (a->symbol->function)
				enter(w, a->symbol);
			else
				w->anything = true;
		} else if (prog_type_is_address(a->type) && a->kind != PROG_EXPR_STRING && a->kind != PROG_EXPR_INT) {
			writes_through(w, a);
		}
	}
}

static void calls(cycle_writes *w, const prog_expr *call)
{
	const unit_facts *facts = w->flow->g->facts;
	const prog_symbol *f = prog_callee(call);
	if (!f)
		w->anything = true;
	else if (f->function && !f->in_system_header)
		enter(w, f);
	else if (library_has(f->name) || library_knows(f->name) || library_does_io(f->name))
		calls_library(w, call);
	else if (!facts_is_pure(facts, call) && !facts_only_reads(facts, call))
		w->anything = true;
}

static bool look(const prog_expr *e, void *user)
{
	cycle_writes *w = user;
	if (e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC) sets(w, e->arg[0]);
	if (e->kind == PROG_EXPR_ADDR && element_of(e->arg[0])->kind == PROG_EXPR_VAR)
		w->set[element_of(e->arg[0])->symbol->id] = 1;
	if (e->kind == PROG_EXPR_CALL) calls(w, e);
	if (e->kind == PROG_EXPR_OPAQUE) w->anything = true;
	return w->anything;
}

static bool look_at_statement(const prog_stmt *s, void *user)
{
	cycle_writes *w = user;
	w->anything |= s->kind == PROG_STMT_OPAQUE || s->kind == PROG_STMT_REMAP || s->n_remaps;
	return w->anything;
}

cycle_writes *cycle_writes_of(const control_flow *flow, const prog_stmt *loop)
{
	prog_unit *u = flow->g->unit;
	cycle_writes *w = prog_alloc(u, sizeof *w);
	*w = (cycle_writes){.flow = flow,
	        .loop = loop,
	        .set = prog_alloc(u, (size_t)u->n_symbols + 1),
	        .entered = prog_alloc(u, (size_t)u->n_symbols + 1)};
	walk_any_in(loop, look, w);
	if (!w->anything) walk_any_stmt(loop, look_at_statement, w);
	return w;
}

// ---- the question -----------------------------------------------------------------------------

static bool declares(const prog_stmt *s, void *variable)
{
	for (int k = 0; k < s->n_symbols; k++)
		if (s->symbols[k] == variable) return true;
	return false;
}

static bool writes(const cycle_writes *w, const prog_symbol *array)
{
	for (int k = 0; k < w->n; k++)
		if (w->through[k] == array || !facts_are_seen_apart(w->flow->g->facts, w->through[k], array))
			return true;
	return w->anything || w->set[array->id];
}

// What the parameter is given in the call; NULL: no variable.
static const prog_symbol *argument_for(const prog_symbol *parameter, const cycle_call *c)
{
	for (int k = 0; k < c->callee->n_params && k + 1 < c->call->n_args; k++) {
		const prog_expr *given = prog_without_casts(c->call->arg[k + 1]);
		if (c->callee->params[k] == parameter) return given->kind == PROG_EXPR_VAR ? given->symbol : NULL;
	}
	return NULL;
}

bool cycle_leaves_alone(const cycle_writes *w, const prog_symbol *array, const cycle_call *calls)
{
	if (writes(w, array)) return false;
	if (array->file_scope) return true;
	if (!calls) return array->kind == PROG_SYMBOL_PARAMETER || !walk_any_stmt(w->loop, declares, (void *)array);
	if (array->kind != PROG_SYMBOL_PARAMETER) return false;
	const prog_symbol *given = argument_for(array, calls);
	return given && cycle_leaves_alone(w, given, calls->outer);
}
