// SPDX-License-Identifier: Apache-2.0
#include "task_work.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../split/split.h"
#include "owned_dims.h"

#include <isl/val.h>

#include <stdlib.h>

// ---- what is counted -------------------------------------------------------------------------------

static bool is_loop_alone(const prog_stmt *s)
{
	while (s && s->kind == PROG_STMT_COMPOUND && s->n_children == 1) s = s->child[0];
	return s && stmt_is_loop(s);
}

// A head that has a condition may have become two loops under it.
bool task_counts(const task *t, int stmt)
{
	const prog_stmt *s = t->nest->stmts[stmt].stmt;
	bool chooses = s->kind == PROG_STMT_IF && is_loop_alone(s->body) && is_loop_alone(s->otherwise);
	return !chooses && !stmt_is_loop(s);
}

__isl_give isl_set *task_executed(const task *t, int stmt)
{
	const nest_stmt *s = &t->nest->stmts[stmt];
	return isl_set_reset_tuple_id(isl_set_copy(t->kind == TASK_SPLIT ? s->exec : s->domain));
}

// Whether the values of the dimension have ends, seen from those before it.
static bool is_bounded(isl_set *set, unsigned dim)
{
	unsigned n = (unsigned)isl_set_dim(set, isl_dim_set), n_params = (unsigned)isl_set_dim(set, isl_dim_param);
	isl_set *line = isl_set_project_out(isl_set_copy(set), isl_dim_set, dim + 1, n - dim - 1);
	line = isl_set_move_dims(line, isl_dim_param, n_params, isl_dim_set, 0, dim);
	bool bounded = isl_set_dim_has_lower_bound(line, isl_dim_set, 0) == isl_bool_true &&
	               isl_set_dim_has_upper_bound(line, isl_dim_set, 0) == isl_bool_true;
	isl_set_free(line);
	return bounded;
}

// How often a loop runs that is not counted nobody knows before: as if it ran once.
static isl_set *without_unknown(isl_set *set, bool *unknown)
{
	for (int d = isl_set_dim(set, isl_dim_set) - 1; d >= 0; d--) {
		if (is_bounded(set, (unsigned)d)) continue;
		set = isl_set_project_out(set, isl_dim_set, (unsigned)d, 1);
		*unknown = true;
	}
	return set;
}

isl_set *task_without_unknown(isl_set *executed)
{
	bool unknown = false;
	return without_unknown(executed, &unknown);
}

// Of a step whose size is a variable the set has all values between the bounds.
static bool has_unknown_steps(const nest *n, const nest_stmt *s)
{
	bool unknown = false;
	for (int d = 0; d < s->depth; d++) {
		const nest_loop *l = &n->loops[s->loop[d]];
		unknown |= l->by || l->scale;
	}
	return unknown;
}

static bool has_uncounted_loop(const nest *n, const nest_stmt *s)
{
	bool uncounted = false;
	for (int d = 0; d < s->depth; d++) uncounted |= !n->loops[s->loop[d]].counted;
	return uncounted;
}

// ---- statements ------------------------------------------------------------------------------------

// The order of parameters in a set is that in which they were met. What has many parts is not compared at length.
static bool same_set(isl_set *a, isl_set *b)
{
	enum { MOST_PARTS = 4 };
	if (isl_set_plain_is_equal(a, b) == isl_bool_true) return true;
	if (isl_set_dim(a, isl_dim_set) != isl_set_dim(b, isl_dim_set)) return false;
	bool few = isl_set_n_basic_set(a) <= MOST_PARTS && isl_set_n_basic_set(b) <= MOST_PARTS;
	return few && isl_set_is_equal(a, b) == isl_bool_true;
}

// Whether something was too much for isl since the last set was counted: then a set may lack a part.
static bool ran_out(const task *t) { return quota_is_used_up(t->nest->ctx); }

