// SPDX-License-Identifier: Apache-2.0
//
// How the head of a `for` loop counts: its variable, start, step and condition.
#include "loops.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"
#include "affine.h"
#include "affine_text.h"
#include "counters.h"
#include "known_values.h"
#include "poly.h"
#include "scales.h"

#include <stdlib.h>

// What the operands of a comma set `var` to; NULL: nothing.
const prog_expr *loops_set_to(const prog_expr *all, const prog_symbol *var)
{
	const prog_expr *e;
	for (int k = 0; (e = expr_operand(all, PROG_OP_COMMA, k)); k++)
		if (e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && expr_is_change_of(e, var)) return e->arg[1];
	return NULL;
}

static const prog_expr *loop_start(const prog_stmt *init, const prog_symbol *var)
{
	if (!init) return NULL;
	if (init->kind == PROG_STMT_EXPR) return loops_set_to(init->expr, var);
	for (int k = 0; init->kind == PROG_STMT_DECL && k < init->n_symbols; k++)
		if (init->symbols[k] == var) return init->inits[k];
	return NULL;
}

// ---- steps ------------------------------------------------------------------------------------

// Computed of what stays, wherever it is evaluated.
static bool stays(const builder *b, const prog_expr *e)
{
	e = prog_without_implicit_casts(e);
	if (expr_is_invariant(b, e)) return true;
	if (e->kind != PROG_EXPR_BINARY || !e->type || e->type->kind != PROG_TYPE_INT) return false;
	bool divides = e->op == PROG_OP_DIV || e->op == PROG_OP_REM;
	if (divides && (e->arg[1]->kind != PROG_EXPR_INT || e->arg[1]->value <= 0)) return false;
	bool computes = e->op == PROG_OP_ADD || e->op == PROG_OP_SUB || e->op == PROG_OP_MUL;
	// Unsigned sums may wrap around.
	if (!divides && (!computes || !e->type->is_signed)) return false;
	return stays(b, e->arg[0]) && stays(b, e->arg[1]);
}

// 1 or -1 where the size is not a constant, *by.
static long loop_step(builder *b, const prog_expr *step, const prog_symbol *var, const prog_expr **by)
{
	*by = NULL;
	if (!step) return 0;
	if ((step->kind != PROG_EXPR_INCDEC && step->kind != PROG_EXPR_ASSIGN) || step->arg[0]->kind != PROG_EXPR_VAR ||
	        step->arg[0]->symbol != var)
		return 0;
	if (step->kind == PROG_EXPR_INCDEC) return step->op == PROG_OP_ADD ? 1 : -1;
	const prog_expr *amount = prog_without_implicit_casts(step->arg[1]);
	long sign = step->op == PROG_OP_SUB ? -1 : 1;
	if (step->op == PROG_OP_NONE) {
		if (amount->kind != PROG_EXPR_BINARY || (amount->op != PROG_OP_ADD && amount->op != PROG_OP_SUB))
			return 0;
		const prog_expr *x = prog_without_implicit_casts(amount->arg[0]),
		                *y = prog_without_implicit_casts(amount->arg[1]);
		sign = amount->op == PROG_OP_SUB ? -1 : 1;
		if (x->kind == PROG_EXPR_VAR && x->symbol == var)
			amount = y;
		else if (sign == 1 && y->kind == PROG_EXPR_VAR && y->symbol == var)
			amount = x;
		else
			return 0;
	} else if (step->op != PROG_OP_ADD && step->op != PROG_OP_SUB) {
		return 0;
	}
	poly p;
	long value;
	if (!affine_poly(b, amount, &p)) return 0;
	if (poly_is_constant(&p, &value)) return sign * value;
	if (poly_has_atoms(&p) || !stays(b, amount)) return 0;
	*by = amount;
	return sign;
}

// ---- conditions -------------------------------------------------------------------------------

enum way { GOES_ON, ENDS, BEGINS, ANY_WAY };

