// SPDX-License-Identifier: Apache-2.0
#include "confined_accesses.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"
#include "access.h"
#include "calls.h"
#include "independent.h"

#include <stdlib.h>

// An array, or memory behind a variable, that is an iteration's own or each process's.
static bool is_plain(const builder *b, const prog_expr *a)
{
	if (a->kind == PROG_EXPR_ADDR) a = a->arg[0];
	element_ref ref = {.base = a, .type = a->type};
	if (a->kind != PROG_EXPR_VAR && (!element_ref_of(a, &ref) || element_of(a) != a)) return false;
	while (prog_type_is_address(ref.type)) ref.type = ref.type->element;
	if (ref.base->kind != PROG_EXPR_VAR || ref.base->symbol->mapping || ref.base->symbol->partly) return false;
	if (!confined_leads_to_numbers(ref.base->type)) return false;
	return !facts_ref_may_be_mapped(b->facts, &ref) || facts_expects_plain(b->facts, &ref) ||
	       independent_is_new(b->n, b->loop, b->depth, ref.base->symbol);
}

static bool arguments_are_plain(const builder *b, const prog_expr *call)
{
	for (int k = 1; k < call->n_args; k++) {
		const prog_expr *a = prog_without_casts(call->arg[k]);
		if (a->type && a->type->has_pointers) return false;
		// An object in which mapped arrays stand is not plain, whatever memory it is in.
		const prog_type *to = a->type;
		while (prog_type_is_address(to)) to = to->element;
		if (prog_type_holds_parts(to)) return false;
		if (prog_type_is_address(a->type) && !is_plain(b, a)) return false;
	}
	return true;
}

// From a row or an element the function may get to all others.
static void array_accesses(builder *b, nest_stmt *s, const prog_expr *a, bool write)
{
	element_ref ref = {0};
	if (a->kind == PROG_EXPR_ADDR) a = a->arg[0];
	bool part = a->kind != PROG_EXPR_VAR && element_ref_of(a, &ref);
	for (int d = 0; part && d < ref.n_subs; d++)
		if (ref.sub[d]) access_collect(b, s, ref.sub[d]);
	access_through(b, s, part ? ref.base : a, write, true);
}

// Notes the functions that run in the call. False: it may do something else than working on what it is given.
static bool add_callees(builder *b, const prog_expr *call, bool gives)
{
	unsigned char *runs = calloc((size_t)b->n->unit->n_symbols + 1, 1);
	if (!runs) abort();
	bool confined = confined_functions(b->facts, call, gives, runs);
	for (int k = 0; confined && k < b->n->unit->n_functions; k++) {
		const prog_symbol *called = b->n->unit->functions[k]->symbol;
		if (runs[called->id]) calls_add_callee(b->n, called);
	}
	free(runs);
	return confined;
}

void confined_accesses_of_giver(builder *b, nest_stmt *s, const prog_expr *call)
{
	add_callees(b, call, true);
	const prog_symbol *global = facts_reads_one_of(b->facts, call, b->written);
	if (global) nest_fail(b->n, DIAG_reads_global, call->loc, global->name);
	for (int k = 1; k < call->n_args; k++) access_collect(b, s, call->arg[k]);
}

static bool can_be_confined(const builder *b, const prog_stmt *stmt, const prog_expr *call)
{
	return stmt->kind == PROG_STMT_EXPR && prog_without_casts(stmt->expr) == call && arguments_are_plain(b, call) &&
	       confined_call(b->facts, call);
}

bool confined_is_preferred(builder *b, const prog_stmt *stmt, const prog_expr *call)
{
	bool can = can_be_confined(b, stmt, call);
	b->n->may_be_confined |= can;
	return can && b->n->confined;
}

bool confined_accesses(builder *b, nest_stmt *s, const prog_expr *call)
{
	const prog_symbol *callee = prog_callee(call);
	const prog_function *f = callee ? callee->function : NULL;
	if (!f || s->stmt->kind != PROG_STMT_EXPR || prog_without_casts(s->expr) != call || s->inlined) return false;
	if (f->n_params != call->n_args - 1 || !arguments_are_plain(b, call)) return false;
	if (!add_callees(b, call, false)) return false;
	const prog_symbol *global = facts_reads_one_of(b->facts, call, b->written);
	if (global) nest_fail(b->n, DIAG_reads_global, call->loc, global->name);
	for (int k = 1; k < call->n_args; k++) {
		const prog_expr *a = prog_without_casts(call->arg[k]);
		if (!prog_type_is_address(a->type))
			access_collect(b, s, call->arg[k]);
		else
			array_accesses(b, s, a, confined_may_write(f->params[k - 1]->type));
	}
	return true;
}
