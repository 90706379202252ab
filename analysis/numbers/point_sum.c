// SPDX-License-Identifier: Apache-2.0
#include "point_sum.h"

#include "cardinality.h"

#include <isl/ctx.h>
#include <isl/space.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- variables ---------------------------------------------------------------------------------

static const char variable_name[] = "hpcc_k";

isl_id *point_loop_id(isl_ctx *ctx, int loop)
{
	char name[32];
	snprintf(name, sizeof name, "%s%d", variable_name, loop);
	return isl_id_alloc(ctx, name, NULL);
}

bool point_loop_is(isl_id *id)
{
	const char *name = isl_id_get_name(id);
	return name && !isl_id_get_user(id) && !strncmp(name, variable_name, strlen(variable_name));
}

// ---- sums --------------------------------------------------------------------------------------

void point_sum_free(point_sum *s)
{
	if (!s) return;
	for (int k = 0; k < s->n_loops; k++) {
		isl_pw_aff_free(s->loop[k].first);
		isl_pw_aff_free(s->loop[k].last);
	}
	isl_pw_qpolynomial_free(s->term);
	free(s->loop);
	free(s);
}

// The dimension as the variable of a loop. Takes the set.
static isl_set *as_variable(isl_set *set, unsigned dim, int loop)
{
	isl_size at = isl_set_dim(set, isl_dim_param);
	if (at < 0) return isl_set_free(set);
	set = isl_set_move_dims(set, isl_dim_param, (unsigned)at, isl_dim_set, dim, 1);
	return isl_set_set_dim_id(set, isl_dim_param, (unsigned)at, point_loop_id(isl_set_get_ctx(set), loop));
}

// The values of one dimension, and perhaps some beside and between them: of unions the hull, which is easier.
static point_loop loop_over(isl_set *set, unsigned dim)
{
	isl_size n = isl_set_dim(set, isl_dim_set);
	isl_set *values = isl_set_copy(set);
	if (n > 0) values = isl_set_project_out(values, isl_dim_set, dim + 1, (unsigned)n - dim - 1);
	values = isl_set_coalesce(isl_set_remove_divs(isl_set_project_out(values, isl_dim_set, 0, dim)));
	isl_set *hull = isl_set_from_basic_set(isl_set_simple_hull(isl_set_copy(values)));
	if (isl_set_is_bounded(hull) == isl_bool_true) {
		isl_set_free(values);
		values = hull;
	} else {
		isl_set_free(hull);
	}
	point_loop l = {.first = isl_set_dim_min(isl_set_copy(values), 0)};
	l.last = isl_set_dim_max(values, 0);
	return l;
}

// 1 for the parameters of a set without dimensions, each of which is in several disjuncts, perhaps. Takes the set.
static isl_pw_qpolynomial *one_in(isl_set *set)
{
	set = isl_set_params(set);
	isl_qpolynomial *one = isl_qpolynomial_one_on_domain(isl_set_get_space(set));
	return isl_pw_qpolynomial_intersect_domain(isl_pw_qpolynomial_from_qpolynomial(one), set);
}

// With loops over the dimensions whose bits are set, the first one outermost; NULL: there is no closed form for the
// others.
static point_sum *sum_over(isl_set *set, unsigned dims)
{
	point_sum *s = calloc(1, sizeof *s);
	const isl_size n = isl_set_dim(set, isl_dim_set);
	s->loop = calloc((size_t)n + 1, sizeof *s->loop);
	isl_set *rest = isl_set_copy(set);
	bool bounded = true;
	for (int d = 0; d < n && bounded; d++) {
		if (!(dims >> d & 1)) continue;
		const unsigned at = (unsigned)(d - s->n_loops);
		point_loop *l = &s->loop[s->n_loops];
		*l = loop_over(rest, at);
		bounded = l->first && l->last;
		rest = as_variable(rest, at, s->n_loops++);
	}
	if (bounded && s->n_loops == n)
		s->term = one_in(rest);
	else if (bounded)
		s->term = cardinality(rest);
	else
		isl_set_free(rest);
	if (s->term) return s;
	point_sum_free(s);
	return NULL;
}

// Closed forms are tried for less and less of the set: first with one loop, then with two, and so on.
static point_sum *with_loops(isl_set *set)
{
	enum { MOST_DIMS = 12 };
	const isl_size n = isl_set_dim(set, isl_dim_set);
	point_sum *s = NULL;
	if (n < 1 || n > MOST_DIMS || isl_set_is_bounded(set) != isl_bool_true) return NULL;
	for (int loops = 1; loops < n && loops <= 2 && !s; loops++)
		for (unsigned dims = 1; dims < 1U << n && !s; dims++)
			if (__builtin_popcount(dims) == loops) s = sum_over(set, dims);
	return s ? s : sum_over(set, (1U << n) - 1);
}

// With fewer of isl's operations for each try than there are for the closed form of all.
static point_sum *with_loops_within(isl_set *set)
{
	enum { MOST_OPERATIONS = 100000 };
	isl_ctx *ctx = isl_set_get_ctx(set);
	const unsigned long before = isl_ctx_get_max_operations(ctx);
	isl_ctx_set_max_operations(ctx, before && before < MOST_OPERATIONS ? before : MOST_OPERATIONS);
	point_sum *s = with_loops(set);
	isl_ctx_set_max_operations(ctx, before);
	isl_ctx_reset_operations(ctx);
	isl_ctx_reset_error(ctx);
	return s;
}

point_sum *point_sum_of(isl_set *set)
{
	if (!set) return NULL;
	isl_pw_qpolynomial *closed = cardinality(isl_set_copy(set));
	point_sum *s;
	if (closed) {
		s = calloc(1, sizeof *s);
		s->term = closed;
	} else {
		s = with_loops_within(set);
	}
	isl_set_free(set);
	return s;
}
