// SPDX-License-Identifier: Apache-2.0
//
// A set of iterations is counted dimension by dimension: the numbers of values are multiplied where what is inside does
// not depend on the value, else a loop adds up; over a few values where what it adds is a polynomial in them. The
// functions are called where counts are asked for, and where a pipeline's strips are chosen.
#include "counts.h"
#include "sections.h"

#include "../analysis/model/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A variable for each dimension: hpcc_ia, hpcc_ib, ... No name is the beginning of another one.
static void index_name(int dim, char *name) { snprintf(name, 16, "hpcc_i%c", 'a' + dim); }

// The dimensions before `dim` become parameters.
static isl_set *seen_from(isl_set *set, int dim)
{
	unsigned n = (unsigned)isl_set_dim(set, isl_dim_param);
	isl_ctx *ctx = isl_set_get_ctx(set);
	set = isl_set_move_dims(isl_set_reset_tuple_id(set), isl_dim_param, n, isl_dim_set, 0, (unsigned)dim);
	for (int d = 0; d < dim; d++) {
		char name[16];
		index_name(d, name);
		set = isl_set_set_dim_id(set, isl_dim_param, n + (unsigned)d, isl_id_alloc(ctx, name, NULL));
	}
	return set;
}

// How often a loop runs that is not counted nobody knows before: as if it ran once. `loops`: of its dimensions.
static isl_set *without_unknown(isl_set *set, const nest_loop **loops)
{
	for (int d = (int)isl_set_dim(set, isl_dim_set) - 1; d >= 0; d--) {
		isl_set *line = sections_line(set, d);
		bool known = isl_set_dim_has_lower_bound(line, isl_dim_set, 0) == isl_bool_true &&
		             isl_set_dim_has_upper_bound(line, isl_dim_set, 0) == isl_bool_true;
		isl_set_free(line);
		if (known) continue;
		int after = (int)isl_set_dim(set, isl_dim_set) - d - 1;
		memmove(&loops[d], &loops[d + 1], (size_t)after * sizeof *loops);
		set = isl_set_project_out(set, isl_dim_set, (unsigned)d, 1);
	}
	return set;
}

// A value over the loops around dimension `dim`, as the initialiser of a range that holds nothing else.
static void add_value(const isl_pw_aff *value, int dim, text *out)
{
	isl_pw_aff *v = isl_pw_aff_add_dims(isl_pw_aff_copy((isl_pw_aff *)value), isl_dim_in, 1);
	isl_local_space *ls = isl_local_space_from_space(isl_pw_aff_get_domain_space(v));
	isl_aff *i = isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)dim);
	isl_set *set = seen_from(isl_pw_aff_eq_set(v, isl_pw_aff_from_aff(i)), dim);
	sections_range(set, 0, out);
	isl_set_free(set);
}

// The values of a loop, seen from those around it, as an initialiser. The set knows nothing of steps whose size is a
// variable.
static void add_range(isl_set *set, int dim, const nest_loop *l, text *out)
{
	isl_set *seen = seen_from(isl_set_copy(set), dim);
	const bool steps = l && l->size && l->depth == dim;
	if (steps) text_add(out, "hpcc_in_steps((hpcc_range)");
	sections_range(seen, 0, out);
	isl_set_free(seen);
	if (!steps) return;
	text_add(out, ", ((hpcc_range)");
	add_value(l->first, dim, out);
	text_add(out, ").lo, ((hpcc_range)");
	add_value(l->size, dim, out);
	text_add(out, ").lo)");
}

static void indent(text *out, int depth)
{
	for (int k = 0; k < depth; k++) text_add(out, "\t");
}

// Whether the values of some loop depend on those of one around it.
static bool any_depends(const text *ranges, int n)
{
	for (int d = 0; d < n; d++)
		for (int k = d + 1; k < n; k++) {
			char name[16];
			index_name(d, name);
			if (strstr(text_get(&ranges[k]), name)) return true;
		}
	return false;
}

// How often what is in these loops runs, as a product.
static void add_times(const text *ranges, int n, text *out)
{
	text_add(out, n ? "HPCC_TIMES(" : "1");
	for (int d = 0; d < n; d++) text_printf(out, "%s%s", d ? ", " : "", text_get(&ranges[d]));
	text_add(out, n ? ")" : "");
}

typedef struct bounds {
	unsigned dim;
	int lower, upper; // constraints that bound it by a sum of multiples of what is around
	bool all;         // there are no others
} bounds;

static isl_stat count_bound(isl_constraint *c, void *user)
{
	bounds *b = user;
	isl_val *of = isl_constraint_get_coefficient_val(c, isl_dim_set, (int)b->dim);
	const bool equal = isl_constraint_is_equality(c) == isl_bool_true;
	const bool is_one = isl_val_is_one(of) == isl_bool_true, is_less = isl_val_is_negone(of) == isl_bool_true;
	b->all &= is_one || is_less || isl_val_is_zero(of) == isl_bool_true;
	b->lower += is_one || (equal && is_less);
	b->upper += is_less || (equal && is_one);
	isl_val_free(of);
	isl_constraint_free(c);
	return isl_stat_ok;
}

