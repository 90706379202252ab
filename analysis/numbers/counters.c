// SPDX-License-Identifier: Apache-2.0
#include "counters.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"
#include "affine.h"
#include "choices.h"
#include "counter_changes.h"
#include "known_values.h"
#include "poly.h"

#include <stdlib.h>
#include <string.h>

// ---- which there are ----------------------------------------------------------------------------

static bool may_count(const builder *b, const prog_symbol *x)
{
	return (x->kind == PROG_SYMBOL_VARIABLE || x->kind == PROG_SYMBOL_PARAMETER) && !b->no_counter[x->id] &&
	       values_may_know(b, x);
}

static void find_in_expr(builder *b, const prog_expr *all)
{
	counter_change c;
	const prog_expr *e;
	for (int k = 0; (e = expr_operand(all, PROG_OP_COMMA, k)); k++)
		if (counter_is_update(e) && may_count(b, e->arg[0]->symbol) && counter_change_of_update(b, e, &c))
			b->counter[e->arg[0]->symbol->id] = 1;
}

static void find_in(builder *b, const prog_stmt *s, bool in_loop)
{
	if (!s) return;
	if (s->kind == PROG_STMT_FOR) {
		// The loop's own variable stands in the condition.
		bool own = s->step && counter_is_update(s->step) && s->cond &&
		           prog_names(s->cond, s->step->arg[0]->symbol);
		if (!own) find_in_expr(b, s->step);
		find_in(b, s->body, true);
		return;
	}
	if (s->kind == PROG_STMT_EXPR && in_loop) find_in_expr(b, s->expr);
	// One of both steps: if (k == n - 1) k = 0; else k++;
	if (s->kind == PROG_STMT_IF && s->otherwise && in_loop) find_in_expr(b, counter_step_beside_reset(s));
	bool compound = s->kind == PROG_STMT_COMPOUND;
	for (int k = 0; k < s->n_children; k++) find_in(b, s->child[k], in_loop && compound);
	find_in(b, s->body, false);
	find_in(b, s->otherwise, false);
}

static bool is_not_plain(const prog_expr *e, void *unused)
{
	(void)unused;
	bool plain =
	        e->kind == PROG_EXPR_VAR || e->kind == PROG_EXPR_INT || e->kind == PROG_EXPR_CAST ||
	        (e->kind == PROG_EXPR_BINARY && (e->op == PROG_OP_ADD || e->op == PROG_OP_SUB || e->op == PROG_OP_MUL));
	return !plain || !e->type || e->type->kind != PROG_TYPE_INT;
}

// Of integer variables and constants.
static bool is_plain(const prog_expr *e) { return !walk_any(e, is_not_plain, NULL); }

// x = e, which begins anew in each iteration.
static prog_symbol *set_anew(const builder *b, const prog_expr *e)
{
	bool sets = e && e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && e->arg[0]->kind == PROG_EXPR_VAR;
	prog_symbol *x = sets ? e->arg[0]->symbol : NULL;
	return x && may_count(b, x) && !prog_names(e->arg[1], x) && is_plain(e->arg[1]) ? x : NULL;
}

typedef struct statements {
	prog_stmt *const *stmt;
	int n;
} statements;

static bool is_changed_by(const prog_expr *e, void *user)
{
	const statements *s = user;
	for (int k = 0; e->kind == PROG_EXPR_VAR && k < s->n; k++)
		if (!counter_unchanged(s->stmt[k], e->symbol)) return true;
	return false;
}

// Whether a variable of `e` but the loop's own is changed by one of the statements.
static bool changes_part(const prog_expr *e, prog_stmt *const *stmt, int n)
{
	return walk_any(e, is_changed_by, &(statements){stmt, n});
}

