// SPDX-License-Identifier: Apache-2.0
#include "phase_costs.h"

#include "owned_dims.h"
#include "task_work.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../split/split.h"

#include <isl/val.h>

#include <stdlib.h>
#include <string.h>

// ---- variables ---------------------------------------------------------------------------------

static const char variable_name[] = "hpcc_variable";

isl_id *phase_variable_id(isl_ctx *ctx, const prog_symbol *variable)
{
	return isl_id_alloc(ctx, variable_name, (void *)variable);
}

const prog_symbol *phase_variable_of(isl_id *id)
{
	const char *name = isl_id_get_name(id);
	return name && !strcmp(name, variable_name) ? isl_id_get_user(id) : NULL;
}

static const char *skip(const char *s, const char *what)
{
	size_t n = strlen(what);
	while (!strncmp(s, what, n)) s += n;
	return s;
}

bool phase_param_is(const task *t, int param, const prog_symbol *variable, const prog_function *function)
{
	const char *s = t->nest->params[param].text, *last;
	if (t->nest->root->function != function) return false;
	do {
		last = s;
		s = skip(skip(s, "(long)"), "(");
	} while (s != last);
	size_t n = strlen(variable->name);
	return !strncmp(s, variable->name, n) && s[n + strspn(s + n, ")")] == '\0';
}

// ---- loops ---------------------------------------------------------------------------------

static isl_aff *zero_of(isl_ctx *ctx)
{
	return isl_aff_zero_on_domain(isl_local_space_from_space(isl_space_params_alloc(ctx, 0)));
}

// An expression over variables of integer types; NULL: it is not affine.
static isl_aff *value_of(isl_ctx *ctx, const prog_expr *e);

static isl_aff *sum_of(isl_ctx *ctx, const prog_expr *e)
{
	isl_aff *a = value_of(ctx, e->arg[0]), *b = value_of(ctx, e->arg[1]);
	if (a && b) {
		a = isl_aff_align_params(a, isl_aff_get_domain_space(b));
		b = isl_aff_align_params(b, isl_aff_get_domain_space(a));
		return e->op == PROG_OP_ADD ? isl_aff_add(a, b) : isl_aff_sub(a, b);
	}
	isl_aff_free(a);
	isl_aff_free(b);
	return NULL;
}

static isl_aff *product_of(isl_ctx *ctx, const prog_expr *e)
{
	isl_aff *a = value_of(ctx, e->arg[0]), *b = value_of(ctx, e->arg[1]);
	bool fits = a && b && (isl_aff_is_cst(a) == isl_bool_true || isl_aff_is_cst(b) == isl_bool_true);
	if (fits) {
		isl_aff *factor = isl_aff_is_cst(a) == isl_bool_true ? a : b;
		isl_aff *other = factor == a ? b : a;
		isl_aff *result = isl_aff_scale_val(other, isl_aff_get_constant_val(factor));
		isl_aff_free(factor);
		return result;
	}
	isl_aff_free(a);
	isl_aff_free(b);
	return NULL;
}

static isl_aff *variable_of(isl_ctx *ctx, const prog_symbol *s)
{
	isl_space *space = isl_space_add_param_id(isl_space_params_alloc(ctx, 0), phase_variable_id(ctx, s));
	isl_local_space *ls = isl_local_space_from_space(space);
	return isl_aff_var_on_domain(ls, isl_dim_param, 0);
}

static isl_aff *value_of(isl_ctx *ctx, const prog_expr *e)
{
	bool integer = e->type && (e->type->kind == PROG_TYPE_INT || e->type->kind == PROG_TYPE_BOOL);
	if (!integer) return NULL;
	switch (e->kind) {
	case PROG_EXPR_INT: return isl_aff_add_constant_si(zero_of(ctx), (int)e->value);
	case PROG_EXPR_VAR:
		return e->symbol->kind == PROG_SYMBOL_FUNCTION || e->type->is_volatile ? NULL
		                                                                       : variable_of(ctx, e->symbol);
	case PROG_EXPR_CAST: return value_of(ctx, e->arg[0]);
	case PROG_EXPR_BINARY:
		if (e->op == PROG_OP_ADD || e->op == PROG_OP_SUB) return sum_of(ctx, e);
		return e->op == PROG_OP_MUL ? product_of(ctx, e) : NULL;
	default: return NULL;
	}
}

