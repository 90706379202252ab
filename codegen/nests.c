// SPDX-License-Identifier: Apache-2.0
//
// The text of a task: the user's loops with their bounds changed, between entering and leaving the nest.
#include "check.h"
#include "combine.h"
#include "exits.h"
#include "inner.h"
#include "sections.h"
#include "vectorise.h"

#include <string.h>

// ---- names in the text ------------------------------------------------------------------------

static bool is_variable(const nest_object *o) { return o->base->kind == PROG_EXPR_VAR; }

// Whether the nest declares a pointer of its own for the argument, and whether under the source's name.
static bool has_pointer(const task *t, const task_arg *a)
{
	const nest_object *o = &t->nest->objects[a->object];
	if (is_variable(o) && rewrite_is_converted(o->symbol)) return true;
	return t->kind == TASK_SPLIT && a->access == ARG_LOCAL;
}

static bool has_own_name(const nest_object *o) { return is_variable(o) && !o->linear; }

static void pointer_name(const task_arg *a, const nest_object *o, text *out)
{
	if (has_own_name(o))
		text_add(out, o->symbol->name);
	else
		text_printf(out, "hpcc_a%d", a->object);
}

static void expr_text(rewriter *w, const prog_expr *e, text *out)
{
	if (rewrite_in_main(w, e->range))
		rewrite_source(w, e->range, out);
	else
		rewrite_expanded(w, e->text, out);
}

// A subscript of which the analysis knows nothing is taken apart when the program runs.
static bool flat_access(rewriter *w, const nest_object *o, const prog_expr *e, text *out)
{
	element_ref ref;
	text flat = {0};
	if (!element_ref_of(e, &ref)) return false;
	if (ref.sub[0])
		rewrite_render(w, ref.sub[0], USE_READ, &flat);
	else
		text_add(&flat, "0");
	text_printf(out, "(*({ long hpcc_flat = (long)(%s); &hpcc_a%d[", text_get(&flat), o->id);
	text_free(&flat);
	for (int d = 0; d < o->rank; d++) {
		text_add(out, "(hpcc_flat");
		for (int k = d + 1; k < o->rank; k++) text_printf(out, " / (%s)", o->extent[k]);
		if (d > 0) text_printf(out, " %% (%s)", o->extent[d]);
		if (d + 1 < o->rank)
			text_printf(out, ") * hpcc_s%d_%d + ", o->id, d);
		else
			text_add(out, ")]; }))");
	}
	return true;
}

static bool linear_access(rewriter *w, const task_arg *a, const nest_access *access, text *out)
{
	const nest_object *o = &w->task->nest->objects[a->object];
	if (!access->sub_text[0]) return flat_access(w, o, access->expr, out);
	text_printf(out, "hpcc_a%d[", a->object);
	for (int d = 0; d < o->rank; d++) {
		if (d + 1 < o->rank)
			text_printf(out, "(%s) * hpcc_s%d_%d + ", access->sub_text[d], a->object, d);
		else
			text_printf(out, "%s]", access->sub_text[d]);
	}
	return true;
}

// An array of the source whose pointer in the nest has its name, its type and its strides, whatever shape a directive gives it.
static bool keeps_its_text(const task *t, const task_arg *a)
{
	const nest_object *o = &t->nest->objects[a->object];
	return is_variable(o) && rewrite_is_converted(o->symbol) &&
	       (t->kind == TASK_SECTION || a->access == ARG_AS_WRITTEN);
}

bool rewrite_access(rewriter *w, const prog_expr *e, text *out)
{
	const task *t = w->task;
	if (check_access(w, e, out)) return true;
	for (int k = 0; k < t->n_args; k++) {
		const task_arg *a = &t->args[k];
		const nest_object *o = &t->nest->objects[a->object];
		if (!has_pointer(t, a) || has_own_name(o) || keeps_its_text(t, a)) continue;
		if (!o->linear && e->kind == o->base->kind && e->symbol == o->symbol && !strcmp(e->text, o->key)) {
			text_printf(out, "hpcc_a%d", a->object);
			return true;
		}
		if (!o->linear || (e->kind != PROG_EXPR_INDEX && e->kind != PROG_EXPR_DEREF)) continue;
		const nest_access *access = nest_access_of(t->nest, e);
		if (access && access->object == a->object) return linear_access(w, a, access, out);
	}
	return false;
}

// ---- counters -----------------------------------------------------------------------------------

// Variables that step beside a loop are set where it may begin in its middle: in its condition, which may name them. The outermost loop is
// run once for each region.
static bool sets_counters(const task *t, int loop)
{
	const nest *n = t->nest;
	if (t->kind != TASK_SPLIT || n->loops[loop].inlined || (loop > 0 && !n->loops[loop].n_limits)) return false;
	for (int k = 0; k < n->n_counters; k++)
		if (n->counters[k].loop == loop) return true;
	return false;
}

static void counter_text(const nest *n, const nest_counter *c, const char *value, text *out)
{
	if (n->counters_valid)
		text_printf(out, "hpcc_counts ? %s = %s : 0", c->symbol->name, value);
	else
		text_printf(out, "%s = %s", c->symbol->name, value);
}