// What becomes of a comparison as the variable goes on: it stays as it is, ends, or begins to hold.
static enum way way_of(const prog_expr *e, const prog_symbol *var, long step)
{
	if (e->kind != PROG_EXPR_BINARY) return ANY_WAY;
	bool left = prog_names(e->arg[0], var), right = prog_names(e->arg[1], var);
	if (left == right) return !left && e->op >= PROG_OP_LT && e->op <= PROG_OP_NE ? GOES_ON : ANY_WAY;
	if (e->op == PROG_OP_NE) return step == 1 || step == -1 ? ENDS : ANY_WAY;
	bool less = e->op == PROG_OP_LT || e->op == PROG_OP_LE, greater = e->op == PROG_OP_GT || e->op == PROG_OP_GE;
	const prog_expr *side = prog_without_implicit_casts(e->arg[left ? 0 : 1]);
	// Only the variable itself, or with a constant added, goes the same way as the variable.
	if (side->kind == PROG_EXPR_BINARY && side->op == PROG_OP_ADD) {
		const prog_expr *x = prog_without_implicit_casts(side->arg[0]),
		                *y = prog_without_implicit_casts(side->arg[1]);
		side = prog_names(x, var) ? x : y;
	} else if (side->kind == PROG_EXPR_BINARY && side->op == PROG_OP_SUB && prog_names(side->arg[0], var)) {
		side = prog_without_implicit_casts(side->arg[0]);
	}
	if (side->kind != PROG_EXPR_VAR || (!less && !greater)) return ANY_WAY;
	return (less == left) == (step > 0) ? ENDS : BEGINS;
}

// `var < bound` and the like, which an upward (downward) loop leaves once and for all.
static bool is_monotone(const prog_expr *cond, const prog_symbol *var, long step)
{
	const prog_expr *e;
	for (int k = 0; (e = expr_operand(cond, PROG_OP_LAND, k)); k++)
		if (way_of(e, var, step) > ENDS) return false;
	return true;
}

// Beside one of these, comparisons that go on to hold once they do: i >= 0 && i < n.
static bool has_way(const prog_expr *cond, const prog_symbol *var, long step, enum way way)
{
	const prog_expr *e;
	for (int k = 0; (e = expr_operand(cond, PROG_OP_LAND, k)); k++)
		if (way_of(e, var, step) == way) return true;
	return false;
}

static bool ends_sometime(const prog_expr *e, const prog_symbol *var, long step)
{
	return is_monotone(e, var, step) || (has_way(e, var, step, ENDS) && !has_way(e, var, step, ANY_WAY));
}

static bool calls_what_may_leave(const prog_expr *e, void *unused)
{
	(void)unused;
	if (e->kind != PROG_EXPR_CALL) return e->body != NULL;
	const prog_symbol *f = e->arg[0]->kind == PROG_EXPR_VAR ? e->arg[0]->symbol : NULL;
	return !f || f->function || !library_is_pure(f->name);
}

// Whether the statement may end before all of its loop's iterations are done.
static bool may_leave(const prog_stmt *s) { return stmt_may_leave(s) || walk_any_in(s, calls_what_may_leave, NULL); }

// The iterations around in which the variable's first value is one of `values`.
static isl_set *where_first_is(builder *b, const nest_loop *l, isl_set *values)
{
	isl_pw_aff *first = isl_pw_aff_add_dims(isl_pw_aff_copy(l->first), isl_dim_in, 1);
	isl_local_space *ls = isl_local_space_from_space(isl_space_set_alloc(b->n->ctx, 0, (unsigned)l->depth + 1));
	isl_pw_aff *i = isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)l->depth));
	values = isl_set_intersect(values, isl_pw_aff_eq_set(i, first));
	return isl_set_intersect(values, isl_set_copy(b->domain));
}

