// SPDX-License-Identifier: Apache-2.0
#include "losses.h"
#include "excess.h"
#include "pattern.h"
#include "repeats.h"
#include "statements.h"

static void note_reason(diag_id reason, prog_loc loc, const char *about)
{
	if (reason != DIAG_COUNT) diag_report(reason, loc, about);
}

// ---- loops that all run -----------------------------------------------------------------------

static void report_run_by_all(const task *t)
{
	const nest *n = t->nest;
	if (t->slow)
		diag_report(DIAG_slow_path, n->root->loc);
	else if (t->works_in_parts)
		diag_report(DIAG_nests_run_by_all, n->root->loc);
	else
		return;
	note_reason(n->reason, n->reason_loc, n->reason_text);
	if (t->slow && t->works_in_parts) diag_report(DIAG_nests_in_it, n->root->loc);
}

static void report_turns(const graph *g, const task *t)
{
	const nest *n = t->nest;
	const graph_loop *around = graph_loop_of_turns(g, t);
	if (t->split->turn_way) {
		diag_report(DIAG_in_turns, n->root->loc);
		note_reason(n->reason, n->reason_loc, n->reason_text);
		return;
	}
	diag_report(DIAG_one_after_the_other, n->root->loc, n->objects[n->axes[0].object].key);
	if (around) note_reason(around->reason, around->reason_loc, around->reason_text);
}

// ---- arrays that are gathered again and again -------------------------------------------------

// The loop in each of whose iterations the statement is executed; NULL: there is none in the function.
static const prog_stmt *loop_around(const prog_stmt *s)
{
	for (s = s->parent; s && s->kind != PROG_STMT_IF && s->kind != PROG_STMT_SWITCH; s = s->parent)
		if (stmt_is_loop(s)) return s;
	return NULL;
}

// Whether all processes get the same of it, from several.
static bool is_gathered(const task *t, const task_arg *a)
{
	patterns all = patterns_of(t, a);
	bool gathered = false;
	for (int k = 0; k < all.n; k++) gathered |= all.list[k].kind == PATTERN_ALLGATHER;
	patterns_free(all);
	return gathered;
}

static bool is_affine(const nest_access *a, int rank)
{
	bool affine = true;
	for (int d = 0; d < rank; d++) affine &= a->sub[d] != NULL;
	return affine;
}

// One that says why: not affine, if there is such a one.
static const nest_access *read_of(const nest *n, int object)
{
	const nest_access *found = NULL;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			bool reads = a->object == object && a->read && a->expr && a->expr->loc.file >= 0;
			if (reads && (!found || !is_affine(a, n->objects[object].rank))) found = a;
		}
	return found;
}

static void report_gathered(const graph *g, const task *t)
{
	const prog_stmt *root = t->nest->root;
	if (t->kind != TASK_SPLIT || t->is_alternative) return;
	for (int k = 0; k < t->n_args; k++) {
		const nest_object *o = &t->nest->objects[t->args[k].object];
		if (!object_is_distributed(o) || o->plain_rows || !o->symbol) continue;
		const prog_expr *call = NULL;
		const prog_stmt *loop = loop_around(root);
		bool changes = loop ? repeats_changes(g, loop, o->symbol)
		                    : repeats_call(g, root, root->function, o->symbol, &call);
		const nest_access *a = changes && is_gathered(t, &t->args[k]) ? read_of(t->nest, o->id) : NULL;
		if (!a) continue;
		diag_report(DIAG_gathered_in_loop, a->expr->loc, o->key);
		diag_report(
		        is_affine(a, o->rank) ? DIAG_read_by_all : DIAG_read_not_affine, a->expr->loc, a->expr->text);
		if (call) diag_report(DIAG_called_in_loop, call->loc, prog_callee(call)->name);
	}
}

// ---- what nobody reads ------------------------------------------------------------------------

static void report_excess(const task *t)
{
	if (t->is_alternative) return;
	for (int k = 0; k < t->n_args; k++) {
		const nest_access *a = excess_of(t, &t->args[k]);
		if (!a) continue;
		diag_report(DIAG_more_than_read, t->nest->root->loc, t->nest->objects[a->object].key);
		diag_report(DIAG_read_across, a->expr->loc, a->expr->text);
	}
}

void losses_report(const graph *g, const task *t)
{
	if (t->quiet) return;
	if (t->kind == TASK_SECTION) report_run_by_all(t);
	if (t->serial) report_turns(g, t);
	report_gathered(g, t);
	report_excess(t);
}