// The expression that the loop sets `x` to, once, at the end of what is done with it: what it was in the iteration
// before is read. NULL: none.
static const prog_expr *followed(const builder *b, const prog_stmt *loop, const prog_symbol *x)
{
	const prog_stmt *body = loop->body;
	bool block = body && body->kind == PROG_STMT_COMPOUND;
	if (loop->kind != PROG_STMT_FOR || !body || !loop->cond || prog_names(loop->cond, x)) return NULL;
	for (int k = 0; block && k < body->n_children; k++) {
		const prog_stmt *s = body->child[k];
		if (counter_unchanged(s, x)) continue;
		if (s->kind != PROG_STMT_EXPR || set_anew(b, s->expr) != x ||
		        changes_part(s->expr->arg[1], body->child, k))
			return NULL;
		bool read = false;
		for (int j = 0; j < k; j++) read |= stmt_names(body->child[j], x);
		for (int j = k + 1; j < body->n_children; j++)
			if (!counter_unchanged(body->child[j], x)) return NULL;
		return read && counter_unchanged_by(loop->step, x) ? s->expr->arg[1] : NULL;
	}
	// jm1 = j, j++
	const prog_expr *step = loop->step, *e = prog_is_comma(step) ? step->arg[0] : NULL;
	bool in_head = e && set_anew(b, e) == x && counter_unchanged_by(step->arg[1], x);
	prog_stmt *const single = loop->body;
	return in_head && !changes_part(e->arg[1], &single, 1) ? e->arg[1] : NULL;
}

static bool find_followers(const prog_stmt *s, void *user)
{
	builder *b = user;
	const prog_stmt *body = s->kind == PROG_STMT_FOR ? s->body : NULL;
	int n = body && body->kind == PROG_STMT_COMPOUND ? body->n_children : 0;
	for (int k = 0; body && k <= n; k++) {
		bool head = k == n;
		const prog_expr *e = head ? s->step : body->child[k]->expr;
		prog_symbol *x = head ? prog_is_comma(e) ? set_anew(b, e->arg[0]) : NULL : set_anew(b, e);
		if (x && followed(b, s, x)) b->counter[x->id] = 2;
	}
	return false;
}

void counters_find(builder *b, const prog_stmt *root)
{
	find_in(b, root, false);
	walk_any_stmt(root, find_followers, b);
}

void counters_refuse(builder *b, const prog_symbol *symbol)
{
	b->refused |= !b->no_counter[symbol->id];
	b->no_counter[symbol->id] = 1;
}