static void open_counters(const task *t, int loop, text *out)
{
	const nest *n = t->nest;
	if (!sets_counters(t, loop)) return;
	text_add(out, "(");
	for (int k = 0; k < n->n_counters; k++) {
		if (n->counters[k].loop != loop) continue;
		counter_text(n, &n->counters[k], n->counters[k].text, out);
		text_add(out, ", ");
	}
}

// What they are behind a loop that has been left early.
static void counters_behind(rewriter *w, const task *t, int loop)
{
	const nest *n = t->nest;
	text after = {0};
	for (int k = 0; loop > 0 && sets_counters(t, loop) && k < n->n_counters; k++) {
		if (n->counters[k].loop != loop || !n->counters[k].after) continue;
		text_add(&after, " ");
		counter_text(n, &n->counters[k], n->counters[k].after, &after);
		text_add(&after, ";");
	}
	if (after.size) {
		text_add(&after, " }");
		rewrite_insert(w, n->loops[loop].stmt->range.begin, ORDER_OPEN, "{ ");
		rewrite_insert(w, n->loops[loop].stmt->range.end, ORDER_BEHIND, text_get(&after));
	}
	text_free(&after);
}

static void declare_counters(rewriter *w, const nest *n, text *out)
{
	for (int k = 0; k < n->n_entering; k++)
		text_printf(out, "\tconst long hpcc_was_%s = %s;\n\t(void)hpcc_was_%s;\n", n->entering[k]->name,
		        n->entering[k]->name, n->entering[k]->name);
	if (!n->counters_valid) return;
	text_add(out, "\tconst int hpcc_counts = ");
	rewrite_expanded(w, n->counters_valid, out);
	text_add(out, ";\n\t(void)hpcc_counts;\n");
}

static bool declared_by(const prog_stmt *init, const prog_symbol *symbol)
{
	for (int k = 0; init && k < init->n_symbols; k++)
		if (init->symbols[k] == symbol) return true;
	return false;
}

static bool is_final(const task *t, const nest_counter *c)
{
	// What the loop declares ends with it.
	return t->kind == TASK_SPLIT && c->loop == 0 && c->after &&
	       !declared_by(t->nest->loops[0].stmt->init, c->symbol);
}

// The heads of loops are run again for the last values of their variables, and may set others.
static void keep_counters(const task *t, text *out)
{
	const nest *n = t->nest;
	for (int k = 0; k < n->n_counters; k++)
		if (is_final(t, &n->counters[k]) && n->counters_valid)
			text_printf(out, "\tconst long hpcc_now%d = %s;\n", k, n->counters[k].symbol->name);
}

static void final_counters(const task *t, text *out)
{
	const nest *n = t->nest;
	for (int k = 0; k < n->n_counters; k++) {
		const nest_counter *c = &n->counters[k];
		if (!is_final(t, c)) continue;
		text_printf(out, "\t%s = ", c->symbol->name);
		if (n->counters_valid)
			text_printf(out, "hpcc_counts ? %s : hpcc_now%d;\n", c->after, k);
		else
			text_printf(out, "%s;\n", c->after);
	}
}

// ---- limits -----------------------------------------------------------------------------------

static void names_of_loops(const nest *n, int loop, const char **names)
{
	for (int l = loop; l >= 0; l = n->loops[l].parent) {
		static char room[NEST_MAX_DEPTH][80];
		char *name = room[n->loops[l].depth];
		snprintf(name, sizeof room[0], "(long)%s", n->loops[l].var ? n->loops[l].var->name : "0");
		names[n->loops[l].depth] = name;
	}
}

static void value_text(const nest *n, isl_pw_aff *value, int innermost, text *out)
{
	const char *names[NEST_MAX_DEPTH] = {0};
	names_of_loops(n, innermost, names);
	if (!affine_text_value(out, isl_pw_aff_copy(value), names))
		diag_report(DIAG_not_translated, n->root->loc, "a bound of this loop");
}

// The bound of the loop variable that a limit sets: { own.lo <= coef * i + rest <= own.hi } solved for i.
static void solved(const nest *n, int loop, const nest_limit *l, bool low, text *out)
{
	text rest = {0};
	value_text(n, l->rest, n->loops[loop].parent, &rest);
	bool zero = !strcmp(text_get(&rest), "0L");
	bool own_low = low == (l->coef > 0);
	long size = l->coef > 0 ? l->coef : -l->coef;
	if (size > 1) text_printf(out, "%s(", low ? "hpcc_ceil_div" : "hpcc_floor_div");
	if (l->coef > 0) {
		text_printf(out, "hpcc_%s%d", own_low ? "lo" : "hi", l->axis);
		const char *r = text_get(&rest);
		bool negative = r[0] == '-' && strspn(r + 1, "0123456789L") == strlen(r + 1);
		if (negative)
			text_printf(out, " + %s", r + 1);
		else if (!zero)
			text_printf(out, " - %s", r);
	} else {
		text_printf(out, "%s - hpcc_%s%d", text_get(&rest), own_low ? "lo" : "hi", l->axis);
	}
	if (size > 1) text_printf(out, ", %ld)", size);
	text_free(&rest);
}

