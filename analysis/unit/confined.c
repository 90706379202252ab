// SPDX-License-Identifier: Apache-2.0
#include "confined.h"

#include "../model/model.h"
#include "facts.h"
#include "own_blocks.h"

#include <stdlib.h>
#include <string.h>

// ---- what a function does ----------------------------------------------------------------------

typedef struct walk {
	unit_facts *facts;
	unsigned char *seen; // [symbol id]: functions; a recursion does what is found otherwise
	bool shows;          // input and output by the C library is no matter
	bool gives;          // nor is memory that is allocated
} walk;

// Whose memory a pointer leads to.
typedef enum owner {
	OTHER,
	READ_ONLY, // an array of file scope, or a string
	GIVEN,     // the arguments', or the function's own
} owner;

static owner lesser(owner a, owner b) { return a < b ? a : b; }

// Without row pointers: elements hold no addresses.
static bool leads_to_numbers(const prog_type *t)
{
	if (!prog_type_is_address(t)) return false;
	for (t = t->element; t && t->kind == PROG_TYPE_ARRAY;) t = t->element;
	return t && t->kind != PROG_TYPE_POINTER && t->kind != PROG_TYPE_FUNCTION && !t->has_pointers &&
	       !t->is_volatile;
}

static bool is_local(const prog_symbol *s)
{
	return s->kind == PROG_SYMBOL_PARAMETER || (s->kind == PROG_SYMBOL_VARIABLE && !s->file_scope && !s->is_static);
}

static bool may_write(const prog_type *t) { return !prog_type_is_address(t) || !t->is_const; }

static owner owner_of(const prog_expr *e);

static owner owner_of_lvalue(const prog_expr *e)
{
	while (e->kind == PROG_EXPR_MEMBER) e = e->arg[0];
	if (e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF) return owner_of(e->arg[0]);
	if (e->kind != PROG_EXPR_VAR || e->symbol->mapping) return OTHER;
	return is_local(e->symbol) ? GIVEN : e->symbol->kind == PROG_SYMBOL_VARIABLE ? READ_ONLY : OTHER;
}

static owner owner_of(const prog_expr *e)
{
	if (!prog_type_is_address(e->type)) return prog_is_zero(e) ? GIVEN : OTHER;
	switch (e->kind) {
	case PROG_EXPR_STRING: return READ_ONLY;
	case PROG_EXPR_VAR:
		// Local ones are looked at where they are set.
		if (e->type->kind == PROG_TYPE_POINTER) return is_local(e->symbol) ? GIVEN : OTHER;
		return owner_of_lvalue(e);
	case PROG_EXPR_CAST: {
		owner of = owner_of(e->arg[0]);
		return e->arg[0]->type && may_write(e->type) && !may_write(e->arg[0]->type) ? lesser(of, READ_ONLY)
		                                                                            : of;
	}
	case PROG_EXPR_ADDR: return owner_of_lvalue(e->arg[0]);
	case PROG_EXPR_BINARY: return prog_type_is_address(e->arg[0]->type) ? owner_of(e->arg[0]) : owner_of(e->arg[1]);
	case PROG_EXPR_COND: return e->arg[1] ? lesser(owner_of(e->arg[1]), owner_of(e->arg[2])) : OTHER;
	case PROG_EXPR_INCDEC:
	case PROG_EXPR_ASSIGN: return owner_of(e->arg[0]);
	case PROG_EXPR_CALL: return own_block_allocates(e) ? GIVEN : OTHER;
	case PROG_EXPR_INDEX:
	case PROG_EXPR_DEREF:
	case PROG_EXPR_MEMBER: return e->type->kind == PROG_TYPE_ARRAY ? owner_of_lvalue(e) : OTHER;
	default: return OTHER;
	}
}

// A pointer of this type gets that value.
static bool may_hold(const prog_type *t, const prog_expr *value)
{
	if (!prog_type_is_address(t)) return true;
	owner of = owner_of(value);
	return of == GIVEN || (of == READ_ONLY && !may_write(t));
}

static bool function_is_confined(walk *w, const prog_function *f);

static bool call_goes_beyond(walk *w, const prog_expr *call)
{
	const prog_symbol *callee = prog_callee(call);
	const prog_function *f = callee ? callee->function : NULL;
	if (w->gives && own_block_allocates(call)) return false;
	if (!callee || prog_type_is_address(call->type)) return true;
	if (w->shows && !f && callee->in_system_header && library_does_io(callee->name)) return false;
	const char *name = callee->name;
	if (!strncmp(name, "__builtin_", 10)) name += 10;
	bool copies = !f && (!strcmp(name, "memcpy") || !strcmp(name, "memmove") || !strcmp(name, "memset"));
	if (!f && !copies && !facts_only_reads(w->facts, call)) return true;
	if (f && f->n_params != call->n_args - 1) return true;
	for (int k = 1; k < call->n_args; k++) {
		const prog_expr *a = call->arg[k];
		if (!prog_type_is_address(a->type)) continue;
		if (f ? !may_hold(f->params[k - 1]->type, a) : owner_of(a) < (copies && k == 1 ? GIVEN : READ_ONLY))
			return true;
	}
	return f && !function_is_confined(w, f);
}

