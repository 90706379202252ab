// SPDX-License-Identifier: Apache-2.0
#include "exits.h"
#include "bounds.h"
#include "results.h"

#include "../analysis/model/model.h"

#include <string.h>

bool exits_go_back_to(const task *t) { return t->kind == TASK_SPLIT && t->split->goes_back; }

bool exits_run_again(const task *t) { return t->kind == TASK_SPLIT && t->nest->n_exits && t->split->exits_again; }

static int order_size(const nest *n)
{
	int depth = 0;
	for (int k = 0; k < n->n_stmts; k++)
		if (n->stmts[k].depth > depth) depth = n->stmts[k].depth;
	return 2 * depth + 1;
}

static const nest_object *object_of(const nest *n, const prog_symbol *x)
{
	for (int k = 0; k < n->n_objects; k++)
		if (n->objects[k].symbol == x && n->objects[k].base->kind == PROG_EXPR_VAR) return &n->objects[k];
	return NULL;
}

static bool is_counter(const nest *n, const prog_symbol *x)
{
	for (int k = 0; k < n->n_counters; k++)
		if (n->counters[k].symbol == x) return true;
	return false;
}

// Variables whose values are those of the iteration; what is combined has its value behind the nest.
static bool goes_along(const task *t, int k)
{
	const nest *n = t->nest;
	const prog_symbol *x = n->captured[k];
	const nest_object *o = object_of(n, x);
	if (t->kind == TASK_SECTION) return prog_declares(n->root, x);
	if (prog_declares(n->root, x) || is_counter(n, x)) return true;
	return o && o->writes && t->split->roles[o->id] == SCALAR_PRIVATE;
}

// Whether the variable has to be what it is in the iteration: in the branch, or behind it.
static bool takes_along(const nest *n, const nest_exit *x, const prog_symbol *variable)
{
	bool behind =
	        x->leave->kind != PROG_STMT_RETURN && is_counter(n, variable) && !prog_declares(n->root, variable);
	return behind || stmt_names(x->branch, variable);
}

// A reduction is made in a copy; these are set in their own places.
static bool is_set_in_place(const task *t, int object)
{
	const nest_object *o = &t->nest->objects[object];
	if (t->kind != TASK_SPLIT || o->kind != NEST_SCALAR || !o->writes) return false;
	scalar_role role = t->split->roles[object];
	if (role == SCALAR_REDUCTION && exits_go_back_to(t)) return results_in_place(t, o);
	return role == SCALAR_LAST || role == SCALAR_EXTREMUM || role == SCALAR_PLACE;
}

// The place of a loop among its siblings.
static int time_of_loop(const nest *n, int loop)
{
	for (int k = 0; k < n->n_stmts; k++)
		for (int d = 0; d < n->stmts[k].depth; d++)
			if (n->stmts[k].loop[d] == loop) return n->stmts[k].time[d];
	return 0;
}

// Variables that are put back before the nest is run again.
static void keep_in_place(const task *t, text *out)
{
	const nest *n = t->nest;
	for (int k = 0; k < n->n_objects; k++)
		if (is_set_in_place(t, k))
			text_printf(out, "\t%s hpcc_old%d = %s;\n", n->objects[k].element->text, k, n->objects[k].key);
}

static void put_in_place(const task *t, text *out)
{
	const nest *n = t->nest;
	for (int k = 0; k < n->n_objects; k++)
		if (is_set_in_place(t, k)) text_printf(out, "\t\t%s = hpcc_old%d;\n", n->objects[k].key, k);
}

