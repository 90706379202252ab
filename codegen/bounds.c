// SPDX-License-Identifier: Apache-2.0
//
// What a process executes of a nest, in its text: bounds of loops, guards of statements, and counters where loops do
// not run from their beginning.
#include "bounds.h"
#include "exits.h"

#include "../analysis/graph/graph.h"
#include "../analysis/model/model.h"

#include <string.h>

// ---- counters ----------------------------------------------------------------------------------

// Variables that step beside a loop are set where it may begin in its middle: in its condition, which may name them.
// The outermost loop is run once for each region.
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

static void set_counters(const task *t, int loop, text *out)
{
	const nest *n = t->nest;
	for (int k = 0; k < n->n_counters; k++) {
		if (n->counters[k].loop != loop) continue;
		counter_text(n, &n->counters[k], n->counters[k].text, out);
		text_add(out, ", ");
	}
}

// What stands before and behind a loop's condition, so that it sets the loop's counters: first, as it may name them.
// Where it is what steps the loop's variable, i-- > 0, they are set behind it.
static void counters_in_condition(const task *t, int loop, text *before, text *behind)
{
	if (!sets_counters(t, loop)) return;
	bool steps = t->nest->loops[loop].decrements;
	text_add(before, "(");
	if (!steps) set_counters(t, loop, before);
	if (steps) text_add(behind, " && (");
	if (steps) set_counters(t, loop, behind);
	text_add(behind, steps ? "1))" : ")");
}

// What a loop declares ends with it.
static bool declared_in_head(const nest_loop *l, const prog_symbol *symbol)
{
	const prog_stmt *init = l->stmt->init;
	for (int k = 0; init && k < init->n_symbols; k++)
		if (init->symbols[k] == symbol) return true;
	return false;
}