// Over the statements the widest of their bounds, each the narrowest of its limits.
static void loop_bound(const nest *n, int loop, bool low, text *out)
{
	const nest_loop *l = &n->loops[loop];
	text all = {0};
	for (int k = 0; k < l->n_limits;) {
		int stmt = l->limits[k].stmt;
		text one = {0};
		for (; k < l->n_limits && l->limits[k].stmt == stmt; k++) {
			text b = {0};
			solved(n, loop, &l->limits[k], low, &b);
			if (!one.size) {
				text_add(&one, text_get(&b));
			} else {
				text both = {0};
				text_printf(&both, "%s(%s, %s)", low ? "hpcc_max" : "hpcc_min", text_get(&one),
				        text_get(&b));
				text_free(&one);
				one = both;
			}
			text_free(&b);
		}
		if (!all.size) {
			all = one;
			continue;
		}
		text both = {0};
		text_printf(&both, "%s(%s, %s)", low ? "hpcc_min" : "hpcc_max", text_get(&all), text_get(&one));
		text_free(&all);
		text_free(&one);
		all = both;
	}
	text_add(out, text_get(&all));
	text_free(&all);
}

static void limit_start(rewriter *w, const nest *n, int loop)
{
	const nest_loop *l = &n->loops[loop];
	text first = {0}, bound = {0}, t = {0};
	expr_text(w, l->first_expr, &first);
	loop_bound(n, loop, l->step > 0, &bound);
	if (l->decrements) text_add(&bound, " + 1");
	long size = l->step > 0 ? l->step : -l->step;
	if (l->by) {
		text by = {0};
		expr_text(w, l->by, &by);
		text_printf(&t, "%s((long)(%s), %s(long)(%s), %s)", l->step > 0 ? "hpcc_first" : "hpcc_first_down",
		        text_get(&first), l->by_negated ? "-" : "", text_get(&by), text_get(&bound));
		text_free(&by);
	} else if (size == 1)
		text_printf(&t, "%s((long)(%s), %s)", l->step > 0 ? "hpcc_max" : "hpcc_min", text_get(&first),
		        text_get(&bound));
	else
		text_printf(&t, "%s((long)(%s), %ld, %s)", l->step > 0 ? "hpcc_first" : "hpcc_first_down",
		        text_get(&first), size, text_get(&bound));
	if (l->step < 0 && !l->var->type->is_signed) {
		// Nothing left to do must not become a large number; at 0 the source's own condition ends the loop.
		text clamped = {0};
		text_printf(&clamped, "hpcc_max(0, %s)", text_get(&t));
		text_free(&t);
		t = clamped;
	}
	if (rewrite_in_main(w, l->first_expr->range)) {
		edits_replace(&w->edits, l->first_expr->range.begin, l->first_expr->range.end, text_get(&t), 0);
	} else {
		text whole = {0};
		bool declares = l->stmt->init->kind == PROG_STMT_DECL;
		text_printf(&whole, "%s%s%s = %s", declares ? l->var->type->text : "", declares ? " " : "",
		        l->var->name, text_get(&t));
		edits_replace(&w->edits, l->stmt->for_init.begin, l->stmt->for_init.end, text_get(&whole), 0);
		text_free(&whole);
	}
	text_free(&first);
	text_free(&bound);
	text_free(&t);
}

// `i < e` becomes `i < min(e, last + 1)`: one comparison, so that the loop is counted as before.
static bool limit_comparison(rewriter *w, const nest *n, int loop, text *out)
{
	const nest_loop *l = &n->loops[loop];
	const prog_expr *c = l->stmt->cond;
	if (l->decrements) {
		text low = {0};
		loop_bound(n, loop, true, &low);
		text_printf(out, "(long)%s-- > hpcc_max(0, %s)", l->var->name, text_get(&low));
		text_free(&low);
		return true;
	}
	if (c->kind != PROG_EXPR_BINARY || c->op < PROG_OP_LT || c->op > PROG_OP_NE || c->op == PROG_OP_EQ)
		return false;
	const prog_expr *x = prog_without_implicit_casts(c->arg[0]);
	if (x->kind != PROG_EXPR_VAR || x->symbol != l->var) return false;
	text e = {0}, bound = {0};
	expr_text(w, c->arg[1], &e);
	loop_bound(n, loop, l->step < 0, &bound);
	bool up = l->step > 0, equal = c->op == PROG_OP_LE || c->op == PROG_OP_GE;
	bool plain_name = w->canonical && l->var->type->is_signed;
	text_printf(out, "%s%s %s%s %s%s%s%s((long)(%s), %s%s)", plain_name ? "" : "(long)", l->var->name,
	        up ? "<" : ">", equal ? "=" : "", plain_name ? "(" : "", plain_name ? l->var->type->text : "",
	        plain_name ? ")" : "", up ? "hpcc_min" : "hpcc_max", text_get(&e), text_get(&bound),
	        equal ? ""
	        : up  ? " + 1"
	              : " - 1");
	text_free(&e);
	text_free(&bound);
	return true;
}