// Most statements of a nest are executed in the same iterations: a set is counted once. NULL: it is not known.
static const set_size *size_of(task_work *w, isl_set *set)
{
	if (!set) return NULL;
	for (int k = 0; k < w->n_sizes; k++)
		if (same_set(w->size[k].set, set)) {
			isl_set_free(set);
			return &w->size[k];
		}
	set_size *size = &w->size[w->n_sizes++];
	*size = (set_size){.set = set, .closed = cardinality(isl_set_copy(set))};
	if (!size->closed) size->sum = point_sum_of(isl_set_copy(set));
	return size;
}

static bool is_known(const set_size *size) { return size && (size->closed || size->sum); }

static stmt_work work_of(const task *t, int stmt, task_work *work)
{
	const nest *n = t->nest;
	const nest_stmt *s = &n->stmts[stmt];
	stmt_work w = {.stmt = stmt, .each = operations_of_statement(n, s)};
	w.split = t->kind == TASK_SPLIT && partition_depends_on_own(s);
	w.estimated = s->may || has_unknown_steps(n, s);
	isl_set *set = task_executed(t, stmt);
	if (has_uncounted_loop(n, s)) set = without_unknown(set, &w.estimated);
	if (ran_out(t)) set = isl_set_free(set);
	w.size = size_of(work, set);
	if (!is_known(w.size)) w.size = NULL;
	w.times = w.size ? isl_pw_qpolynomial_copy(w.size->closed) : NULL;
	return w;
}

// ---- iterations ------------------------------------------------------------------------------------

static bool is_innermost(const nest *n, int loop)
{
	bool innermost = true;
	for (int k = 0; k < n->n_loops; k++) innermost &= n->loops[k].parent != loop;
	return innermost;
}

// What is executed in the loop, of all of its statements; NULL: nothing.
static isl_set *executed_in(const task *t, int loop, bool *estimated)
{
	const nest *n = t->nest;
	isl_set *all = NULL;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		if (!s->depth || s->loop[s->depth - 1] != loop || !task_counts(t, k)) continue;
		isl_set *set = task_executed(t, k);
		if (has_uncounted_loop(n, s)) set = without_unknown(set, estimated);
		*estimated |= has_unknown_steps(n, s);
		if (all && same_set(all, set))
			isl_set_free(set);
		else
			all = all ? isl_set_coalesce(isl_set_union(all, set)) : set;
	}
	return all;
}

static void find_iterations(const task *t, task_work *w)
{
	const int n_loops = t->nest->n_loops;
	bool known = true;
	w->iteration_size = calloc((size_t)n_loops + 1, sizeof *w->iteration_size);
	for (int k = 0; k < n_loops && known; k++) {
		isl_set *set = is_innermost(t->nest, k) ? executed_in(t, k, &w->iterations_estimated) : NULL;
		known = !ran_out(t);
		if (!set) continue;
		const set_size *size = known ? size_of(w, set) : NULL;
		if (!known) isl_set_free(set);
		known = is_known(size);
		if (known) w->iteration_size[w->n_iteration_sizes++] = size;
	}
	if (!known) w->n_iteration_sizes = 0;
	for (int k = 0; k < w->n_iteration_sizes && known; k++) {
		isl_pw_qpolynomial *its = isl_pw_qpolynomial_copy(w->iteration_size[k]->closed);
		known = its;
		w->iterations = known && k ? isl_pw_qpolynomial_add(w->iterations, its) : its;
	}
	if (!known) w->iterations = isl_pw_qpolynomial_free(w->iterations);
}

// ---- memory ----------------------------------------------------------------------------------------

// Within the extents that are known: what is accessed at subscripts that are not may be anywhere in the array.
static isl_set *within_extents(isl_set *set, const nest_object *o)
{
	for (int d = 0; d < o->rank; d++) {
		set = isl_set_lower_bound_si(set, isl_dim_set, (unsigned)d, 0);
		if (!o->extent_aff[d]) continue;
		isl_pw_aff *extent =
		        isl_pw_aff_add_dims(isl_pw_aff_copy(o->extent_aff[d]), isl_dim_in, (unsigned)o->rank);
		extent = isl_pw_aff_reset_tuple_id(extent, isl_dim_in);
		isl_local_space *ls = isl_local_space_from_space(isl_pw_aff_get_domain_space(extent));
		isl_pw_aff *index = isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)d));
		set = isl_set_intersect(set, isl_pw_aff_lt_set(index, extent));
	}
	return set;
}

