// SPDX-License-Identifier: Apache-2.0
//
// Expressions that have one value in the whole nest.
#include "invariants.h"

#include "../model/model.h"
#include "../unit/unit.h"
#include "builder.h"

// Whether something in the nest may know where the variable or member is.
static bool may_be_led_to(const builder *b, const prog_symbol *s)
{
	return s->address_taken && (!b->n->root || !facts_changes_by_name_only(b->facts, b->n->root, s));
}

// Whether what is stored through pointers may be a variable or member whose address is known, or that part of the
// variable which has the type.
static bool may_be_stored(const builder *b, const prog_symbol *s, const prog_type *type)
{
	bool member = s->kind == PROG_SYMBOL_FIELD;
	if (member ? b->stores_bytes : b->changes_bytes) return true;
	if (type && type->kind == PROG_TYPE_POINTER) return !member && b->changes_pointers;
	return member ? b->stores_integers : b->changes_integers;
}

// `aside`: what the nest writes by the symbol's own name is another part of it.
static bool part_is_invariant(const builder *b, const prog_symbol *s, const prog_type *type, bool aside)
{
	if (s->type->kind == PROG_TYPE_ARRAY) return true; // where it is does not change
	if ((b->written[s->id] && !aside) || s->type->is_volatile || (b->inner && b->inner[s->id])) return false;
	bool led_to = may_be_led_to(b, s), reachable = led_to || s->file_scope || s->kind == PROG_SYMBOL_FIELD;
	return !(reachable && b->unknown_effects) &&
	       !(led_to && may_be_stored(b, s, s->type->is_union ? s->type : type));
}

static bool symbol_is_invariant(const builder *b, const prog_symbol *s)
{
	return part_is_invariant(b, s, s->type, false);
}

static bool member_is_invariant(const builder *b, const prog_expr *e)
{
	const prog_expr *of = e;
	bool set = false;       // a struct that it is a part of, as a whole
	bool one_place = false; // in a union what is written of another member is written of this one
	for (; of->kind == PROG_EXPR_MEMBER; of = of->arg[0]) {
		// Of members that are structs themselves the next one was looked at.
		if (of->n_args != 1 || !part_is_invariant(b, of->symbol, e->type, of != e && !one_place)) return false;
		const prog_type *in = of->arg[0]->type;
		set |= !of->symbol->record || b->written[of->symbol->record->id];
		one_place |= !in || in->is_union;
	}
	if (set && (of->kind != PROG_EXPR_VAR || may_be_led_to(b, of->symbol))) return false;
	return of->kind == PROG_EXPR_VAR ? part_is_invariant(b, of->symbol, e->type, !set && !one_place)
	                                 : expr_is_invariant(b, of);
}

// A subscript that selects one thing for all of the nest: level, level - 1.
static bool selects_one(const builder *b, const prog_expr *e)
{
	bool sum =
	        e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_ADD || e->op == PROG_OP_SUB || e->op == PROG_OP_MUL ||
	                                               e->op == PROG_OP_REM || e->op == PROG_OP_XOR);
	return sum ? selects_one(b, e->arg[0]) && selects_one(b, e->arg[1]) : expr_is_invariant(b, e);
}

// Whether an lvalue is always the same place, whatever is stored there.
static bool place_is_invariant(const builder *b, const prog_expr *e)
{
	switch (e->kind) {
	case PROG_EXPR_VAR: return true;
	case PROG_EXPR_MEMBER: return e->n_args == 1 && place_is_invariant(b, e->arg[0]);
	case PROG_EXPR_INDEX:
		if (!expr_is_invariant(b, e->arg[1])) return false;
		return e->arg[0]->type->kind == PROG_TYPE_ARRAY ? place_is_invariant(b, e->arg[0])
		                                                : expr_is_invariant(b, e->arg[0]);
	default: return expr_is_invariant(b, e);
	}
}

// Whether it is a part of a variable, by members and subscripts.
static bool is_of_variable(const prog_expr *e)
{
	while ((e->kind == PROG_EXPR_MEMBER && e->n_args) ||
	        (e->kind == PROG_EXPR_INDEX && e->arg[0]->type && e->arg[0]->type->kind == PROG_TYPE_ARRAY))
		e = e->arg[0];
	return e->kind == PROG_EXPR_VAR && e->symbol->kind == PROG_SYMBOL_VARIABLE;
}