static const prog_symbol *var_of(const prog_expr *e)
{
	while (e && e->kind == PROG_EXPR_CAST) e = e->arg[0];
	return e && e->kind == PROG_EXPR_VAR ? e->symbol : NULL;
}

// The loop's variable and its first value; false: it is no loop that counts.
static bool starts_with(const prog_stmt *loop, const prog_symbol **var, const prog_expr **first)
{
	const prog_stmt *s = loop->init;
	if (loop->kind != PROG_STMT_FOR || !s) return false;
	if (s->kind == PROG_STMT_DECL && s->n_symbols == 1 && s->inits[0]) {
		*var = s->symbols[0], *first = s->inits[0];
		return true;
	}
	const prog_expr *e = s->kind == PROG_STMT_EXPR ? s->expr : NULL;
	if (!e || e->kind != PROG_EXPR_ASSIGN || e->op != PROG_OP_NONE || !var_of(e->arg[0])) return false;
	*var = var_of(e->arg[0]), *first = e->arg[1];
	return true;
}

// By how much the variable steps; 0: not known.
static long step_of(const prog_stmt *loop, const prog_symbol *var)
{
	const prog_expr *e = loop->step;
	if (!e || (e->kind != PROG_EXPR_INCDEC && e->kind != PROG_EXPR_ASSIGN) || var_of(e->arg[0]) != var) return 0;
	if (e->op != PROG_OP_ADD && e->op != PROG_OP_SUB) return 0;
	long by = 1;
	if (e->kind == PROG_EXPR_ASSIGN) {
		if (e->arg[1]->kind != PROG_EXPR_INT) return 0;
		by = e->arg[1]->value;
	}
	if (by < 0 || by > 1 << 20) return 0;
	return e->op == PROG_OP_ADD ? by : -by;
}

typedef struct changing {
	const prog_symbol *symbol;
	const char *name;
} changing;

static bool changes(const prog_expr *e, void *user)
{
	const changing *c = user;
	bool sets = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC || e->kind == PROG_EXPR_ADDR;
	return sets && var_of(e->arg[0]) == c->symbol;
}

static bool declares(const prog_stmt *s, void *user)
{
	const changing *c = user;
	for (int k = 0; k < s->n_symbols; k++)
		if (!strcmp(s->symbols[k]->name, c->name)) return true;
	return false;
}

// Whether the body may set the variable, or has another one of its name.
static bool is_touched(const prog_stmt *body, const prog_symbol *s)
{
	changing c = {s, s->name};
	return walk_any_in(body, changes, &c) || walk_any_stmt(body, declares, &c);
}

// The condition as a set of the variable's values; NULL: it is none.
static isl_set *while_true(isl_ctx *ctx, const prog_stmt *loop, const prog_symbol *var, long step)
{
	const prog_expr *e = loop->cond;
	if (!e || e->kind != PROG_EXPR_BINARY || var_of(e->arg[0]) != var) return NULL;
	prog_op op = e->op;
	if (op == PROG_OP_NE && (step == 1 || step == -1)) op = step > 0 ? PROG_OP_LT : PROG_OP_GT;
	bool up = op == PROG_OP_LT || op == PROG_OP_LE, down = op == PROG_OP_GT || op == PROG_OP_GE;
	isl_aff *end = (up && step > 0) || (down && step < 0) ? value_of(ctx, e->arg[1]) : NULL;
	if (!end) return NULL;
	isl_pw_aff *limit = isl_pw_aff_from_aff(end), *k = isl_pw_aff_from_aff(variable_of(ctx, var));
	if (op == PROG_OP_LT) return isl_pw_aff_lt_set(k, limit);
	if (op == PROG_OP_LE) return isl_pw_aff_le_set(k, limit);
	return op == PROG_OP_GT ? isl_pw_aff_gt_set(k, limit) : isl_pw_aff_ge_set(k, limit);
}

