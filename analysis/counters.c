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

static bool is_minus_one(const prog_expr *e)
{
	e = without_casts(e);
	return is_number(e, -1) || (e->kind == PROG_EXPR_UNARY && e->op == PROG_OP_NEG && is_number(e->arg[0], 1));
}

static bool negated(counter_change *c)
{
	poly zero = poly_constant(0);
	return poly_add(&c->by, &zero, &c->by, -1);
}

// (x + by) % n
static bool wraps_around(builder *b, const prog_symbol *x, const prog_expr *e, counter_change *c)
{
	const prog_expr *sum = without_casts(e->arg[0]);
	long by;
	if (sum->kind != PROG_EXPR_BINARY || sum->op != PROG_OP_ADD || prog_names(e->arg[1], x)) return false;
	int k = is_variable(sum->arg[0], x) ? 0 : 1;
	*c = (counter_change){.wraps = true};
	if (!is_variable(sum->arg[k], x) || prog_names(sum->arg[1 - k], x)) return false;
	if (!amount(b, sum->arg[1 - k], &c->by) || !amount(b, e->arg[1], &c->modulus)) return false;
	long modulus;
	return poly_is_constant(&c->by, &by) && by > 0 && (by == 1 || poly_is_constant(&c->modulus, &modulus));
}

// The value of x at which the condition stops, or begins, to hold: x + 1 < n: n - 1. *holds: whether it does so before.
static bool turning_point(builder *b, const prog_symbol *x, const prog_expr *cond, poly *at, bool *holds)
{
	cond = without_casts(cond);
	if (cond->kind != PROG_EXPR_BINARY || cond->op < PROG_OP_LT || cond->op > PROG_OP_NE) return false;
	const prog_expr *l = without_casts(cond->arg[0]);
	bool sum = l->kind == PROG_EXPR_BINARY && l->op == PROG_OP_ADD && is_variable(l->arg[0], x);
	poly more = poly_constant(0), one = poly_constant(1);
	if (prog_names(cond->arg[1], x) || (!sum && !is_variable(l, x)) || (sum && prog_names(l->arg[1], x)))
		return false;
	if (!amount(b, cond->arg[1], at) || (sum && !amount(b, l->arg[1], &more)) || !poly_add(at, at, &more, -1))
		return false;
	*holds = cond->op == PROG_OP_LT || cond->op == PROG_OP_LE || cond->op == PROG_OP_NE;
	bool later = cond->op == PROG_OP_LE || cond->op == PROG_OP_GT;
	return !later || poly_add(at, at, &one, 1);
}

static bool adds_one(const prog_symbol *x, const prog_expr *e)
{
	e = without_casts(e);
	if (e->kind != PROG_EXPR_BINARY || e->op != PROG_OP_ADD) return false;
	return (is_variable(e->arg[0], x) && is_number(e->arg[1], 1)) ||
	       (is_variable(e->arg[1], x) && is_number(e->arg[0], 1));
}

// x + 1 < n ? x + 1 : 0
static bool wraps_by_choice(builder *b, const prog_symbol *x, const prog_expr *e, counter_change *c)
{
	poly one = poly_constant(1);
	bool holds;
	*c = (counter_change){.wraps = true, .by = one};
	if (!turning_point(b, x, e->arg[0], &c->modulus, &holds) || !poly_add(&c->modulus, &c->modulus, &one, 1))
		return false;
	return adds_one(x, e->arg[holds ? 1 : 2]) && is_number(e->arg[holds ? 2 : 1], 0);
}

