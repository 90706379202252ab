// SPDX-License-Identifier: Apache-2.0
#include "affine_text.h"

#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/id.h>
#include <isl/space.h>
#include <isl/val.h>

#include <limits.h>

// How tightly operators bind, the loosest first.
typedef enum binding { CHOICE, OR, AND, COMPARISON, SUM, PRODUCT, PREFIX, OPERAND } binding;

typedef struct printer {
	text *out;
	bool of_source; // there are names of the source, which may be narrower than long: numbers are not
} printer;

// With parentheses where what stands around binds tighter than this.
static bool print(const printer *p, isl_ast_expr *e, binding around);

static bool print_arg(const printer *p, isl_ast_expr *e, int k, binding around)
{
	isl_ast_expr *arg = isl_ast_expr_get_op_arg(e, k);
	bool ok = print(p, arg, around);
	isl_ast_expr_free(arg);
	return ok;
}

// Operands of && and || have their own parentheses, as compilers ask for.
static bool print_infix(const printer *p, isl_ast_expr *e, const char *op, binding own, binding around)
{
	int n = (int)isl_ast_expr_get_op_n_arg(e);
	binding first = own, others = own == OR || own == AND ? own : own + 1;
	if (own == OR) first = others = COMPARISON;
	if (own < around) text_add(p->out, "(");
	for (int k = 0; k < n; k++) {
		if (k) text_add(p->out, op);
		if (!print_arg(p, e, k, k ? others : first)) return false;
	}
	if (own < around) text_add(p->out, ")");
	return true;
}

static bool print_nested_call(const printer *p, isl_ast_expr *e, const char *name)
{
	int n = (int)isl_ast_expr_get_op_n_arg(e);
	for (int k = 0; k + 1 < n; k++) text_printf(p->out, "%s(", name);
	if (!print_arg(p, e, 0, CHOICE)) return false;
	for (int k = 1; k < n; k++) {
		text_add(p->out, ", ");
		if (!print_arg(p, e, k, CHOICE)) return false;
		text_add(p->out, ")");
	}
	return true;
}

static bool is_number(isl_ast_expr *e, long *value)
{
	if (isl_ast_expr_get_type(e) != isl_ast_expr_int) return false;
	isl_val *v = isl_ast_expr_get_val(e);
	bool fits = isl_val_cmp_si(v, INT_MAX) < 0 && isl_val_cmp_si(v, -INT_MAX) > 0;
	*value = fits ? isl_val_get_num_si(v) : 0;
	isl_val_free(v);
	return fits;
}

// Whether `e` is x + k or x - k, or x itself.
static bool distance(isl_ast_expr *e, isl_ast_expr *x, long *k)
{
	*k = 0;
	if (isl_ast_expr_is_equal(e, x) == isl_bool_true) return true;
	bool sum = isl_ast_expr_get_type(e) == isl_ast_expr_op;
	enum isl_ast_expr_op_type op = sum ? isl_ast_expr_get_op_type(e) : isl_ast_expr_op_error;
	if (op != isl_ast_expr_op_add && op != isl_ast_expr_op_sub) return false;
	isl_ast_expr *first = isl_ast_expr_get_op_arg(e, 0), *second = isl_ast_expr_get_op_arg(e, 1);
	bool found = isl_ast_expr_is_equal(first, x) == isl_bool_true && is_number(second, k);
	if (found && op == isl_ast_expr_op_sub) *k = -*k;
	isl_ast_expr_free(first);
	isl_ast_expr_free(second);
	return found;
}

// x <= c ? v : x + k, which is max(x + k, v) where both are v from x == c or x == c + 1 on; the other way round it is a
// minimum. False, and nothing is printed: it is no such choice.
static bool print_extremum(const printer *p, isl_ast_expr *e)
{
	isl_ast_expr *test = isl_ast_expr_get_op_arg(e, 0), *fixed = isl_ast_expr_get_op_arg(e, 1),
	             *moving = isl_ast_expr_get_op_arg(e, 2);
	bool compares = isl_ast_expr_get_type(test) == isl_ast_expr_op &&
	                (isl_ast_expr_get_op_type(test) == isl_ast_expr_op_le ||
	                        isl_ast_expr_get_op_type(test) == isl_ast_expr_op_ge);
	bool low = compares && isl_ast_expr_get_op_type(test) == isl_ast_expr_op_le, done = false;
	isl_ast_expr *x = compares ? isl_ast_expr_get_op_arg(test, 0) : NULL,
	             *limit = compares ? isl_ast_expr_get_op_arg(test, 1) : NULL;
	long c, v, k;
	if (compares && is_number(limit, &c) && is_number(fixed, &v) && distance(moving, x, &k) &&
	        (v == c + k || v == c + k + (low ? 1 : -1))) {
		text_add(p->out, low ? "hpcc_max(" : "hpcc_min(");
		print(p, moving, CHOICE);
		text_add(p->out, ", ");
		print(p, fixed, CHOICE);
		text_add(p->out, ")");
		done = true;
	}
	isl_ast_expr_free(x);
	isl_ast_expr_free(limit);
	isl_ast_expr_free(test);
	isl_ast_expr_free(fixed);
	isl_ast_expr_free(moving);
	return done;
}