// From the first value on, in steps.
static isl_set *from_first(isl_ctx *ctx, isl_aff *first, const prog_symbol *var, long step)
{
	isl_aff *k = variable_of(ctx, var);
	k = isl_aff_align_params(k, isl_aff_get_domain_space(first));
	first = isl_aff_align_params(first, isl_aff_get_domain_space(k));
	isl_aff *way = step > 0 ? isl_aff_sub(k, first) : isl_aff_sub(first, k);
	isl_pw_aff *gone = isl_pw_aff_from_aff(way);
	isl_set *set = isl_pw_aff_nonneg_set(isl_pw_aff_copy(gone));
	long size = step > 0 ? step : -step;
	if (size > 1)
		set = isl_set_intersect(set,
		        isl_pw_aff_zero_set(isl_pw_aff_mod_val(isl_pw_aff_copy(gone), isl_val_int_from_si(ctx, size))));
	isl_pw_aff_free(gone);
	return set;
}

static isl_set *steps_of(isl_ctx *ctx, const prog_stmt *loop, const prog_symbol *var, const prog_expr *first)
{
	long step = step_of(loop, var);
	isl_aff *start = step ? value_of(ctx, first) : NULL;
	isl_set *inside = start ? while_true(ctx, loop, var, step) : NULL;
	if (!inside) {
		isl_aff_free(start);
		return NULL;
	}
	return isl_set_intersect(inside, from_first(ctx, start, var, step));
}

static bool bounds_change(isl_set *steps, const prog_symbol *var, const prog_stmt *body)
{
	bool change = false;
	isl_size n = isl_set_dim(steps, isl_dim_param);
	for (int k = 0; k < n; k++) {
		isl_id *id = isl_set_get_dim_id(steps, isl_dim_param, (unsigned)k);
		const prog_symbol *s = phase_variable_of(id);
		change |= s && s != var && is_touched(body, s);
		isl_id_free(id);
	}
	return change;
}

phase_loop phase_loop_of(isl_ctx *ctx, const prog_stmt *loop)
{
	phase_loop l = {.loop = loop};
	const prog_expr *first;
	const prog_symbol *var;
	if (!starts_with(loop, &var, &first) || is_touched(loop->body, var)) return l;
	l.steps = steps_of(ctx, loop, var, first);
	if (l.steps && bounds_change(l.steps, var, loop->body)) l.steps = isl_set_free(l.steps);
	if (l.steps) l.var = var;
	return l;
}

void phase_loop_free(phase_loop *l) { l->steps = isl_set_free(l->steps); }

// Moves a parameter to the first dimension. Takes the set and the identifier.
static isl_set *as_dimension(isl_set *set, isl_id *param)
{
	int at = isl_set_find_dim_by_id(set, isl_dim_param, param);
	isl_id_free(param);
	if (isl_set_is_params(set) == isl_bool_true) set = isl_set_from_params(set);
	set = isl_set_reset_tuple_id(set);
	return at < 0 ? set : isl_set_move_dims(set, isl_dim_set, 0, isl_dim_param, (unsigned)at, 1);
}

point_sum *phase_loop_count(const phase_loop *l)
{
	if (!l->var) return NULL;
	isl_id *id = phase_variable_id(isl_set_get_ctx(l->steps), l->var);
	return point_sum_of(as_dimension(isl_set_copy(l->steps), id));
}

bool phase_place_unknown(const phase_place *at)
{
	bool unknown = at->more;
	for (int k = at->in_cycle ? 1 : 0; k < at->n; k++) unknown |= !at->loop[k]->var;
	return unknown;
}

// What the nest calls a variable of the loop's. Of what is no task (NULL) variables stand for themselves.
static isl_id *id_in(const task *t, const prog_symbol *variable, const phase_loop *l)
{
	for (int k = 0; t && k < t->nest->n_params; k++)
		if (phase_param_is(t, k, variable, l->loop->function)) return isl_id_copy(t->nest->params[k].id);
	return phase_variable_id(isl_set_get_ctx(l->steps), variable);
}

// The steps over the nest's own parameters, where it has the same variables.
static isl_set *steps_in(const phase_loop *l, const task *t)
{
	isl_set *steps = isl_set_copy(l->steps);
	isl_size n = isl_set_dim(steps, isl_dim_param);
	for (int k = 0; k < n; k++) {
		isl_id *id = isl_set_get_dim_id(steps, isl_dim_param, (unsigned)k);
		const prog_symbol *s = phase_variable_of(id);
		isl_id_free(id);
		if (s) steps = isl_set_set_dim_id(steps, isl_dim_param, (unsigned)k, id_in(t, s, l));
	}
	return steps;
}