// An entry of a table of integers, n[0] or s.n[level]: it can be read before the nest (entry_text).
static bool entry_is_invariant(const builder *b, const prog_expr *e)
{
	bool changes = is_of_variable(e) ? b->changes_integers : b->stores_integers;
	if (!e->type || e->type->kind != PROG_TYPE_INT || e->type->is_volatile || b->unknown_effects || changes)
		return false;
	while (e->kind == PROG_EXPR_INDEX) {
		const prog_expr *sub = e->arg[1];
		while (sub->kind == PROG_EXPR_CAST) sub = sub->arg[0];
		const prog_type *t = e->arg[0]->type;
		if (!t || t->kind != PROG_TYPE_ARRAY || !sub->type || sub->type->kind != PROG_TYPE_INT) return false;
		if (sub->kind != PROG_EXPR_INT && !selects_one(b, sub)) return false;
		if (sub->kind == PROG_EXPR_INT &&
		        (sub->value < 0 || t->element->size <= 0 || sub->value >= t->size / t->element->size))
			return false;
		e = e->arg[0];
	}
	if (e->kind == PROG_EXPR_MEMBER ? e->n_args != 1 || !expr_is_invariant(b, e->arg[0]) : e->kind != PROG_EXPR_VAR)
		return false;
	return !e->symbol->mapping && !facts_is_lent(b->facts, e->symbol) && !b->written[e->symbol->id] &&
	       !(b->inner && b->inner[e->symbol->id]);
}

// Whether the nest sets integers that pointers may lead to, by whatever name.
static bool sets_integers(const builder *b)
{
	const prog_unit *u = facts_unit(b->facts);
	if (b->unknown_effects || b->stores_integers || b->stores_bytes) return true;
	for (int k = 0; k < u->n_symbols; k++) {
		const prog_symbol *s = u->symbols[k];
		if (!b->written[s->id] || !s->type || s->kind == PROG_SYMBOL_FUNCTION) continue;
		const prog_type *t = s->type;
		while (t->kind == PROG_TYPE_ARRAY) t = t->element;
		bool pointed = may_be_led_to(b, s) || s->type->kind == PROG_TYPE_ARRAY;
		bool integers = t->kind == PROG_TYPE_INT || (t->kind == PROG_TYPE_STRUCT && t->has_integers);
		if (pointed && integers) return true;
	}
	return false;
}

bool expr_integers_stay(const builder *b, const prog_expr *array)
{
	const prog_symbol *s = array->symbol;
	if (b->unknown_effects || b->written[s->id] || (b->inner && b->inner[s->id])) return false;
	if (array->type->kind != PROG_TYPE_ARRAY || !is_of_variable(array)) return !sets_integers(b);
	return !((b->changes_integers || b->changes_bytes) && may_be_led_to(b, s));
}

static const prog_symbol *pointer_to_value(const builder *b, const prog_expr *e)
{
	if (e->kind != PROG_EXPR_INDEX && e->kind != PROG_EXPR_DEREF) return NULL;
	const prog_expr *p = e->arg[0];
	while (p->kind == PROG_EXPR_CAST && p->arg[0]->type && p->arg[0]->type->kind == PROG_TYPE_POINTER)
		p = p->arg[0];
	if (!e->type || e->type->kind != PROG_TYPE_INT || e->type->is_volatile) return NULL;
	bool named = (p->kind == PROG_EXPR_VAR || p->kind == PROG_EXPR_MEMBER) && p->symbol;
	if (!named || p->type->kind != PROG_TYPE_POINTER || (b->inner && b->inner[p->symbol->id])) return NULL;
	if (e->kind == PROG_EXPR_INDEX && !selects_one(b, e->arg[1])) return NULL;
	return expr_is_invariant(b, p) && !sets_integers(b) ? p->symbol : NULL;
}

bool expr_is_behind_pointer(const builder *b, const prog_expr *e) { return pointer_to_value(b, e) != NULL; }

// n[level] or *n behind a pointer to integers that have no mapping, and of which the nest sets none.
static bool behind_pointer_is_invariant(const builder *b, const prog_expr *e)
{
	const prog_symbol *pointer = pointer_to_value(b, e);
	return pointer && !facts_symbol_may_be_mapped(b->facts, pointer);
}

// Whether the nest sets pointers that other pointers may lead to, by whatever name. Pixels are no bytes of pointers.
static bool sets_pointers(const builder *b)
{
	const prog_unit *u = facts_unit(b->facts);
	if (b->unknown_effects || b->stores_pointers) return true;
	for (int k = 0; k < u->n_symbols; k++) {
		const prog_symbol *s = u->symbols[k];
		if (!b->written[s->id] || !s->type || !s->address_taken) continue;
		if (s->type->kind == PROG_TYPE_POINTER || s->type->has_pointers) return true;
	}
	return false;
}

// A pointer among several, u[k], or the one behind a pointer, *u, where the nest sets none.
static bool pointer_is_invariant(const builder *b, const prog_expr *e)
{
	if (e->kind == PROG_EXPR_DEREF && sets_pointers(b)) return false;
	const prog_expr *of = e->arg[0];
	while (of->kind == PROG_EXPR_CAST) of = of->arg[0];
	bool named = of->kind == PROG_EXPR_VAR || of->kind == PROG_EXPR_MEMBER;
	if (!named || !of->symbol || b->unknown_effects || b->stores_pointers || b->written[of->symbol->id])
		return false;
	if (e->kind == PROG_EXPR_INDEX && !selects_one(b, e->arg[1])) return false;
	return of->type->kind == PROG_TYPE_ARRAY ? place_is_invariant(b, of) : expr_is_invariant(b, of);
}

