// SPDX-License-Identifier: Apache-2.0
//
// Functions that are called in nests only, which look into them: their own loops are never entered as nests, and
// nothing is to be said of these.
#include "called_in_nests.h"

#include "../model/model.h"
#include "../unit/unit.h"

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

static walk_next note_call(const prog_expr *e, walk_use use, void *user)
{
	(void)use;
	search *s = user;
	const prog_symbol *f = e->kind == PROG_EXPR_CALL ? prog_callee(e) : NULL;
	if (f && s->within[f->id] && !looks_into(s->n, f)) {
		s->within[f->id] = 0;
		s->changed = true;
	}
	return WALK_ON;
}

static const nest *nest_of(const graph *g, const prog_stmt *stmt)
{
	for (int k = 0; k < g->n_tasks; k++)
		if (g->tasks[k]->nest->root == stmt) return g->tasks[k]->nest;
	return NULL;
}

static walk_next enter_nest(const prog_stmt *stmt, void *user)
{
	search *s = user;
	if (!s->n && stmt->kind == PROG_STMT_FOR) s->n = nest_of(s->g, stmt);
	return WALK_ON;
}

static walk_next leave_nest(const prog_stmt *stmt, void *user)
{
	search *s = user;
	if (s->n && s->n->root == stmt) s->n = NULL;
	return WALK_ON;
}

unsigned char *within_nests(const graph *g)
{
	static const walker calls = {.expr = note_call, .stmt = enter_nest, .stmt_end = leave_nest};
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
			if (!s.within[u->functions[k]->symbol->id]) walk_stmt(u->functions[k]->body, &calls, &s);
	}
	return s.within;
}