// Whether a dimension's first and last values are one sum each of multiples of parameters and of the values of loops
// around it: then how many it has is linear in these.
static bool is_linear(const isl_set *set, int dim, const nest_loop *l)
{
	if (l && l->size && l->depth == dim) return false;
	isl_set *front = isl_set_copy((isl_set *)set);
	const int n = (int)isl_set_dim(front, isl_dim_set);
	front = isl_set_coalesce(isl_set_project_out(front, isl_dim_set, (unsigned)dim + 1, (unsigned)(n - dim - 1)));
	bounds b = {.dim = (unsigned)dim, .all = isl_set_n_basic_set(front) == 1};
	b.all = b.all && isl_set_involves_locals(front) == isl_bool_false;
	if (!b.all) {
		isl_set_free(front);
		return false;
	}
	isl_basic_set *one = isl_basic_set_remove_redundancies(isl_set_simple_hull(front));
	const bool done = isl_basic_set_foreach_constraint(one, count_bound, &b) == isl_stat_ok;
	isl_basic_set_free(one);
	return done && b.all && b.lower == 1 && b.upper == 1;
}

// The loops of one part, from the outermost: their ranges, and whether the numbers of values are linear.
typedef struct counted_loops {
	int n;
	text *ranges;
	bool *linear;
} counted_loops;

static bool all_linear(const counted_loops *l, int from)
{
	bool all = true;
	for (int k = from; k < l->n; k++) all &= l->linear[k];
	return all;
}

static void begin_range(const counted_loops *l, int d, int depth, text *out)
{
	bool braces = *text_get(&l->ranges[d]) == '{';
	indent(out, depth);
	text_printf(out, "const hpcc_range hpcc_r%c = hpcc_counted(%s%s);\n", 'a' + d, braces ? "(hpcc_range)" : "",
	        text_get(&l->ranges[d]));
}

// Defines hpcc_n<d>: how often what is in the loops from `d` on runs, for values of those around. What is inside of a
// loop where all numbers are linear is a polynomial in its values: its first ones tell the sum.
static void count_from(const counted_loops *l, int d, int depth, text *out)
{
	if (d == l->n) return;
	char name[16];
	index_name(d, name);
	bool used = false;
	for (int k = d + 1; k < l->n; k++) used |= strstr(text_get(&l->ranges[k]), name) != NULL;
	begin_range(l, d, depth, out);
	if (!used) {
		count_from(l, d + 1, depth, out);
		indent(out, depth);
		text_printf(out, "const long hpcc_n%c = hpcc_range_size(&hpcc_r%c)", 'a' + d, 'a' + d);
		if (d + 1 < l->n) text_printf(out, " * hpcc_n%c", 'a' + d + 1);
		text_add(out, ";\n");
		return;
	}
	const bool polynomial = all_linear(l, d + 1);
	const int n_values = l->n - d;
	indent(out, depth);
	if (polynomial)
		text_printf(out, "long hpcc_v%c[%d], hpcc_k%c = 0;\n", 'a' + d, n_values, 'a' + d);
	else
		text_printf(out, "long hpcc_n%c = 0;\n", 'a' + d);
	indent(out, depth);
	text_printf(out, "for (long %s = hpcc_r%c.lo; %s <= hpcc_r%c.hi", name, 'a' + d, name, 'a' + d);
	if (polynomial) text_printf(out, " && hpcc_k%c < %d", 'a' + d, n_values);
	text_printf(out, "; %s += hpcc_r%c.step) {\n", name, 'a' + d);
	count_from(l, d + 1, depth + 1, out);
	indent(out, depth + 1);
	if (polynomial)
		text_printf(out, "hpcc_v%c[hpcc_k%c++] = hpcc_n%c;\n", 'a' + d, 'a' + d, 'a' + d + 1);
	else
		text_printf(out, "hpcc_n%c += hpcc_n%c;\n", 'a' + d, 'a' + d + 1);
	indent(out, depth);
	text_add(out, "}\n");
	if (!polynomial) return;
	indent(out, depth);
	text_printf(out, "const long hpcc_n%c = hpcc_sum(hpcc_v%c, hpcc_k%c, hpcc_range_size(&hpcc_r%c));\n", 'a' + d,
	        'a' + d, 'a' + d, 'a' + d);
}

static bool all_counted(const task *t, int stmt)
{
	const nest_stmt *s = &t->nest->stmts[stmt];
	bool all = true;
	for (int d = 0; d < s->depth; d++) all &= t->nest->loops[s->loop[d]].counted;
	return all;
}

typedef struct counting {
	const task *t;
	int stmt;
	const char *added_to; // "hpcc_n[0] += 2 *"
	text *out;
} counting;

