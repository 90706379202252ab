// SPDX-License-Identifier: Apache-2.0
#include "resident.h"

#include "pattern.h"

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

// ---- what can be seen to be wrong ---------------------------------------------------------------

static bool is_reported(const struct prog_hint_resident **reported, int n, const struct prog_hint_resident *r)
{
	while (n > 0 && reported[n - 1] != r) n--;
	return n > 0;
}

static void check_access(
        const task *t, const nest_stmt *s, const nest_access *a, const struct prog_hint_resident **reported, int *n)
{
	enum { MOST = 64 };
	const struct prog_hint_resident *r = resident_promise(t->nest, s, a);
	if (!r || *n == MOST || is_reported(reported, *n, r) || !pattern_leaves_process(t, s, a)) return;
	const char *name = t->nest->objects[a->object].key;
	reported[(*n)++] = r;
	diag_report(DIAG_not_resident, r->loc, name);
	diag_report(DIAG_accessed_elsewhere, a->expr->loc, a->expr->text, s->accesses[s->home].expr->text);
}

void resident_check(const graph *g)
{
	const struct prog_hint_resident *reported[64];
	int n_reported = 0;
	for (int k = 0; k < g->n_tasks; k++) {
		const task *t = g->tasks[k];
		const nest *n = t->nest;
		for (int s = 0; t->kind == TASK_SPLIT && s < n->n_stmts; s++)
			for (int j = 0; j < n->stmts[s].n_accesses; j++)
				check_access(t, &n->stmts[s], &n->stmts[s].accesses[j], reported, &n_reported);
	}
}