isl_set *task_touched(const task *t, int object)
{
	const nest *n = t->nest;
	isl_set *all = NULL;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->object != object || (!a->read && !a->write)) continue;
			isl_set *from = isl_set_copy(t->kind == TASK_SPLIT ? n->stmts[k].exec : n->stmts[k].domain);
			isl_set *image = isl_set_reset_tuple_id(isl_set_apply(from, isl_map_copy(a->map)));
			all = all ? isl_set_union(all, image) : image;
		}
	if (!all) return NULL;
	all = isl_set_remove_divs(all);
	isl_set *any = isl_set_params(isl_set_copy(all));
	isl_set *hull = isl_set_intersect_params(isl_set_from_basic_set(isl_set_simple_hull(all)), any);
	return within_extents(hull, &n->objects[object]);
}

static isl_pw_qpolynomial *footprint_of(const task *t, const task_arg *a)
{
	const nest_object *o = &t->nest->objects[a->object];
	isl_set *set = o->rank > 0 ? task_touched(t, a->object) : NULL;
	long bytes = o->element ? o->element->size : 0;
	if (!set || bytes <= 0 || ran_out(t)) {
		isl_set_free(set);
		return NULL;
	}
	isl_pw_qpolynomial *elements = cardinality(set);
	return isl_pw_qpolynomial_scale_val(elements, isl_val_int_from_si(t->nest->ctx, bytes));
}

// ---- what is received ------------------------------------------------------------------------------

bool task_name_of_sender(const char *name)
{
	int axis, length = 0;
	bool is =
	        name && (sscanf(name, "plo%d%n", &axis, &length) == 1 || sscanf(name, "phi%d%n", &axis, &length) == 1);
	return is && !name[length];
}

// Indices along a dimension that are `offset` above the bound at least, or, of the upper one, at most. Takes the set.
static isl_set *within_bound(isl_set *set, unsigned dim, const char *name, int axis, long offset)
{
	char text[16];
	snprintf(text, sizeof text, "%s%d", name, axis);
	isl_id *id = isl_id_alloc(isl_set_get_ctx(set), text, NULL);
	set = isl_set_align_params(set, isl_space_add_param_id(isl_set_get_space(set), isl_id_copy(id)));
	int at = isl_set_find_dim_by_id(set, isl_dim_param, id);
	isl_id_free(id);
	isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(set));
	isl_aff *bound = isl_aff_var_on_domain(isl_local_space_copy(ls), isl_dim_param, (unsigned)at);
	isl_aff *index = isl_aff_var_on_domain(ls, isl_dim_set, dim);
	bound = isl_aff_add_constant_si(bound, (int)offset);
	return isl_set_intersect(set, isl_set_from_basic_set(name[1] == 'l' ? isl_aff_ge_basic_set(index, bound)
	                                                                    : isl_aff_le_basic_set(index, bound)));
}

static isl_stat note_divs(isl_basic_set *part, void *user)
{
	bool *any = user;
	*any |= isl_basic_set_dim(part, isl_dim_div) != 0;
	isl_basic_set_free(part);
	return isl_stat_ok;
}

__isl_give isl_pw_qpolynomial *task_gets(
        const task *t, const task_arg *a, __isl_take isl_set *section, unsigned long operations, bool *estimated)
{
	const owned w = owned_of(t, a->object);
	*estimated = w.like >= 0;
	isl_set_foreach_basic_set(section, note_divs, estimated);
	const quota q = quota_open(t->nest->ctx, operations);
	section = w.known ? isl_set_reset_tuple_id(section) : isl_set_free(section);
	for (int d = 0; d < w.rank && section; d++) {
		if (!w.split[d]) continue;
		section = within_bound(section, (unsigned)d, "plo", w.axis[d], w.offset[d]);
		section = within_bound(section, (unsigned)d, "phi", w.axis[d], w.offset[d]);
	}
	isl_pw_qpolynomial *gets = ran_out(t) ? NULL : cardinality(isl_set_copy(section));
	isl_set_free(section);
	quota_close(q);
	return gets;
}