void exits_open(const task *t, text *out)
{
	const nest *n = t->nest;
	if (exits_go_back_to(t)) {
		text_add(out, "\tint hpcc_over = 0;\n");
		keep_in_place(t, out);
		text_printf(out, "hpcc_over_%d:;\n", t->id);
	}
	if (!n->n_exits) return;
	text_printf(out, "\tint hpcc_exit = 0, hpcc_mine = 1;\n\tlong hpcc_when[%d] = {0};\n\t(void)hpcc_mine;\n",
	        order_size(n));
	for (int k = 0; k < n->n_captured; k++)
		if (goes_along(t, k)) text_printf(out, "\t%s hpcc_v%d = 0;\n", n->captured[k]->type->text, k);
	if (!exits_run_again(t)) return;
	text_printf(out, "\tint hpcc_again = 0;\n\tlong hpcc_stop[%d] = {HPCC_INF};\n", order_size(n));
	keep_in_place(t, out);
	text_printf(out, "hpcc_again_%d:;\n\tconst long hpcc_end0 = hpcc_stop_at(hpcc_stop, 1, (const long[]){%d});\n",
	        t->id, time_of_loop(n, 0));
}

void exits_keep(const task *t, text *out)
{
	if (exits_go_back_to(t) && t->split->goes_back_keeps) text_add(out, "\tif (!hpcc_over) hpcc_keep(hpcc_r);\n");
	if (!exits_run_again(t)) return;
	text_add(out, "\tif (!hpcc_again) hpcc_keep(hpcc_r);\n");
}

bool exits_branch(rewriter *w, const prog_stmt *s)
{
	const task *t = w->task;
	const nest *n = t->nest;
	int which = 0;
	while (which < n->n_exits && n->exits[which].branch != s) which++;
	if (which == n->n_exits) return false;
	const nest_stmt *at = &n->stmts[n->exits[which].stmt];
	text out = {0};
	// In the run up to the first exit other processes may find one behind it.
	text_printf(
	        &out, "{ %shpcc_exit = %d;", exits_run_again(t) ? "if (!hpcc_again || hpcc_mine) { " : "", which + 1);
	for (int d = 0; d <= at->depth; d++) {
		text_printf(&out, " hpcc_when[%d] = %d;", 2 * d, at->time[d]);
		if (d == at->depth) break;
		const nest_loop *l = &n->loops[at->loop[d]];
		text_printf(&out, " hpcc_when[%d] = %s(long)", 2 * d + 1, l->step < 0 ? "-" : "");
		bounds_variable(n, at->loop[d], &out);
		text_add(&out, ";");
	}
	for (int k = 0; k < n->n_captured; k++)
		if (goes_along(t, k) && takes_along(n, &n->exits[which], n->captured[k]))
			text_printf(&out, " hpcc_v%d = %s;", k, n->captured[k]->name);
	text_printf(&out, "%s goto hpcc_out_%d; }", exits_run_again(t) ? " }" : "", t->id);
	edits_replace(&w->edits, s->range.begin, s->range.end, text_get(&out), 0);
	text_free(&out);
	return true;
}

static bool is_limited(const task *t, int loop)
{
	const nest_loop *l = &t->nest->loops[loop];
	return exits_run_again(t) && (loop == 0 || (t->split->exits_inside && !l->inlined));
}

void exits_limit(const task *t, int loop, text *out)
{
	if (!is_limited(t, loop)) return;
	const nest_loop *l = &t->nest->loops[loop];
	text_printf(out, " && %s(long)%s <= hpcc_end%d", l->step > 0 ? "" : "-", l->var->name, loop);
}

// The order of iterations of `depth` loops up to `loop`, the innermost one, and of what is at `time` in these.
static void order_text(const nest *n, int loop, int time, text *out)
{
	int chain[NEST_MAX_DEPTH], depth = 0;
	for (int l = loop; l >= 0; l = n->loops[l].parent) chain[depth++] = l;
	text_printf(out, "%d, (const long[]){", 2 * depth + 1);
	while (depth-- > 0) {
		const nest_loop *l = &n->loops[chain[depth]];
		text_printf(out, "%d, %s(long)", time_of_loop(n, chain[depth]), l->step < 0 ? "-" : "");
		bounds_variable(n, chain[depth], out);
		text_add(out, ", ");
	}
	text_printf(out, "%d}", time);
}

