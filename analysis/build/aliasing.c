// SPDX-License-Identifier: Apache-2.0
//
// Objects that may be one place, or parts of one another. What cannot be excluded is tested when the nest is entered,
// or is a reason not to split it.
#include "aliasing.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"
#include "independent.h"

#include <string.h>

static const prog_symbol *root_symbol(const prog_expr *e)
{
	while (e->kind == PROG_EXPR_MEMBER && e->n_args == 1) e = e->arg[0];
	return e->kind == PROG_EXPR_VAR ? e->symbol : NULL;
}

// A struct that is set as a whole and read by member, or the other way round, is two objects to the data flow.
static void check_structs(builder *b)
{
	nest *n = b->n;
	for (int x = 0; x < n->n_objects; x++) {
		const nest_object *o = &n->objects[x];
		if (o->kind != NEST_SCALAR || !o->element || o->element->kind != PROG_TYPE_STRUCT) continue;
		for (int y = 0; y < n->n_objects; y++) {
			const nest_object *q = &n->objects[y];
			bool part = y != x && root_symbol(q->base) && root_symbol(q->base) == root_symbol(o->base) &&
			            (o->writes || q->writes);
			if (part) nest_fail(n, DIAG_whole_and_member, q->base->loc, o->key);
		}
	}
}

// The variable at the root of an lvalue; `through`: it is a pointer, and the lvalue is what it leads to.
static const prog_symbol *root_of(const prog_expr *e, bool *through)
{
	*through = false;
	while (true) {
		if (e->kind == PROG_EXPR_CAST) {
			e = e->arg[0];
		} else if ((e->kind == PROG_EXPR_MEMBER || e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF) &&
		           e->n_args) {
			*through |= e->kind == PROG_EXPR_DEREF ||
			            (e->kind == PROG_EXPR_INDEX && e->arg[0]->type->kind == PROG_TYPE_POINTER);
			e = e->arg[0];
		} else {
			return e->kind == PROG_EXPR_VAR ? e->symbol : NULL;
		}
	}
}

// Whose memory the object is: the pointer's that leads to it, or the variable's that holds it; NULL: not known.
static const prog_symbol *holder_of(const nest_object *o)
{
	bool through;
	if (o->row_levels) return NULL;
	if (!o->type || o->type->kind == PROG_TYPE_POINTER || o->base->kind == PROG_EXPR_VAR) return o->symbol;
	return root_of(o->base, &through);
}

static bool is_led_to(const nest_object *o)
{
	if (o->row_levels) return true;
	bool parameter = o->symbol && o->symbol->kind == PROG_SYMBOL_PARAMETER;
	return o->kind != NEST_SCALAR && o->type && (o->type->kind == PROG_TYPE_POINTER || parameter);
}

// An array of an iteration, or memory that it allocates: no pointer leads to it that the nest does not set.
static bool begins_inside(const nest *n, const nest_object *o)
{
	if (object_is_variable(o) && own_block_of_nest(n, o->symbol)) return true;
	return object_is_variable(o) && o->type->kind == PROG_TYPE_ARRAY && prog_declares(n->root, o->symbol);
}

static bool same_arithmetic(const prog_type *x, const prog_type *y)
{
	bool whole = x && y && (x->kind == PROG_TYPE_STRUCT || y->kind == PROG_TYPE_STRUCT);
	return whole || (x && y && x->kind == y->kind && x->size == y->size);
}

// Rows behind a vector of pointers, and memory of another pointer or of an array.
static bool are_apart_from_rows(builder *b, const nest_object *rows, const nest_object *o)
{
	if (!rows->plain_rows) return false;
	if (!same_arithmetic(rows->element, o->element)) return true;
	const prog_symbol *its = holder_of(o);
	return rows->symbol && its && !facts_rows_may_meet(b->facts, rows->symbol, its);
}

// What a parameter leads to was there before the function was entered, and its own arrays were not.
static bool is_older(const builder *b, const prog_symbol *parameter, const prog_symbol *array)
{
	const prog_function *f = b->n->root->function;
	bool is_parameter = false;
	for (int k = 0; f && k < f->n_params; k++) is_parameter |= f->params[k] == parameter;
	bool own = array->kind == PROG_SYMBOL_VARIABLE && array->type->kind == PROG_TYPE_ARRAY && !array->file_scope &&
	           !array->is_static && f && prog_declares(f->body, array);
	return is_parameter && own && facts_parameter_stays(b->facts, parameter);
}

