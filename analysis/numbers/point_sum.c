// SPDX-License-Identifier: Apache-2.0
#include "point_sum.h"

#include "cardinality.h"
#include "quota.h"

#include <isl/constraint.h>
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

// ---- sums in loops --------------------------------------------------------------------------------------

static void factor_clear(point_factor *f)
{
	for (int k = 0; k < f->n_loops; k++) {
		isl_pw_aff_free(f->loop[k].first);
		isl_pw_aff_free(f->loop[k].last);
	}
	isl_pw_qpolynomial_free(f->term);
	free(f->loop);
	*f = (point_factor){0};
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

// With loops over the dimensions whose bits are set, the first one outermost; without a term: there is no closed form
// for the others.
static point_factor sum_over(isl_set *set, unsigned dims)
{
	const isl_size n = isl_set_dim(set, isl_dim_set);
	point_factor f = {.loop = calloc((size_t)n + 1, sizeof *f.loop)};
	isl_set *rest = isl_set_copy(set);
	bool bounded = true;
	for (int d = 0; d < n && bounded; d++) {
		if (!(dims >> d & 1)) continue;
		const unsigned at = (unsigned)(d - f.n_loops);
		point_loop *l = &f.loop[f.n_loops];
		*l = loop_over(rest, at);
		bounded = l->first && l->last;
		rest = as_variable(rest, at, f.n_loops++);
	}
	if (bounded && f.n_loops == n)
		f.term = one_in(rest);
	else if (bounded)
		f.term = cardinality(rest);
	else
		isl_set_free(rest);
	if (!f.term) factor_clear(&f);
	return f;
}

// Closed forms are tried for less and less of the set: first with one loop, then with two, then for nothing.
static point_factor with_loops(isl_set *set)
{
	enum { MOST_DIMS = 12 };
	const isl_size n = isl_set_dim(set, isl_dim_set);
	point_factor f = {0};
	if (n < 1 || n > MOST_DIMS || isl_set_is_bounded(set) != isl_bool_true) return f;
	for (int loops = 1; loops < n && loops <= 2 && !f.term; loops++)
		for (unsigned dims = 1; dims < 1U << n && !f.term; dims++)
			if (__builtin_popcount(dims) == loops) f = sum_over(set, dims);
	return f.term ? f : sum_over(set, (1U << n) - 1);
}

// With fewer of isl's operations for each try than there are for the closed form of all.
static point_factor with_loops_within(isl_set *set)
{
	enum { MOST_OPERATIONS = 100000 };
	const quota q = quota_open_within(isl_set_get_ctx(set), MOST_OPERATIONS);
	point_factor f = with_loops(set);
	quota_close(q);
	return f;
}

static point_factor factor_of(isl_set *set)
{
	point_factor f = {.term = cardinality(isl_set_copy(set))};
	if (!f.term) f = with_loops_within(set);
	isl_set_free(set);
	return f;
}

// ---- factors -----------------------------------------------------------------------------------

// Dimensions, and behind them integer divisions, in groups: each has the number of another one of its group, or its own.
typedef struct groups {
	int n_dims, n;
	int *of;
} groups;

static int group_of(const groups *g, int k)
{
	while (g->of[k] != k) k = g->of[k];
	return k;
}

static bool is_in(isl_constraint *c, const groups *g, int k)
{
	bool dim = k < g->n_dims;
	return isl_constraint_involves_dims(
	               c, dim ? isl_dim_set : isl_dim_div, (unsigned)(dim ? k : k - g->n_dims), 1) != isl_bool_false;
}

static isl_stat connect(isl_constraint *c, void *user)
{
	groups *g = user;
	int first = -1;
	for (int k = 0; k < g->n; k++) {
		if (!is_in(c, g, k)) continue;
		if (first >= 0)
			g->of[group_of(g, k)] = group_of(g, first);
		else
			first = k;
	}
	isl_constraint_free(c);
	return isl_stat_ok;
}

// The dimensions of a group, with what the set says of parameters alone.
static isl_set *part_of(isl_basic_set *set, const groups *g, int group)
{
	isl_basic_set *part = isl_basic_set_copy(set);
	for (int d = g->n_dims - 1; d >= 0; d--) {
		if (group_of(g, d) == group) continue;
		part = isl_basic_set_drop_constraints_involving_dims(part, isl_dim_set, (unsigned)d, 1);
		part = isl_basic_set_project_out(part, isl_dim_set, (unsigned)d, 1);
	}
	return isl_set_from_basic_set(part);
}

// Takes the set.
static point_sum *product_of(isl_basic_set *set)
{
	groups g = {.n_dims = isl_basic_set_dim(set, isl_dim_set)};
	g.n = g.n_dims + isl_basic_set_dim(set, isl_dim_div);
	g.of = calloc((size_t)g.n + 1, sizeof *g.of);
	for (int k = 0; k < g.n; k++) g.of[k] = k;
	isl_basic_set_foreach_constraint(set, connect, &g);
	point_sum *s = calloc(1, sizeof *s);
	s->factor = calloc((size_t)g.n_dims + 1, sizeof *s->factor);
	bool known = true;
	for (int k = 0; k < g.n && known; k++) {
		bool dims = false;
		for (int d = 0; d < g.n_dims; d++) dims |= group_of(&g, d) == k;
		if (!dims) continue;
		s->factor[s->n] = factor_of(part_of(set, &g, k));
		known = s->factor[s->n++].term != NULL;
	}
	if (s->n == 0 && known) {
		s->factor[s->n] = factor_of(isl_set_from_basic_set(isl_basic_set_copy(set)));
		known = s->factor[s->n++].term != NULL;
	}
	free(g.of);
	isl_basic_set_free(set);
	if (known) return s;
	point_sum_free(s);
	return NULL;
}

// ---- numbers -----------------------------------------------------------------------------------

void point_sum_free(point_sum *s)
{
	if (!s) return;
	for (int k = 0; k < s->n; k++) factor_clear(&s->factor[k]);
	free(s->factor);
	free(s);
}

bool point_sum_has_loops(const point_sum *s)
{
	bool loops = false;
	for (int k = 0; k < s->n; k++) loops |= s->factor[k].n_loops > 0;
	return loops;
}

isl_pw_qpolynomial *point_sum_closed(const point_sum *s)
{
	if (point_sum_has_loops(s)) return NULL;
	isl_pw_qpolynomial *product = isl_pw_qpolynomial_copy(s->factor[0].term);
	for (int k = 1; k < s->n; k++)
		product = isl_pw_qpolynomial_mul(product, isl_pw_qpolynomial_copy(s->factor[k].term));
	return product;
}

static isl_stat keep_part(isl_basic_set *part, void *user)
{
	isl_basic_set **kept = user;
	isl_basic_set_free(*kept);
	*kept = part;
	return isl_stat_ok;
}

point_sum *point_sum_of(isl_set *set)
{
	set = isl_set_coalesce(set);
	if (isl_set_n_basic_set(set) == 1) {
		isl_basic_set *only = NULL;
		isl_set_foreach_basic_set(set, keep_part, &only);
		isl_set_free(set);
		return product_of(only);
	}
	if (!set) return NULL;
	point_sum *s = calloc(1, sizeof *s);
	s->factor = calloc(1, sizeof *s->factor);
	s->factor[s->n++] = factor_of(set);
	if (s->factor[0].term) return s;
	point_sum_free(s);
	return NULL;
}