static void limit_end(rewriter *w, const nest *n, int loop)
{
	const nest_loop *l = &n->loops[loop];
	text t = {0};
	if (!limit_comparison(w, n, loop, &t)) {
		text c = {0}, bound = {0};
		rewrite_source(w, l->stmt->for_cond, &c);
		loop_bound(n, loop, l->step < 0, &bound);
		text_printf(&t, "(%s) && (long)%s %s %s", text_get(&c), l->var->name,
		        l->step > 0 ? "<=" : ">=", text_get(&bound));
		text_free(&c);
		text_free(&bound);
	}
	text all = {0};
	open_counters(w->task, loop, &all);
	if (loop == 0 && *exits_limit(w->task))
		text_printf(&all, "(%s)%s%s", text_get(&t), exits_limit(w->task), all.size ? ")" : "");
	else
		text_printf(&all, all.size ? "%s)" : "%s", text_get(&t));
	edits_replace(&w->edits, l->stmt->for_cond.begin, l->stmt->for_cond.end, text_get(&all), 0);
	text_free(&all);
	text_free(&t);
}

static void guard_text(const nest *n, const home_limit *h, int innermost, text *out)
{
	text v = {0};
	value_text(n, h->whole, innermost, &v);
	text_printf(out, "hpcc_lo%d <= %s && %s <= hpcc_hi%d", h->axis, text_get(&v), text_get(&v), h->axis);
	text_free(&v);
}

static void guard(rewriter *w, const task *t, int stmt)
{
	const nest_stmt *s = &t->nest->stmts[stmt];
	text g = {0};
	text_add(&g, "{ if (");
	for (int k = 0; k < t->split->n_stmt_limits[stmt]; k++) {
		if (k) text_add(&g, " && ");
		guard_text(t->nest, &t->split->stmt_limits[stmt][k], s->depth ? s->loop[s->depth - 1] : -1, &g);
	}
	text_add(&g, ") ");
	rewrite_insert(w, s->stmt->range.begin, ORDER_GUARD, text_get(&g));
	rewrite_insert(w, s->stmt->range.end, ORDER_CLOSE, " }");
	text_free(&g);
}

// A loop that keeps its bounds.
static void count_from_start(rewriter *w, const task *t, int loop)
{
	const prog_range cond = t->nest->loops[loop].stmt->for_cond;
	text set = {0};
	open_counters(t, loop, &set);
	if (set.size) {
		rewrite_insert(w, cond.begin, ORDER_OPEN, text_get(&set));
		rewrite_insert(w, cond.end, ORDER_CLOSE, ")");
	}
	text_free(&set);
}

static void change_bounds(rewriter *w, const task *t)
{
	const nest *n = t->nest;
	for (int k = 0; k < n->n_loops; k++) {
		if (!n->loops[k].n_limits) {
			count_from_start(w, t, k);
			continue;
		}
		limit_start(w, n, k);
		limit_end(w, n, k);
	}
	for (int k = 0; k < n->n_stmts; k++) {
		// Operands of a comma share the guard of their statement.
		int first = 0;
		while (n->stmts[first].stmt != n->stmts[k].stmt || !t->split->guarded[first])
			if (first++ == k) break;
		if (t->split->guarded[k] && first == k) guard(w, t, k);
	}
	// Loops may end at one place: inner ones first.
	for (int k = n->n_loops - 1; k >= 0; k--) counters_behind(w, t, k);
}

// ---- entering ---------------------------------------------------------------------------------

static void base_text(rewriter *w, const nest_object *o, text *out)
{
	const char *star = (o->mapping && o->mapping->at_pointee) || (is_variable(o) && rewrite_is_converted(o->symbol))
	                           ? "*"
	                           : "";
	text_printf(out, "(void *)%s(", star);
	const task *t = w->task;
	w->task = NULL;
	if (is_variable(o))
		text_add(out, rewrite_is_converted(o->symbol) ? rewrite_pointer_name(w, o->symbol) : o->symbol->name);
	else
		rewrite_render(w, o->base, USE_ADDRESS, out);
	w->task = t;
	text_add(out, ")");
}

static void extent_text(rewriter *w, const nest_object *o, int d, text *out)
{
	if (o->linear) {
		text_add(out, o->extent[d]);
		return;
	}
	if (o->row_levels) {
		text_add(out, "0");
		return;
	}
	// Row lengths as the type has them.
	text row = {0};
	text_add(&row, "(");
	const task *t = w->task;
	w->task = NULL;
	if ((o->mapping && o->mapping->at_pointee)) text_add(&row, "*");
	rewrite_render(w, o->base, USE_ADDRESS, &row);
	w->task = t;
	text_add(&row, ")");
	for (int k = 0; k < d; k++) text_add(&row, "[0]");
	text_printf(out, "sizeof(%s) / sizeof(%s[0])", text_get(&row), text_get(&row));
	text_free(&row);
}

static void arrays_of_entry(rewriter *w, const task *t, text *out)
{
	const nest *n = t->nest;
	text ext = {0};
	text_add(out, "\tvoid *const hpcc_base[] = {");
	for (int k = 0; k < t->n_args; k++) {
		const nest_object *o = &n->objects[t->args[k].object];
		text_add(out, k ? ", " : "");
		base_text(w, o, out);
		for (int d = 1; d < o->rank; d++) {
			text_add(&ext, ext.size ? ", " : "");
			extent_text(w, o, d, &ext);
		}
	}
	text_printf(out, "};\n\tconst long hpcc_ext[] = {%s};\n", ext.size ? text_get(&ext) : "0");
	text_free(&ext);
}