// The size of an array is that which it was declared with.
static bool size_is_invariant(const builder *b, const prog_expr *e)
{
	bool measured = e->n_args == 1 && e->arg[0]->type && e->arg[0]->type->kind == PROG_TYPE_ARRAY;
	if (!measured) {
		for (int k = 0; k < e->n_args; k++)
			if (!expr_is_invariant(b, e->arg[k])) return false;
		return true;
	}
	const prog_expr *a = e->arg[0];
	while (a->kind == PROG_EXPR_INDEX || a->kind == PROG_EXPR_DEREF) {
		if (a->kind == PROG_EXPR_INDEX && !expr_is_invariant(b, a->arg[1])) return false;
		a = a->arg[0];
	}
	if (a->kind != PROG_EXPR_VAR || !symbol_is_invariant(b, a->symbol)) return false;
	return !prog_declares(b->n->root, a->symbol) && !(b->inner && b->inner[a->symbol->id]);
}

// A condition on values that are: t % 2 == 0, !flip.
static bool condition_is_invariant(const builder *b, const prog_expr *e)
{
	if (e->kind == PROG_EXPR_UNARY) return condition_is_invariant(b, e->arg[0]);
	if (e->kind != PROG_EXPR_BINARY || prog_is_comma(e)) return expr_is_invariant(b, e);
	return condition_is_invariant(b, e->arg[0]) && condition_is_invariant(b, e->arg[1]);
}

// A struct whose owner alone may have it: elements of mapped arrays are accesses, not values that all know.
static bool is_owned(const builder *b, const prog_expr *e)
{
	const prog_expr *array = e;
	while (array->kind == PROG_EXPR_INDEX || array->kind == PROG_EXPR_DEREF || array->kind == PROG_EXPR_CAST)
		array = array->arg[0];
	const prog_symbol *s = array->kind == PROG_EXPR_VAR || array->kind == PROG_EXPR_MEMBER ? array->symbol : NULL;
	return s && ((s->mapping && s->mapping->how != PROG_MAP_NONE) || facts_is_lent(b->facts, s));
}

bool expr_is_invariant(const builder *b, const prog_expr *e)
{
	bool element = e->kind == PROG_EXPR_DEREF || e->kind == PROG_EXPR_INDEX;
	if (element && e->type && e->type->kind == PROG_TYPE_STRUCT && is_owned(b, e)) return false;
	if (e->kind == PROG_EXPR_SIZEOF) return size_is_invariant(b, e);
	if (e->type && e->type->kind == PROG_TYPE_ARRAY && e->kind == PROG_EXPR_MEMBER) return place_is_invariant(b, e);
	switch (e->kind) {
	case PROG_EXPR_INT: return true;
	case PROG_EXPR_VAR: return e->symbol->kind == PROG_SYMBOL_FUNCTION || symbol_is_invariant(b, e->symbol);
	case PROG_EXPR_MEMBER: return member_is_invariant(b, e);
	case PROG_EXPR_DEREF:
		if (e->type && e->type->kind == PROG_TYPE_POINTER) return pointer_is_invariant(b, e);
		if (!e->type || e->type->kind != PROG_TYPE_STRUCT) return behind_pointer_is_invariant(b, e);
		return expr_is_invariant(b, e->arg[0]);
	case PROG_EXPR_ADDR:
	case PROG_EXPR_CAST: return expr_is_invariant(b, e->arg[0]);
	case PROG_EXPR_CALL: return e->n_args == 1 && library_inquiry(prog_callee(e)) == INQUIRY_SAME; // dist_nprocs()
	case PROG_EXPR_INDEX: // a struct in a table: t[k].n
		if (e->type && e->type->kind == PROG_TYPE_POINTER) return pointer_is_invariant(b, e);
		if (!e->type || e->type->kind != PROG_TYPE_STRUCT)
			return entry_is_invariant(b, e) || behind_pointer_is_invariant(b, e);
		return expr_is_invariant(b, e->arg[0]) && selects_one(b, e->arg[1]);
	case PROG_EXPR_COND: // which of two arrays: t % 2 ? u : v
		return e->arg[1] && e->type && e->type->kind == PROG_TYPE_POINTER &&
		       condition_is_invariant(b, e->arg[0]) && expr_is_invariant(b, e->arg[1]) &&
		       expr_is_invariant(b, e->arg[2]);
	case PROG_EXPR_BINARY: // where an array begins in a block: u + start[l]
		return e->type && e->type->kind == PROG_TYPE_POINTER && expr_is_invariant(b, e->arg[0]) &&
		       selects_one(b, e->arg[1]);
	default: return false;
	}
}
