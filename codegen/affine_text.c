// SPDX-License-Identifier: Apache-2.0
#include "affine_text.h"

#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/id.h>
#include <isl/space.h>
#include <isl/val.h>

static bool print(text *out, isl_ast_expr *e);

static bool print_arg(text *out, isl_ast_expr *e, int k)
{
	isl_ast_expr *arg = isl_ast_expr_get_op_arg(e, k);
	bool ok = print(out, arg);
	isl_ast_expr_free(arg);
	return ok;
}

static bool print_infix(text *out, isl_ast_expr *e, const char *op)
{
	int n = (int)isl_ast_expr_get_op_n_arg(e);
	text_add(out, "(");
	for (int k = 0; k < n; k++) {
		if (k) text_add(out, op);
		if (!print_arg(out, e, k)) return false;
	}
	text_add(out, ")");
	return true;
}

static bool print_nested_call(text *out, isl_ast_expr *e, const char *name)
{
	int n = (int)isl_ast_expr_get_op_n_arg(e);
	for (int k = 0; k + 1 < n; k++) text_printf(out, "%s(", name);
	if (!print_arg(out, e, 0)) return false;
	for (int k = 1; k < n; k++) {
		text_add(out, ", ");
		if (!print_arg(out, e, k)) return false;
		text_add(out, ")");
	}
	return true;
}

static bool print_choice(text *out, isl_ast_expr *e)
{
	text_add(out, "(");
	bool ok = print_arg(out, e, 0);
	text_add(out, " ? ");
	ok = ok && print_arg(out, e, 1);
	text_add(out, " : ");
	ok = ok && print_arg(out, e, 2);
	text_add(out, ")");
	return ok;
}

static bool print_op(text *out, isl_ast_expr *e)
{
	switch (isl_ast_expr_get_op_type(e)) {
	case isl_ast_expr_op_and:
	case isl_ast_expr_op_and_then: return print_infix(out, e, " && ");
	case isl_ast_expr_op_or:
	case isl_ast_expr_op_or_else: return print_infix(out, e, " || ");
	case isl_ast_expr_op_max: return print_nested_call(out, e, "hpcc_max");
	case isl_ast_expr_op_min: return print_nested_call(out, e, "hpcc_min");
	case isl_ast_expr_op_minus: text_add(out, "-"); return print_arg(out, e, 0);
	case isl_ast_expr_op_add: return print_infix(out, e, " + ");
	case isl_ast_expr_op_sub: return print_infix(out, e, " - ");
	case isl_ast_expr_op_mul: return print_infix(out, e, " * ");
	case isl_ast_expr_op_div:
	case isl_ast_expr_op_pdiv_q: return print_infix(out, e, " / ");
	case isl_ast_expr_op_fdiv_q: return print_nested_call(out, e, "hpcc_floor_div");
	case isl_ast_expr_op_pdiv_r:
	case isl_ast_expr_op_zdiv_r: return print_infix(out, e, " % ");
	case isl_ast_expr_op_cond:
	case isl_ast_expr_op_select: return print_choice(out, e);
	case isl_ast_expr_op_eq: return print_infix(out, e, " == ");
	case isl_ast_expr_op_le: return print_infix(out, e, " <= ");
	case isl_ast_expr_op_lt: return print_infix(out, e, " < ");
	case isl_ast_expr_op_ge: return print_infix(out, e, " >= ");
	case isl_ast_expr_op_gt: return print_infix(out, e, " > ");
	default: return false;
	}
}

static bool print(text *out, isl_ast_expr *e)
{
	switch (isl_ast_expr_get_type(e)) {
	case isl_ast_expr_int: {
		isl_val *v = isl_ast_expr_get_val(e);
		text_printf(out, "%ldL", isl_val_get_num_si(v));
		isl_val_free(v);
		return true;
	}
	case isl_ast_expr_id: {
		isl_id *id = isl_ast_expr_get_id(e);
		text_add(out, isl_id_get_name(id));
		isl_id_free(id);
		return true;
	}
	case isl_ast_expr_op: return print_op(out, e);
	default: return false;
	}
}

static isl_ast_build *build_for(isl_ctx *ctx)
{
	return isl_ast_build_from_context(isl_set_universe(isl_space_params_alloc(ctx, 0)));
}

static bool finish(text *out, isl_ast_expr *e, isl_ast_build *build)
{
	bool ok = e && print(out, e);
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
	return finish(out, isl_ast_build_expr_from_pw_aff(build, value), build);
}

bool affine_text_condition(text *out, isl_set *set)
{
	isl_ctx *ctx = isl_set_get_ctx(set);
	isl_ast_build *build = build_for(ctx);
	return finish(out, isl_ast_build_expr_from_set(build, set), build);
}