// A loop that begins beyond the value which ends it goes on until its variable wraps around, which only signed ones of
// the size of int and more must not, or until it is left by another way.
static void assume_not_beyond(builder *b, nest_loop *l, const prog_expr *differs)
{
	if (l->var->type->is_signed && l->var->type->size >= 4 && !may_leave(l->stmt->body)) return;
	prog_expr beyond = *differs;
	beyond.op = prog_names(differs->arg[0], l->var) == (l->step > 0) ? PROG_OP_GT : PROG_OP_LT;
	isl_set *bad = affine_condition(b, &beyond);
	if (!bad) return;
	bad = where_first_is(b, l, bad);
	if (isl_set_is_empty(bad) != isl_bool_true) l->as_written = true;
	affine_assume_not(b, bad);
}

static isl_set *negative_values(const builder *b, const nest_loop *l)
{
	isl_local_space *ls = isl_local_space_from_space(isl_space_set_alloc(b->n->ctx, 0, (unsigned)l->depth + 1));
	isl_pw_aff *i = isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)l->depth));
	return isl_set_complement(isl_pw_aff_nonneg_set(i));
}

// An unsigned value of the source's own is not negative, but a difference is.
static bool may_wrap(const prog_expr *e)
{
	e = prog_without_implicit_casts(e);
	return !e->type || e->type->kind != PROG_TYPE_INT || e->type->is_signed || e->kind == PROG_EXPR_BINARY;
}

// Negative values are large ones where they are unsigned: the variable's first one, and what is compared.
static void note_negative(builder *b, nest_loop *l, const prog_expr *e)
{
	const prog_type *compared = e->arg[0]->type;
	bool unsigned_start =
	        !l->var->type->is_signed && (l->step < 0 || e->op == PROG_OP_NE) && may_wrap(l->first_expr);
	bool unsigned_comparison =
	        l->var->type->is_signed && compared && compared->kind == PROG_TYPE_INT && !compared->is_signed;
	isl_set *negative = negative_values(b, l);
	if (unsigned_start || (unsigned_comparison && l->step > 0))
		negative = where_first_is(b, l, negative);
	else
		negative = isl_set_intersect(negative, isl_set_copy(b->domain));
	if ((unsigned_start || unsigned_comparison) && isl_set_is_empty(negative) != isl_bool_true)
		l->as_written = true;
	isl_set_free(negative);
}

// A comparison that holds from some value on, i >= 0 in an upward loop: where it does not hold for the first one there
// are no iterations.
static isl_set *begun(builder *b, nest_loop *l, const prog_expr *e)
{
	isl_set *admitted = affine_condition(b, e);
	if (!admitted) return NULL;
	isl_set *bad = where_first_is(b, l, isl_set_complement(isl_set_copy(admitted)));
	if (isl_set_is_empty(bad) != isl_bool_true) l->as_written = true;
	affine_assume_not(b, bad);
	return admitted;
}

// != stands for the comparison that ends the loop.
static isl_set *condition(builder *b, nest_loop *l, const prog_expr *e)
{
	if (e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_LAND) {
		isl_set *x = condition(b, l, e->arg[0]), *y = x ? condition(b, l, e->arg[1]) : NULL;
		if (!y) return isl_set_free(x);
		return isl_set_intersect(x, y);
	}
	bool names = e->kind == PROG_EXPR_BINARY && (prog_names(e->arg[0], l->var) || prog_names(e->arg[1], l->var));
	if (names) note_negative(b, l, e);
	if (names && !l->decrements && !scales_leave_out(l) && way_of(e, l->var, l->step) == BEGINS)
		return begun(b, l, e);
	if (names && e->op == PROG_OP_NE) {
		assume_not_beyond(b, l, e);
		prog_expr less = *e;
		less.op = prog_names(e->arg[0], l->var) == (l->step > 0) ? PROG_OP_LT : PROG_OP_GT;
		return affine_condition(b, &less);
	}
	return affine_condition(b, e);
}

// The values behind the admitted ones, and the first one: those that the condition is asked of.
static isl_set *asked(const nest_loop *l, isl_set *admitted)
{
	isl_multi_aff *before = isl_multi_aff_identity_on_domain_space(isl_set_get_space(admitted));
	isl_aff *i = isl_aff_add_constant_si(isl_multi_aff_get_at(before, l->depth), (int)-l->step);
	isl_set *next = isl_set_preimage_multi_aff(admitted, isl_multi_aff_set_at(before, l->depth, i));
	isl_pw_aff *first = isl_pw_aff_add_dims(isl_pw_aff_copy(l->first), isl_dim_in, 1);
	isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(next));
	isl_pw_aff *at = isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)l->depth));
	return isl_set_union(next, isl_pw_aff_eq_set(at, first));
}

