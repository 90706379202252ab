// SPDX-License-Identifier: Apache-2.0
//
// Pragmas of OpenMP and of the compiler in front of statements. They stay where the statement keeps the form that they
// need; what talks to other processes never runs in threads.
#include "rewrite.h"

#include "../analysis/model/model.h"

#include <string.h>

static bool is_omp(const prog_pragma *p) { return p->kind != PROG_PRAGMA_LOOP; }

static bool has_omp(const prog_stmt *s)
{
	for (const prog_pragma *p = s->pragmas; p; p = p->next)
		if (is_omp(p)) return true;
	return false;
}

// ---- what a statement does ---------------------------------------------------------------------

// A call of a function that may have nests of its own, or effects.
static bool is_loud(const prog_expr *e, void *w)
{
	return e->kind == PROG_EXPR_OPAQUE ||
	       (e->kind == PROG_EXPR_CALL && !facts_is_pure(((const rewriter *)w)->g->facts, e));
}

static bool stmt_is_quiet(const rewriter *w, const prog_stmt *s) { return !walk_any_in(s, is_loud, (void *)w); }

static bool is_within_omp(const prog_stmt *s, void *unused)
{
	(void)unused;
	for (const prog_pragma *p = s->pragmas; p; p = p->next)
		if (is_omp(p) && p->kind != PROG_PRAGMA_SIMD) return true;
	return false;
}

// Whether a pragma inside needs the threads of one outside (atomic, critical, ...), and might go without it.
static bool holds_omp(const prog_stmt *s) { return walk_any_stmt(s, is_within_omp, NULL); }

static bool is_changed(const rewriter *w, const prog_stmt *s)
{
	for (int k = 0; k < w->edits.n; k++) {
		const edit *e = &w->edits.list[k];
		if (e->begin >= s->range.begin && e->end <= s->range.end) return true;
	}
	return false;
}

// ---- loops of tasks ----------------------------------------------------------------------------

static int loop_of(const nest *n, const prog_stmt *s)
{
	for (int k = 0; k < n->n_loops; k++)
		if (n->loops[k].stmt == s) return k;
	return -1;
}

// i < e and the like: a limited loop is made by changing e.
static bool compares_variable(const nest_loop *l)
{
	const prog_expr *c = l->stmt->cond;
	if (!l->var || !l->var->type->is_signed || !c || c->kind != PROG_EXPR_BINARY) return false;
	if (c->op < PROG_OP_LT || c->op > PROG_OP_GE) return false;
	const prog_expr *x = prog_without_implicit_casts(c->arg[0]);
	return x->kind == PROG_EXPR_VAR && x->symbol == l->var;
}

// Generated text notes in the loop's body when a variable was set last.
static bool notes_times(const task *t)
{
	for (int k = 0; k < t->nest->n_objects; k++)
		if (t->split->roles[k] == SCALAR_LAST || t->split->roles[k] == SCALAR_EXTREMUM ||
		        t->split->roles[k] == SCALAR_CARRIED)
			return true;
	return false;
}

// What a process combines into grows as it is touched, by the addresses of the source.
static bool grows(const task *t)
{
	for (int k = 0; k < t->nest->n_objects; k++)
		if (t->nest->objects[k].grows) return true;
	return false;
}

static bool keeps_pragma(const rewriter *w, const prog_stmt *s, const prog_pragma *p)
{
	const task *t = w->task;
	int loop = loop_of(t->nest, s);
	if (p->kind == PROG_PRAGMA_LOOP) return true;
	if (loop < 0 || p->kind == PROG_PRAGMA_OMP || t->kind != TASK_SPLIT || grows(t)) return false;
	const nest_loop *l = &t->nest->loops[loop];
	if (l->n_limits && !compares_variable(l)) return false;
	return p->kind == PROG_PRAGMA_SIMD ||
	       (!w->options->check && !notes_times(t) && stmt_is_quiet(w, s) && !holds_omp(s->body));
}

bool rewrite_task_is_canonical(const rewriter *w)
{
	for (int k = 0; k < w->task->nest->n_loops; k++)
		if (has_omp(w->task->nest->loops[k].stmt)) return true;
	return false;
}

static void remove_pragma(rewriter *w, const prog_pragma *p)
{
	if (!rewrite_in_main(w, p->range)) return;
	text lines = {0};
	for (unsigned at = p->range.begin; at < p->range.end; at++)
		if (w->source[at] == '\n') text_add(&lines, "\n");
	edits_replace(&w->edits, p->range.begin, p->range.end, text_get(&lines), 0);
	text_free(&lines);
}

static void drop_pragma(rewriter *w, const prog_stmt *s, const prog_pragma *p, bool loop)
{
	if (p->range.file < 0)
		diag_report(DIAG_not_translated, s->loc, "a pragma in a macro before what changes");
	else if (is_omp(p))
		diag_report(DIAG_pragma_dropped, s->loc, loop ? "loop" : "statement",
		        loop ? "has another form" : "does not run in threads");
	remove_pragma(w, p);
}

void rewrite_task_pragmas(rewriter *w, text *out)
{
	const prog_stmt *root = w->task->nest->root;
	for (const prog_pragma *p = root->pragmas; p; p = p->next) {
		if (!keeps_pragma(w, root, p) || !rewrite_in_main(w, p->range)) {
			drop_pragma(w, root, p, true);
			continue;
		}
		text_add_n(out, w->source + p->range.begin, p->range.end - p->range.begin);
		text_add(out, "\n");
		remove_pragma(w, p);
	}
}

// ---- all others ----------------------------------------------------------------------------------

static const task *task_with(const rewriter *w, const prog_stmt *s)
{
	for (; s; s = s->parent)
		for (int k = 0; k < w->g->n_tasks; k++)
			if (w->g->tasks[k]->nest->root == s) return w->g->tasks[k];
	return NULL;
}

// What OpenMP says inside of a region that is none any more goes with its pragma, of which the user is told: `section`
// and the like may not stand alone. Loops that start threads of their own stay.
static void check_pragmas(rewriter *w, const prog_stmt *s, bool in_dropped)
{
	if (!s) return;
	const task *t = s->pragmas ? task_with(w, s) : NULL;
	w->task = t;
	for (const prog_pragma *p = s->pragmas; p && !(t && t->nest->root == s); p = p->next) {
		bool stays = t ? keeps_pragma(w, s, p) : !is_omp(p) || (!is_changed(w, s) && stmt_is_quiet(w, s));
		if (in_dropped && p->kind == PROG_PRAGMA_OMP && p->range.file >= 0)
			remove_pragma(w, p);
		else if (!stays)
			drop_pragma(w, s, p, s->kind == PROG_STMT_FOR);
		if (is_omp(p) && p->kind != PROG_PRAGMA_SIMD)
			in_dropped = !stays || (in_dropped && p->kind == PROG_PRAGMA_OMP);
	}
	w->task = NULL;
	for (int k = 0; k < s->n_children; k++) check_pragmas(w, s->child[k], in_dropped);
	check_pragmas(w, s->body, in_dropped);
	check_pragmas(w, s->otherwise, in_dropped);
}

void rewrite_pragmas(rewriter *w)
{
	for (int k = 0; k < w->unit->n_functions; k++) check_pragmas(w, w->unit->functions[k]->body, false);
}