// ---- counting ----------------------------------------------------------------------------------

// The set with the variables of the loops from `first` on as its first dimensions. Takes the set.
static isl_set *in_loops(const phase_place *at, int first, const task *t, isl_set *set)
{
	for (int k = first; k < at->n; k++)
		if (at->loop[k]->var) set = isl_set_intersect_params(set, steps_in(at->loop[k], t));
	for (int k = at->n - 1; k >= first; k--)
		if (at->loop[k]->var) set = as_dimension(set, id_in(t, at->loop[k]->var, at->loop[k]));
	return set;
}

// Whether the set hangs on the parameter. Takes the identifier.
static bool involves(isl_set *set, isl_id *param)
{
	int dim = isl_set_find_dim_by_id(set, isl_dim_param, param);
	isl_id_free(param);
	return dim >= 0 && isl_set_involves_dims(set, isl_dim_param, (unsigned)dim, 1) == isl_bool_true;
}

static bool hangs_on_cycle(const phase_place *at, const task *t, isl_set *set)
{
	const phase_loop *cycle = at->in_cycle ? at->loop[0] : NULL;
	return cycle && cycle->var && involves(set, id_in(t, cycle->var, cycle));
}

phase_count phase_count_of(const phase_place *at, const task *t, isl_set *set)
{
	isl_set *once = in_loops(at, at->in_cycle ? 1 : 0, t, isl_set_copy(set));
	phase_count n = {.in_steps = hangs_on_cycle(at, t, once)};
	if (n.in_steps)
		n.all = point_sum_of(in_loops(at, 0, t, set));
	else
		isl_set_free(set);
	n.once = point_sum_of(once);
	return n;
}

phase_count phase_place_count(isl_ctx *ctx, const phase_place *at)
{
	return phase_count_of(at, NULL, isl_set_universe(isl_space_params_alloc(ctx, 0)));
}

void phase_count_free(phase_count *n)
{
	point_sum_free(n->once);
	point_sum_free(n->all);
	n->once = n->all = NULL;
}

// ---- statements --------------------------------------------------------------------------------

static bool has_uncounted_loop(const nest *n, const nest_stmt *s)
{
	bool uncounted = false;
	for (int d = 0; d < s->depth; d++)
		uncounted |= !n->loops[s->loop[d]].counted || n->loops[s->loop[d]].by || n->loops[s->loop[d]].scale;
	return uncounted;
}

// What executed sets are compared as.
static isl_set *iterations_of(const task *t, int stmt) { return isl_set_coalesce(task_executed(t, stmt)); }

// One axis decides alone, and each iteration has one place along it.
static bool is_by_one_index(const task *t, isl_set *set)
{
	bool one = t->nest->n_axes > 0 && isl_set_n_basic_set(set) == 1;
	for (int x = 0; x < t->nest->n_axes && one; x++) {
		int lo = own_bound_find(set, x, OWN_LO), hi = own_bound_find(set, x, OWN_HI);
		bool used = (lo >= 0 && isl_set_involves_dims(set, isl_dim_param, (unsigned)lo, 1) == isl_bool_true) ||
		            (hi >= 0 && isl_set_involves_dims(set, isl_dim_param, (unsigned)hi, 1) == isl_bool_true);
		one &= !used || x == 0;
	}
	return one;
}

typedef struct same_piece {
	isl_qpolynomial *value;
	isl_set *where;
	int lo; // the position of the index
	bool differs;
} same_piece;

static isl_stat compare_piece(isl_set *where, isl_qpolynomial *value, void *user)
{
	same_piece *s = user;
	s->differs |= isl_qpolynomial_involves_dims(value, isl_dim_param, (unsigned)s->lo, 1) != isl_bool_false;
	if (s->value) s->differs |= isl_qpolynomial_plain_is_equal(s->value, value) != isl_bool_true;
	if (s->value)
		isl_qpolynomial_free(value);
	else
		s->value = value;
	s->where = s->where ? isl_set_union(s->where, where) : where;
	return isl_stat_ok;
}