// What they are behind a loop that has been left early.
static void counters_behind(rewriter *w, const task *t, int loop)
{
	const nest *n = t->nest;
	text after = {0};
	for (int k = 0; loop > 0 && sets_counters(t, loop) && k < n->n_counters; k++) {
		if (n->counters[k].loop != loop || !n->counters[k].after) continue;
		if (declared_in_head(&n->loops[loop], n->counters[k].symbol)) continue;
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

void bounds_declare_counters(rewriter *w, const nest *n, text *out)
{
	for (int k = 0; k < n->n_entering; k++)
		text_printf(out, "\tconst long hpcc_was_%s = %s;\n\t(void)hpcc_was_%s;\n", n->entering[k]->name,
		        n->entering[k]->name, n->entering[k]->name);
	if (!n->counters_valid) return;
	text_add(out, "\tconst int hpcc_counts = ");
	rewrite_expanded(w, n->counters_valid, out);
	text_add(out, ";\n\t(void)hpcc_counts;\n");
}

static bool is_final(const task *t, const nest_counter *c)
{
	return t->kind == TASK_SPLIT && c->loop == 0 && c->after && !declared_in_head(&t->nest->loops[0], c->symbol);
}

// The heads of loops are run again for the last values of their variables, and may set others.
void bounds_keep_counters(const task *t, text *out)
{
	const nest *n = t->nest;
	for (int k = 0; k < n->n_counters; k++)
		if (is_final(t, &n->counters[k]) && n->counters_valid)
			text_printf(out, "\tconst long hpcc_now%d = %s;\n", k, n->counters[k].symbol->name);
}

void bounds_final_counters(const task *t, text *out)
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

// ---- limits ------------------------------------------------------------------------------------

// The loop's variable is hidden in a part of its body by another one of that name.
static bool is_hidden(const nest_loop *l)
{
	return l->var && !l->inlined && prog_declares_name(l->stmt->body, l->var->name);
}

void bounds_variable(const nest *n, int loop, text *out)
{
	if (group_is(n->loops[loop].stmt)) {
		text_add(out, "0");
		return;
	}
	if (is_hidden(&n->loops[loop]))
		text_printf(out, "hpcc_i%d", loop);
	else
		text_add(out, n->loops[loop].var->name);
}

// A name of its own, that holds in all of the body.
static void name_hidden(rewriter *w, const nest *n, int loop)
{
	const nest_loop *l = &n->loops[loop];
	if (!is_hidden(l)) return;
	text t = {0};
	text_printf(&t, "{ const long hpcc_i%d = %s; (void)hpcc_i%d; ", loop, l->var->name, loop);
	rewrite_insert(w, l->stmt->body->range.begin, ORDER_TABLES, text_get(&t));
	text_free(&t);
}

static void names_of_loops(const nest *n, int loop, const char **names)
{
	for (int l = loop; l >= 0; l = n->loops[l].parent) {
		static char room[NEST_MAX_DEPTH][80];
		char *name = room[n->loops[l].depth];
		text variable = {0};
		if (n->loops[l].var) bounds_variable(n, l, &variable);
		const char *scale = n->loops[l].scale, *value = variable.size ? text_get(&variable) : "0";
		snprintf(name, sizeof room[0], scale ? "(%s * (long)%s)" : "%s(long)%s", scale ? scale : "", value);
		text_free(&variable);
		names[n->loops[l].depth] = name;
	}
}

void bounds_value(const nest *n, isl_pw_aff *value, int innermost, text *out)
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
	bounds_value(n, l->rest, n->loops[loop].parent, &rest);
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
		int first = k;
		text one = {0};
		for (; k < l->n_limits && partition_limits_together(l->limits, first, k); k++) {
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

static void expr_text(rewriter *w, const prog_expr *e, text *out)
{
	if (rewrite_in_main(w, e->range))
		rewrite_source(w, e->range, out);
	else
		rewrite_expanded(w, e->text, out);
}

void bounds_hoist(rewriter *w, const task *t, text *out)
{
	for (int k = 0; t->kind == TASK_SPLIT && k < t->nest->n_hoisted; k++) {
		text_add(out, "\t");
		rewrite_source(w, t->nest->hoisted[k]->range, out);
		text_add(out, ";\n");
	}
}

// Operands of a head: those that count it only, or all that are not hoisted.
static bool is_left_out(const nest *n, const nest_loop *l, const prog_expr *e, bool counting)
{
	const prog_symbol *set =
	        e->kind == PROG_EXPR_ASSIGN && e->arg[0]->kind == PROG_EXPR_VAR ? e->arg[0]->symbol : NULL;
	for (int k = 0; k < n->n_hoisted; k++)
		if (n->hoisted[k] == e) return true;
	if (!counting || !set || set == l->var) return counting && !set;
	for (int k = 0; k < n->n_counters; k++)
		if (n->counters[k].symbol == set) return false;
	return true;
}

static void operand_of_head(
        rewriter *w, const nest_loop *l, const prog_expr *e, const char *first, bool counting, text *out)
{
	if (is_left_out(w->task->nest, l, e, counting)) return;
	if (out->size) text_add(out, ", ");
	if (first && e->kind == PROG_EXPR_ASSIGN && expr_is_change_of(e, l->var))
		text_printf(out, "%s = %s", l->var->name, first);
	else
		expr_text(w, e, out);
}

static void operands_of_head(
        rewriter *w, const nest_loop *l, const prog_expr *head, const char *first, bool counting, text *out)
{
	const prog_expr *e;
	for (int k = 0; (e = expr_operand(head, PROG_OP_COMMA, k)); k++) operand_of_head(w, l, e, first, counting, out);
}

void bounds_counting_head(rewriter *w, const nest_loop *l, text *out)
{
	text operands = {0};
	operands_of_head(w, l, l->stmt->init->expr, NULL, true, &operands);
	text_add(out, text_get(&operands));
	text_free(&operands);
}

// The root's head without what stands before the task.
static void replace_head(rewriter *w, const nest *n, const char *first)
{
	text operands = {0};
	operands_of_head(w, &n->loops[0], n->root->init->expr, first, false, &operands);
	edits_replace(&w->edits, n->root->for_init.begin, n->root->for_init.end, text_get(&operands), 0);
	text_free(&operands);
}

static bool operand_names(const prog_expr *head, const prog_symbol *var)
{
	const prog_expr *e;
	for (int k = 0; (e = expr_operand(head, PROG_OP_COMMA, k)); k++) {
		bool own = e->kind == PROG_EXPR_ASSIGN && expr_is_change_of(e, var);
		if (!own && prog_names(e, var)) return true;
	}
	return false;
}

// for (i = 5, last = i + 10; ...)
static bool is_named_in_head(const nest_loop *l)
{
	const prog_stmt *init = l->stmt->init;
	if (init->kind != PROG_STMT_DECL) return operand_names(init->expr, l->var);
	for (int k = 0; k < init->n_symbols; k++)
		if (init->inits[k] && prog_names(init->inits[k], l->var)) return true;
	return false;
}

// Where all processes run everything an assumption may have failed, and with it what limits are made of.
static void choose(text *limited, const char *written)
{
	text t = {0};
	text_printf(&t, "hpcc_is_partitioned(hpcc_r) ? %s : (long)(%s)", text_get(limited), written);
	text_free(limited);
	*limited = t;
}

// In its own type the first value is seen to be one that the source's loop has, by compilers too.
static bool is_int(const prog_type *t) { return t->kind == PROG_TYPE_INT && t->is_signed && t->size == sizeof(int); }

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
	} else if (size == 1 && is_int(l->var->type))
		text_printf(&t, "%s((int)(%s), %s)", l->step > 0 ? "hpcc_from" : "hpcc_down_from", text_get(&first),
		        text_get(&bound));
	else if (size == 1)
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
	if (l->as_written) choose(&t, text_get(&first));
	if (is_named_in_head(l)) {
		// What the head sets beside it is made of the value with which the source begins.
		if (loop == 0 && n->n_hoisted) replace_head(w, n, NULL);
		text behind = {0};
		bool declares = l->stmt->init->kind == PROG_STMT_DECL;
		if (declares)
			text_printf(&behind, ", hpcc_first%d __attribute__((__unused__)) = (%s = %s)", loop,
			        l->var->name, text_get(&t));
		else
			text_printf(&behind, ", %s = %s", l->var->name, text_get(&t));
		rewrite_insert(w, l->stmt->for_init.end, ORDER_BEHIND, text_get(&behind));
		text_free(&behind);
	} else if (loop == 0 && n->n_hoisted) {
		replace_head(w, n, text_get(&t));
	} else if (rewrite_in_main(w, l->first_expr->range)) {
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
		text low = {0}, least = {0};
		loop_bound(n, loop, true, &low);
		if (l->least) expr_text(w, l->least, &least);
		text_printf(out, "(long)%s-- > hpcc_max(%s%s%s, %s)", l->var->name, l->least ? "(long)(" : "",
		        l->least ? text_get(&least) : "0", l->least ? ")" : "", text_get(&low));
		text_free(&low);
		text_free(&least);
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

// The condition for a loop that may begin beyond the value at which `!=` ends it.
static void ordered_condition(rewriter *w, const nest_loop *l, const prog_expr *e, text *out)
{
	bool both = e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_LAND;
	bool differs = e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_NE;
	bool left = differs && prog_names(e->arg[0], l->var);
	if (both) {
		text_add(out, "(");
		ordered_condition(w, l, e->arg[0], out);
		text_add(out, ") && (");
		ordered_condition(w, l, e->arg[1], out);
		text_add(out, ")");
	} else if (left || (differs && prog_names(e->arg[1], l->var))) {
		text_add(out, "(long)(");
		expr_text(w, e->arg[0], out);
		text_add(out, left == (l->step > 0) ? ") < (long)(" : ") > (long)(");
		expr_text(w, e->arg[1], out);
		text_add(out, ")");
	} else {
		expr_text(w, e, out);
	}
}

static void limit_end(rewriter *w, const nest *n, int loop)
{
	const nest_loop *l = &n->loops[loop];
	text t = {0};
	if (!limit_comparison(w, n, loop, &t)) {
		text c = {0}, bound = {0};
		if (expr_has_unequal(l->stmt->cond))
			ordered_condition(w, l, l->stmt->cond, &c);
		else
			rewrite_source(w, l->stmt->for_cond, &c);
		loop_bound(n, loop, l->step < 0, &bound);
		text_printf(&t, "(%s) && (long)%s %s %s", text_get(&c), l->var->name,
		        l->step > 0 ? "<=" : ">=", text_get(&bound));
		text_free(&c);
		text_free(&bound);
	}
	if (l->as_written) {
		text c = {0};
		rewrite_source(w, l->stmt->for_cond, &c);
		choose(&t, text_get(&c));
		text_free(&c);
	}
	text all = {0}, behind = {0}, limit = {0};
	counters_in_condition(w->task, loop, &all, &behind);
	exits_limit(w->task, loop, &limit);
	bool several = limit.size || (l->as_written && behind.size);
	text_printf(&all, several ? "(%s)%s%s" : "%s%s%s", text_get(&t), text_get(&limit), text_get(&behind));
	text_free(&limit);
	edits_replace(&w->edits, l->stmt->for_cond.begin, l->stmt->for_cond.end, text_get(&all), 0);
	text_free(&all);
	text_free(&behind);
	text_free(&t);
}

static void guard_text(const nest *n, const home_limit *h, int innermost, text *out)
{
	text v = {0};
	bounds_value(n, h->whole, innermost, &v);
	text_printf(out, "hpcc_lo%d <= %s && %s <= hpcc_hi%d", h->axis, text_get(&v), text_get(&v), h->axis);
	text_free(&v);
}

// Whether the loop's bounds are this limit of one statement, not a hull of several: it holds in each iteration.
static bool is_bound(const nest *n, const home_limit *h)
{
	const nest_loop *l = h->loop < 0 ? NULL : &n->loops[h->loop];
	bool found = false;
	if (!l || !h->rest || l->as_written) return false;
	for (int k = 0; k < l->n_limits; k++) {
		const nest_limit *x = &l->limits[k];
		if (x->alone || x->stmt != l->limits[0].stmt) return false;
		found |= x->axis == h->axis && x->coef == h->coef &&
		         isl_pw_aff_plain_is_equal(x->rest, h->rest) == isl_bool_true;
	}
	return found;
}

static void guard(rewriter *w, const task *t, int stmt)
{
	const nest_stmt *s = &t->nest->stmts[stmt];
	const home_limit *limits = t->split->stmt_limits[stmt];
	const int n = t->split->n_stmt_limits[stmt];
	text g = {0};
	int bound = 0, told = 0;
	for (int k = 0; k < n; k++) bound += is_bound(t->nest, &limits[k]);
	text_add(&g, "{ if (");
	for (int k = 0; k < n; k++) {
		if (bound < n && is_bound(t->nest, &limits[k])) continue;
		if (told++) text_add(&g, " && ");
		guard_text(t->nest, &limits[k], s->depth ? s->loop[s->depth - 1] : -1, &g);
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
	text set = {0}, behind = {0}, limit = {0};
	counters_in_condition(t, loop, &set, &behind);
	exits_limit(t, loop, &limit);
	if (set.size || limit.size) {
		text end = {0};
		text_printf(&end, "%s%s%s", limit.size ? ")" : "", text_get(&limit), text_get(&behind));
		if (limit.size) text_add(&set, "(");
		rewrite_insert(w, cond.begin, ORDER_OPEN, text_get(&set));
		rewrite_insert(w, cond.end, ORDER_CLOSE, text_get(&end));
		text_free(&end);
	}
	text_free(&limit);
	text_free(&behind);
	text_free(&set);
}

static void tile_text(const nest *n, const nest_tile *tile, int loop, text *out)
{
	for (int k = 0; k < tile->n_parts; k++) {
		text least = {0}, most = {0};
		bounds_value(n, tile->parts[k].least, loop, &least);
		bounds_value(n, tile->parts[k].most, loop, &most);
		text_printf(out, "%s(hpcc_lo%d <= %s && %s <= hpcc_hi%d)", k ? " || " : "", tile->axis, text_get(&most),
		        text_get(&least), tile->axis);
		text_free(&least);
		text_free(&most);
	}
}

// Iterations in which this process has nothing to do.
static void leave_out_tiles(rewriter *w, const nest *n, int loop)
{
	const nest_loop *l = &n->loops[loop];
	text t = {0};
	for (int k = 0; k < l->n_tiles; k++) {
		const nest_tile *tile = &l->tiles[k];
		if (k > 0) text_add(&t, tile->stmt == tile[-1].stmt ? " && " : " || ");
		text_add(&t, tile->n_parts > 1 ? "(" : "");
		tile_text(n, tile, loop, &t);
		text_add(&t, tile->n_parts > 1 ? ")" : "");
	}
	text all = {0};
	text_printf(&all, "if (!(%s)) continue; else ", text_get(&t));
	if (t.size) rewrite_insert(w, l->stmt->body->range.begin, ORDER_TABLES, text_get(&all));
	text_free(&all);
	text_free(&t);
}

// Limits and guards.
static void split(rewriter *w, const task *t)
{
	const nest *n = t->nest;
	for (int k = 0; k < n->n_loops; k++) leave_out_tiles(w, n, k);
	for (int k = 0; k < n->n_loops; k++) {
		if (!n->loops[k].n_limits) {
			if (k == 0 && n->n_hoisted) replace_head(w, n, NULL);
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
	exits_guard(w, t);
}

void bounds_change(rewriter *w, const task *t)
{
	const nest *n = t->nest;
	for (int k = 0; k < n->n_loops; k++) name_hidden(w, n, k);
	if (t->kind == TASK_SPLIT) split(w, t);
	// Loops may end at one place: inner ones first.
	for (int k = n->n_loops - 1; k >= 0; k--) {
		if (is_hidden(&n->loops[k])) rewrite_insert(w, n->loops[k].stmt->body->range.end, ORDER_BEHIND, " }");
		exits_before_loop(w, t, k);
		counters_behind(w, t, k);
		exits_behind_loop(w, t, k);
	}
}