// The set that a condition of a loop admits. `i + 1 < n` would wrap around for values of i that the loop does not come
// to.
isl_set *loops_condition(builder *b, nest_loop *l, const prog_expr *e)
{
	isl_set *assumed = isl_set_copy(b->n->assume), *domain = b->domain;
	isl_set *admitted = condition(b, l, e);
	if (!admitted || scales_leave_out(l) || isl_set_is_equal(assumed, b->n->assume) == isl_bool_true) {
		isl_set_free(assumed);
		return admitted;
	}
	isl_set_free(b->n->assume);
	b->n->assume = assumed;
	b->domain = isl_set_intersect(isl_set_copy(domain), asked(l, admitted));
	admitted = condition(b, l, e);
	isl_set_free(b->domain);
	b->domain = domain;
	return admitted;
}

// i-- > 0, i-- and i-- != 0; i-- > LEAST (NULL: 0), where neither of the two is compared as a value that it is not.
static bool decrements(const prog_expr *cond, const prog_symbol *var, const prog_expr **least)
{
	const prog_expr *e = prog_without_implicit_casts(cond);
	bool greater = e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_GT;
	bool differs = e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_NE;
	*least = NULL;
	if (greater || differs) {
		const prog_expr *end = prog_without_implicit_casts(e->arg[1]);
		const prog_type *compared = e->arg[0]->type;
		bool number = end->kind == PROG_EXPR_INT, zero = number && end->value == 0;
		bool alike = compared && compared->kind == PROG_TYPE_INT &&
		             (compared->is_signed == var->type->is_signed ||
		                     (number && end->value > 0 && compared->is_signed));
		if (!zero && (!greater || !alike || prog_names(end, var))) return false;
		if (!zero) *least = e->arg[1];
		e = prog_without_implicit_casts(e->arg[0]);
	}
	bool steps = e->kind == PROG_EXPR_INCDEC && e->op == PROG_OP_SUB && e->is_postfix &&
	             e->arg[0]->kind == PROG_EXPR_VAR && e->arg[0]->symbol == var;
	return steps;
}

// i-- and i-- != 0 end at 0 if they begin there or above.
static void assume_reaches_zero(builder *b, nest_loop *l, const poly *start)
{
	const prog_expr *e = prog_without_implicit_casts(l->stmt->cond);
	poly least = poly_constant(-1);
	if (!l->var->type->is_signed || (e->kind == PROG_EXPR_BINARY && e->op == PROG_OP_GT)) return;
	isl_pw_aff *first = affine_of_poly(b, start, b->depth);
	isl_set *below = first ? isl_pw_aff_lt_set(first, affine_of_poly(b, &least, b->depth)) : NULL;
	if (!below) return;
	below = isl_set_intersect(below, isl_set_copy(b->domain));
	if (isl_set_is_empty(below) != isl_bool_true) l->as_written = true;
	affine_assume_not(b, below);
}

// ---- heads ------------------------------------------------------------------------------------

bool loops_several_starts(const prog_stmt *init)
{
	return init->kind == PROG_STMT_DECL ? init->n_symbols > 1 : prog_is_comma(init->expr);
}

// What the head's other operands set is not named in the start of its own variable.
static bool starts_alone(const prog_stmt *init, const prog_expr *first)
{
	for (int k = 0; k < init->n_symbols; k++)
		if (prog_names(first, init->symbols[k])) return false;
	const prog_expr *e;
	for (int k = 0; (e = expr_operand(init->expr, PROG_OP_COMMA, k)); k++)
		if (e->kind == PROG_EXPR_ASSIGN && e->arg[0]->kind == PROG_EXPR_VAR &&
		        prog_names(first, e->arg[0]->symbol))
			return false;
	return true;
}