// ---- tasks -----------------------------------------------------------------------------------------

task_work *task_work_of(const task *t, unsigned long operations)
{
	const nest *n = t->nest;
	task_work *w = calloc(1, sizeof *w);
	w->size = calloc((size_t)(n->n_stmts + n->n_loops) + 1, sizeof *w->size);
	w->stmt = calloc((size_t)n->n_stmts + 1, sizeof *w->stmt);
	const quota q = quota_open(n->ctx, operations);
	for (int k = 0; k < n->n_stmts; k++) {
		if (!task_counts(t, k)) continue;
		w->stmt[w->n] = work_of(t, k, w);
		w->estimated |= w->stmt[w->n].estimated || w->stmt[w->n].each.estimated;
		w->n++;
	}
	find_iterations(t, w);
	w->estimated |= w->iterations_estimated;
	w->n_args = t->n_args;
	w->footprint = calloc((size_t)t->n_args + 1, sizeof *w->footprint);
	for (int k = 0; k < t->n_args; k++) w->footprint[k] = footprint_of(t, &t->args[k]);
	quota_close(q);
	return w;
}

void task_work_free(task_work *w)
{
	if (!w) return;
	for (int k = 0; k < w->n; k++) isl_pw_qpolynomial_free(w->stmt[k].times);
	for (int k = 0; k < w->n_args; k++) isl_pw_qpolynomial_free(w->footprint[k]);
	isl_pw_qpolynomial_free(w->iterations);
	for (int k = 0; k < w->n_sizes; k++) {
		isl_set_free(w->size[k].set);
		isl_pw_qpolynomial_free(w->size[k].closed);
		point_sum_free(w->size[k].sum);
	}
	free(w->size);
	free(w->iteration_size);
	free(w->footprint);
	free(w->stmt);
	free(w);
}

long op_counts_of_kind(const op_counts *o, op_kind kind)
{
	switch (kind) {
	case OP_FADD: return o->fadd;
	case OP_FMUL: return o->fmul;
	case OP_FDIV: return o->fdiv;
	case OP_FSQRT: return o->fsqrt;
	case OP_FLIBM: return o->flibm;
	case OP_IOPS: return o->iops;
	case OP_LOADS: return o->loads;
	case OP_LOAD_BYTES: return o->load_bytes;
	case OP_STORES: return o->stores;
	case OP_STORE_BYTES: return o->store_bytes;
	case OP_CALLS: return o->calls;
	}
	return 0;
}

// Statements that are executed alike are added up before anything is multiplied.
__isl_give isl_pw_qpolynomial *task_work_total(const task_work *w, op_kind kind)
{
	isl_pw_qpolynomial *sum = NULL;
	for (int k = 0; k < w->n; k++) {
		long times = op_counts_of_kind(&w->stmt[k].each, kind);
		bool first = true;
		for (int j = 0; j < w->n; j++) {
			isl_bool same = isl_pw_qpolynomial_plain_is_equal(w->stmt[j].times, w->stmt[k].times);
			if (j == k || same != isl_bool_true) continue;
			first &= j > k;
			times += op_counts_of_kind(&w->stmt[j].each, kind);
		}
		if (!first || (times == 0 && sum)) continue;
		if (!w->stmt[k].times && times) return isl_pw_qpolynomial_free(sum);
		if (!w->stmt[k].times) continue;
		isl_val *factor = isl_val_int_from_si(isl_pw_qpolynomial_get_ctx(w->stmt[k].times), times);
		isl_pw_qpolynomial *part =
		        isl_pw_qpolynomial_scale_val(isl_pw_qpolynomial_copy(w->stmt[k].times), factor);
		sum = sum ? isl_pw_qpolynomial_add(sum, part) : part;
	}
	return sum;
}