// x = x + e, x = e + x, x = x - e, x = e - x, x = -x, x = x * -1, x = !x, x = (x + 1) % n
static bool change_by_value(builder *b, const prog_symbol *x, const prog_expr *value, counter_change *c)
{
	const prog_expr *e = without_casts(value);
	if (e->kind == PROG_EXPR_UNARY && e->op == PROG_OP_LNOT && is_variable(e->arg[0], x)) {
		*c = (counter_change){.turns = true, .binary = true, .by = poly_constant(1)};
		return true;
	}
	if (e->kind == PROG_EXPR_UNARY && e->op == PROG_OP_NEG && is_variable(e->arg[0], x)) {
		*c = (counter_change){.turns = true};
		return true;
	}
	if (e->kind == PROG_EXPR_COND) return wraps_by_choice(b, x, e, c);
	if (e->kind != PROG_EXPR_BINARY) return false;
	const prog_expr *l = e->arg[0], *r = e->arg[1];
	if (e->op == PROG_OP_REM) {
		const prog_expr *sum = without_casts(l);
		bool next = sum->kind == PROG_EXPR_BINARY && sum->op == PROG_OP_ADD && is_number(r, 2) &&
		            ((is_variable(sum->arg[0], x) && is_number(sum->arg[1], 1)) ||
		                    (is_variable(sum->arg[1], x) && is_number(sum->arg[0], 1)));
		*c = (counter_change){.turns = true, .binary = true, .by = poly_constant(1)};
		return next || wraps_around(b, x, e, c);
	}
	if (e->op == PROG_OP_MUL) {
		*c = (counter_change){.turns = true};
		return (is_variable(l, x) && is_minus_one(r)) || (is_variable(r, x) && is_minus_one(l));
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
	if (e->op == PROG_OP_MUL && is_minus_one(e->arg[1])) return c->turns = true;
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
	if (c->binary || d->binary || c->wraps || d->wraps) {
		bool none = !c->turns && c->by.n == 0 && !c->wraps;
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
	return known && !once.turns && !once.wraps && poly_mul(&once.by, &once.by, &trips) && compose(c, &once);
}

static const prog_expr *only_expr(const prog_stmt *s)
{
	while (s && s->kind == PROG_STMT_COMPOUND && s->n_children == 1) s = s->child[0];
	return s && s->kind == PROG_STMT_EXPR ? s->expr : NULL;
}

static bool sets_to_zero(const prog_expr *e, const prog_symbol *x)
{
	return e && e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && is_variable(e->arg[0], x) &&
	       is_number(e->arg[1], 0);
}

static bool steps_by_one(builder *b, const prog_expr *e, const prog_symbol *x)
{
	counter_change c = {0};
	long by;
	return e && is_update(e) && is_variable(e->arg[0], x) && change_of_update(b, e, &c) && !c.turns && !c.wraps &&
	       poly_is_constant(&c.by, &by) && by == 1;
}

// x++; if (x == n) x = 0; and if (x == n - 1) x = 0; else x++;
static bool change_of_branch(builder *b, const prog_stmt *s, const prog_symbol *x, counter_change *c)
{
	poly at, one = poly_constant(1);
	bool holds;
	long by;
	const prog_expr *yes = only_expr(s->body), *no = only_expr(s->otherwise);
	if (changes_none(s, x)) return true;
	if (!expr_changes_none(s->cond, x) || !turning_point(b, x, s->cond, &at, &holds)) return false;
	if (s->otherwise) {
		bool wraps = holds ? steps_by_one(b, yes, x) && sets_to_zero(no, x)
		                   : sets_to_zero(yes, x) && steps_by_one(b, no, x);
		counter_change d = {.wraps = true, .by = one};
		return wraps && poly_add(&d.modulus, &at, &one, 1) && compose(c, &d);
	}
	if (holds || !sets_to_zero(yes, x) || c->turns || c->wraps || !poly_is_constant(&c->by, &by) || by != 1)
		return false;
	*c = (counter_change){.wraps = true, .by = one, .modulus = at};
	return true;
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
	case PROG_STMT_IF: return change_of_branch(b, s, x, c);
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
	// One of both steps: if (k == n - 1) k = 0; else k++;
	if (s->kind == PROG_STMT_IF && s->otherwise && in_loop)
		for (int k = 0; k < 2; k++) {
			const prog_expr *e = only_expr(k ? s->otherwise : s->body),
			                *other = only_expr(k ? s->body : s->otherwise);
			if (e && is_update(e) && sets_to_zero(other, e->arg[0]->symbol)) find_in_expr(b, e);
		}
	bool compound = s->kind == PROG_STMT_COMPOUND;
	for (int k = 0; k < s->n_children; k++) find_in(b, s->child[k], in_loop && compound);
	find_in(b, s->body, false);
	find_in(b, s->otherwise, false);
}

// Of integer variables and constants.
static bool is_plain(const prog_expr *e)
{
	bool plain =
	        e->kind == PROG_EXPR_VAR || e->kind == PROG_EXPR_INT || e->kind == PROG_EXPR_CAST ||
	        (e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_ADD || e->op == PROG_OP_SUB || e->op == PROG_OP_MUL));
	for (int k = 0; k < e->n_args && plain; k++) plain = is_plain(e->arg[k]);
	return plain && e->type && e->type->kind == PROG_TYPE_INT;
}

static bool names(const prog_expr *e, void *x) { return e && prog_names(e, x); }

// x = e, which begins anew in each iteration.
static prog_symbol *set_anew(const builder *b, const prog_expr *e)
{
	bool sets = e && e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && e->arg[0]->kind == PROG_EXPR_VAR;
	prog_symbol *x = sets ? e->arg[0]->symbol : NULL;
	return x && may_count(b, x) && !prog_names(e->arg[1], x) && is_plain(e->arg[1]) ? x : NULL;
}

// Whether a variable of `e` but the loop's own is changed by one of the statements.
static bool changes_part(const prog_expr *e, prog_stmt *const *stmt, int n)
{
	if (e->kind == PROG_EXPR_VAR)
		for (int k = 0; k < n; k++)
			if (!changes_none(stmt[k], e->symbol)) return true;
	for (int k = 0; k < e->n_args; k++)
		if (changes_part(e->arg[k], stmt, n)) return true;
	return false;
}

// The expression that the loop sets `x` to, once, at the end of what is done with it: what it was in the iteration before is read. NULL: none.
static const prog_expr *followed(const builder *b, const prog_stmt *loop, const prog_symbol *x)
{
	const prog_stmt *body = loop->body;
	bool block = body && body->kind == PROG_STMT_COMPOUND;
	if (loop->kind != PROG_STMT_FOR || !body || !loop->cond || prog_names(loop->cond, x)) return NULL;
	for (int k = 0; block && k < body->n_children; k++) {
		const prog_stmt *s = body->child[k];
		if (changes_none(s, x)) continue;
		if (s->kind != PROG_STMT_EXPR || set_anew(b, s->expr) != x ||
		        changes_part(s->expr->arg[1], body->child, k))
			return NULL;
		bool read = false;
		for (int j = 0; j < k; j++) read |= prog_any_expr(body->child[j], names, (void *)x);
		for (int j = k + 1; j < body->n_children; j++)
			if (!changes_none(body->child[j], x)) return NULL;
		return read && expr_changes_none(loop->step, x) ? s->expr->arg[1] : NULL;
	}
	// jm1 = j, j++
	const prog_expr *step = loop->step, *e = prog_is_comma(step) ? step->arg[0] : NULL;
	bool in_head = e && set_anew(b, e) == x && expr_changes_none(step->arg[1], x);
	prog_stmt *const single = loop->body;
	return in_head && !changes_part(e->arg[1], &single, 1) ? e->arg[1] : NULL;
}

static void find_followers(builder *b, const prog_stmt *s)
{
	if (!s) return;
	const prog_stmt *body = s->kind == PROG_STMT_FOR ? s->body : NULL;
	int n = body && body->kind == PROG_STMT_COMPOUND ? body->n_children : 0;
	for (int k = 0; body && k <= n; k++) {
		bool head = k == n;
		const prog_expr *e = head ? s->step : body->child[k]->expr;
		prog_symbol *x = head ? prog_is_comma(e) ? set_anew(b, e->arg[0]) : NULL : set_anew(b, e);
		if (x && followed(b, s, x)) b->counter[x->id] = 2;
	}
	for (int k = 0; k < s->n_children; k++) find_followers(b, s->child[k]);
	find_followers(b, s->body);
	find_followers(b, s->otherwise);
}

void counters_find(builder *b, const prog_stmt *root)
{
	find_in(b, root, false);
	find_followers(b, root);
}

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

// (x + y) % modulus, of what is not negative. With a modulus that only the run knows it is taken to wrap around once at most.
static bool wrapped(builder *b, const poly *x, const poly *y, const poly *modulus, poly *result)
{
	poly sum, less;
	long size;
	if (!poly_add(&sum, x, y, 1) || !poly_add(&less, &sum, modulus, -1)) return false;
	isl_pw_aff *value = affine_of_poly(b, &sum, b->depth), *rest = affine_of_poly(b, &less, b->depth);
	if (!value || !rest) {
		isl_pw_aff_free(value);
		isl_pw_aff_free(rest);
		return false;
	}
	if (poly_is_constant(modulus, &size) && size > 0) {
		isl_pw_aff_free(rest);
		value = isl_pw_aff_mod_val(value, isl_val_int_from_si(b->n->ctx, size));
	} else {
		isl_set *beyond = isl_pw_aff_nonneg_set(isl_pw_aff_copy(rest));
		value = isl_pw_aff_cond(isl_set_indicator_function(beyond), rest, value);
	}
	const char *text = format(b, "((%s) %% (%s)%s)", affine_poly_text(b, &sum), affine_poly_text(b, modulus), "");
	return affine_atom(b, isl_pw_aff_coalesce(value), text, result);
}

// That it begins below the modulus is tested.
static bool assume_below(builder *b, const poly *value, const poly *modulus)
{
	if (poly_has_atoms(value)) return false;
	poly zero = poly_constant(0);
	isl_pw_aff *v = affine_of_poly(b, value, b->depth), *m = affine_of_poly(b, modulus, b->depth);
	if (!v || !m) {
		isl_pw_aff_free(v);
		isl_pw_aff_free(m);
		return false;
	}
	isl_set *low = isl_pw_aff_lt_set(isl_pw_aff_copy(v), affine_of_poly(b, &zero, b->depth));
	affine_assume_not(b, isl_set_union(low, isl_pw_aff_ge_set(v, m)));
	const char *text = affine_poly_text(b, value);
	valid_where(b, format(b, "(%s) >= 0 && (%s) < (%s)", text, text, affine_poly_text(b, modulus)));
	return true;
}

static bool changed(builder *b, const poly *value, const counter_change *c, poly *result)
{
	if (c->binary && !is_binary(b, value)) return false;
	if (c->wraps) return wrapped(b, value, &c->by, &c->modulus, result);
	return poly_add(result, &c->by, value, c->turns ? -1 : 1);
}

// It is set to what is known, by all who execute the loop. False: to something else, which is none of a variable that follows others.
static bool begins_anew(builder *b, const prog_expr *e)
{
	poly value;
	prog_symbol *x = e->arg[0]->symbol;
	bool known = !b->in_switch && is_plain(e->arg[1]) && affine_poly(b, e->arg[1], &value);
	if (known) return set_value(b, x, &value), true;
	if (b->counter[x->id] != 2) return false;
	counters_refuse(b, x);
	values_forget(b, x);
	return true;
}

bool counters_step(builder *b, const prog_expr *e)
{
	if (!is_update(e) || !b->counter[e->arg[0]->symbol->id]) return false;
	prog_symbol *x = e->arg[0]->symbol;
	bool anew = e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && !prog_names(e->arg[1], x);
	if (anew) return begins_anew(b, e);
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
	change.follows = followed(b, s, x);
	if (!change.follows) {
		if (!expr_changes_none(s->cond, x) || !change_of(b, s->body, x, &change)) return;
		if (!change_of_expr(b, s->step, x, &change)) return;
		if (!change.turns && change.by.n == 0) return;
	}
	prog_symbol *symbol = b->n->unit->symbols[x->id];
	const poly *before = value_of(b, x);
	poly value;
	if (before)
		value = *before;
	else if (b->depth > 0 || (s->init && !changes_none(s->init, x)) || !value_at_entry(b, symbol, &value))
		return;
	if (change.binary && !is_binary(b, &value) && !assume_binary(b, &value)) return;
	if (change.wraps && !assume_below(b, &value, &change.modulus)) return;
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
	if (c->wraps) return poly_mul(&other, &c->by, t) && wrapped(b, before, &other, &c->modulus, result);
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

// The value with another one in place of the loop's variable; false: not known.
static bool substitute(builder *b, const poly *value, int loop, const poly *other, poly *result)
{
	*result = poly_constant(0);
	for (int k = 0; k < value->n; k++) {
		const poly_term *t = &value->term[k];
		const poly_atom *a = t->atom >= 0 ? &b->atom[t->atom] : NULL;
		poly one = {.n = 1, .term = {*t}};
		int depth = b->n->loops[loop].depth;
		if (a && a->loop < 0 && a->depth > depth &&
		        isl_pw_aff_involves_dims(a->aff, isl_dim_in, (unsigned)depth, 1) != isl_bool_false)
			return false;
		if (a && a->loop == loop) {
			one.term[0].atom = -1;
			if (!poly_mul(&one, &one, other)) return false;
		}
		if (!poly_add(result, result, &one, 1)) return false;
	}
	return true;
}

// In the first iteration what it was before, else what the expression was in the one before.
static bool value_of_follower(
        builder *b, int loop, const poly *before, const poly *followed, const poly *first, poly *result)
{
	poly i, last, step = poly_constant(b->n->loops[loop].step), previous;
	if (!affine_loop_variable(b, loop, &i) || !poly_add(&last, &i, &step, -1)) return false;
	if (!substitute(b, followed, loop, &last, &previous)) return false;
	isl_pw_aff *x = affine_of_poly(b, &i, b->depth), *y = affine_of_poly(b, first, b->depth);
	if (!x || !y) {
		isl_pw_aff_free(x);
		isl_pw_aff_free(y);
		return false;
	}
	const char *text = format(b, "((%s) == (%s)%s)", affine_poly_text(b, &i), affine_poly_text(b, first), "");
	return affine_choice(b, isl_pw_aff_eq_set(x, y), text, before, &previous, result);
}

// What is followed must be known: a variable that follows comes after those.
static bool may_follow(const builder *b, const loop_counters *c, const prog_expr *e)
{
	for (int k = 0; k < c->n; k++)
		if (prog_names(e, c->of[k].symbol) && !value_of(b, c->of[k].symbol)) return false;
	return true;
}

void counters_enter(builder *b, int loop, loop_counters *c, const poly *first)
{
	bool entered[COUNTERS_MOST] = {0};
	c->first = *first;
	for (bool more = true; more;) {
		more = false;
		for (int k = 0; k < c->n; k++) {
			const counter_change *change = &c->of[k].change;
			const poly *before = &c->of[k].before;
			poly t, value;
			if (entered[k] || (change->follows && !may_follow(b, c, change->follows))) continue;
			more = entered[k] = true;
			c->of[k].known = change->follows && affine_poly(b, change->follows, &c->of[k].followed);
			if (change->follows && !c->of[k].known) continue;
			bool known =
			        change->follows
			                ? value_of_follower(b, loop, before, &c->of[k].followed, first, &value)
			                : iterations(b, loop, first, &t) && after_times(b, before, change, &t, &value);
			if (!known) continue;
			set_value(b, c->of[k].symbol, &value);
			note(b, c->of[k].symbol, loop)->text = affine_poly_text(b, &value);
		}
	}
}

// With a modulus that only the run knows the closed form holds for one turn: more iterations than that are none of a split nest.
void counters_confirm(builder *b, int loop, const loop_counters *c)
{
	for (int k = 0; k < c->n; k++) {
		const counter_change *change = &c->of[k].change;
		poly t, sum;
		long size;
		if (!change->wraps || poly_is_constant(&change->modulus, &size) || !iterations(b, loop, &c->first, &t))
			continue;
		if (!poly_add(&sum, &c->of[k].before, &t, 1) || !poly_add(&sum, &sum, &change->modulus, -2)) continue;
		isl_pw_aff *beyond = affine_of_poly(b, &sum, b->depth);
		if (beyond)
			affine_assume_not(b, isl_set_intersect(isl_pw_aff_nonneg_set(beyond), isl_set_copy(b->domain)));
	}
}

// Behind the loop, which has run: what the expression was in its last iteration.
static bool last_followed(
        builder *b, int loop, const poly *followed, const poly *first, const poly *trips, poly *result)
{
	poly last, one = poly_constant(1), step = poly_constant(b->n->loops[loop].step);
	return poly_add(&last, trips, &one, -1) && poly_mul(&last, &last, &step) && poly_add(&last, &last, first, 1) &&
	       substitute(b, followed, loop, &last, result);
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
	if (cond->kind == PROG_EXPR_BINARY && cond->op == PROG_OP_LAND)
		return counters_recede(b, loop, cond->arg[0], c) && counters_recede(b, loop, cond->arg[1], c);
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
		bool follows = c->of[k].change.follows, ran = trips && (!follows || c->of[k].known);
		if (!ran) continue;
		if (follows ? !last_followed(b, loop, &c->of[k].followed, &c->first, trips, &value)
		            : !after_times(b, &c->of[k].before, &c->of[k].change, trips, &value))
			continue;
		const char *after = format(b, "((%s) > 0 ? %s : %s)", affine_poly_text(b, trips),
		        affine_poly_text(b, &value), affine_poly_text(b, &c->of[k].before));
		for (int j = 0; j < b->n->n_counters; j++) {
			nest_counter *x = &b->n->counters[j];
			if (x->symbol != c->of[k].symbol || x->loop != loop) continue;
			// Of no iterations only a sum is what it was.
			if (!follows) set_value(b, c->of[k].symbol, &value);
			x->after = after;
		}
	}
}

void counters_finish(builder *b)
{
	nest *n = b->n;
	for (int k = 0; k < n->unit->n_symbols; k++) {
		const prog_symbol *x = n->unit->symbols[k];
		if (!b->counter[k] || b->no_counter[k] || (b->inner && b->inner[k]) ||
		        !liveness_after(b->facts, n->root, x))
			continue;
		bool known = false;
		for (int j = 0; j < n->n_counters; j++)
			known |= n->counters[j].symbol == x && n->counters[j].loop == 0 && n->counters[j].after;
		if (!known) counters_refuse(b, x);
	}
}