static void enter(rewriter *w, const task *t, text *out)
{
	const nest *n = t->nest;
	text_add(out, "{\n");
	declare_counters(w, n, out);
	exits_open(t, out);
	text_add(out, "\tconst long hpcc_par[] = {");
	for (int k = 0; k < n->n_params; k++) {
		text_add(out, k ? ", " : "");
		rewrite_expanded(w, n->params[k].text, out);
	}
	text_add(out, n->n_params ? "};\n" : "0};\n");
	arrays_of_entry(w, t, out);
	check_before_entry(w, t, out);
	text assumed = {0};
	if (isl_set_plain_is_universe(n->assume) == isl_bool_true ||
	        !affine_text_condition(&assumed, isl_set_copy(n->assume))) {
		text_free(&assumed);
		text_add(&assumed, "1");
	}
	text_printf(out, "\thpcc_run *const hpcc_r = hpcc_enter(&hpcc_nest_%d, hpcc_par, hpcc_base, hpcc_ext, %s);\n",
	        t->id, text_get(&assumed));
	text_free(&assumed);
}

// ---- pointers ---------------------------------------------------------------------------------

// The pointers to rows of this process: the source's own, or those to rows of the compact store.
static void declare_rows(rewriter *w, const task_arg *a, const nest_object *o, text *out)
{
	text name = {0}, own = {0};
	pointer_name(a, o, &name);
	const task *t = w->task;
	w->task = NULL;
	rewrite_render(w, o->base, USE_ADDRESS, &own);
	w->task = t;
	text_printf(out, "\t__typeof__(&(%s)[0]) %s = hpcc_r->origin[%d];\n", text_get(&own), text_get(&name), o->arg);
	text_free(&own);
	text_free(&name);
}

static void declare_pointer(rewriter *w, const task *t, const task_arg *a, text *out)
{
	const nest_object *o = &t->nest->objects[a->object];
	int arg = o->arg;
	if (keeps_its_text(t, a)) {
		text_printf(out, "\t__typeof__(**%s) *%s = hpcc_r->origin[%d];\n", rewrite_pointer_name(w, o->symbol),
		        o->symbol->name, arg);
		return;
	}
	if (o->row_levels) {
		declare_rows(w, a, o, out);
		return;
	}
	for (int d = 0; d + 1 < o->rank; d++)
		text_printf(out, "\tconst long hpcc_s%d_%d = hpcc_r->stride[%d][%d];\n", a->object, d, arg, d);
	text name = {0};
	pointer_name(a, o, &name);
	text_printf(out, "\t%s ", o->element->text);
	bool pointee = o->mapping && o->mapping->at_pointee;
	if (o->linear || (o->rank == 1 && !pointee)) {
		text_printf(out, "*%s", text_get(&name));
	} else {
		text_printf(out, "(*%s)%s", text_get(&name), pointee ? "[1]" : "");
		for (int d = 1; d < o->rank; d++) {
			if (d + 1 == o->rank)
				text_printf(out, "[hpcc_s%d_%d]", a->object, d - 1);
			else
				text_printf(out, "[hpcc_s%d_%d / hpcc_s%d_%d]", a->object, d - 1, a->object, d);
		}
	}
	text_printf(out, " = hpcc_r->origin[%d];\n", arg);
	text_free(&name);
}

// Arrays that the source declares do not overlap; as pointers they would have to be taken to.
static void declare_distinct(const task *t, text *out)
{
	const nest *n = t->nest;
	if (vectorise_better_unknown(n)) return;
	for (int x = 0; x < n->n_objects; x++) {
		const nest_object *o = &n->objects[x];
		if (o->arg < 0 || !is_variable(o) || !rewrite_is_converted(o->symbol)) continue;
		for (int y = 0; y < n->n_objects; y++) {
			const nest_object *q = &n->objects[y];
			if (y == x || !is_variable(q) || (q->arg >= 0 && y < x) || (!o->writes && !q->writes)) continue;
			bool array = q->arg >= 0 ? rewrite_is_converted(q->symbol)
			                         : q->kind == NEST_PLAIN && q->type->kind == PROG_TYPE_ARRAY;
			bool inside = q->arg < 0 && !q->symbol->file_scope;
			if (array && !inside)
				text_printf(out, "\tHPCC_DISTINCT(%s, %s);\n", o->symbol->name, q->symbol->name);
		}
	}
}

static void declare_pointers(rewriter *w, const task *t, text *out)
{
	for (int k = 0; k < t->n_args; k++)
		if (has_pointer(t, &t->args[k])) declare_pointer(w, t, &t->args[k], out);
	declare_distinct(t, out);
}

// ---- reductions and last values ---------------------------------------------------------------

static bool has_role(const task *t, int object, scalar_role role)
{
	const nest_object *o = &t->nest->objects[object];
	return t->kind == TASK_SPLIT && o->writes && o->arg < 0 && o->kind == NEST_SCALAR &&
	       t->split->roles[object] == role;
}

