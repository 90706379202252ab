// SPDX-License-Identifier: Apache-2.0
#include "../model/model.h"
#include "../nest/nest.h"
#include "process_map.h"
#include "task_graph.h"
#include "task_work.h"

#include <stdlib.h>

static void print_set(FILE *out, const char *label, isl_set *set)
{
	char *s = isl_set_to_str(set);
	fprintf(out, "    %s %s\n", label, s ? s : "?");
	free(s);
}

static void print_assumptions(const nest *n, const event_map *e, FILE *out)
{
	if (isl_set_plain_is_universe(e->assumes) == isl_bool_false) print_set(out, "if", e->assumes);
	if (e->only_usual) fprintf(out, "    if indices go around it once at most\n");
	if (e->like >= 0) fprintf(out, "    if it lies as %s does\n", n->objects[e->like].key);
	if (e->home >= 0) fprintf(out, "    hlo .. hhi owned of %s\n", n->objects[e->home].key);
	if (e->blocks_like >= 0)
		fprintf(out, "    if its blocks are %d/%d of those of %s\n", e->blocks_times, e->blocks_parts,
		        n->objects[e->blocks_like].key);
}

static void print_owner(FILE *out, const char *who, int dim, isl_pw_aff *index)
{
	char *s = index ? isl_pw_aff_to_str(index) : NULL;
	if (s) fprintf(out, "    %s of dimension %d owns %s\n", who, dim, s);
	free(s);
}

static void print_map(const nest *n, const event_map *e, FILE *out)
{
	char *map = isl_map_to_str(e->map), *size = e->elements ? isl_pw_qpolynomial_to_str(e->elements) : NULL;
	fprintf(out, "  sends %s: %s%s\n", n->objects[e->object].key, event_pattern_name(e->pattern),
	        e->exact ? "" : ", at most");
	fprintf(out, "    map %s\n", map ? map : "?");
	for (int k = 0; k < e->n_grid_dims; k++) {
		print_owner(out, "root", k, e->root[k]);
		print_owner(out, "target", k, e->target[k]);
	}
	if (e->section) print_set(out, "each pair", e->section);
	if (size) fprintf(out, "    elements %s\n", size);
	if (e->element_bytes)
		fprintf(out, "    of %ld byte%s each\n", e->element_bytes, e->element_bytes == 1 ? "" : "s");
	print_assumptions(n, e, out);
	free(map);
	free(size);
}

static void print_maps(const task *t, FILE *out)
{
	event_maps all = event_maps_of(t, 0);
	for (int k = 0; k < all.n; k++) print_map(t->nest, &all.list[k], out);
	event_maps_free(all);
}

// ---- work ------------------------------------------------------------------------------------------

static void print_function(FILE *out, const char *label, isl_pw_qpolynomial *f, bool estimated)
{
	char *s = f ? isl_pw_qpolynomial_to_str(f) : NULL;
	fprintf(out, "    %s %s%s\n", label, s ? s : "not known", s && estimated ? ", estimated" : "");
	free(s);
}

typedef struct list {
	FILE *out;
	int n;
} list;

// `bytes`: of all of them; -1: they have none.
static void print_count(list *l, long n, const char *one, const char *more, long bytes)
{
	if (n == 0) return;
	fprintf(l->out, "%s%ld %s", l->n++ ? ", " : " ", n, n == 1 ? one : more);
	if (bytes >= 0) fprintf(l->out, " (%ld bytes)", bytes);
}

static void print_counts(FILE *out, const op_counts *o)
{
	list l = {.out = out};
	fprintf(out, "    each:");
	print_count(&l, o->fadd, "add", "add", -1);
	print_count(&l, o->fmul, "multiply", "multiply", -1);
	print_count(&l, o->fdiv, "divide", "divide", -1);
	print_count(&l, o->fsqrt, "square root", "square roots", -1);
	print_count(&l, o->flibm, "libm call", "libm calls", -1);
	print_count(&l, o->iops, "integer operation", "integer operations", -1);
	print_count(&l, o->loads, "load", "loads", o->load_bytes);
	print_count(&l, o->stores, "store", "stores", o->store_bytes);
	print_count(&l, o->calls, "other call", "other calls", -1);
	fprintf(out, "%s%s\n", l.n ? "" : " nothing that counts", o->estimated ? ", estimated" : "");
}

static bool same_function(isl_pw_qpolynomial *a, isl_pw_qpolynomial *b)
{
	if (!a || !b) return !a && !b;
	return isl_pw_qpolynomial_plain_is_equal(a, b) == isl_bool_true;
}

static bool executed_alike(const stmt_work *a, const stmt_work *b)
{
	return a->split == b->split && a->estimated == b->estimated && same_function(a->times, b->times);
}

