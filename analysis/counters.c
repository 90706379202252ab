// SPDX-License-Identifier: Apache-2.0
#include "counters.h"
#include "exits.h"
#include "liveness.h"
#include "values.h"

#include <stdlib.h>
#include <string.h>

static const prog_expr *without_casts(const prog_expr *e)
{
	while (e->kind == PROG_EXPR_CAST && e->arg[0]->type && e->arg[0]->type->kind == PROG_TYPE_INT) e = e->arg[0];
	return e;
}

static bool is_variable(const prog_expr *e, const prog_symbol *symbol)
{
	e = without_casts(e);
	return e->kind == PROG_EXPR_VAR && e->symbol == symbol;
}

// ---- changes ----------------------------------------------------------------------------------

static bool amount(builder *b, const prog_expr *e, poly *p) { return affine_poly(b, e, p) && !poly_has_atoms(p); }

static bool is_number(const prog_expr *e, long value)
{
	e = without_casts(e);
	return e->kind == PROG_EXPR_INT && e->value == value;
}

static bool negated(counter_change *c)
{
	poly zero = poly_constant(0);
	return poly_add(&c->by, &zero, &c->by, -1);
}

// x = x + e, x = e + x, x = x - e, x = e - x, x = !x, x = (x + 1) % 2
static bool change_by_value(builder *b, const prog_symbol *x, const prog_expr *value, counter_change *c)
{
	const prog_expr *e = without_casts(value);
	if (e->kind == PROG_EXPR_UNARY && e->op == PROG_OP_LNOT && is_variable(e->arg[0], x)) {
		*c = (counter_change){.turns = true, .binary = true, .by = poly_constant(1)};
		return true;
	}
	if (e->kind != PROG_EXPR_BINARY) return false;
	const prog_expr *l = e->arg[0], *r = e->arg[1];
	if (e->op == PROG_OP_REM) {
		const prog_expr *sum = without_casts(l);
		bool next = sum->kind == PROG_EXPR_BINARY && sum->op == PROG_OP_ADD && is_number(r, 2) &&
		            ((is_variable(sum->arg[0], x) && is_number(sum->arg[1], 1)) ||
		                    (is_variable(sum->arg[1], x) && is_number(sum->arg[0], 1)));
		*c = (counter_change){.turns = true, .binary = true, .by = poly_constant(1)};
		return next;
	}
	bool left = is_variable(l, x), right = is_variable(r, x);
	if (left == right || prog_names(left ? r : l, x)) return false;
	*c = (counter_change){0};
	if (e->op == PROG_OP_XOR && is_number(left ? r : l, 1)) {
		*c = (counter_change){.turns = true, .binary = true, .by = poly_constant(1)};
		return true;
	}
	if (e->op == PROG_OP_ADD) return amount(b, left ? r : l, &c->by);
	if (e->op != PROG_OP_SUB) return false;
	c->turns = right;
	return amount(b, left ? r : l, &c->by) && (right || negated(c));
}

// What an assignment or increment does to the variable that it is about; false: it is of another kind.
static bool change_of_update(builder *b, const prog_expr *e, counter_change *c)
{
	*c = (counter_change){0};
	const prog_symbol *x = e->arg[0]->symbol;
	if (e->kind == PROG_EXPR_INCDEC) return c->by = poly_constant(e->op == PROG_OP_ADD ? 1 : -1), true;
	if (prog_names(e->arg[1], x)) return e->op == PROG_OP_NONE && change_by_value(b, x, e->arg[1], c);
	if (e->op == PROG_OP_ADD) return amount(b, e->arg[1], &c->by);
	if (e->op == PROG_OP_SUB) return amount(b, e->arg[1], &c->by) && negated(c);
	bool toggles = e->op == PROG_OP_XOR && is_number(e->arg[1], 1);
	if (toggles) *c = (counter_change){.turns = true, .binary = true, .by = poly_constant(1)};
	return toggles;
}