// The work of each index, where that is the same for all of them.
static void per_pdu_of(const phase_place *at, const task *t, isl_set *set, phase_term *term)
{
	if (!is_by_one_index(t, set)) return;
	int lo = own_bound_find(set, 0, OWN_LO), hi = own_bound_find(set, 0, OWN_HI);
	if (lo < 0 || hi < 0) return;
	isl_set *one = isl_set_equate(isl_set_copy(set), isl_dim_param, lo, isl_dim_param, hi);
	one = isl_set_project_out(one, isl_dim_param, (unsigned)hi, 1);
	phase_count count = phase_count_of(at, t, one);
	const point_sum *sum = term->count.in_steps ? count.all : count.once;
	isl_pw_qpolynomial *of = sum ? point_sum_closed(sum) : NULL;
	isl_id *id = own_bound_id(t->nest->ctx, 0, OWN_LO);
	same_piece s = {.lo = of ? isl_pw_qpolynomial_find_dim_by_name(of, isl_dim_param, isl_id_get_name(id)) : -1};
	if (of && s.lo >= 0) isl_pw_qpolynomial_foreach_piece(of, compare_piece, &s);
	isl_pw_qpolynomial_free(of);
	phase_count_free(&count);
	if (s.value && !s.differs) {
		isl_set *where = isl_set_project_out(s.where, isl_dim_param, (unsigned)s.lo, 1);
		term->per_pdu = s.value, term->per_pdu_if = where;
	} else {
		isl_qpolynomial_free(s.value);
		isl_set_free(s.where);
	}
	isl_id_free(id);
}

static void add_statement(phase_work *w, isl_set **sets, const task *t, int stmt)
{
	const nest_stmt *s = &t->nest->stmts[stmt];
	op_counts each = operations_of_statement(t->nest, s);
	isl_set *set = iterations_of(t, stmt);
	w->estimated |= s->may || each.estimated;
	if (has_uncounted_loop(t->nest, s)) {
		w->estimated = true;
		set = task_without_unknown(set);
	}
	for (int k = 0; k < w->n; k++)
		if (isl_set_plain_is_equal(sets[k], set) == isl_bool_true) {
			w->term[k].each = operations_sum(w->term[k].each, each);
			isl_set_free(set);
			return;
		}
	sets[w->n] = set;
	w->term[w->n++] = (phase_term){.split = t->kind == TASK_SPLIT && partition_depends_on_own(s), .each = each};
}

bool phase_term_is_nothing(const phase_term *term)
{
	const op_counts *o = &term->each;
	return !(o->fadd | o->fmul | o->fdiv | o->fsqrt | o->flibm | o->iops | o->loads | o->stores | o->calls);
}

// ---- PDUs --------------------------------------------------------------------------------------

// The indices of the home along an axis that the nest touches, in any step.
static isl_set *indices_along(const task *t, int axis)
{
	const nest *n = t->nest;
	const nest_axis *a = &n->axes[axis];
	isl_set *all = NULL;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *access = &n->stmts[k].accesses[j];
			if (access->object != a->object || (!access->read && !access->write)) continue;
			isl_set *set = isl_set_apply(isl_set_copy(n->stmts[k].domain), isl_map_copy(access->map));
			unsigned rank = (unsigned)n->objects[a->object].rank, dim = (unsigned)a->dim;
			set = isl_set_project_out(isl_set_reset_tuple_id(set), isl_dim_set, dim + 1, rank - dim - 1);
			set = isl_set_project_out(set, isl_dim_set, 0, dim);
			all = all ? isl_set_union(all, set) : set;
		}
	return all ? isl_set_coalesce(all) : NULL;
}

// In any step of the loops around the phase on which it hangs. Takes the set.
static isl_set *without_step(const phase_place *at, const task *t, isl_set *set)
{
	for (int k = at->n - 1; k >= 0; k--) {
		const phase_loop *l = at->loop[k];
		if (!l->var || !involves(set, id_in(t, l->var, l))) continue;
		set = isl_set_intersect_params(set, steps_in(l, t));
		set = as_dimension(set, id_in(t, l->var, l));
		set = isl_set_project_out(set, isl_dim_set, 0, 1);
	}
	return isl_set_coalesce(set);
}

