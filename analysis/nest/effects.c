// SPDX-License-Identifier: Apache-2.0
//
// What a nest may change: the variables and fields that it stores to.
#include "effects.h"

#include "../model/model.h"
#include "../unit/unit.h"
#include "builder.h"
#include "loop_nest.h"

#include <string.h>

static void expr_effects(builder *b, const prog_expr *e);

static const prog_expr *strip_arrays(const prog_expr *e)
{
	while (e->kind == PROG_EXPR_INDEX && e->arg[0]->type && e->arg[0]->type->kind == PROG_TYPE_ARRAY) e = e->arg[0];
	return e;
}

// A value of a type is stored where `pointer` leads.
static void mark_stored(builder *b, const prog_expr *pointer, const prog_type *type)
{
	if (!type) return;
	bool bytes = type->kind == PROG_TYPE_INT && type->size == 1;
	bool integers = type->kind == PROG_TYPE_INT || (type->kind == PROG_TYPE_STRUCT && type->has_integers);
	bool pointers = type->kind == PROG_TYPE_POINTER || type->has_pointers;
	if (!integers && !pointers) return;
	bool changes = facts_may_reach_variables(b->facts, pointer);
	b->stores_integers |= integers;
	b->stores_pointers |= pointers;
	b->stores_bytes |= bytes;
	b->changes_integers |= integers && changes;
	b->changes_pointers |= pointers && changes;
	b->changes_bytes |= bytes && changes;
}

static const prog_type *element_type(const prog_type *t)
{
	while (t && t->kind == PROG_TYPE_ARRAY) t = t->element;
	return t;
}

// A struct is stored as a whole where pointers may lead: all of its members change, by whatever pointer they are named.
static void mark_record(builder *b, const prog_type *type)
{
	type = element_type(type);
	if (!type || type->kind != PROG_TYPE_STRUCT) return;
	if (!type->record) {
		b->unknown_effects = true;
		return;
	}
	if (b->written[type->record->id]) return;
	b->written[type->record->id] = 1;
	const prog_unit *unit = facts_unit(b->facts);
	for (int k = 0; k < unit->n_symbols; k++)
		if (unit->symbols[k]->kind == PROG_SYMBOL_FIELD && unit->symbols[k]->record == type->record)
			mark_record(b, unit->symbols[k]->type);
}

static bool is_own_variable(const prog_expr *e)
{
	while (e->kind == PROG_EXPR_MEMBER && e->n_args) e = e->arg[0];
	return e->kind == PROG_EXPR_VAR && !e->symbol->address_taken;
}

// A value of the type is stored to all or a part of the target.
static void mark_place(builder *b, const prog_expr *target, const prog_type *type)
{
	const prog_expr *e = strip_arrays(target), *seen = element_seen_as(e);
	if (seen) {
		mark_place(b, seen, seen->type);
		return;
	}
	if (e->kind == PROG_EXPR_VAR || e->kind == PROG_EXPR_MEMBER) b->written[e->symbol->id] = 1;
	// s.x = ... writes a part of s; another member of a union is of another type. An array of it that is mapped is
	// memory of its own.
	bool apart = e->kind == PROG_EXPR_MEMBER && e != target && e->symbol->is_part;
	if (e->kind == PROG_EXPR_MEMBER && e->n_args && !apart)
		mark_place(b, e->arg[0], e->arg[0]->type && e->arg[0]->type->is_union ? e->arg[0]->type : type);
	if (e->kind == PROG_EXPR_DEREF || e->kind == PROG_EXPR_INDEX) mark_stored(b, e->arg[0], type);
}

static void mark_written(builder *b, const prog_expr *target)
{
	mark_place(b, target, target->type);
	if (!is_own_variable(target)) mark_record(b, target->type);
}

// Library functions store only through what they are given, as those do that are confined to it.
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

// "%n", which stores how much has been written, also with a size.
static bool has_count(const char *format)
{
	for (const char *at = format; (at = strchr(at, '%'));) {
		at++;
		at += strspn(at, "0123456789-+ #.*hljztL");
		if (*at == 'n') return true;
		if (*at) at++;
	}
	return false;
}

// What output functions get they only read, where the format is seen.
static bool only_writes_out(const prog_expr *call)
{
	const prog_symbol *callee = prog_callee(call);
	if (!callee || callee->function || !callee->in_system_header || !library_only_reads(callee->name)) return false;
	bool formats = strstr(callee->name, "printf") != NULL, seen = false;
	for (int k = 1; k < call->n_args && formats; k++) {
		const prog_expr *a = prog_without_casts(call->arg[k]);
		if (a->kind != PROG_EXPR_STRING) continue;
		if (has_count(a->text)) return false;
		seen = true;
	}
	return seen || !formats;
}

static void call_effects(builder *b, const prog_expr *e)
{
	if (only_writes_out(e)) return;
	if (own_block_freed(e)) return;
	if (facts_only_reads(b->facts, e) || inlined_effects(b, e)) return;
	const prog_expr *callee = e->arg[0];
	while (callee->kind == PROG_EXPR_ADDR || callee->kind == PROG_EXPR_DEREF || callee->kind == PROG_EXPR_CAST)
		callee = callee->arg[0];
	if (!is_library(callee) && !confined_call_stores(b->facts, e) && !confined_call_gives(b->facts, e))
		b->unknown_effects = true;
	for (int k = 1; k < e->n_args; k++) {
		const prog_expr *a = e->arg[k];
		while (a->kind == PROG_EXPR_CAST) a = a->arg[0];
		if (a->type && a->type->kind == PROG_TYPE_POINTER && a->kind != PROG_EXPR_ADDR &&
		        a->kind != PROG_EXPR_STRING) {
			mark_stored(b, a, a->type->element);
			mark_record(b, a->type->element);
		}
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
		const prog_expr *place =
		        b->n->root ? inline_place(b->n->unit, b->n->root->function, e->arg[0]) : e->arg[0];
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
		if (s->inits[k] && s->symbols[k]->address_taken) mark_record(b, s->symbols[k]->type);
		expr_effects(b, s->inits[k]);
	}
	if (s->kind == PROG_STMT_OPAQUE) b->unknown_effects = true;
	expr_effects(b, s->expr);
	expr_effects(b, s->cond);
	expr_effects(b, s->step);
	effects_collect(b, s->init);
	// What happens on the way to the program's end concerns nobody in the nest.
	if (s->kind != PROG_STMT_IF || !ends_program(s->body)) effects_collect(b, s->body);
	if (s->kind != PROG_STMT_IF || !ends_program(s->otherwise)) effects_collect(b, s->otherwise);
	for (int k = 0; k < s->n_children; k++) effects_collect(b, s->child[k]);
}