static bool is_update(const prog_expr *e)
{
	return (e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC) && e->arg[0]->kind == PROG_EXPR_VAR;
}

// First `c`, then `d`.
static bool compose(counter_change *c, const counter_change *d)
{
	if (c->binary || d->binary) {
		bool none = !c->turns && c->by.n == 0;
		if (!none) return false;
		*c = *d;
		return true;
	}
	c->turns ^= d->turns;
	return poly_add(&c->by, &d->by, &c->by, d->turns ? -1 : 1);
}

// ---- what a piece of text does to a variable ----------------------------------------------------

static bool change_of_expr(builder *b, const prog_expr *e, const prog_symbol *x, counter_change *c)
{
	if (!e) return true;
	if (prog_is_comma(e)) return change_of_expr(b, e->arg[0], x, c) && change_of_expr(b, e->arg[1], x, c);
	if (is_update(e) && e->arg[0]->symbol == x) {
		counter_change d;
		return change_of_update(b, e, &d) && compose(c, &d);
	}
	if (e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC) {
		for (int k = 0; k < e->n_args; k++) {
			counter_change none = {0};
			if (!change_of_expr(b, e->arg[k], x, &none) || none.turns || none.by.n) return false;
		}
		return true;
	}
	// Anywhere else a change is not looked for: there must be none.
	for (int k = 0; k < e->n_args; k++) {
		counter_change none = {0};
		if (!e->arg[k]) continue;
		if (is_update(e->arg[k]) && e->arg[k]->arg[0]->symbol == x) return false;
		if (!change_of_expr(b, e->arg[k], x, &none) || none.turns || none.by.n) return false;
	}
	return !e->body;
}

static bool changes_none(const prog_stmt *s, const prog_symbol *x);

static bool expr_changes_none(const prog_expr *e, const prog_symbol *x)
{
	if (!e) return true;
	if (is_update(e) && e->arg[0]->symbol == x) return false;
	for (int k = 0; k < e->n_args; k++)
		if (!expr_changes_none(e->arg[k], x)) return false;
	return !e->body || changes_none(e->body, x);
}

static bool changes_none(const prog_stmt *s, const prog_symbol *x)
{
	if (!s) return true;
	for (int k = 0; k < s->n_symbols; k++)
		if (s->symbols[k] == x || !expr_changes_none(s->inits[k], x)) return false;
	for (int k = 0; k < s->n_children; k++)
		if (!changes_none(s->child[k], x)) return false;
	return expr_changes_none(s->expr, x) && expr_changes_none(s->cond, x) && expr_changes_none(s->step, x) &&
	       changes_none(s->init, x) && changes_none(s->body, x) && changes_none(s->otherwise, x);
}

// Statements that leave the body of the loop they are in before its end, but stay in the nest; `breaks`, `continues`: whether `break` and
// `continue` do.
static bool has_jump_that(const builder *b, const prog_stmt *s, bool breaks, bool continues)
{
	if (!s) return false;
	switch (s->kind) {
	case PROG_STMT_BREAK: return breaks;
	case PROG_STMT_CONTINUE: return continues;
	case PROG_STMT_RETURN:
	case PROG_STMT_GOTO: return b->call || !exits_leave_nest(b, s);
	case PROG_STMT_LABEL:
	case PROG_STMT_OPAQUE: return true;
	case PROG_STMT_FOR:
	case PROG_STMT_WHILE:
	case PROG_STMT_DO: continues = false; // fallthrough
	case PROG_STMT_SWITCH: breaks = false; break;
	default: break;
	}
	for (int k = 0; k < s->n_children; k++)
		if (has_jump_that(b, s->child[k], breaks, continues)) return true;
	return has_jump_that(b, s->body, breaks, continues) || has_jump_that(b, s->otherwise, breaks, continues);
}

static bool has_jump(const builder *b, const prog_stmt *body) { return has_jump_that(b, body, true, true); }