static bool sets_beyond(const prog_expr *e)
{
	const prog_expr *target = e->arg[0];
	bool pointer = prog_type_is_address(target->type);
	if (target->kind == PROG_EXPR_VAR && pointer && e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE)
		return !is_local(target->symbol) || !may_hold(target->type, e->arg[1]);
	return owner_of_lvalue(target) != GIVEN || (pointer && target->kind != PROG_EXPR_VAR);
}

// Whether the expression does something else than working on what the function's parameters lead to, and reading
// variables of the program.
static walk_next goes_beyond(const prog_expr *e, walk_use use, void *w)
{
	if (use == WALK_CALLED || e->kind == PROG_EXPR_SIZEOF) return WALK_SKIP;
	if (e->kind == PROG_EXPR_OPAQUE || e->body || e->asserts || (e->type && e->type->is_volatile)) return WALK_STOP;
	if (e->type && e->type->has_pointers) return WALK_STOP;
	if (e->kind == PROG_EXPR_VAR && e->symbol->kind == PROG_SYMBOL_VARIABLE &&
	        (e->symbol->mapping || e->symbol->partly || (e->symbol->is_static && !e->symbol->file_scope)))
		return WALK_STOP;
	if ((e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC) && sets_beyond(e)) return WALK_STOP;
	bool loads = e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF || e->kind == PROG_EXPR_MEMBER;
	if (loads && owner_of_lvalue(e) == OTHER) return WALK_STOP;
	// An address is kept nowhere, nor is it a number.
	if (loads && e->type && e->type->kind == PROG_TYPE_POINTER) return WALK_STOP;
	if (e->kind == PROG_EXPR_CAST && prog_type_is_address(e->arg[0]->type) && !prog_type_is_address(e->type) &&
	        e->type->kind != PROG_TYPE_BOOL)
		return WALK_STOP;
	return e->kind == PROG_EXPR_CALL && call_goes_beyond(w, e) ? WALK_STOP : WALK_ON;
}

static bool is_unconfined(const prog_stmt *s, void *unused)
{
	(void)unused;
	if (s->kind == PROG_STMT_OPAQUE || s->kind == PROG_STMT_REMAP || (s->hint && s->hint->serial)) return true;
	for (int k = 0; k < s->n_symbols; k++) {
		const prog_symbol *x = s->symbols[k];
		if (x->kind != PROG_SYMBOL_VARIABLE) continue;
		bool given = !s->inits[k] || x->type->kind != PROG_TYPE_POINTER || may_hold(x->type, s->inits[k]);
		bool numbers = x->type->kind != PROG_TYPE_POINTER || leads_to_numbers(x->type);
		if (x->is_static || x->is_extern || x->mapping || x->type->has_pointers || !given || !numbers)
			return true;
	}
	return false;
}

static bool function_is_confined(walk *w, const prog_function *f)
{
	if (w->seen[f->symbol->id]) return true;
	w->seen[f->symbol->id] = 1;
	if (!f->body || f->symbol->is_serial || f->symbol->is_local || f->symbol->is_weak) return false;
	for (int k = 0; k < f->n_params; k++)
		if (f->params[k]->mapping || f->params[k]->type->is_volatile) return false;
	static const walker all = {.expr = goes_beyond};
	return !walk_any_stmt(f->body, is_unconfined, NULL) && !walk_stmt(f->body, &all, w);
}

// ---- calls -------------------------------------------------------------------------------------

static walk walk_begin(unit_facts *facts)
{
	walk w = {.facts = facts, .seen = calloc((size_t)facts_unit(facts)->n_symbols + 1, 1)};
	if (!w.seen) abort();
	return w;
}

// `seen`: gets the functions that run in the call; NULL: nobody asks.
static bool is_confined(unit_facts *facts, const prog_expr *call, bool shows, bool gives, unsigned char *seen)
{
	const prog_symbol *callee = prog_callee(call);
	if (!callee || !callee->function || callee->function->n_params != call->n_args - 1) return false;
	walk w = walk_begin(facts);
	w.shows = shows;
	w.gives = gives;
	bool confined = function_is_confined(&w, callee->function);
	if (confined && seen) memcpy(seen, w.seen, (size_t)facts_unit(facts)->n_symbols);
	free(w.seen);
	return confined;
}

bool confined_call(unit_facts *facts, const prog_expr *call) { return is_confined(facts, call, false, false, NULL); }

bool confined_call_stores(unit_facts *facts, const prog_expr *call)
{
	return is_confined(facts, call, true, false, NULL);
}

bool confined_call_gives(unit_facts *facts, const prog_expr *call)
{
	const prog_symbol *callee = prog_callee(call);
	for (int k = 1; k < call->n_args; k++)
		if (!call->arg[k]->type || prog_type_is_address(call->arg[k]->type) || call->arg[k]->type->has_pointers)
			return false;
	return callee && leads_to_numbers(call->type) && facts_gives_fresh_memory(facts, callee) &&
	       is_confined(facts, call, false, true, NULL);
}

bool confined_functions(unit_facts *facts, const prog_expr *call, bool gives, unsigned char *functions)
{
	return is_confined(facts, call, false, gives, functions);
}

bool confined_may_write(const prog_type *pointer) { return may_write(pointer); }

bool confined_leads_to_numbers(const prog_type *pointer) { return leads_to_numbers(pointer); }