// Whether `e` names what an operand of the comma sets.
static bool names_what_is_set(const prog_expr *head, const prog_expr *e)
{
	const prog_expr *x;
	for (int k = 0; (x = expr_operand(head, PROG_OP_COMMA, k)); k++) {
		bool sets = x->kind == PROG_EXPR_ASSIGN && x->arg[0]->kind == PROG_EXPR_VAR;
		if (!sets || prog_names(e, x->arg[0]->symbol)) return true;
	}
	return false;
}

static bool is_named_beside(const prog_expr *head, const prog_symbol *var, const prog_expr *own)
{
	const prog_expr *e;
	for (int k = 0; (e = expr_operand(head, PROG_OP_COMMA, k)); k++)
		if (e != own && prog_names(e, var)) return true;
	return false;
}

// Neither memory behind names nor effects.
static bool is_of_variables(const prog_expr *e)
{
	return expr_is_made_of(e, EXPR_KIND(VAR) | EXPR_KIND(INT) | EXPR_KIND(FLOAT) | EXPR_KIND(CAST) |
	                                  EXPR_KIND(UNARY) | EXPR_KIND(BINARY));
}

bool loops_may_hoist(const builder *b, const prog_stmt *loop, const prog_expr *e, const prog_symbol *var)
{
	const prog_expr *head = loop->init->expr;
	bool sets = e->kind == PROG_EXPR_ASSIGN && e->op == PROG_OP_NONE && e->arg[0]->kind == PROG_EXPR_VAR;
	if (!sets || e->arg[0]->symbol == var || b->counter[e->arg[0]->symbol->id]) return false;
	return e->range.file >= 0 && loop->for_init.file >= 0 && is_of_variables(e->arg[1]) &&
	       !names_what_is_set(head, e->arg[1]) && !is_named_beside(head, e->arg[0]->symbol, e);
}

// The operand of the step by which `s` is counted, and with it the loop's variable; NULL: none. `rest`: something else
// does more than change counters.
static const prog_expr *own_step(builder *b, const prog_stmt *s, const prog_expr *e, bool *rest)
{
	if (prog_is_comma(e)) {
		const prog_expr *x = own_step(b, s, e->arg[0], rest), *y = own_step(b, s, e->arg[1], rest);
		const prog_expr *other = x ? e->arg[1] : e->arg[0];
		if (x && y && !counters_changes_only(b, other)) *rest = true;
		return x ? x : y;
	}
	bool steps = (e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC) && e->arg[0]->kind == PROG_EXPR_VAR;
	const prog_symbol *var = steps ? e->arg[0]->symbol : NULL;
	const prog_expr *size = NULL;
	bool decides = steps && prog_names(s->cond, var); // others are counters
	long by = decides && loop_start(s->init, var) ? loop_step(b, e, var, &size) : 0;
	if (by && size && expr_has_unequal(s->cond)) by = 0;
	if (by && (size ? is_monotone(s->cond, var, by) : ends_sometime(s->cond, var, by))) return e;
	if (by && size && is_monotone(s->cond, var, -by)) return e;
	if (!counters_changes_only(b, e)) *rest = true;
	return NULL;
}

static const prog_symbol *stepped_beside(const builder *b, const prog_expr *step, const prog_expr *own)
{
	const prog_expr *e;
	for (int k = 0; (e = expr_operand(step, PROG_OP_COMMA, k)); k++)
		if (e != own && !counters_changes_only(b, e) && e->n_args && e->arg[0]->kind == PROG_EXPR_VAR)
			return e->arg[0]->symbol;
	return NULL;
}

const prog_symbol *loops_stepped_beside(builder *b, const prog_stmt *s)
{
	bool rest = false;
	if (s->kind != PROG_STMT_FOR || !s->init || !s->cond || !s->step) return NULL;
	const prog_expr *own = own_step(b, s, s->step, &rest);
	return own && rest ? stepped_beside(b, s->step, own) : NULL;
}