// Statements that are executed as often as statement k: their number, and what they do together; 0: one before k is.
static int alike(const task_work *w, int k, op_counts *each)
{
	int n = 0;
	*each = (op_counts){0};
	for (int j = 0; j < w->n; j++) {
		if (!executed_alike(&w->stmt[j], &w->stmt[k])) continue;
		if (j < k) return 0;
		*each = operations_sum(*each, w->stmt[j].each);
		n++;
	}
	return n;
}

static void print_work(const task *t, FILE *out)
{
	task_work *w = task_work_of(t, 0);
	if (w->n) {
		fprintf(out, "  work of a process\n");
		print_function(out, "iterations", w->iterations, w->iterations_estimated);
	}
	for (int k = 0; k < w->n; k++) {
		op_counts each;
		int n = alike(w, k, &each);
		if (!n) continue;
		fprintf(out, "  executes %d statement%s%s\n", n, n == 1 ? "" : "s",
		        w->stmt[k].split ? "" : " as all do");
		if (w->stmt[k].estimated || !same_function(w->stmt[k].times, w->iterations))
			print_function(out, "times", w->stmt[k].times, w->stmt[k].estimated);
		print_counts(out, &each);
	}
	for (int k = 0; k < w->n_args; k++) {
		if (!w->footprint[k]) continue;
		fprintf(out, "  touches %s\n", t->nest->objects[t->args[k].object].key);
		print_function(out, "bytes", w->footprint[k], false);
	}
	task_work_free(w);
}

static void print_strips(const task *t, FILE *out)
{
	const nest *n = t->nest;
	if (!task_is_pipeline(t)) return;
	fprintf(out, "  in strips hpcc_own[%d]\n", t->split->strip_axis);
	for (int k = 0; k < n->n_stmts; k++)
		if (t->split->strip[k] && n->stmts[k].home >= 0)
			print_set(out, "of", isl_map_wrap(isl_map_from_pw_aff(isl_pw_aff_copy(t->split->strip[k]))));
}

static void print_task(const graph *g, const task *t, FILE *out)
{
	const nest *n = t->nest;
	fprintf(out, "task %d: %s at %s:%u%s%s%s\n", t->id,
	        t->kind == TASK_SPLIT ? "split by ownership" : "run by all processes",
	        g->unit->files[n->root->loc.file].path, n->root->loc.line, t->slow ? ", slow path" : "",
	        t->serial && !t->split->turn_way ? ", one process after the other" : "",
	        t->is_alternative ? ", where it is not distributed" : "");
	if (t->kind == TASK_SPLIT && t->split->turn_way)
		fprintf(out, "  in turns %s along hpcc_own[%d]\n", t->split->turn_way > 0 ? "upward" : "downward",
		        t->split->turn_axis);
	print_strips(t, out);
	for (int k = 0; k < n->n_params; k++) {
		char *told = spoken(n->params[k].text);
		fprintf(out, "  hpcc_par[%d] = %s\n", k, told);
		free(told);
	}
	if (isl_set_plain_is_universe(n->assume) == isl_bool_false) print_set(out, "assumes", n->assume);
	for (int x = 0; t->kind == TASK_SPLIT && x < n->n_axes; x++)
		fprintf(out, "  hpcc_own[%d] = indices owned in dimension %d of %s\n", x, n->axes[x].dim,
		        n->objects[n->axes[x].object].key);
	for (int k = 0; t->kind == TASK_SPLIT && k < n->n_stmts; k++)
		if (n->stmts[k].home >= 0 && n->stmts[k].expr) {
			fprintf(out, "  computes %s\n", n->stmts[k].expr->text);
			print_set(out, "in", n->stmts[k].exec);
		}
	if (n->overlap) fprintf(out, "  interior while messages are under way\n");
	for (int k = 0; k < t->n_args; k++) {
		const task_arg *a = &t->args[k];
		for (int j = 0; j < a->n_need; j++) {
			fprintf(out, "  event %d.%d: needs of %s\n", t->id, j, n->objects[a->object].key);
			print_set(out, "section", a->need[j]);
		}
		for (int j = 0; j < a->n_unusual; j++) {
			fprintf(out, "  event %d.%d: needs of %s, where indices go around it more often\n", t->id,
			        a->n_need + j, n->objects[a->object].key);
			print_set(out, "section", a->unusual[j]);
		}
		for (int j = 0; j < a->n_wrote; j++) {
			fprintf(out, "  writes %s\n", n->objects[a->object].key);
			print_set(out, "section", a->wrote[j]);
		}
	}
	print_maps(t, out);
	print_work(t, out);
}

void graph_print(const graph *g, FILE *out)
{
	fprintf(out, "%d task%s\n", g->n_tasks, g->n_tasks == 1 ? "" : "s");
	for (int k = 0; k < g->n_tasks; k++) print_task(g, g->tasks[k], out);
}