static isl_stat count_part(isl_basic_set *part, void *user)
{
	const counting *c = user;
	isl_set *set = isl_set_from_basic_set(part);
	const nest_stmt *s = &c->t->nest->stmts[c->stmt];
	const nest_loop *loops[NEST_MAX_DEPTH + 1] = {0};
	for (int d = 0; d < s->depth; d++) loops[d] = &c->t->nest->loops[s->loop[d]];
	if (!all_counted(c->t, c->stmt)) set = without_unknown(set, loops);
	int n = (int)isl_set_dim(set, isl_dim_set);
	text *ranges = calloc((size_t)n + 1, sizeof *ranges);
	bool *linear = calloc((size_t)n + 1, sizeof *linear);
	for (int d = 0; d < n; d++) {
		add_range(set, d, loops[d], &ranges[d]);
		linear[d] = is_linear(set, d, loops[d]);
	}
	text condition = {0};
	isl_set *parameters = isl_set_remove_divs(isl_set_coalesce(isl_set_params(set)));
	if (isl_set_plain_is_universe(parameters) == isl_bool_true)
		isl_set_free(parameters);
	else if (!affine_text_condition(&condition, parameters))
		text_free(&condition);
	bool depends = any_depends(ranges, n);
	text_add(c->out, "\t");
	if (condition.size) text_printf(c->out, "if (%s)%s", text_get(&condition), depends ? " " : "\n\t\t");
	if (depends) {
		text_add(c->out, "{\n");
		count_from(&(counted_loops){n, ranges, linear}, 0, 2, c->out);
		text_printf(c->out, "\t\t%s hpcc_na;\n\t}\n", c->added_to);
	} else {
		text_printf(c->out, "%s ", c->added_to);
		add_times(ranges, n, c->out);
		text_add(c->out, ";\n");
	}
	text_free(&condition);
	for (int d = 0; d < n; d++) text_free(&ranges[d]);
	free(ranges);
	free(linear);
	return isl_stat_ok;
}

// Many parts, which may overlap, would take long to tell apart: then what is around all of them.
static isl_set *parts_of(isl_set *set)
{
	enum { MANY = 8 };
	if (isl_set_n_basic_set(set) > MANY) return isl_set_from_basic_set(isl_set_simple_hull(set));
	return isl_set_n_basic_set(set) > 1 ? isl_set_make_disjoint(set) : set;
}

static bool is_split(const task *t, int stmt)
{
	return t->kind == TASK_SPLIT && partition_depends_on_own(&t->nest->stmts[stmt]);
}

// Whether loops with steps that the sets do not tell are the same.
static bool steps_alike(const nest *n, const nest_stmt *a, const nest_stmt *b)
{
	bool alike = true;
	for (int d = 0; d < a->depth; d++)
		alike &= a->loop[d] == b->loop[d] || (!n->loops[a->loop[d]].by && !n->loops[b->loop[d]].by);
	return alike;
}

// Statements that are executed as this one is, itself included; 0: there is such a one before it.
static int alike(const task *t, int stmt, const isl_set *set)
{
	int n = 0;
	for (int k = 0; k < t->nest->n_stmts; k++) {
		bool may_be = task_counts(t, k) && t->nest->stmts[k].depth == t->nest->stmts[stmt].depth;
		if (!may_be || is_split(t, k) != is_split(t, stmt)) continue;
		if (!steps_alike(t->nest, &t->nest->stmts[k], &t->nest->stmts[stmt])) continue;
		isl_set *other = task_executed(t, k);
		bool same = k == stmt || isl_set_plain_is_equal(other, (isl_set *)set) == isl_bool_true;
		isl_set_free(other);
		if (same && k < stmt) return 0;
		n += same;
	}
	return n;
}

// As long as simple operations that are under way at a time.
static long as_simple(op_counts o)
{
	enum { DIVISION = 8, ROOT = 10, LIBM = 60 };
	return o.fadd + o.fmul + o.iops + o.loads + o.stores + DIVISION * o.fdiv + ROOT * o.fsqrt + LIBM * o.flibm;
}

long counts_operations(const task *t)
{
	long most = 1;
	for (int k = 0; k < t->nest->n_stmts; k++) {
		if (!task_counts(t, k)) continue;
		const op_counts o = operations_of_statement(t->nest, &t->nest->stmts[k]);
		if (o.calls || o.loops || !all_counted(t, k)) return 0;
		if (as_simple(o) > most) most = as_simple(o);
	}
	return most;
}

void counts_function(const task *t, text *out)
{
	char head[48];
	text body = {0};
	snprintf(head, sizeof head, "HPCC_WORK(hpcc_work_%d)", t->id);
	for (int k = 0; k < t->nest->n_stmts; k++) {
		if (!task_counts(t, k)) continue;
		isl_set *set = task_executed(t, k);
		int n = alike(t, k, set);
		if (!n) {
			isl_set_free(set);
			continue;
		}
		char added_to[40];
		snprintf(added_to, sizeof added_to,
		        n > 1 ? "hpcc_n[%d] += %d *" : "hpcc_n[%d] +=", is_split(t, k) ? 0 : 1, n);
		set = parts_of(set);
		isl_set_foreach_basic_set(set, count_part, &(counting){t, k, added_to, &body});
		isl_set_free(set);
	}
	text_add_function(out, head, text_get(&body));
	text_free(&body);
}