// Whether an iteration of the loop, which is to be entered, may end before the body's last change of `x`. A break out of the nest ends them all.
static bool may_miss_change(const builder *b, const prog_stmt *body, const prog_symbol *x)
{
	bool breaks = b->depth > 0 || b->call;
	if (body->kind != PROG_STMT_COMPOUND) return has_jump_that(b, body, breaks, true);
	int last = body->n_children - 1;
	while (last >= 0 && changes_none(body->child[last], x)) last--;
	for (int k = 0; k <= last; k++)
		if (has_jump_that(b, body->child[k], breaks, true)) return true;
	return false;
}

// How often `for (i = F; i < B; i++)` runs: B - F, where that is of parameters alone. That it is not negative is assumed.
static bool trips_of(builder *b, const prog_stmt *s, poly *trips)
{
	if (s->kind != PROG_STMT_FOR || !s->init || !s->cond || !s->step || has_jump(b, s->body)) return false;
	const prog_expr *first = NULL, *c = s->cond;
	const prog_symbol *var = NULL;
	if (s->init->kind == PROG_STMT_DECL && s->init->n_symbols == 1) {
		var = s->init->symbols[0];
		first = s->init->inits[0];
	} else if (s->init->kind == PROG_STMT_EXPR && s->init->expr->kind == PROG_EXPR_ASSIGN &&
	           s->init->expr->op == PROG_OP_NONE && s->init->expr->arg[0]->kind == PROG_EXPR_VAR) {
		var = s->init->expr->arg[0]->symbol;
		first = s->init->expr->arg[1];
	}
	counter_change step = {0};
	long by;
	if (!first || c->kind != PROG_EXPR_BINARY || !is_variable(c->arg[0], var) || !changes_none(s->body, var) ||
	        !change_of_expr(b, s->step, var, &step) || step.turns || !poly_is_constant(&step.by, &by) ||
	        (by != 1 && by != -1))
		return false;
	poly bound, start, one = poly_constant(1);
	if (!amount(b, c->arg[1], &bound) || !amount(b, first, &start)) return false;
	bool up = c->op == PROG_OP_LT || c->op == PROG_OP_LE, down = c->op == PROG_OP_GT || c->op == PROG_OP_GE;
	if (!(up && by == 1) && !(down && by == -1)) return false;
	if (up ? !poly_add(trips, &bound, &start, -1) : !poly_add(trips, &start, &bound, -1)) return false;
	if ((c->op == PROG_OP_LE || c->op == PROG_OP_GE) && !poly_add(trips, trips, &one, 1)) return false;
	if (b->n_trips == COUNTERS_MOST) return false;
	b->trips[b->n_trips++] = *trips;
	return true;
}

static bool change_of(builder *b, const prog_stmt *s, const prog_symbol *x, counter_change *c);

static bool change_of_loop(builder *b, const prog_stmt *s, const prog_symbol *x, counter_change *c)
{
	counter_change once = {0};
	poly trips;
	if (changes_none(s, x)) return true;
	bool known = s->init && changes_none(s->init, x) && expr_changes_none(s->cond, x) && trips_of(b, s, &trips) &&
	             change_of(b, s->body, x, &once) && change_of_expr(b, s->step, x, &once);
	return known && !once.turns && poly_mul(&once.by, &once.by, &trips) && compose(c, &once);
}

// False where what it does is not known: under a condition, a new beginning, ...
static bool change_of(builder *b, const prog_stmt *s, const prog_symbol *x, counter_change *c)
{
	if (!s) return true;
	switch (s->kind) {
	case PROG_STMT_COMPOUND:
		for (int k = 0; k < s->n_children; k++)
			if (!change_of(b, s->child[k], x, c)) return false;
		return true;
	case PROG_STMT_EXPR: return change_of_expr(b, s->expr, x, c);
	case PROG_STMT_FOR: return change_of_loop(b, s, x, c);
	default: return changes_none(s, x);
	}
}

// ---- which there are ----------------------------------------------------------------------------

