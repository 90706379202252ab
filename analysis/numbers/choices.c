// SPDX-License-Identifier: Apache-2.0
//
// Values that a condition chooses between: c ? x : y, and what branches of a function return.
#include "choices.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "affine.h"
#include "affine_text.h"
#include "poly.h"

#include <string.h>

isl_set *affine_narrow(builder *b, isl_set *cond, bool holds)
{
	isl_set *before = b->domain;
	b->domain = holds ? isl_set_intersect(isl_set_copy(before), isl_set_copy(cond))
	                  : isl_set_subtract(isl_set_copy(before), isl_set_copy(cond));
	return before;
}

void affine_widen(builder *b, isl_set *before)
{
	isl_set_free(b->domain);
	b->domain = before;
}

void affine_taken(builder *b, isl_set *cond, bool taken[2])
{
	for (int k = 0; k < 2; k++) {
		isl_set *domain = affine_narrow(b, cond, k == 0);
		taken[k] = isl_set_is_empty(b->domain) != isl_bool_true;
		affine_widen(b, domain);
	}
	if (!taken[0] && !taken[1]) taken[0] = taken[1] = true;
}

// Whether both values are the same in all iterations in which the condition holds, or does not.
static bool is_same_where(builder *b, isl_set *cond, bool holds, isl_pw_aff *x, isl_pw_aff *y)
{
	isl_set *domain = affine_narrow(b, cond, holds);
	isl_set *differ = isl_pw_aff_ne_set(isl_pw_aff_copy(x), isl_pw_aff_copy(y));
	differ = isl_set_intersect(differ, isl_set_copy(b->domain));
	bool never = isl_set_is_empty(differ) == isl_bool_true;
	isl_set_free(differ);
	affine_widen(b, domain);
	return never;
}

// Two affine values. What only one of them is in all iterations is no choice: the smaller one of 0 and n - 1, where
// there are some.
static bool choice_of_affine(builder *b, isl_set *cond, const char *text, const poly *yes, isl_pw_aff *y,
        const poly *no, isl_pw_aff *n, poly *result)
{
	if (is_same_where(b, cond, false, y, n)) return *result = *yes, true;
	if (is_same_where(b, cond, true, y, n)) return *result = *no, true;
	const char *values = affine_joined(b, affine_poly_text(b, yes), " : ", affine_poly_text(b, no));
	isl_pw_aff *value =
	        isl_pw_aff_cond(isl_set_indicator_function(isl_set_copy(cond)), isl_pw_aff_copy(y), isl_pw_aff_copy(n));
	return affine_atom(b, isl_pw_aff_coalesce(value), affine_joined(b, text, " ? ", values), result);
}

// A term where the condition holds, else 0.
static bool masked_term(builder *b, isl_set *cond, const char *text, const poly_term *t, poly *result)
{
	const poly of = {.n = 1, .term = {{.coef = 1, .atom = t->atom}}}, nothing = poly_constant(0);
	isl_pw_aff *value = affine_of_poly(b, &of, b->depth), *zero = affine_of_poly(b, &nothing, b->depth);
	value = isl_pw_aff_cond(isl_set_indicator_function(isl_set_copy(cond)), value, zero);
	const char *masked_text =
	        affine_joined(b, text, " ? ", affine_joined(b, t->atom >= 0 ? b->atom[t->atom].text : "1", " : 0", ""));
	poly masked, factor = {.n = 1, .term = {*t}};
	factor.term[0].atom = -1;
	return affine_atom(b, isl_pw_aff_coalesce(value), masked_text, &masked) && poly_mul(result, &factor, &masked);
}

// Where a choice is no affine function (of subscripts linearised by hand), its difference from `no` is one term by
// term.
bool affine_choice(builder *b, isl_set *cond, const char *text, const poly *yes, const poly *no, poly *result)
{
	poly difference, sum = *no;
	bool known = text && poly_add(&difference, yes, no, -1);
	isl_pw_aff *y = known ? affine_of_poly(b, yes, b->depth) : NULL,
	           *n = y ? affine_of_poly(b, no, b->depth) : NULL;
	bool affine = n;
	if (affine) known = choice_of_affine(b, cond, text, yes, y, no, n, result);
	isl_pw_aff_free(y);
	isl_pw_aff_free(n);
	for (int k = 0; known && !affine && k < difference.n; k++) {
		poly one;
		known = masked_term(b, cond, text, &difference.term[k], &one) && poly_add(&sum, &sum, &one, 1);
	}
	isl_set_free(cond);
	if (!affine) *result = sum;
	return known;
}

