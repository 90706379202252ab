// SPDX-License-Identifier: Apache-2.0
#include "marks.h"

// Everything that a function, or an initialiser of file scope (NULL), evaluates.
typedef struct walk {
	const unit_facts *facts;
	const prog_function *function;
} walk;

static void walk_stmt(const walk *w, const prog_stmt *s);

static void check_name(const walk *w, const prog_expr *e)
{
	inquiry kind = facts_inquiry(e->symbol);
	(void)w;
	if (kind == INQUIRY_DIFFERS) diag_report(DIAG_inquiry_differs, e->loc, e->symbol->name);
	if (kind == INQUIRY_ALONE) diag_report(DIAG_inquiry_alone, e->loc);
}

static void walk_expr(const walk *w, const prog_expr *e)
{
	if (!e) return;
	if (e->kind == PROG_EXPR_VAR && e->symbol->kind == PROG_SYMBOL_FUNCTION) check_name(w, e);
	for (int k = 0; k < e->n_args; k++) walk_expr(w, e->arg[k]);
	walk_stmt(w, e->body);
}

static void walk_stmt(const walk *w, const prog_stmt *s)
{
	if (!s) return;
	for (int k = 0; k < s->n_symbols; k++) walk_expr(w, s->inits[k]);
	for (int k = 0; k < s->n_children; k++) walk_stmt(w, s->child[k]);
	walk_expr(w, s->expr);
	walk_expr(w, s->cond);
	walk_expr(w, s->step);
	walk_stmt(w, s->init);
	walk_stmt(w, s->body);
	walk_stmt(w, s->otherwise);
}

void marks_check(const unit_facts *facts)
{
	const prog_unit *unit = facts_unit(facts);
	walk w = {.facts = facts};
	for (int k = 0; k < unit->n_values; k++) walk_expr(&w, unit->values[k]);
	for (int k = 0; k < unit->n_functions; k++) {
		w.function = unit->functions[k];
		walk_stmt(&w, w.function->body);
	}
}