// The variable is copied around the loops, so that its address does not keep it out of a register in them.
static void begin_reductions(const task *t, text *out)
{
	const nest *n = t->nest;
	for (int k = 0; k < n->n_objects; k++) {
		if (!has_role(t, k, SCALAR_REDUCTION)) continue;
		const nest_object *o = &n->objects[k];
		text_printf(out, "\t%s hpcc_t%d = %s;\n\thpcc_reduce_begin(hpcc_r, %s, %s, &hpcc_t%d);\n",
		        o->element->text, k, o->key, combine_op(nest_reduction_op(n, k)), combine_type(o->element), k);
	}
}

static void open_reductions(const task *t, text *out)
{
	for (int k = 0; k < t->nest->n_objects; k++) {
		if (!has_role(t, k, SCALAR_REDUCTION)) continue;
		const nest_object *o = &t->nest->objects[k];
		if (is_variable(o))
			text_printf(out, "\t%s %s = hpcc_t%d;\n", o->element->text, o->key, k);
		else
			text_printf(out, "\t%s = hpcc_t%d;\n", o->key, k);
	}
}

static void close_reductions(const task *t, text *out)
{
	for (int k = 0; k < t->nest->n_objects; k++)
		if (has_role(t, k, SCALAR_REDUCTION))
			text_printf(out, "\thpcc_t%d = %s;\n", k, t->nest->objects[k].key);
}

static void end_reductions(const task *t, text *out)
{
	const nest *n = t->nest;
	int last = -1;
	for (int k = 0; k < n->n_objects; k++)
		if (has_role(t, k, SCALAR_REDUCTION)) last = k;
	for (int k = 0; k < n->n_objects; k++)
		if (has_role(t, k, SCALAR_REDUCTION))
			text_printf(out, "\thpcc_reduce_end(hpcc_r, %s, %s, &hpcc_t%d, %d);\n",
			        combine_op(nest_reduction_op(n, k)), combine_type(n->objects[k].element), k, k != last);
	for (int k = 0; k < n->n_objects; k++)
		if (has_role(t, k, SCALAR_REDUCTION)) text_printf(out, "\t%s = hpcc_t%d;\n", n->objects[k].key, k);
}

static int max_depth(const nest *n)
{
	int depth = 0;
	for (int k = 0; k < n->n_stmts; k++)
		if (n->stmts[k].depth > depth) depth = n->stmts[k].depth;
	return depth;
}

static void declare_last(const task *t, text *out)
{
	for (int k = 0; k < t->nest->n_objects; k++)
		if (has_role(t, k, SCALAR_LAST) || has_role(t, k, SCALAR_EXTREMUM))
			text_printf(out, "\tint hpcc_set%d = 0;\n\tlong hpcc_at%d[%d] = {0};\n", k, k,
			        2 * max_depth(t->nest) + 1);
}

// Notes that the iteration at hand set `object`.
static void note_time(const nest *n, const nest_stmt *stmt, int object, text *out)
{
	text_printf(out, " hpcc_set%d = 1;", object);
	for (int d = 0; d <= stmt->depth; d++) {
		text_printf(out, " hpcc_at%d[%d] = %d;", object, 2 * d, stmt->time[d]);
		if (d == stmt->depth) break;
		const nest_loop *l = &n->loops[stmt->loop[d]];
		if (l->var)
			text_printf(out, " hpcc_at%d[%d] = %s(long)%s;", object, 2 * d + 1, l->step < 0 ? "-" : "",
			        l->var->name);
	}
}

static void track(rewriter *w, const task *t, const nest_stmt *stmt, int object)
{
	text g = {0};
	note_time(t->nest, stmt, object, &g);
	if (has_role(t, object, SCALAR_EXTREMUM)) {
		text_add(&g, " }");
		rewrite_insert(w, stmt->stmt->body->range.begin, ORDER_GUARD, "{ ");
		rewrite_insert(w, stmt->stmt->body->range.end, ORDER_CLOSE, text_get(&g));
	} else {
		text_add(&g, " }");
		rewrite_insert(w, stmt->stmt->range.begin, ORDER_GUARD, "{ ");
		rewrite_insert(w, stmt->stmt->range.end, ORDER_CLOSE, text_get(&g));
	}
	text_free(&g);
}

// After each statement that sets a variable whose last value, or place, counts: when that was.
static void track_last(rewriter *w, const task *t)
{
	const nest *n = t->nest;
	for (int s = 0; s < n->n_stmts; s++)
		for (int j = 0; j < n->stmts[s].n_accesses; j++) {
			int object = n->stmts[s].accesses[j].object;
			if (!n->stmts[s].accesses[j].write || n->stmts[s].accesses[j].defines) continue;
			if (has_role(t, object, SCALAR_LAST) || has_role(t, object, SCALAR_EXTREMUM))
				track(w, t, &n->stmts[s], object);
		}
}

static const nest_stmt *place_stmt(const nest *n, int object)
{
	for (int k = 0; k < n->n_stmts; k++)
		if (n->stmts[k].reduction == NEST_REDUCTION_PLACE && n->stmts[k].reduction_object == object)
			return &n->stmts[k];
	return NULL;
}

