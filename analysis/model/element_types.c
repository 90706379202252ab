// SPDX-License-Identifier: Apache-2.0
#include "element_types.h"

#include "program.h"
#include "walk.h"

#include <string.h>

static bool same_element(const prog_type *a, const prog_type *b)
{
	return a->kind == b->kind && a->size == b->size && !strcmp(a->text, b->text);
}

static const prog_type *innermost(const prog_type *t)
{
	while (t && (t->kind == PROG_TYPE_ARRAY || t->kind == PROG_TYPE_POINTER)) t = t->element;
	return t;
}

void element_types_add(element_types *f, const prog_type *t)
{
	if (!t) return;
	for (int k = 0; k < f->n; k++)
		if (same_element(f->list[k], t)) return;
	f->list = prog_grow(f->unit, f->list, f->n, &f->room, sizeof *f->list);
	f->list[f->n++] = t;
}

static bool is_arithmetic(const prog_type *t)
{
	return t && (t->kind == PROG_TYPE_INT || t->kind == PROG_TYPE_FLOAT || t->kind == PROG_TYPE_COMPLEX);
}

// A pointer that may come from another unit, where its memory may have been mapped. Characters are left to the units
// that map some: else every string would be in doubt.
static bool comes_from_elsewhere(const prog_symbol *s)
{
	if (s->in_system_header || !s->type) return false;
	bool parameter = s->kind == PROG_SYMBOL_PARAMETER;
	if (s->type->kind != PROG_TYPE_POINTER && !(parameter && s->type->kind == PROG_TYPE_ARRAY)) return false;
	const prog_type *t = innermost(s->type);
	if (!is_arithmetic(t) || (t->kind == PROG_TYPE_INT && t->size == 1)) return false;
	return parameter || (s->kind == PROG_SYMBOL_VARIABLE && s->is_extern);
}

// Parameters of functions that other units can call, and variables that they share.
static void add_foreign_types(element_types *f, const prog_unit *unit)
{
	for (int k = 0; k < unit->n_functions; k++) {
		const prog_function *fn = unit->functions[k];
		for (int p = 0; p < fn->n_params && !fn->is_static; p++)
			if (comes_from_elsewhere(fn->params[p])) element_types_add(f, innermost(fn->params[p]->type));
		for (int p = 0; p < fn->n_params; p++)
			if (fn->params[p]->inherits) element_types_add(f, innermost(fn->params[p]->type));
	}
	for (int k = 0; k < unit->n_symbols; k++) {
		const prog_symbol *s = unit->symbols[k];
		if (s->kind == PROG_SYMBOL_VARIABLE && comes_from_elsewhere(s))
			element_types_add(f, innermost(s->type));
	}
}

// The whole program, as far as can be seen: other units have nothing to hand over.
bool element_types_alone(const prog_unit *unit)
{
	for (int k = 0; k < unit->n_symbols; k++) {
		const prog_symbol *s = unit->symbols[k];
		bool foreign = s->kind == PROG_SYMBOL_FUNCTION ? !s->function
		                                               : s->kind == PROG_SYMBOL_VARIABLE && s->is_extern;
		if (foreign && !s->in_system_header && strncmp(s->name, "__builtin_", 10) != 0) return false;
	}
	return unit->main != NULL;
}

// Elements that a pointer's type leads to, and that another unit may have mapped. Plain characters are left out as
// above, and objects that hold pointers: these mean nothing to another process, so that no array of them is mapped.
static void add_pointed_type(element_types *f, const prog_type *t, bool as_array)
{
	if (!t || t->kind != PROG_TYPE_POINTER) return;
	t = innermost(t);
	if (!t || (t->kind == PROG_TYPE_INT && t->size == 1 && !strcmp(t->text, "char"))) return;
	if (is_arithmetic(t) || t->kind == PROG_TYPE_BOOL) element_types_add(f, t);
	if (t->kind == PROG_TYPE_STRUCT && t->size && as_array && !t->has_pointers) element_types_add(f, t);
}

// p->x alone makes no array of p's objects: most structs are single.
static bool add_pointed_in_expr(const prog_expr *e, void *user)
{
	element_types *f = user;
	bool moves = e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_BINARY || e->kind == PROG_EXPR_INCDEC ||
	             (e->kind == PROG_EXPR_ASSIGN && e->op != PROG_OP_NONE);
	add_pointed_type(f, e->type, false);
	for (int k = 0; k < e->n_args; k++)
		if (moves && e->arg[k]) add_pointed_type(f, e->arg[k]->type, true);
	return false;
}

// Memory comes from elsewhere in other ways than by parameters and names: results of functions, members of objects,
// casts of void *. Closed pointers are excepted where they are used (points_to.h).
static void add_pointed_types(element_types *f, const prog_unit *unit)
{
	for (int k = 0; k < unit->n_functions; k++) walk_any_in(unit->functions[k]->body, add_pointed_in_expr, f);
}

bool element_types_have(const element_types *f, const prog_type *t)
{
	t = innermost(t);
	for (int k = 0; t && k < f->n; k++)
		if (same_element(f->list[k], t)) return true;
	return false;
}

void element_types_of(element_types *f, prog_unit *unit)
{
	*f = (element_types){.unit = unit};
	for (int k = 0; k < unit->n_mappings; k++) element_types_add(f, innermost(unit->mappings[k]->element));
	add_foreign_types(f, unit);
	if (!element_types_alone(unit)) add_pointed_types(f, unit);
}