bool counters_changes_only(const builder *b, const prog_expr *all)
{
	const prog_expr *e;
	for (int k = 0; (e = expr_operand(all, PROG_OP_COMMA, k)); k++)
		if (!counter_is_update(e) || !b->counter[e->arg[0]->symbol->id]) return false;
	return true;
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
		b->value[b->n_values++] = (symbol_value){x, *value, NULL};
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

// How often it may wrap around where only the run knows the modulus; 0: that is a constant.
static int most_turns(const counter_change *c)
{
	enum { MOST = 4 };
	long by, size;
	if (poly_is_constant(&c->modulus, &size) && size > 0) return 0;
	if (!poly_is_constant(&c->by, &by)) return 1;
	if (by < 0) by = -by;
	return by < MOST ? (int)by : MOST;
}

// One affine piece for each turn: sum - n where sum >= n, sum - 2 * n where sum >= 2 * n, ...; or sum + n where sum <
// 0, ...
static isl_pw_aff *in_turns(builder *b, const poly *sum, const poly *modulus, int turns, bool down)
{
	isl_pw_aff *value = affine_of_poly(b, sum, b->depth);
	for (int k = 1; k <= turns && value; k++) {
		poly rest, limit;
		bool good = poly_add(&rest, sum, modulus, down ? k : -k) &&
		            poly_add(&limit, sum, modulus, down ? k - 1 : -k);
		isl_pw_aff *moved = good ? affine_of_poly(b, &rest, b->depth) : NULL,
		           *from = good ? affine_of_poly(b, &limit, b->depth) : NULL;
		if (!moved || !from) {
			isl_pw_aff_free(moved);
			isl_pw_aff_free(from);
			isl_pw_aff_free(value);
			return NULL;
		}
		isl_set *beyond = isl_pw_aff_nonneg_set(from);
		if (down) beyond = isl_set_complement(beyond);
		value = isl_pw_aff_cond(isl_set_indicator_function(beyond), moved, value);
	}
	return value;
}

// (x + y) % modulus, as a value that is not negative. With a modulus that only the run knows it is taken to wrap around
// a few times at most.
static bool wrapped(builder *b, const poly *x, const poly *y, const counter_change *c, poly *result)
{
	poly sum;
	long size, by;
	int turns = most_turns(c);
	bool down = poly_is_constant(&c->by, &by) && by < 0;
	if (!poly_add(&sum, x, y, 1)) return false;
	isl_pw_aff *value = in_turns(b, &sum, &c->modulus, turns, down);
	if (!value) return false;
	if (!turns && poly_is_constant(&c->modulus, &size))
		value = isl_pw_aff_mod_val(value, isl_val_int_from_si(b->n->ctx, size));
	const char *n = affine_poly_text(b, &c->modulus);
	const char *text = format(b, "((%s) %% (%s)%s)", affine_poly_text(b, &sum), n, "");
	if (down) text = format(b, "((%s + (%s)) %% (%s))", text, n, n);
	return affine_atom(b, isl_pw_aff_coalesce(value), text, result);
}

// A step that goes back by the modulus once is no longer than that.
static bool assume_fits(builder *b, const counter_change *c)
{
	long by, size;
	if (!poly_is_constant(&c->by, &by)) return false;
	if (by < 0) by = -by;
	if (poly_is_constant(&c->modulus, &size)) return size >= by;
	poly least = poly_constant(by);
	isl_pw_aff *m = affine_of_poly(b, &c->modulus, b->depth);
	if (!m) return false;
	affine_assume_not(b, isl_pw_aff_lt_set(m, affine_of_poly(b, &least, b->depth)));
	valid_where(b, format(b, "(%s) >= %s%s", affine_poly_text(b, &c->modulus), affine_poly_text(b, &least), ""));
	return true;
}

// All that it counts to fits into its type: one of bytes never gets to 300. What it is before it goes back does, too,
// or is 0 by then. Steps of unsigned numbers do not wrap around on their own on the way: x + n - 1 is less than twice
// the modulus.
static bool assume_holds(builder *b, const prog_symbol *x, const poly *modulus)
{
	long size, bits = 8 * x->type->size - x->type->is_signed;
	if (x->type->size >= (long)sizeof(long)) return true;
	if (x->type->size >= (long)sizeof(int)) bits = 8 * (long)sizeof(int) - 1;
	poly most = poly_constant((1L << bits) - x->type->is_signed);
	if (poly_is_constant(modulus, &size)) return size <= most.term[0].coef;
	isl_pw_aff *m = affine_of_poly(b, modulus, b->depth);
	if (!m) return false;
	affine_assume_not(b, isl_pw_aff_gt_set(m, affine_of_poly(b, &most, b->depth)));
	const char *text = affine_poly_text(b, modulus);
	valid_where(b, format(b, "(%s) <= %s%s", text, affine_poly_text(b, &most), ""));
	return true;
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
	if (c->wraps) return wrapped(b, value, &c->by, c, result);
	return poly_add(result, &c->by, value, c->turns ? -1 : 1);
}

// It is set to what is known, by all who execute the loop. False: to something else, which is none of a variable that
// follows others.
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
	if (!counter_is_update(e) || !b->counter[e->arg[0]->symbol->id]) return false;
	prog_symbol *x = e->arg[0]->symbol;
	bool anew = e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && !prog_names(e->arg[1], x);
	if (anew) return begins_anew(b, e);
	for (int d = 0; d < b->depth; d++)
		if (b->n->loops[b->loop[d]].var == x) return counters_refuse(b, x), false;
	counter_change c;
	poly value;
	const poly *before = value_of(b, x);
	if (b->in_switch || !before || !counter_change_of_update(b, e, &c) || !changed(b, before, &c, &value)) {
		counters_refuse(b, x);
		values_forget(b, x);
		return true;
	}
	set_value(b, x, &value);
	return true;
}

static bool has_call(const prog_expr *e, void *user)
{
	(void)user;
	return e->kind == PROG_EXPR_CALL || e->kind == PROG_EXPR_OPAQUE || e->body;
}

// What the statement sets the variable to, as all that it does; NULL: it does not.
static const prog_expr *value_set(const prog_stmt *s, const prog_symbol *x)
{
	const prog_expr *e = s->kind == PROG_STMT_EXPR ? s->expr : NULL;
	bool set = e && e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && e->arg[0]->kind == PROG_EXPR_VAR;
	if (set) return e->arg[0]->symbol == x ? e->arg[1] : NULL;
	for (int k = 0; s->kind == PROG_STMT_DECL && k < s->n_symbols; k++)
		if (s->symbols[k] == x) return s->inits[k];
	return NULL;
}