bool affine_choose(builder *b, isl_set *cond, const char *text, const bool taken[2], const poly value[2], poly *result)
{
	if (taken[0] && taken[1]) return affine_choice(b, cond, text, &value[0], &value[1], result);
	isl_set_free(cond);
	*result = value[taken[1]];
	return true;
}

bool affine_conditional(builder *b, const prog_expr *e, poly *result)
{
	poly value[2];
	bool taken[2];
	isl_set *cond = e->arg[1] ? affine_condition(b, e->arg[0]) : NULL;
	if (!cond) return false;
	affine_taken(b, cond, taken);
	for (int k = 0; k < 2; k++) {
		if (!taken[k]) continue;
		isl_set *domain = affine_narrow(b, cond, k == 0);
		bool known = affine_poly(b, e->arg[k + 1], &value[k]);
		affine_widen(b, domain);
		if (!known) return isl_set_free(cond), false;
	}
	return affine_choose(b, cond, affine_condition_text(b, e->arg[0]), taken, value, result);
}

bool affine_is_absolute(const prog_expr *call)
{
	const prog_symbol *callee = prog_callee(call);
	if (!callee || !callee->in_system_header || call->n_args != 2) return false;
	return !strcmp(callee->name, "abs") || !strcmp(callee->name, "labs") || !strcmp(callee->name, "llabs");
}

bool affine_absolute(builder *b, const prog_expr *of, poly *result)
{
	poly value[2];
	bool taken[2];
	const poly zero = poly_constant(0);
	isl_pw_aff *x = affine_poly(b, of, &value[1]) ? affine_of_poly(b, &value[1], b->depth) : NULL;
	if (!x || !poly_add(&value[0], &zero, &value[1], -1)) return isl_pw_aff_free(x), false;
	isl_set *negative = isl_pw_aff_lt_set(x, affine_of_poly(b, &zero, b->depth));
	affine_taken(b, negative, taken);
	const char *text = affine_joined(b, affine_joined(b, "(", affine_poly_text(b, &value[1]), ")"), " < 0", "");
	return affine_choose(b, negative, text, taken, value, result);
}

// fmax(i - 1, 0) of integers that a double holds, converted to an integer again.
bool affine_is_extremum(const prog_expr *e)
{
	const prog_expr *call = e->kind == PROG_EXPR_CAST ? prog_without_casts(e) : NULL;
	const prog_symbol *callee = call && call->kind == PROG_EXPR_CALL ? prog_callee(call) : NULL;
	if (!callee || !callee->in_system_header || call->n_args != 3) return false;
	if (call->type->kind != PROG_TYPE_FLOAT) return false;
	if (strcmp(callee->name, "fmax") != 0 && strcmp(callee->name, "fmin") != 0) return false;
	for (int k = 1; k < 3; k++)
		if (call->arg[k]->type->kind != PROG_TYPE_INT || call->arg[k]->type->size > 4) return false;
	return e->type->size >= 4 && e->type->is_signed;
}

bool affine_extremum(builder *b, const prog_expr *e, poly *result)
{
	const prog_expr *call = prog_without_casts(e);
	poly value[2];
	bool taken[2], greater = !strcmp(prog_callee(call)->name, "fmax");
	for (int k = 0; k < 2; k++)
		if (!affine_poly(b, call->arg[k + 1], &value[k])) return false;
	isl_pw_aff *x = affine_of_poly(b, &value[0], b->depth), *y = x ? affine_of_poly(b, &value[1], b->depth) : NULL;
	if (!y) return isl_pw_aff_free(x), false;
	isl_set *first = greater ? isl_pw_aff_gt_set(x, y) : isl_pw_aff_lt_set(x, y);
	affine_taken(b, first, taken);
	const char *text = affine_joined(b, "(", affine_poly_text(b, &value[0]), greater ? ") > (" : ") < (");
	text = affine_joined(b, text, affine_poly_text(b, &value[1]), ")");
	return affine_choose(b, first, text, taken, value, result);
}