void exits_before_loop(rewriter *w, const task *t, int loop)
{
	if (loop == 0 || !is_limited(t, loop)) return;
	const nest *n = t->nest;
	text out = {0};
	text_printf(&out, "{ const long hpcc_end%d = hpcc_stop_at(hpcc_stop, ", loop);
	order_text(n, n->loops[loop].parent, time_of_loop(n, loop), &out);
	text_add(&out, "); ");
	rewrite_insert(w, n->loops[loop].stmt->range.begin, ORDER_OPEN, text_get(&out));
	text_free(&out);
}

void exits_behind_loop(rewriter *w, const task *t, int loop)
{
	if (loop > 0 && is_limited(t, loop))
		rewrite_insert(w, t->nest->loops[loop].stmt->range.end, ORDER_BEHIND, " }");
}

static void guard(rewriter *w, const nest *n, const nest_stmt *s)
{
	int depth = 0;
	while (depth < s->depth && !n->loops[s->loop[depth]].inlined) depth++;
	text out = {0};
	text_add(&out, "{ if (hpcc_is_before(hpcc_stop, ");
	// A condition of the source may have several statements of the model: they are behind the same exits.
	order_text(n, depth ? s->loop[depth - 1] : -1, s->time[depth], &out);
	text_add(&out, ")) ");
	rewrite_insert(w, s->stmt->range.begin, ORDER_GUARD, text_get(&out));
	rewrite_insert(w, s->stmt->range.end, ORDER_CLOSE, " }");
	text_free(&out);
}

void exits_guard(rewriter *w, const task *t)
{
	if (!exits_run_again(t) || !t->split->exits_inside) return;
	const nest *n = t->nest;
	for (int k = 0; k < n->n_stmts; k++) {
		int first = 0;
		while (n->stmts[first].stmt != n->stmts[k].stmt || !t->split->stops[first])
			if (first++ == k) break;
		if (t->split->stops[k] && first == k) guard(w, n, &n->stmts[k]);
	}
}

void exits_label(const task *t, text *out)
{
	if (t->nest->n_exits) text_printf(out, "\thpcc_out_%d:;\n", t->id);
}

void exits_find(const task *t, text *out)
{
	const nest *n = t->nest;
	if (exits_go_back_to(t)) {
		text_add(out, "\tif (hpcc_went_back(hpcc_r)) {\n\t\thpcc_over = 1;\n");
		put_in_place(t, out);
		text_printf(out, "\t\tgoto hpcc_over_%d;\n\t}\n", t->id);
	}
	if (!n->n_exits || t->kind != TASK_SPLIT) return;
	int size = order_size(n);
	if (!exits_run_again(t)) {
		text_printf(out, "\thpcc_first_exit(hpcc_r, &hpcc_exit, %d, hpcc_when, &hpcc_mine);\n", size);
		return;
	}
	text_printf(out,
	        "\tif (!hpcc_again && hpcc_first_exit(hpcc_r, &hpcc_exit, %d, hpcc_when, &hpcc_mine)) {\n"
	        "\t\thpcc_again = 1;\n\t\t__builtin_memcpy(hpcc_stop, hpcc_when, sizeof hpcc_stop);\n",
	        size);
	put_in_place(t, out);
	text_printf(out, "\t\tgoto hpcc_again_%d;\n\t}\n", t->id);
}

// The text of the branch as it is outside of tasks.
static void branch_text(rewriter *w, const nest_exit *x, text *out)
{
	edits outer = w->edits;
	const task *t = w->task;
	w->edits = (edits){0};
	w->task = NULL;
	rewrite_stmt(w, x->branch);
	if (x->leave->kind == PROG_STMT_BREAK)
		edits_replace(&w->edits, x->leave->range.begin, x->leave->range.end, ";", 0);
	rewrite_names(w);
	if (!edits_apply(&w->edits, w->source, x->branch->range.begin, x->branch->range.end, out))
		diag_report(DIAG_not_translated, x->leave->loc, "a way out of a loop");
	edits_free(&w->edits);
	w->edits = outer;
	w->task = t;
}