// `i-- > 0` in the condition, or a step.
static prog_symbol *loop_variable(
        builder *b, const prog_stmt *s, long *step, const prog_expr **by, bool *down, const prog_expr **least)
{
	*down = false;
	*by = *least = NULL;
	if (!s->init || !s->cond) return NULL;
	const prog_expr *c = prog_without_implicit_casts(s->cond);
	while (c->kind == PROG_EXPR_BINARY) c = prog_without_implicit_casts(c->arg[0]);
	if (c->kind == PROG_EXPR_INCDEC && c->arg[0]->kind == PROG_EXPR_VAR &&
	        decrements(s->cond, c->arg[0]->symbol, least)) {
		*step = -1;
		*down = true;
		return !s->step || counters_changes_only(b, s->step) ? c->arg[0]->symbol : NULL;
	}
	bool rest = false;
	const prog_expr *own = s->step ? own_step(b, s, s->step, &rest) : NULL;
	if (!own || rest) return NULL;
	*step = loop_step(b, own, own->arg[0]->symbol, by);
	return own->arg[0]->symbol;
}

static void assume_step(builder *b, nest_loop *l)
{
	poly size, zero = poly_constant(0), one = poly_constant(1);
	if (!affine_poly(b, l->by, &size) || !poly_add(&size, &zero, &size, l->by_negated ? -1 : 1)) return;
	isl_pw_aff *value = affine_of_poly(b, &size, b->depth), *least = affine_of_poly(b, &one, b->depth);
	l->size = isl_pw_aff_copy(value);
	affine_assume_not(b, isl_pw_aff_lt_set(value, least));
}

// The first value, as the loop's variable stands in the model.
static isl_pw_aff *start_of(builder *b, int loop, const poly *value)
{
	poly size = {.n = 1, .term = {b->scale[loop]}}, product = *value;
	if (b->n->loops[loop].scale && !poly_mul(&product, value, &size)) return NULL;
	isl_pw_aff *start = affine_of_poly(b, &product, b->depth);
	if (!start) scales_need(b, &product);
	return start;
}

// Whether what the loop counts down to is computed of variables that neither its head nor its body sets.
static bool stays_in_loop(builder *b, const prog_stmt *s, const prog_expr *e, const builder *body)
{
	if (prog_without_implicit_casts(e)->kind == PROG_EXPR_INT) return true;
	if (!is_of_variables(e) || loops_several_starts(s->init)) return false;
	for (int k = 0; k < b->n->unit->n_symbols; k++) {
		const prog_symbol *v = b->n->unit->symbols[k];
		if (!prog_names(e, v)) continue;
		bool changes = body->written[v->id] || (v->file_scope && body->unknown_effects);
		if (changes || expr_sets(s->step, v) || !facts_changes_by_name_only(b->facts, b->n->root, v))
			return false;
	}
	poly value;
	isl_pw_aff *last = affine_poly(b, e, &value) ? affine_of_poly(b, &value, b->depth) : NULL;
	isl_pw_aff_free(last);
	return last != NULL;
}

// `start`: its first value.
bool loops_count(builder *b, int index, prog_stmt *s, poly *start_value)
{
	long step = 0;
	bool down;
	const prog_expr *by, *least;
	prog_symbol *var = loop_variable(b, s, &step, &by, &down, &least);
	const prog_expr *first = var ? loop_start(s->init, var) : NULL;
	if (!first || var->type->kind != PROG_TYPE_INT || var->type->is_volatile) return false;
	if (!facts_changes_by_name_only(b->facts, b->n->root, var)) return false;
	if (loops_several_starts(s->init) && (!starts_alone(s->init, first) || first->range.file < 0)) return false;
	builder body = {.n = b->n, .facts = b->facts, .written = calloc((size_t)b->n->unit->n_symbols + 1, 1)};
	effects_collect(&body, s->body);
	bool changes = body.written[var->id] || (var->file_scope && body.unknown_effects);
	bool ends_alike = !least || stays_in_loop(b, s, least, &body);
	free(body.written);
	if (changes || !ends_alike) return false;
	poly one = poly_constant(1);
	if (!affine_poly(b, first, start_value) || (down && !poly_add(start_value, start_value, &one, -1)))
		return false;
	nest_loop *l = &b->n->loops[index];
	l->var = var;
	if (!by && !down) scales_begin(b, index);
	isl_pw_aff *start = start_of(b, index, start_value);
	if (!start) {
		l->var = NULL;
		l->scale = NULL;
		l->size = isl_pw_aff_free(l->size);
		return false;
	}
	if (by) {
		// The condition tells the direction.
		l->by = by;
		l->by_negated = !is_monotone(s->cond, var, step);
		if (l->by_negated) step = -step;
		assume_step(b, l);
	}
	l->step = step;
	l->first = start;
	l->first_expr = first;
	l->counted = true;
	l->decrements = down;
	l->least = least;
	// A bound that is not what it is as a long is compared as the source has it.
	if (least && prog_without_implicit_casts(least)->kind != PROG_EXPR_INT) l->as_written = true;
	if (down) assume_reaches_zero(b, l, start_value);
	return true;
}