static bool is_not_kept(const prog_expr *e, void *s)
{
	const prog_symbol *x = e->kind == PROG_EXPR_VAR ? e->symbol : NULL;
	if (x) return x->file_scope || x->is_static || x->address_taken || prog_sets(s, x);
	return e->kind != PROG_EXPR_INT && e->kind != PROG_EXPR_BINARY && e->kind != PROG_EXPR_CAST;
}

// Whether what the expression is made of is the same behind the statement. Variables that others know are left out.
static bool is_kept_by(const prog_expr *e, const prog_stmt *s) { return !walk_any(e, is_not_kept, (void *)s); }

// `row = first * m;` in front of the nest: made of variables that the nest has at its entry, too; NULL: not known.
static const prog_expr *set_in_front(const nest *n, const prog_symbol *x)
{
	enum { MOST = 4 };
	const prog_stmt *block = n->root->parent;
	if (!block || block->kind != PROG_STMT_COMPOUND) return NULL;
	if (x->file_scope || x->is_static || x->address_taken) return NULL;
	int at = 0;
	while (at < block->n_children && block->child[at] != n->root) at++;
	if (at == block->n_children) return NULL;
	for (int k = at - 1; k >= 0 && k >= at - MOST; k--) {
		const prog_stmt *s = block->child[k];
		const prog_expr *value = value_set(s, x);
		bool simple = s->kind == PROG_STMT_EXPR || s->kind == PROG_STMT_DECL;
		if (!simple || walk_any_in(s, has_call, NULL) || (!value && prog_sets(s, x))) return NULL;
		if (!value) continue;
		if (prog_names(value, x) || prog_without_casts(value)->kind == PROG_EXPR_INT) return NULL;
		for (int j = k; j < at; j++)
			if (!is_kept_by(value, block->child[j])) return NULL;
		return value;
	}
	return NULL;
}

// The value before the nest, by the name that it has in the nest's text.
static bool value_at_entry(builder *b, prog_symbol *x, poly *value)
{
	const prog_expr *set = set_in_front(b->n, x);
	if (set && affine_poly(b, set, value) && !poly_has_atoms(value)) return true;
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
	bool in_body = !counter_unchanged(s->body, x);
	if (in_body && counter_may_miss_change(b, s->body, x)) return;
	change.follows = followed(b, s, x);
	if (!change.follows) {
		if (!counter_unchanged_by(s->cond, x) || !counter_change_of(b, s->body, x, &change)) return;
		if (!counter_change_of_expr(b, s->step, x, &change)) return;
		if (!change.turns && change.by.n == 0) return;
	}
	prog_symbol *symbol = b->n->unit->symbols[x->id];
	const poly *before = value_of(b, x);
	poly value;
	if (before)
		value = *before;
	else if (b->depth > 0 || (s->init && !counter_unchanged(s->init, x)) || !value_at_entry(b, symbol, &value))
		return;
	if (change.binary && !is_binary(b, &value) && !assume_binary(b, &value)) return;
	if (change.wraps && (!assume_fits(b, &change) || !assume_holds(b, symbol, &change.modulus) ||
	                            !assume_below(b, &value, &change.modulus)))
		return;
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
	if (c->wraps) return poly_mul(&other, &c->by, t) && wrapped(b, before, &other, c, result);
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

// With a modulus that only the run knows the closed form holds for a few turns: more iterations than these take are
// none of a split nest.
void counters_confirm(builder *b, int loop, const loop_counters *c)
{
	for (int k = 0; k < c->n; k++) {
		const counter_change *change = &c->of[k].change;
		int turns = change->wraps ? most_turns(change) : 0;
		poly t, sum, one = poly_constant(1);
		long by;
		if (!turns || !poly_is_constant(&change->by, &by) || !iterations(b, loop, &c->first, &t)) continue;
		if (!poly_mul(&sum, &change->by, &t) || !poly_add(&sum, &sum, &c->of[k].before, 1)) continue;
		// sum >= (turns + 1) * n, or sum < -turns * n.
		if (!poly_add(&sum, &sum, &change->modulus, by < 0 ? turns : -turns - 1)) continue;
		if (by < 0 && (!poly_add(&sum, &sum, &one, 1) || !poly_add(&sum, &(poly){0}, &sum, -1))) continue;
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