static bool may_count(const builder *b, const prog_symbol *x)
{
	return (x->kind == PROG_SYMBOL_VARIABLE || x->kind == PROG_SYMBOL_PARAMETER) && !b->no_counter[x->id] &&
	       values_may_know(b, x);
}

static void find_in_expr(builder *b, const prog_expr *e)
{
	counter_change c;
	if (!e) return;
	if (prog_is_comma(e)) {
		find_in_expr(b, e->arg[0]);
		find_in_expr(b, e->arg[1]);
	} else if (is_update(e) && may_count(b, e->arg[0]->symbol) && change_of_update(b, e, &c)) {
		b->counter[e->arg[0]->symbol->id] = 1;
	}
}

static void find_in(builder *b, const prog_stmt *s, bool in_loop)
{
	if (!s) return;
	if (s->kind == PROG_STMT_FOR) {
		// The loop's own variable stands in the condition.
		bool own = s->step && is_update(s->step) && s->cond && prog_names(s->cond, s->step->arg[0]->symbol);
		if (!own) find_in_expr(b, s->step);
		find_in(b, s->body, true);
		return;
	}
	if (s->kind == PROG_STMT_EXPR && in_loop) find_in_expr(b, s->expr);
	bool compound = s->kind == PROG_STMT_COMPOUND;
	for (int k = 0; k < s->n_children; k++) find_in(b, s->child[k], in_loop && compound);
	find_in(b, s->body, false);
	find_in(b, s->otherwise, false);
}

void counters_find(builder *b, const prog_stmt *root) { find_in(b, root, false); }

void counters_refuse(builder *b, const prog_symbol *symbol)
{
	b->refused |= !b->no_counter[symbol->id];
	b->no_counter[symbol->id] = 1;
}

bool counters_changes_only(const builder *b, const prog_expr *e)
{
	if (prog_is_comma(e)) return counters_changes_only(b, e->arg[0]) && counters_changes_only(b, e->arg[1]);
	return is_update(e) && b->counter[e->arg[0]->symbol->id];
}

// ---- values -------------------------------------------------------------------------------------

static const poly *value_of(const builder *b, const prog_symbol *x)
{
	for (int k = 0; k < b->n_values; k++)
		if (b->value[k].symbol == x) return &b->value[k].value;
	return NULL;
}

static void set_value(builder *b, prog_symbol *x, const poly *value)
{
	values_forget(b, x);
	if (b->n_values < (int)(sizeof b->value / sizeof *b->value))
		b->value[b->n_values++] = (symbol_value){x, *value};
}

static bool is_binary(builder *b, const poly *value)
{
	isl_pw_aff *v = affine_of_poly(b, value, b->depth);
	if (!v) return false;
	poly zero = poly_constant(0), one = poly_constant(1);
	isl_set *set = isl_pw_aff_eq_set(isl_pw_aff_copy(v), affine_of_poly(b, &zero, b->depth));
	set = isl_set_union(set, isl_pw_aff_eq_set(v, affine_of_poly(b, &one, b->depth)));
	bool is = isl_set_is_subset(b->domain, set) == isl_bool_true;
	isl_set_free(set);
	return is;
}

static const char *format(builder *b, const char *pattern, const char *x, const char *y, const char *z)
{
	size_t size = strlen(pattern) + strlen(x) + strlen(y) + strlen(z) + 1;
	char *s = prog_alloc(b->n->unit, size);
	snprintf(s, size, pattern, x, y, z);
	return s;
}

// What the closed forms of counters hold under: elsewhere these step as the source says.
static void valid_where(builder *b, const char *condition)
{
	nest *n = b->n;
	n->counters_valid = n->counters_valid ? format(b, "%s && %s", n->counters_valid, condition, "") : condition;
}