static void places(const task *t, text *out)
{
	const nest *n = t->nest;
	for (int k = 0; k < n->n_objects; k++) {
		const nest_stmt *s = has_role(t, k, SCALAR_EXTREMUM) ? place_stmt(n, k) : NULL;
		if (!s) continue;
		text where = {0}, size = {0};
		int count = 0;
		for (int j = 0; j < s->n_accesses; j++) {
			const nest_access *a = &s->accesses[j];
			if (!a->reduction || !a->write || a->object == k) continue;
			text_printf(&where, "%s&%s", count ? ", " : "", n->objects[a->object].key);
			text_printf(&size, "%ssizeof %s", count++ ? ", " : "", n->objects[a->object].key);
		}
		text_printf(out,
		        "\thpcc_reduce_place(hpcc_r, %s, %s, &%s, %d, hpcc_set%d, %d, hpcc_at%d, %d, (void "
		        "*const[]){%s}, (const size_t[]){%s});\n",
		        combine_op(s->reduction_op), combine_type(n->objects[k].element), n->objects[k].key,
		        s->reduction_last, k, 2 * max_depth(n) + 1, k, count, text_get(&where), text_get(&size));
		text_free(&where);
		text_free(&size);
	}
}

static void last_values(const task *t, text *out)
{
	for (int k = 0; k < t->nest->n_objects; k++)
		if (has_role(t, k, SCALAR_LAST))
			text_printf(out, "\thpcc_last_value(hpcc_r, &%s, sizeof %s, hpcc_set%d, %d, hpcc_at%d);\n",
			        t->nest->objects[k].key, t->nest->objects[k].key, k, 2 * max_depth(t->nest) + 1, k);
}

// ---- replicated arrays ------------------------------------------------------------------------

static void share_function(const task *t, int object, text *out)
{
	const nest *n = t->nest;
	isl_set *sets[64];
	int count = 0;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses && count < 64; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->object == object && a->write)
				// As boxes_are_exact has seen it.
				sets[count++] = isl_set_coalesce(isl_set_reset_tuple_id(
				        isl_set_apply(isl_set_copy(n->stmts[k].exec), isl_map_copy(a->map))));
		}
	char name[64];
	snprintf(name, sizeof name, "hpcc_share_%d_%d", t->id, object);
	sections_function(name, count, sets, out);
	for (int k = 0; k < count; k++) isl_set_free(sets[k]);
}

// How much there is behind a pointer is not known.
static bool is_behind_pointer(const nest_object *o)
{
	return o->type->kind == PROG_TYPE_POINTER || o->symbol->kind == PROG_SYMBOL_PARAMETER;
}

static void share(rewriter *w, const task *t, text *out)
{
	const nest *n = t->nest;
	for (int k = 0; t->kind == TASK_SPLIT && k < n->n_objects; k++) {
		if (!t->split->shared[k]) continue;
		const nest_object *o = &n->objects[k];
		share_function(t, k, &w->tables);
		text_printf(out, "\thpcc_share(hpcc_r, hpcc_share_%d_%d, hpcc_par, %s, %d, sizeof(%s), (const long[]){",
		        t->id, k, o->key, o->rank, o->element->text);
		for (int d = 0; d < o->rank; d++) {
			if (d == 0 && is_behind_pointer(o)) {
				text_add(out, "0");
				continue;
			}
			text_printf(out, "%ssizeof(%s", d ? ", " : "", o->key);
			for (int j = 0; j < d; j++) text_add(out, "[0]");
			text_printf(out, ") / sizeof(%s", o->key);
			for (int j = 0; j <= d; j++) text_add(out, "[0]");
			text_add(out, ")");
		}
		text_add(out, "});\n");
	}
}

// ---- the whole --------------------------------------------------------------------------------

static void rewrite_body(rewriter *w, const prog_stmt *s)
{
	if (!s || exits_branch(w, s)) return;
	for (int k = 0; k < s->n_symbols; k++)
		if (s->inits[k]) rewrite_expr(w, s->inits[k], USE_READ);
	for (int k = 0; k < s->n_children; k++) rewrite_body(w, s->child[k]);
	const nest_loop *limited = NULL;
	bool in_strips = false;
	for (int k = 0; k < w->task->nest->n_loops; k++) {
		if (w->task->nest->loops[k].stmt != s) continue;
		if (w->task->nest->loops[k].n_limits) limited = &w->task->nest->loops[k];
		in_strips = strips_wanted(w, k);
		if (in_strips) strips_apply(w, k);
	}
	if (s->expr && !strips_statement(w, s)) rewrite_expr(w, s->expr, USE_UPDATE);
	if (s->cond && !limited) rewrite_expr(w, s->cond, USE_READ);
	if (s->step && !in_strips) rewrite_expr(w, s->step, USE_UPDATE);
	if (!limited) rewrite_body(w, s->init);
	rewrite_body(w, s->body);
	rewrite_body(w, s->otherwise);
}

// Back to the user's text at `at`, with the blanks that stand before it there.
static void resume_text(rewriter *w, unsigned at, text *out)
{
	rewrite_line(w, at, out);
	unsigned begin = at;
	while (begin > 0 && w->source[begin - 1] != '\n') begin--;
	for (; begin < at; begin++) text_add(out, w->source[begin] == '\t' ? "\t" : " ");
}

