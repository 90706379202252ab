// SPDX-License-Identifier: Apache-2.0
//
// What a nest may change: the variables and fields that it stores to.
#include "block_value.h"
#include "builder.h"
#include "inline.h"

#include <string.h>

static void expr_effects(builder *b, const prog_expr *e);

static const prog_expr *strip_arrays(const prog_expr *e)
{
	while (e->kind == PROG_EXPR_INDEX && e->arg[0]->type && e->arg[0]->type->kind == PROG_TYPE_ARRAY) e = e->arg[0];
	return e;
}

static void mark_written(builder *b, const prog_expr *target)
{
	const prog_expr *e = strip_arrays(target), *seen = element_seen_as(e);
	if (seen) {
		mark_written(b, seen);
		return;
	}
	if (e->kind == PROG_EXPR_VAR || e->kind == PROG_EXPR_MEMBER) b->written[e->symbol->id] = 1;
	// s.x = ... writes a part of s.
	if (e->kind == PROG_EXPR_MEMBER) mark_written(b, e->arg[0]);
	bool through_pointer = e->kind == PROG_EXPR_DEREF || e->kind == PROG_EXPR_INDEX;
	if (through_pointer && target->type && target->type->kind == PROG_TYPE_INT) b->stores_integers = true;
	if (through_pointer && target->type && target->type->kind == PROG_TYPE_STRUCT) b->stores_integers = true;
	if (through_pointer && target->type && (target->type->kind == PROG_TYPE_POINTER || target->type->has_pointers))
		b->stores_pointers = true;
}

// Library functions store only through what they are given.
static bool is_library(const prog_expr *callee)
{
	return callee->kind == PROG_EXPR_VAR && callee->symbol->kind == PROG_SYMBOL_FUNCTION &&
	       callee->symbol->in_system_header;
}

// A call of a function in sight: what that does is seen where it can be taken to stand here, as nest.c takes it.
static bool inlined_effects(builder *b, const prog_expr *e)
{
	enum { MOST_BODIES = 256 };
	const prog_symbol *called = prog_callee(e);
	if (!called || !b->n->root || b->n_called == NEST_MAX_CALLS || b->n_bodies == MOST_BODIES) return false;
	for (int k = 0; k < b->n_called; k++)
		if (b->called[k] == called) return false;
	prog_stmt *body = inline_call(facts_unit(b->facts), b->n->root->function, e);
	if (!body) return false;
	b->n_bodies++;
	b->called[b->n_called++] = called;
	effects_collect(b, body);
	b->n_called--;
	return true;
}

static void call_effects(builder *b, const prog_expr *e)
{
	if (facts_only_reads(b->facts, e) || inlined_effects(b, e)) return;
	const prog_expr *callee = e->arg[0];
	while (callee->kind == PROG_EXPR_ADDR || callee->kind == PROG_EXPR_DEREF || callee->kind == PROG_EXPR_CAST)
		callee = callee->arg[0];
	if (!is_library(callee)) b->unknown_effects = true;
	for (int k = 1; k < e->n_args; k++) {
		const prog_expr *a = e->arg[k];
		while (a->kind == PROG_EXPR_CAST) a = a->arg[0];
		if (a->kind == PROG_EXPR_ADDR)
			mark_written(b, a->arg[0]);
		else if (a->type && a->type->kind == PROG_TYPE_ARRAY)
			mark_written(b, a);
	}
}

static void expr_effects(builder *b, const prog_expr *e)
{
	if (!e) return;
	if (e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC) {
		mark_written(b, e->arg[0]);
		// int *counter(void) { return &count; }
		const prog_expr *place = b->n->root ? access_place(b, e->arg[0]) : e->arg[0];
		if (place != e->arg[0]) mark_written(b, place);
	}
	if (e->kind == PROG_EXPR_CALL) call_effects(b, e);
	if (e->kind == PROG_EXPR_OPAQUE && !block_value(b->n->unit, e)) b->unknown_effects = true;
	for (int k = 0; k < e->n_args; k++) expr_effects(b, e->arg[k]);
	if (e->body) effects_collect(b, e->body);
}

void effects_collect(builder *b, const prog_stmt *s)
{
	if (!s) return;
	for (int k = 0; k < s->n_symbols; k++) {
		if (s->inits[k]) b->written[s->symbols[k]->id] = 1;
		expr_effects(b, s->inits[k]);
	}
	if (s->kind == PROG_STMT_OPAQUE) b->unknown_effects = true;
	expr_effects(b, s->expr);
	expr_effects(b, s->cond);
	expr_effects(b, s->step);
	effects_collect(b, s->init);
	effects_collect(b, s->body);
	effects_collect(b, s->otherwise);
	for (int k = 0; k < s->n_children; k++) effects_collect(b, s->child[k]);
}