// A value that only the run knows.
static bool assume_binary(builder *b, const poly *value)
{
	if (poly_has_atoms(value)) return false;
	isl_pw_aff *v = affine_of_poly(b, value, b->depth);
	poly zero = poly_constant(0), one = poly_constant(1);
	if (!v) return false;
	isl_set *low = isl_pw_aff_lt_set(isl_pw_aff_copy(v), affine_of_poly(b, &zero, b->depth));
	affine_assume_not(b, isl_set_union(low, isl_pw_aff_gt_set(v, affine_of_poly(b, &one, b->depth))));
	const char *text = affine_poly_text(b, value);
	valid_where(b, format(b, "(%s) >= 0 && (%s) <= 1", text, text, ""));
	return true;
}

static bool changed(builder *b, const poly *value, const counter_change *c, poly *result)
{
	if (c->binary && !is_binary(b, value)) return false;
	return poly_add(result, &c->by, value, c->turns ? -1 : 1);
}

bool counters_step(builder *b, const prog_expr *e)
{
	if (!is_update(e) || !b->counter[e->arg[0]->symbol->id]) return false;
	prog_symbol *x = e->arg[0]->symbol;
	if (e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && !prog_names(e->arg[1], x)) return false;
	for (int d = 0; d < b->depth; d++)
		if (b->n->loops[b->loop[d]].var == x) return counters_refuse(b, x), false;
	counter_change c;
	poly value;
	const poly *before = value_of(b, x);
	if (b->in_switch || !before || !change_of_update(b, e, &c) || !changed(b, before, &c, &value)) {
		counters_refuse(b, x);
		values_forget(b, x);
		return true;
	}
	set_value(b, x, &value);
	return true;
}

// The value before the nest, by the name that it has in the nest's text.
static bool value_at_entry(builder *b, prog_symbol *x, poly *value)
{
	size_t size = strlen(x->name) + 16;
	char *text = prog_alloc(b->n->unit, size);
	snprintf(text, size, "hpcc_was_%s", x->name);
	prog_expr e = {.kind = PROG_EXPR_VAR, .symbol = x, .type = x->type, .text = text};
	nest *n = b->n;
	for (int k = 0; k < n->n_entering; k++)
		if (n->entering[k] == x) return affine_parameter(b, &e, value);
	if (n->n_entering == NEST_MAX_ENTERING) return false;
	n->entering[n->n_entering++] = x;
	return affine_parameter(b, &e, value);
}

// Loops in the body are taken to run no less than 0 times.
static void assume_trips(builder *b)
{
	for (int k = 0; k < b->n_trips; k++) {
		long constant;
		if (poly_is_constant(&b->trips[k], &constant) && constant >= 0) continue;
		poly zero = poly_constant(0);
		isl_pw_aff *trips = affine_of_poly(b, &b->trips[k], b->depth);
		if (!trips) continue;
		affine_assume_not(b, isl_pw_aff_lt_set(trips, affine_of_poly(b, &zero, b->depth)));
		const char *text = affine_poly_text(b, &b->trips[k]);
		valid_where(b, format(b, "(%s) >= 0", text, "", ""));
	}
}

static void add_counter(builder *b, const prog_stmt *s, const prog_symbol *var, const prog_symbol *x, loop_counters *c)
{
	counter_change change = {0};
	if (c->n == COUNTERS_MOST || x == var) return;
	b->n_trips = 0;
	bool in_body = !changes_none(s->body, x);
	if (in_body && may_miss_change(b, s->body, x)) return;
	if (!expr_changes_none(s->cond, x) || !change_of(b, s->body, x, &change)) return;
	if (!change_of_expr(b, s->step, x, &change)) return;
	if (!change.turns && change.by.n == 0) return;
	prog_symbol *symbol = b->n->unit->symbols[x->id];
	const poly *before = value_of(b, x);
	poly value;
	if (before)
		value = *before;
	else if (b->depth > 0 || (s->init && !changes_none(s->init, x)) || !value_at_entry(b, symbol, &value))
		return;
	if (change.binary && !is_binary(b, &value) && !assume_binary(b, &value)) return;
	assume_trips(b);
	c->of[c->n].symbol = symbol;
	c->of[c->n].change = change;
	c->of[c->n++].before = value;
}

