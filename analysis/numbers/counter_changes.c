// SPDX-License-Identifier: Apache-2.0
#include "counter_changes.h"

#include "../model/model.h"
#include "../unit/unit.h"
#include "affine.h"
#include "counters.h"
#include "poly.h"

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

// x + by, in any order: what is added.
static bool added_to(builder *b, const prog_symbol *x, const prog_expr *e, int sign, poly *by, int *found)
{
	poly part;
	e = without_casts(e);
	if (is_variable(e, x)) return sign > 0 && ++*found == 1;
	if (!prog_names(e, x)) return amount(b, e, &part) && poly_add(by, by, &part, sign);
	if (e->kind != PROG_EXPR_BINARY || (e->op != PROG_OP_ADD && e->op != PROG_OP_SUB)) return false;
	return added_to(b, x, e->arg[0], sign, by, found) &&
	       added_to(b, x, e->arg[1], e->op == PROG_OP_SUB ? -sign : sign, by, found);
}

// (x + by) % n, and (x + n - by) % n
static bool wraps_around(builder *b, const prog_symbol *x, const prog_expr *e, counter_change *c)
{
	int found = 0;
	long by, size;
	*c = (counter_change){.wraps = true};
	if (prog_names(e->arg[1], x) || !added_to(b, x, e->arg[0], 1, &c->by, &found) || found != 1) return false;
	if (!amount(b, e->arg[1], &c->modulus)) return false;
	if (poly_is_constant(&c->by, &by)) {
		if (poly_is_constant(&c->modulus, &size) && size > 0) c->by = poly_constant(by %= size);
		return by > 0;
	}
	return poly_add(&c->by, &c->by, &c->modulus, -1) && poly_is_constant(&c->by, &by) && by < 0;
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

static bool change_by_value(builder *b, const prog_symbol *x, const prog_expr *value, counter_change *c);

static bool is_one_step(const counter_change *c, long *by)
{
	return !c->turns && !c->wraps && poly_is_constant(&c->by, by) && (*by == 1 || *by == -1);
}

// One of two steps, of which one begins anew: at 0 in front of n, or at n - 1 behind 0. `first`: the one that is taken
// where `cond` holds.
static bool wraps_at(builder *b, const prog_symbol *x, const prog_expr *cond, bool first_steps, long by,
        const poly *anew, counter_change *c)
{
	poly at, one = poly_constant(1);
	bool holds;
	long value;
	*c = (counter_change){.wraps = true, .by = poly_constant(by)};
	if (!turning_point(b, x, cond, &at, &holds)) return false;
	if (by > 0)
		return poly_is_constant(anew, &value) && value == 0 && holds == first_steps &&
		       poly_add(&c->modulus, &at, &one, 1);
	prog_op op = without_casts(cond)->op;
	bool alone = op == PROG_OP_EQ || op == PROG_OP_NE;
	bool below = alone ? first_steps == (op == PROG_OP_NE) : first_steps != holds;
	return below && poly_is_constant(&at, &value) && value == (alone ? 0 : 1) &&
	       poly_add(&c->modulus, anew, &one, 1);
}

// x + 1 < n ? x + 1 : 0 and x > 0 ? x - 1 : n - 1
static bool wraps_by_choice(builder *b, const prog_symbol *x, const prog_expr *e, counter_change *c)
{
	for (int k = 1; k < 3; k++) {
		counter_change step;
		poly anew;
		long by;
		if (!prog_names(e->arg[k], x) || prog_names(e->arg[3 - k], x)) continue;
		return change_by_value(b, x, e->arg[k], &step) && is_one_step(&step, &by) &&
		       amount(b, e->arg[3 - k], &anew) && wraps_at(b, x, e->arg[0], k == 1, by, &anew, c);
	}
	return false;
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
bool counter_change_of_update(builder *b, const prog_expr *e, counter_change *c)
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

bool counter_is_update(const prog_expr *e)
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

bool counter_change_of_expr(builder *b, const prog_expr *e, const prog_symbol *x, counter_change *c)
{
	if (!e) return true;
	if (prog_is_comma(e))
		return counter_change_of_expr(b, e->arg[0], x, c) && counter_change_of_expr(b, e->arg[1], x, c);
	if (counter_is_update(e) && e->arg[0]->symbol == x) {
		counter_change d;
		return counter_change_of_update(b, e, &d) && compose(c, &d);
	}
	if (e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC) {
		for (int k = 0; k < e->n_args; k++) {
			counter_change none = {0};
			if (!counter_change_of_expr(b, e->arg[k], x, &none) || none.turns || none.by.n) return false;
		}
		return true;
	}
	// Anywhere else a change is not looked for: there must be none.
	for (int k = 0; k < e->n_args; k++) {
		counter_change none = {0};
		if (!e->arg[k]) continue;
		if (counter_is_update(e->arg[k]) && e->arg[k]->arg[0]->symbol == x) return false;
		if (!counter_change_of_expr(b, e->arg[k], x, &none) || none.turns || none.by.n) return false;
	}
	return !e->body;
}

bool counter_unchanged_by(const prog_expr *e, const prog_symbol *x) { return !expr_sets(e, x); }

bool counter_unchanged(const prog_stmt *s, const prog_symbol *x) { return !prog_sets(s, x); }

typedef struct jumps {
	const builder *b;
	bool breaks; // `break` counts
} jumps;

static bool leaves_body(const prog_stmt *s, void *user)
{
	const jumps *j = user;
	bool out = s->kind == PROG_STMT_RETURN || s->kind == PROG_STMT_GOTO;
	if (out) return j->b->call || !ends_leave(j->b->n->root, s);
	if (s->kind == PROG_STMT_BREAK) return j->breaks;
	return s->kind == PROG_STMT_CONTINUE || s->kind == PROG_STMT_LABEL || s->kind == PROG_STMT_OPAQUE;
}

// Statements that leave the body of the loop they are in before its end, but stay in the nest.
static bool has_jump_that(const builder *b, const prog_stmt *s, bool breaks)
{
	return stmt_any_outward(s, leaves_body, &(jumps){b, breaks});
}

static bool has_jump(const builder *b, const prog_stmt *body) { return has_jump_that(b, body, true); }

// Whether an iteration of the loop, which is to be entered, may end before the body's last change of `x`. A break out
// of the nest ends them all.
bool counter_may_miss_change(const builder *b, const prog_stmt *body, const prog_symbol *x)
{
	bool breaks = b->depth > 0 || b->call;
	if (body->kind != PROG_STMT_COMPOUND) return has_jump_that(b, body, breaks);
	int last = body->n_children - 1;
	while (last >= 0 && counter_unchanged(body->child[last], x)) last--;
	for (int k = 0; k <= last; k++)
		if (has_jump_that(b, body->child[k], breaks)) return true;
	return false;
}

// How often `for (i = F; i < B; i++)` runs: B - F, where that is of parameters alone. That it is not negative is
// assumed.
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
	if (!first || c->kind != PROG_EXPR_BINARY || !is_variable(c->arg[0], var) || !counter_unchanged(s->body, var) ||
	        !counter_change_of_expr(b, s->step, var, &step) || step.turns || !poly_is_constant(&step.by, &by) ||
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

static bool change_of_loop(builder *b, const prog_stmt *s, const prog_symbol *x, counter_change *c)
{
	counter_change once = {0};
	poly trips;
	if (counter_unchanged(s, x)) return true;
	bool known = s->init && counter_unchanged(s->init, x) && counter_unchanged_by(s->cond, x) &&
	             trips_of(b, s, &trips) && counter_change_of(b, s->body, x, &once) &&
	             counter_change_of_expr(b, s->step, x, &once);
	return known && !once.turns && !once.wraps && poly_mul(&once.by, &once.by, &trips) && compose(c, &once);
}

static const prog_expr *only_expr(const prog_stmt *s)
{
	while (s && s->kind == PROG_STMT_COMPOUND && s->n_children == 1) s = s->child[0];
	return s && s->kind == PROG_STMT_EXPR ? s->expr : NULL;
}

// x = e, without x.
static bool begins_anew(const prog_expr *e, const prog_symbol *x)
{
	return e && e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && is_variable(e->arg[0], x) &&
	       !prog_names(e->arg[1], x);
}

const prog_expr *counter_step_beside_reset(const prog_stmt *s)
{
	const prog_expr *e[] = {only_expr(s->body), only_expr(s->otherwise)};
	for (int k = 0; k < 2; k++)
		if (e[k] && counter_is_update(e[k]) && begins_anew(e[1 - k], e[k]->arg[0]->symbol) &&
		        !begins_anew(e[k], e[k]->arg[0]->symbol))
			return e[k];
	return NULL;
}

// if (x == n - 1) x = 0; else x++; and if (x > 0) x--; else x = n - 1;
static bool change_of_branches(builder *b, const prog_stmt *s, const prog_symbol *x, counter_change *c)
{
	const prog_expr *step = counter_step_beside_reset(s), *yes = only_expr(s->body);
	const prog_expr *reset = step == yes ? only_expr(s->otherwise) : yes;
	counter_change one, d;
	poly anew;
	long by;
	return step && step->arg[0]->symbol == x && counter_change_of_update(b, step, &one) && is_one_step(&one, &by) &&
	       amount(b, reset->arg[1], &anew) && wraps_at(b, x, s->cond, step == yes, by, &anew, &d) && compose(c, &d);
}

// How much the branch goes back, or, where the steps before are of one, to where: x -= n, x = 0, x += n, x = n - 1.
static bool goes_back(builder *b, const prog_expr *e, const prog_symbol *x, long by, poly *modulus)
{
	counter_change c;
	poly anew, one = poly_constant(1), zero = poly_constant(0);
	long value;
	if (begins_anew(e, x)) {
		if ((by != 1 && by != -1) || !amount(b, e->arg[1], &anew)) return false;
		return by < 0 ? poly_add(modulus, &anew, &one, 1) : poly_is_constant(&anew, &value) && value == 0;
	}
	if (!e || !counter_is_update(e) || e->arg[0]->symbol != x || !counter_change_of_update(b, e, &c)) return false;
	if (c.turns || c.wraps) return false;
	if (by < 0) return *modulus = c.by, true;
	return poly_add(&c.by, &c.by, modulus, 1) && poly_equal(&c.by, &zero);
}

// x += by; if (x >= n) x -= n; and x -= by; if (x < 0) x += n; with x from 0 to n - 1, and n no less than `by`.
static bool change_of_branch(builder *b, const prog_stmt *s, const prog_symbol *x, counter_change *c)
{
	poly at;
	bool holds;
	long by, value;
	if (counter_unchanged(s, x)) return true;
	if (!counter_unchanged_by(s->cond, x)) return false;
	if (s->otherwise) return change_of_branches(b, s, x, c);
	if (c->turns || c->binary || c->wraps || !poly_is_constant(&c->by, &by) || by == 0) return false;
	bool by_one = by == 1 || by == -1, is_wide = x->type->size >= (long)sizeof(int) && x->type->is_signed;
	if ((!by_one || by < 0) && !is_wide) return false;
	if (!turning_point(b, x, s->cond, &at, &holds)) return false;
	bool alone = without_casts(s->cond)->op == PROG_OP_EQ;
	bool below = poly_is_constant(&at, &value) && value == (alone ? -1 : 0) && holds == !alone;
	if ((alone && !by_one) || (by > 0 ? holds : !below)) return false;
	*c = (counter_change){.wraps = true, .by = poly_constant(by), .modulus = at};
	return goes_back(b, only_expr(s->body), x, by, &c->modulus);
}

// False where what it does is not known: under a condition, a new beginning, ...
bool counter_change_of(builder *b, const prog_stmt *s, const prog_symbol *x, counter_change *c)
{
	if (!s) return true;
	switch (s->kind) {
	case PROG_STMT_COMPOUND:
		for (int k = 0; k < s->n_children; k++)
			if (!counter_change_of(b, s->child[k], x, c)) return false;
		return true;
	case PROG_STMT_EXPR: return counter_change_of_expr(b, s->expr, x, c);
	case PROG_STMT_FOR: return change_of_loop(b, s, x, c);
	case PROG_STMT_IF: return change_of_branch(b, s, x, c);
	default: return counter_unchanged(s, x);
	}
}