// Arrays without a mapping are taken to be apart. Where pointers may lead into one another's memory, that is tested at
// entry.
static void check_apart(builder *b)
{
	nest *n = b->n;
	for (int x = 0; x < n->n_objects; x++) {
		nest_object *o = &n->objects[x];
		if (!is_led_to(o) || !object_is_plain(o) || begins_inside(n, o)) continue;
		if (o->moves && o->writes && !nest_is_new(n, o->symbol))
			nest_fail(n, DIAG_base_changes, o->base->loc, o->key), n->broken = true;
		for (int y = 0; y < n->n_objects; y++) {
			nest_object *q = &n->objects[y];
			if (y == x || q->kind == NEST_SCALAR || (!o->writes && !q->writes)) continue;
			if (!o->moves && begins_inside(n, q)) continue;
			const prog_symbol *mine = holder_of(o), *its = holder_of(q);
			if (mine && its && (is_older(b, mine, its) || is_older(b, its, mine))) continue;
			if (mine && its && mine != its && !facts_may_meet(b->facts, mine, its)) continue;
			if (are_apart_from_rows(b, q, o) || are_apart_from_rows(b, o, q)) continue;
			// A nest is split only where the other one is mapped, and this memory never is.
			if (o->moves && o->kind == NEST_PLAIN && !object_is_plain(q)) continue;
			o->meets = q->meets = true;
			if (o->kind == NEST_PLAIN) o->kind = NEST_EXPECTED_PLAIN;
			if (q->kind == NEST_PLAIN) q->kind = NEST_EXPECTED_PLAIN;
			if ((o->moves && object_is_plain(q)) || q->moves)
				nest_fail(n, DIAG_base_changes, o->base->loc, o->key), n->broken = true;
		}
	}
}

// A pointer that leads to mapped memory or to an array without a mapping, which the nest uses, too: that is tested at
// entry.
static void check_chosen(builder *b)
{
	nest *n = b->n;
	for (int x = 0; x < n->n_objects; x++) {
		nest_object *o = &n->objects[x];
		const prog_symbol *mine = is_led_to(o) && !object_is_plain(o) && !o->row_levels ? holder_of(o) : NULL;
		for (int y = 0; mine && y < n->n_objects; y++) {
			nest_object *q = &n->objects[y];
			bool array = q->kind == NEST_PLAIN && object_is_variable(q) && q->type->kind == PROG_TYPE_ARRAY;
			if (!array || (!o->writes && !q->writes) || begins_inside(n, q)) continue;
			if (!same_arithmetic(o->element, q->element)) continue;
			if (is_older(b, mine, q->symbol) || !facts_shares_place(b->facts, mine, q->symbol)) continue;
			o->meets = q->meets = true;
			q->kind = NEST_EXPECTED_PLAIN;
		}
	}
}

// Scalars that a pointer leads to, too.
static void check_scalars(builder *b)
{
	nest *n = b->n;
	for (int x = 0; x < n->n_objects; x++) {
		const nest_object *o = &n->objects[x];
		bool o_through, q_through;
		const prog_symbol *p = root_of(o->base, &o_through);
		if (!p || o->mapping || p->mapping || (!o_through && !is_led_to(o))) continue;
		if (p->type->kind != PROG_TYPE_POINTER && p->kind != PROG_SYMBOL_PARAMETER) continue;
		for (int y = 0; y < n->n_objects; y++) {
			const nest_object *q = &n->objects[y];
			const prog_symbol *s = q->kind == NEST_SCALAR ? root_of(q->base, &q_through) : NULL;
			if (!s || s == p || (!o->writes && !q->writes) || !same_arithmetic(o->element, q->element))
				continue;
			if (o->kind == NEST_SCALAR && q_through) continue;
			bool variable = !q_through && s->type->kind != PROG_TYPE_ARRAY && !s->type->has_arrays;
			if (variable && facts_changes_by_name_only(b->facts, n->root, s)) continue;
			if (!facts_shares_place(b->facts, p, s)) continue;
			nest_fail(n, DIAG_reached_by_pointer, o->base->loc, q->key);
			n->broken = true;
		}
	}
}

// Rows are where they were at entry: nothing in the nest sets a pointer to one.
static void check_rows(builder *b)
{
	nest *n = b->n;
	const nest_object *rows = NULL;
	for (int x = 0; x < n->n_objects && !rows; x++) rows = n->objects[x].row_levels ? &n->objects[x] : NULL;
	if (!rows) return;
	bool set = b->unknown_effects;
	for (int x = 0; x < n->n_objects; x++) {
		const nest_object *o = &n->objects[x];
		set |= o->kind != NEST_SCALAR && o->writes && o->element && o->element->kind == PROG_TYPE_POINTER;
	}
	if (!set) return;
	nest_fail(n, DIAG_base_changes, rows->base->loc, rows->key);
	n->broken = true;
}

// Rows that are seen to have no mapping are memory that each process has, where the nest sets some. Where all are read
// it is enough that they are where they are.
static bool are_expected_plain(const nest_object *o)
{
	return o->row_levels && o->plain_rows && object_is_variable(o) && o->kind == NEST_POINTER;
}

static void expect_plain_rows(builder *b)
{
	bool set = false;
	for (int k = 0; k < b->n->n_objects; k++)
		set |= are_expected_plain(&b->n->objects[k]) && b->n->objects[k].writes;
	for (int k = 0; k < b->n->n_objects && set; k++)
		if (are_expected_plain(&b->n->objects[k])) b->n->objects[k].kind = NEST_EXPECTED_PLAIN;
}

void aliasing_check(builder *b)
{
	expect_plain_rows(b);
	check_structs(b);
	check_rows(b);
	check_apart(b);
	check_chosen(b);
	check_scalars(b);
}