void counters_of_loop(builder *b, const prog_stmt *s, const prog_symbol *var, loop_counters *c)
{
	c->n = 0;
	for (int k = 0; k < b->n->unit->n_symbols; k++)
		if (b->counter[k] && !b->no_counter[k]) add_counter(b, s, var, b->n->unit->symbols[k], c);
}

static const char *number(builder *b, long value)
{
	char text[32];
	snprintf(text, sizeof text, "%ld", value);
	return format(b, "%s", text, "", "");
}

// Iterations since the loop began: (i - first) / step.
static bool iterations(builder *b, int loop, const poly *first, poly *t)
{
	const nest_loop *l = &b->n->loops[loop];
	poly i;
	if (!affine_loop_variable(b, loop, &i)) return false;
	if (l->step < 0 ? !poly_add(t, first, &i, -1) : !poly_add(t, &i, first, -1)) return false;
	long size = l->step < 0 ? -l->step : l->step;
	if (size == 1) return true;
	isl_pw_aff *distance = affine_of_poly(b, t, b->depth);
	if (!distance) return false;
	distance = isl_pw_aff_floor(isl_pw_aff_scale_down_val(distance, isl_val_int_from_si(b->n->ctx, size)));
	return affine_atom(b, distance, format(b, "((%s) / %s%s)", affine_poly_text(b, t), number(b, size), ""), t);
}

// What a variable is after `t` times the change.
static bool after_times(builder *b, const poly *before, const counter_change *c, const poly *t, poly *result)
{
	poly other;
	if (!c->turns) return poly_mul(&other, &c->by, t) && poly_add(result, before, &other, 1);
	if (!poly_add(&other, &c->by, before, -1)) return false;
	isl_pw_aff *x = affine_of_poly(b, before, b->depth), *y = affine_of_poly(b, &other, b->depth),
	           *times = affine_of_poly(b, t, b->depth);
	if (!x || !y || !times) {
		isl_pw_aff_free(x);
		isl_pw_aff_free(y);
		isl_pw_aff_free(times);
		return false;
	}
	times = isl_pw_aff_mod_val(times, isl_val_int_from_si(b->n->ctx, 2));
	isl_pw_aff *odd = isl_set_indicator_function(isl_pw_aff_non_zero_set(times));
	const char *text = format(b, "((%s) %% 2 ? %s : %s)", affine_poly_text(b, t), affine_poly_text(b, &other),
	        affine_poly_text(b, before));
	return affine_atom(b, isl_pw_aff_coalesce(isl_pw_aff_cond(odd, y, x)), text, result);
}

static nest_counter *note(builder *b, prog_symbol *x, int loop)
{
	nest *n = b->n;
	n->counters = prog_grow(b->n->unit, n->counters, n->n_counters, &b->room_counters, sizeof *n->counters);
	n->counters[n->n_counters] = (nest_counter){.symbol = x, .loop = loop};
	return &n->counters[n->n_counters++];
}

void counters_enter(builder *b, int loop, const loop_counters *c, const poly *first)
{
	for (int k = 0; k < c->n; k++) {
		poly t, value;
		if (!first || !iterations(b, loop, first, &t) ||
		        !after_times(b, &c->of[k].before, &c->of[k].change, &t, &value))
			continue;
		set_value(b, c->of[k].symbol, &value);
		note(b, c->of[k].symbol, loop)->text = affine_poly_text(b, &value);
	}
}

static bool names_counter(const prog_expr *e, const loop_counters *c)
{
	for (int k = 0; k < c->n; k++)
		if (prog_names(e, c->of[k].symbol)) return true;
	return false;
}