static bool declared_by(const prog_stmt *init, const prog_symbol *x)
{
	for (int k = 0; init && k < init->n_symbols; k++)
		if (init->symbols[k] == x) return true;
	return false;
}

// The branch sees a variable of the iteration by the name of a loop's.
static bool is_hidden_in(const task *t, const prog_stmt *branch, const prog_symbol *var)
{
	const nest *n = t->nest;
	for (int k = 0; k < n->n_captured; k++)
		if (!strcmp(n->captured[k]->name, var->name) && prog_declares(n->root, n->captured[k]) &&
		        goes_along(t, k) && stmt_names(branch, n->captured[k]))
			return true;
	return false;
}

void exits_take(rewriter *w, const task *t, text *out)
{
	const nest *n = t->nest;
	if (!n->n_exits) return;
	bool any = false;
	for (int k = 0; t->kind == TASK_SPLIT && k < n->n_captured; k++) {
		if (!goes_along(t, k)) continue;
		if (!any) text_add(out, "\tif (hpcc_exit) {\n");
		any = true;
		text_printf(out, "\t\t%s(hpcc_r, &hpcc_v%d, sizeof hpcc_v%d, hpcc_mine, %d, hpcc_when);\n",
		        results_last(n->captured[k]->type), k, k, order_size(n));
	}
	if (any) text_add(out, "\t}\n");
	for (int e = 0; e < n->n_exits; e++) {
		const nest_exit *x = &n->exits[e];
		const nest_stmt *at = &n->stmts[x->stmt];
		text_printf(out, "\tif (hpcc_exit == %d) {\n", e + 1);
		for (int d = 0; d < at->depth; d++) {
			const nest_loop *l = &n->loops[at->loop[d]];
			// The branch sees the innermost one of a name.
			bool hidden = false;
			for (int in = d + 1; in < at->depth; in++)
				hidden |= !strcmp(n->loops[at->loop[in]].var->name, l->var->name);
			if (hidden) continue;
			const char *type = declared_by(l->stmt->init, l->var) ? l->var->type->text : "";
			if (*type && is_hidden_in(t, x->branch, l->var)) continue;
			text_printf(out, "\t\t%s%s%s = %shpcc_when[%d];\n\t\t(void)%s;\n", type, *type ? " " : "",
			        l->var->name, l->step < 0 ? "-" : "", 2 * d + 1, l->var->name);
		}
		for (int k = 0; k < n->n_captured; k++) {
			if (!goes_along(t, k) || !takes_along(n, x, n->captured[k])) continue;
			bool inside = prog_declares(n->root, n->captured[k]);
			text_printf(out, "\t\t%s%s%s = hpcc_v%d;\n", inside ? n->captured[k]->type->text : "",
			        inside ? " " : "", n->captured[k]->name, k);
		}
		if (facts_ends_nest(w->g->facts, x->branch)) text_add(out, "\thpcc_ends();\n");
		rewrite_line(w, x->branch->range.begin, out);
		branch_text(w, x, out);
		text_add(out, "\n\t}\n");
	}
}

void exits_ending(rewriter *w, const prog_stmt *around, const prog_stmt *branch)
{
	if (!branch || !facts_ends_nest(w->g->facts, branch) || !rewrite_in_main(w, branch->range)) return;
	if (around->kind == PROG_STMT_CASE) {
		rewrite_insert(w, branch->range.begin, ORDER_OPEN, "hpcc_ends(); ");
		return;
	}
	rewrite_insert(w, branch->range.begin, ORDER_OPEN, "{ hpcc_ends(); ");
	rewrite_insert(w, branch->range.end, ORDER_BEHIND, " }");
}
