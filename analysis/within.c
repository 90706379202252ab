// SPDX-License-Identifier: Apache-2.0
//
// Functions that are called in nests only, which look into them: their own loops are never entered as nests, and nothing is to be said of these.
#include "within.h"

typedef struct search {
	const graph *g;
	unsigned char *within; // [symbol id]: no call outside of such nests has been seen
	const nest *n;         // around what is looked at; NULL: none
	bool changed;
} search;

static bool looks_into(const nest *n, const prog_symbol *f)
{
	for (int k = 0; n && k < n->n_callees; k++)
		if (n->callees[k] == f) return true;
	return false;
}

static void note_calls(search *s, const prog_stmt *stmt);

static void note_in_expr(search *s, const prog_expr *e)
{
	if (!e) return;
	const prog_symbol *f = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	if (f && s->within[f->id] && !looks_into(s->n, f)) {
		s->within[f->id] = 0;
		s->changed = true;
	}
	for (int k = 0; k < e->n_args; k++) note_in_expr(s, e->arg[k]);
	note_calls(s, e->body);
}

static const nest *nest_of(const graph *g, const prog_stmt *stmt)
{
	for (int k = 0; k < g->n_tasks; k++)
		if (g->tasks[k]->nest->root == stmt) return g->tasks[k]->nest;
	return NULL;
}

static void note_calls(search *s, const prog_stmt *stmt)
{
	if (!stmt) return;
	const nest *outer = s->n;
	if (!outer && stmt->kind == PROG_STMT_FOR) s->n = nest_of(s->g, stmt);
	note_in_expr(s, stmt->expr);
	note_in_expr(s, stmt->cond);
	note_in_expr(s, stmt->step);
	for (int k = 0; k < stmt->n_symbols; k++) note_in_expr(s, stmt->inits[k]);
	for (int k = 0; k < stmt->n_children; k++) note_calls(s, stmt->child[k]);
	note_calls(s, stmt->init);
	note_calls(s, stmt->body);
	note_calls(s, stmt->otherwise);
	s->n = outer;
}

unsigned char *within_nests(const graph *g)
{
	const prog_unit *u = g->unit;
	search s = {.g = g, .within = prog_alloc(g->unit, (size_t)u->n_symbols + 1), .changed = true};
	for (int k = 0; k < g->n_tasks; k++) {
		const nest *n = g->tasks[k]->nest;
		for (int j = 0; j < n->n_callees; j++)
			s.within[n->callees[j]->id] = facts_is_only_called(g->facts, n->callees[j]);
	}
	while (s.changed) {
		s.changed = false;
		for (int k = 0; k < u->n_functions; k++)
			if (!s.within[u->functions[k]->symbol->id]) note_calls(&s, u->functions[k]->body);
	}
	return s.within;
}