// How much more a value is in the next iteration; false: not known.
static bool growth(builder *b, int loop, const poly *value, long *by)
{
	*by = 0;
	for (int k = 0; k < value->n; k++) {
		const poly_term *t = &value->term[k];
		if (t->atom < 0) continue;
		const poly_atom *a = &b->atom[t->atom];
		bool depends = a->loop < 0 && a->depth > b->n->loops[loop].depth &&
		               isl_pw_aff_involves_dims(a->aff, isl_dim_in, (unsigned)b->n->loops[loop].depth, 1) !=
		                       isl_bool_false;
		if (depends || (a->loop == loop && t->n_par)) return false;
		if (a->loop == loop) *by += t->coef * b->n->loops[loop].step;
	}
	return true;
}

bool counters_recede(builder *b, int loop, const prog_expr *cond, const loop_counters *c)
{
	if (!names_counter(cond, c)) return true;
	poly x, y;
	long more, less;
	if (cond->kind != PROG_EXPR_BINARY || cond->op < PROG_OP_LT || cond->op > PROG_OP_GE) return false;
	if (!affine_poly(b, cond->arg[0], &x) || !affine_poly(b, cond->arg[1], &y)) return false;
	if (!growth(b, loop, &x, &more) || !growth(b, loop, &y, &less)) return false;
	bool up = cond->op == PROG_OP_LT || cond->op == PROG_OP_LE;
	return up ? more > less : more < less;
}

bool counters_trips(builder *b, const poly *distance, long step, poly *trips)
{
	if (step < 0) step = -step;
	*trips = *distance;
	if (step == 1) return true;
	isl_pw_aff *x = affine_of_poly(b, distance, b->depth);
	if (!x) return false;
	x = isl_pw_aff_ceil(isl_pw_aff_scale_down_val(x, isl_val_int_from_si(b->n->ctx, step)));
	const char *text = format(b, "hpcc_ceil_div(%s, %s%s)", affine_poly_text(b, distance), number(b, step), "");
	return affine_atom(b, x, text, trips);
}

// Whether the loop at hand ends where it begins, or after, in all iterations of those around it.
static bool runs_forward(builder *b, const poly *trips)
{
	poly zero = poly_constant(0);
	isl_pw_aff *value = affine_of_poly(b, trips, b->depth);
	if (!value) return false;
	isl_set *back = isl_pw_aff_lt_set(value, affine_of_poly(b, &zero, b->depth));
	bool forward = isl_set_is_disjoint(back, b->domain) == isl_bool_true;
	isl_set_free(back);
	return forward;
}

void counters_leave(builder *b, int loop, const loop_counters *c, const poly *trips)
{
	// What depends on the loops around cannot be tested at entry.
	bool around = trips && c->n && b->depth > 0;
	if (around && poly_has_atoms(trips)) {
		if (!runs_forward(b, trips)) trips = NULL;
	} else if (around) {
		b->trips[0] = *trips;
		b->n_trips = 1;
		assume_trips(b);
	}
	for (int k = 0; k < c->n; k++) {
		poly value;
		if (!trips || !after_times(b, &c->of[k].before, &c->of[k].change, trips, &value)) continue;
		const char *after = format(b, "((%s) > 0 ? %s : %s)", affine_poly_text(b, trips),
		        affine_poly_text(b, &value), affine_poly_text(b, &c->of[k].before));
		for (int j = 0; j < b->n->n_counters; j++) {
			nest_counter *x = &b->n->counters[j];
			if (x->symbol != c->of[k].symbol || x->loop != loop) continue;
			set_value(b, c->of[k].symbol, &value);
			x->after = after;
		}
	}
}

void counters_finish(builder *b)
{
	nest *n = b->n;
	for (int k = 0; k < n->unit->n_symbols; k++) {
		const prog_symbol *x = n->unit->symbols[k];
		if (!b->counter[k] || b->no_counter[k] || (b->inner && b->inner[k]) || !liveness_after(b->facts, n->root, x)) continue;
		bool known = false;
		for (int j = 0; j < n->n_counters; j++)
			known |= n->counters[j].symbol == x && n->counters[j].loop == 0 && n->counters[j].after;
		if (!known) counters_refuse(b, x);
	}
}