// ---- iterations -------------------------------------------------------------------------------

isl_set *loops_stepped(builder *b, const nest_loop *l)
{
	unsigned d = (unsigned)l->depth;
	isl_pw_aff *first = isl_pw_aff_add_dims(isl_pw_aff_copy(l->first), isl_dim_in, 1);
	isl_local_space *ls = isl_local_space_from_space(isl_space_set_alloc(b->n->ctx, 0, d + 1));
	isl_pw_aff *i = isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, d));
	isl_set *set = l->step > 0 ? isl_pw_aff_ge_set(isl_pw_aff_copy(i), isl_pw_aff_copy(first))
	                           : isl_pw_aff_le_set(isl_pw_aff_copy(i), isl_pw_aff_copy(first));
	long size = l->step > 0 ? l->step : -l->step;
	isl_pw_aff *distance = isl_pw_aff_sub(i, first);
	if (size == 1 || l->scale) {
		isl_pw_aff_free(distance);
		return set;
	}
	distance = isl_pw_aff_mod_val(distance, isl_val_int_from_si(b->n->ctx, size));
	return isl_set_intersect(set, isl_pw_aff_zero_set(distance));
}

// The values that a loop which counts down in its condition does not go beyond; NULL: not affine.
isl_set *loops_down_to(builder *b, const nest_loop *l)
{
	poly value = poly_constant(0);
	if (l->least && !affine_poly(b, l->least, &value)) return NULL;
	isl_pw_aff *last = affine_of_poly(b, &value, b->depth);
	if (!last) return NULL;
	isl_local_space *ls = isl_local_space_from_space(isl_pw_aff_get_domain_space(last));
	isl_pw_aff *i = isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)l->depth));
	return isl_pw_aff_ge_set(i, last);
}

// How far a loop goes from its start to the first value that its condition does not admit, `i < B`.
bool loops_distance(builder *b, const nest_loop *l, const poly *start, poly *distance)
{
	poly bound, one = poly_constant(1);
	const prog_expr *c = l->stmt->cond;
	if (l->decrements && l->least)
		return affine_poly(b, l->least, &bound) && poly_add(&bound, &bound, &one, -1) &&
		       poly_add(distance, start, &bound, -1);
	if (l->decrements) return poly_add(distance, start, &one, 1);
	if (c->kind != PROG_EXPR_BINARY || c->op < PROG_OP_LT || c->op > PROG_OP_NE || c->op == PROG_OP_EQ)
		return false;
	const prog_expr *x = prog_without_implicit_casts(c->arg[0]);
	if (x->kind != PROG_EXPR_VAR || x->symbol != l->var || prog_names(c->arg[1], l->var)) return false;
	if (!affine_poly(b, c->arg[1], &bound)) return false;
	bool equal = c->op == PROG_OP_LE || c->op == PROG_OP_GE;
	if (l->step > 0 ? !poly_add(distance, &bound, start, -1) : !poly_add(distance, start, &bound, -1)) return false;
	return !equal || poly_add(distance, distance, &one, 1);
}
