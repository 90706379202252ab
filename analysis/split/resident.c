// SPDX-License-Identifier: Apache-2.0
#include "resident.h"

#include "../model/model.h"
#include "../nest/nest.h"

// The variable that the source names, a pointer that stands for a part of the object perhaps.
static const prog_symbol *named_in(const prog_expr *e)
{
	while ((e->kind == PROG_EXPR_MEMBER || e->kind == PROG_EXPR_INDEX || e->kind == PROG_EXPR_DEREF ||
	               e->kind == PROG_EXPR_CAST) &&
	        e->n_args)
		e = e->arg[0];
	return e->kind == PROG_EXPR_VAR ? e->symbol : NULL;
}

static bool is_named(const struct prog_hint_resident *r, const nest_object *o, const nest_access *a)
{
	if (!r->path && named_in(a->expr) == r->symbol) return true;
	if (o->symbol != r->symbol) return false;
	return r->path ? prog_same_expr(r->path, o->base) : object_is_variable(o);
}

const struct prog_hint_resident *resident_promise(const nest *n, const nest_stmt *s, const nest_access *a)
{
	const nest_object *o = &n->objects[a->object];
	if (!object_is_distributed(o) || !a->expr) return NULL;
	for (const prog_stmt *p = s->stmt; p; p = p->parent)
		for (int k = 0; p->hint && k < p->hint->n_resident; k++)
			if (is_named(&p->hint->resident[k], o, a)) return &p->hint->resident[k];
	return NULL;
}