static void axis_bounds(const rewriter *w, const nest *n, text *out)
{
	for (int x = 0; x < n->n_axes; x++) {
		if (!w->canonical) {
			text_printf(out, "\t\tconst long hpcc_lo%d = hpcc_r->lo[%d], hpcc_hi%d = hpcc_r->hi[%d];\n", x,
			        x, x, x);
			continue;
		}
		// Bounds are compared in the type of the loop's variable: an empty interval is one that fits.
		text_printf(out,
		        "\t\tconst int hpcc_any%d = hpcc_r->lo[%d] <= hpcc_r->hi[%d];\n"
		        "\t\tconst long hpcc_lo%d = hpcc_any%d ? hpcc_r->lo[%d] : 1, hpcc_hi%d = hpcc_any%d ? "
		        "hpcc_r->hi[%d] : 0;\n",
		        x, x, x, x, x, x, x, x, x);
	}
	for (int x = 0; x < n->n_axes; x++)
		text_printf(out, "%s(void)hpcc_lo%d, (void)hpcc_hi%d;%s", x ? " " : "\t\t", x, x,
		        x + 1 == n->n_axes ? "\n" : "");
}

static void nest_condition(const task *t, text *out)
{
	if (t->kind != TASK_SPLIT || !t->split->n_nest_limits) return;
	text_add(out, "\t\tif (");
	for (int k = 0; k < t->split->n_nest_limits; k++) {
		const nest_limit *l = &t->split->nest_limits[k];
		text v = {0};
		value_text(t->nest, l->rest, -1, &v);
		text_printf(out, "%shpcc_lo%d <= %s && %s <= hpcc_hi%d", k ? " && " : "", l->axis, text_get(&v),
		        text_get(&v), l->axis);
		text_free(&v);
	}
	text_add(out, ")\n");
}

static void loop_header(rewriter *w, const prog_stmt *s, bool step, text *out)
{
	text_add(out, "for (");
	rewrite_source(w, s->for_init, out);
	text_add(out, "; ");
	rewrite_source(w, s->for_cond, out);
	text_add(out, "; ");
	if (step) rewrite_source(w, s->for_step, out);
	text_add(out, ")");
}

// The loop variable as the source's own loop leaves it: for an inner loop that of its first run, if it is run at all.
static void final_value(rewriter *w, const nest *n, int loop, text *out)
{
	int chain[NEST_MAX_DEPTH], depth = 0;
	for (int l = loop; l >= 0; l = n->loops[l].parent) chain[depth++] = l;
	text_add(out, "\t");
	for (int k = depth - 1; k > 0; k--) {
		loop_header(w, n->loops[chain[k]].stmt, false, out);
		text_add(out, " { ");
	}
	loop_header(w, n->loops[loop].stmt, true, out);
	text_add(out, " continue;");
	for (int k = depth - 1; k > 0; k--) text_add(out, " break; }");
	text_add(out, "\n");
}

static void final_values(rewriter *w, const task *t, text *out)
{
	// Inner ones first: their outer loops' variables are set on the way.
	for (int k = t->nest->n_loops - 1; t->kind == TASK_SPLIT && k >= 0; k--)
		if (t->split->final_value[k]) final_value(w, t->nest, k, out);
}

void rewrite_task(rewriter *w, const task *t)
{
	const prog_stmt *root = t->nest->root;
	w->task = t;
	w->canonical = rewrite_task_is_canonical(w);
	sections_task(w, t, &w->tables);
	for (int k = 0; k < t->nest->n_callees; k++) inner_prototype(w, t->nest->callees[k], &w->tables);
	text before = {0}, after = {0};
	text_printf(&before, "{ // task %d\n", t->id);
	text entry = {0};
	enter(w, t, &entry);
	text_add(&before, text_get(&entry) + 2);
	text_free(&entry);
	check_after_entry(w, t, &before);
	begin_reductions(t, &before);
	declare_last(t, &before);
	text_add(&before, "\t{\n");
	declare_pointers(w, t, &before);
	open_reductions(t, &before);
	text_add(&before, "\twhile (hpcc_next(hpcc_r)) {\n");
	if (t->kind == TASK_SPLIT) axis_bounds(w, t->nest, &before);
	nest_condition(t, &before);
	rewrite_task_pragmas(w, &before);
	resume_text(w, root->range.begin, &before);
	text_add(&after, "\n\t}\n");
	exits_label(t, &after);
	close_reductions(t, &after);
	text_add(&after, "\t}\n");
	check_before_leave(w, t, &after);
	text_add(&after, "\thpcc_leave(hpcc_r);\n");
	exits_find(t, &after);
	end_reductions(t, &after);
	last_values(t, &after);
	places(t, &after);
	share(w, t, &after);
	keep_counters(t, &after);
	final_values(w, t, &after);
	final_counters(t, &after);
	exits_take(w, t, &after);
	text_add(&after, "}\n");
	rewrite_line(w, root->range.end, &after);
	rewrite_insert(w, root->range.begin, ORDER_OPEN, text_get(&before));
	rewrite_insert(w, root->range.end, ORDER_MAP, text_get(&after));
	if (t->kind == TASK_SPLIT) change_bounds(w, t);
	track_last(w, t);
	rewrite_body(w, root);
	w->task = NULL;
	text_free(&before);
	text_free(&after);
}