static bool print_choice(const printer *p, isl_ast_expr *e, binding around)
{
	if (print_extremum(p, e)) return true;
	if (around > CHOICE) text_add(p->out, "(");
	bool ok = print_arg(p, e, 0, OR);
	text_add(p->out, " ? ");
	ok = ok && print_arg(p, e, 1, CHOICE + 1);
	text_add(p->out, " : ");
	ok = ok && print_arg(p, e, 2, CHOICE + 1);
	if (around > CHOICE) text_add(p->out, ")");
	return ok;
}

static bool print_minus(const printer *p, isl_ast_expr *e, binding around)
{
	if (around >= PREFIX) text_add(p->out, "(");
	text_add(p->out, "-");
	bool ok = print_arg(p, e, 0, PREFIX);
	if (around >= PREFIX) text_add(p->out, ")");
	return ok;
}

static bool print_op(const printer *p, isl_ast_expr *e, binding around)
{
	switch (isl_ast_expr_get_op_type(e)) {
	case isl_ast_expr_op_and:
	case isl_ast_expr_op_and_then: return print_infix(p, e, " && ", AND, around);
	case isl_ast_expr_op_or:
	case isl_ast_expr_op_or_else: return print_infix(p, e, " || ", OR, around);
	case isl_ast_expr_op_max: return print_nested_call(p, e, "hpcc_max");
	case isl_ast_expr_op_min: return print_nested_call(p, e, "hpcc_min");
	case isl_ast_expr_op_minus: return print_minus(p, e, around);
	case isl_ast_expr_op_add: return print_infix(p, e, " + ", SUM, around);
	case isl_ast_expr_op_sub: return print_infix(p, e, " - ", SUM, around);
	case isl_ast_expr_op_mul: return print_infix(p, e, " * ", PRODUCT, around);
	case isl_ast_expr_op_div:
	case isl_ast_expr_op_pdiv_q: return print_infix(p, e, " / ", PRODUCT, around);
	case isl_ast_expr_op_fdiv_q: return print_nested_call(p, e, "hpcc_floor_div");
	case isl_ast_expr_op_pdiv_r:
	case isl_ast_expr_op_zdiv_r: return print_infix(p, e, " % ", PRODUCT, around);
	case isl_ast_expr_op_cond:
	case isl_ast_expr_op_select: return print_choice(p, e, around);
	case isl_ast_expr_op_eq: return print_infix(p, e, " == ", COMPARISON, around);
	case isl_ast_expr_op_le: return print_infix(p, e, " <= ", COMPARISON, around);
	case isl_ast_expr_op_lt: return print_infix(p, e, " < ", COMPARISON, around);
	case isl_ast_expr_op_ge: return print_infix(p, e, " >= ", COMPARISON, around);
	case isl_ast_expr_op_gt: return print_infix(p, e, " > ", COMPARISON, around);
	default: return false;
	}
}

static void print_number(const printer *p, long value, binding around)
{
	bool wide = p->of_source || value > INT_MAX || value < -INT_MAX,
	     open = value < 0 && around > SUM && around < OPERAND;
	text_printf(p->out, "%s%ld%s%s", open ? "(" : "", value, wide ? "L" : "", open ? ")" : "");
}

static bool print(const printer *p, isl_ast_expr *e, binding around)
{
	switch (isl_ast_expr_get_type(e)) {
	case isl_ast_expr_int: {
		isl_val *v = isl_ast_expr_get_val(e);
		print_number(p, isl_val_get_num_si(v), around);
		isl_val_free(v);
		return true;
	}
	case isl_ast_expr_id: {
		isl_id *id = isl_ast_expr_get_id(e);
		text_add(p->out, isl_id_get_name(id));
		isl_id_free(id);
		return true;
	}
	case isl_ast_expr_op: return print_op(p, e, around);
	default: return false;
	}
}

static isl_ast_build *build_for(isl_ctx *ctx)
{
	return isl_ast_build_from_context(isl_set_universe(isl_space_params_alloc(ctx, 0)));
}

static bool finish(const printer *p, isl_ast_expr *e, isl_ast_build *build, binding around)
{
	bool ok = e && print(p, e, around);
	isl_ast_expr_free(e);
	isl_ast_build_free(build);
	return ok;
}

bool affine_text_value(text *out, isl_pw_aff *value, const char *const *names)
{
	isl_ctx *ctx = isl_pw_aff_get_ctx(value);
	int n = (int)isl_pw_aff_dim(value, isl_dim_in);
	for (int d = 0; d < n; d++)
		value = isl_pw_aff_set_dim_id(value, isl_dim_in, (unsigned)d, isl_id_alloc(ctx, names[d], NULL));
	// An expression may use parameters only: the loop variables become such.
	value = isl_pw_aff_move_dims(
	        value, isl_dim_param, isl_pw_aff_dim(value, isl_dim_param), isl_dim_in, 0, (unsigned)n);
	// The builder knows pieces in the space of the parameters only.
	value = isl_pw_aff_project_domain_on_params(value);
	isl_ast_build *build = build_for(ctx);
	const printer p = {out, names != NULL};
	return finish(&p, isl_ast_build_expr_from_pw_aff(build, value), build, names ? OPERAND : CHOICE);
}

bool affine_text_condition(text *out, isl_set *set)
{
	isl_ctx *ctx = isl_set_get_ctx(set);
	isl_ast_build *build = build_for(ctx);
	return finish(&(const printer){out, false}, isl_ast_build_expr_from_set(build, set), build, CHOICE);
}