// As many as there are tuples of an index along each axis.
static point_sum *num_pdus_of(const phase_place *at, const task *t)
{
	const nest *n = t->nest;
	isl_set *tuples = NULL;
	for (int x = 0; t->kind == TASK_SPLIT && x < n->n_axes; x++) {
		if (n->axes[x].object != n->axes[0].object || n->axes[x].shared != x) continue;
		isl_set *set = indices_along(t, x);
		if (!set) {
			isl_set_free(tuples);
			return NULL;
		}
		set = without_step(at, t, set);
		tuples = tuples ? isl_set_flat_product(tuples, set) : set;
	}
	return point_sum_of(tuples);
}

// ---- phases ------------------------------------------------------------------------------------

phase_work *phase_work_of(const phase_place *at, const task *t)
{
	const nest *n = t->nest;
	phase_work *w = calloc(1, sizeof *w);
	isl_set **sets = calloc((size_t)n->n_stmts + 1, sizeof *sets);
	w->term = calloc((size_t)n->n_stmts + 1, sizeof *w->term);
	for (int k = 0; k < n->n_stmts; k++)
		if (task_counts(t, k)) add_statement(w, sets, t, k);
	w->linear = t->kind == TASK_SPLIT;
	for (int k = 0; k < w->n; k++) {
		phase_term *term = &w->term[k];
		if (!phase_term_is_nothing(term)) {
			term->count = phase_count_of(at, t, isl_set_copy(sets[k]));
			if (term->split) per_pdu_of(at, t, sets[k], term);
			w->unknown |= !term->count.once;
			w->in_steps |= term->count.in_steps;
			w->all_unknown |= term->count.in_steps && !term->count.all;
			w->linear &= !term->split || term->per_pdu;
		}
		isl_set_free(sets[k]);
	}
	free(sets);
	w->num_pdus = num_pdus_of(at, t);
	return w;
}

void phase_work_free(phase_work *w)
{
	for (int k = 0; k < w->n; k++) {
		phase_count_free(&w->term[k].count);
		isl_qpolynomial_free(w->term[k].per_pdu);
		isl_set_free(w->term[k].per_pdu_if);
	}
	point_sum_free(w->num_pdus);
	free(w->term);
	free(w);
}

point_sum *phase_touched(const phase_place *at, const task *t, const task_arg *a)
{
	isl_set *set = task_touched(t, a->object);
	return set ? point_sum_of(without_step(at, t, set)) : NULL;
}

// ---- communication -----------------------------------------------------------------------------

// The elements at one side of what the process owns along an axis: below it, or above. Takes the section.
static isl_set *beside(const task *t, isl_set *section, int dim, int x, long offset, bool below)
{
	own_end which = below ? OWN_LO : OWN_HI;
	isl_space *space = isl_space_add_param_id(isl_set_get_space(section), own_bound_id(t->nest->ctx, x, which));
	section = isl_set_align_params(section, isl_space_copy(space));
	int at = own_bound_find(section, x, which);
	isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(section));
	isl_aff *end = isl_aff_var_on_domain(isl_local_space_copy(ls), isl_dim_param, (unsigned)at);
	isl_aff *index = isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)dim);
	end = isl_aff_add_constant_si(end, (int)offset);
	isl_space_free(space);
	isl_set *side = below ? isl_set_from_basic_set(isl_aff_lt_basic_set(index, end))
	                      : isl_set_from_basic_set(isl_aff_gt_basic_set(index, end));
	return isl_set_intersect(section, side);
}

void phase_sides(const task *t, const task_arg *a, const pattern *p, isl_set *side[2])
{
	isl_set *section = isl_set_reset_tuple_id(isl_set_copy(p->section));
	owned own = owned_of(t, a->object);
	side[0] = section, side[1] = NULL;
	if (p->kind != PATTERN_HALO || !own.known || !own.split[p->dim]) return;
	int x = own.axis[p->dim];
	side[1] = beside(t, isl_set_copy(section), p->dim, x, own.offset[p->dim], false);
	side[0] = beside(t, section, p->dim, x, own.offset[p->dim], true);
}

int phase_grid_dims(const task *t, const task_arg *a)
{
	const owned own = owned_of(t, a->object);
	int n = 0;
	for (int d = 0; d < own.rank; d++) n += own.split[d];
	return own.known ? n : 0;
}
