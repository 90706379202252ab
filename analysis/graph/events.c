// SPDX-License-Identifier: Apache-2.0
#include "events.h"

#include "../build/build.h"
#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../split/split.h"
#include "pattern.h"
#include "task_graph.h"

#include <isl/constraint.h>
#include <isl/local_space.h>

#include <string.h>

static void add_section(prog_unit *unit, isl_set ***sets, int *n, isl_set *set)
{
	set = boxes_parts(set);
	if (!set) diag_report(DIAG_not_translated, (prog_loc){.file = -1}, "a section");
	bool skip = isl_set_is_empty(set) == isl_bool_true;
	for (int k = 0; k < *n && !skip; k++) skip = isl_set_plain_is_equal((*sets)[k], set) == isl_bool_true;
	if (skip || !set) {
		isl_set_free(set);
		return;
	}
	isl_set **grown = prog_alloc(unit, sizeof *grown * (size_t)(*n + 1));
	if (*n) memcpy(grown, *sets, sizeof *grown * (size_t)*n);
	grown[(*n)++] = set;
	*sets = grown;
}

static bool reads_home(const nest *n, const nest_stmt *s, const nest_access *a)
{
	if (s->home < 0) return false;
	const nest_access *h = &s->accesses[s->home];
	if (h->object != a->object) return false;
	for (int d = 0; d < n->objects[a->object].rank; d++)
		if (!h->sub[d] || !a->sub[d] || isl_pw_aff_is_equal(h->sub[d], a->sub[d]) != isl_bool_true)
			return false;
	return true;
}

// The indices in one dimension of what a map leads to, told by inequalities alone.
static isl_set *indices_in(isl_set *from, isl_map *map, int dim)
{
	isl_map *part = isl_map_intersect_domain(isl_map_copy(map), isl_set_copy(from));
	unsigned depth = (unsigned)isl_map_dim(part, isl_dim_in), rank = (unsigned)isl_map_dim(part, isl_dim_out);
	part = isl_map_remove_divs(part);
	part = isl_map_eliminate(part, isl_dim_in, 0, depth);
	part = isl_map_eliminate(part, isl_dim_out, (unsigned)dim + 1, rank - (unsigned)dim - 1);
	part = isl_map_eliminate(part, isl_dim_out, 0, (unsigned)dim);
	return isl_map_range(part);
}

// What iterations touch. Where only strides keep an index within its bounds (4 b + i + 1 with i < 4 and b < m ends at 4
// m), these are said beside: seen without the strides, as boxes are, it would seem to go beyond the array.
static isl_set *touched(isl_set *from, isl_map *map)
{
	isl_set *image = isl_set_apply(isl_set_copy(from), isl_map_copy(map));
	if (isl_set_involves_locals(image) != isl_bool_true) return image;
	int rank = (int)isl_set_dim(image, isl_dim_set);
	for (int d = 0; d < rank; d++) image = isl_set_intersect(image, indices_in(from, map, d));
	return image;
}

// ---- portions -----------------------------------------------------------------------------------

// The statement reads what has owners.
static bool reads_distributed(const nest *n, const nest_stmt *s)
{
	for (int j = 0; j < s->n_accesses; j++)
		if (s->accesses[j].read && object_is_distributed(&n->objects[s->accesses[j].object])) return true;
	return false;
}

// The loop at this depth in which all such statements are, if its variable says in its text which iteration it is; else
// -1.
static int common_loop(const nest *n, int depth)
{
	int loop = -1;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		if (!reads_distributed(n, s)) continue;
		if (s->depth <= depth || (loop >= 0 && s->loop[depth] != loop)) return -1;
		loop = s->loop[depth];
	}
	if (loop < 0) return -1;
	const nest_loop *l = &n->loops[loop];
	return l->counted && l->var && !l->scale && !l->inlined && l->stmt->kind == PROG_STMT_FOR ? loop : -1;
}

// Whether which elements are read depends on the loop at this depth.
static bool chooses_elements(const nest *n, int depth)
{
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		for (int j = 0; j < s->n_accesses; j++) {
			const nest_access *a = &s->accesses[j];
			if (!a->read || !object_is_distributed(&n->objects[a->object]) || s->depth <= depth) continue;
			for (int d = 0; d < n->objects[a->object].rank; d++)
				if (a->sub[d] && isl_pw_aff_involves_dims(a->sub[d], isl_dim_in, (unsigned)depth, 1) ==
				                         isl_bool_true)
					return true;
		}
	}
	return false;
}

static bool sets_distributed(const nest *n)
{
	for (int k = 0; k < n->n_objects; k++)
		if (n->objects[k].writes && object_is_distributed(&n->objects[k])) return true;
	return false;
}

bool events_come_in_portions(const nest *n)
{
	return !sets_distributed(n) && common_loop(n, 0) == 0 && chooses_elements(n, 0);
}

// Loops that do not choose are levels where one in them does: their iterations are gone through one by one. What the
// nest sets itself would not be in what is brought later.
static void choose_portions(task *t)
{
	const nest *n = t->nest;
	if (t->kind != TASK_SECTION || sets_distributed(n)) return;
	for (int depth = 0; depth < GRAPH_MAX_PORTIONS; depth++) {
		int loop = common_loop(n, depth);
		if (loop < 0) break;
		t->portion_loop[depth] = loop;
		if (chooses_elements(n, depth)) t->n_portions = depth + 1;
	}
}

// The iterations in which the loops of portions have the values hpcc_own[] of their variables.
static isl_set *in_portion(const task *t, isl_set *domain)
{
	for (int k = 0; k < t->n_portions; k++)
		for (int low = 0; low < 2; low++) {
			own_end end = low ? OWN_LO : OWN_HI;
			isl_space *one = isl_space_add_param_id(
			        isl_space_params_alloc(t->nest->ctx, 0), own_bound_id(t->nest->ctx, k, end));
			isl_set *known = isl_set_align_params(isl_set_copy(domain), one);
			int at = own_bound_find(known, k, end);
			isl_constraint *c =
			        isl_constraint_alloc_inequality(isl_local_space_from_space(isl_set_get_space(known)));
			c = isl_constraint_set_coefficient_si(c, isl_dim_set, k, low ? 1 : -1);
			c = isl_constraint_set_coefficient_si(c, isl_dim_param, at, low ? -1 : 1);
			isl_set_free(domain);
			domain = isl_set_add_constraint(known, c);
		}
	return domain;
}

// ---- strips -------------------------------------------------------------------------------------

// The iterations of the statement that a process executes in the strip hpcc_own[strip_axis].
static isl_set *in_strip(const task *t, int stmt)
{
	const partition *split = t->split;
	isl_set *set = isl_set_copy(t->nest->stmts[stmt].exec);
	for (own_end end = OWN_LO; end <= OWN_HI && split->strip[stmt]; end++) {
		isl_pw_aff *place = isl_pw_aff_copy(split->strip[stmt]);
		isl_set *all = isl_set_universe(isl_pw_aff_get_domain_space(place));
		isl_pw_aff *bound =
		        isl_pw_aff_param_on_domain_id(all, own_bound_id(t->nest->ctx, split->strip_axis, end));
		set = isl_set_intersect(
		        set, end == OWN_LO ? isl_pw_aff_ge_set(place, bound) : isl_pw_aff_le_set(place, bound));
	}
	return set;
}

// What a strip reads of an array that the nest sets: that comes strip by strip.
static bool comes_in_strips(const task *t, const nest_access *a)
{
	const nest_object *o = &t->nest->objects[a->object];
	return task_is_pipeline(t) && o->writes && object_is_distributed(o);
}

static void add_part(graph *g, task_arg *arg, isl_set *from, const nest_access *a)
{
	add_section(g->unit, &arg->portion, &arg->n_portion, touched(from, a->map));
	isl_set_free(from);
}

// ---- sections ---------------------------------------------------------------------------------

// A section of what is needed, or of what is needed only if indices go around an array more often than is usual. Takes
// it.
static void add_need(graph *g, task *t, const nest_access *a, isl_set *image, bool usual)
{
	const nest_object *o = &t->nest->objects[a->object];
	task_arg *arg = &t->args[o->arg];
	isl_set *parts[PATTERN_MOST_PARTS];
	if (o->reduced) image = array_reductions_within(o, image);
	int n_parts = pattern_parts(t, a->object, image, parts);
	for (int k = 0; k < n_parts && usual; k++) add_section(g->unit, &arg->need, &arg->n_need, parts[k]);
	for (int k = 0; k < n_parts && !usual; k++) add_section(g->unit, &arg->unusual, &arg->n_unusual, parts[k]);
}

static void add_needs(graph *g, task *t, const nest_stmt *s, const nest_access *a)
{
	bool split = t->kind == TASK_SPLIT;
	const nest_object *o = &t->nest->objects[a->object];
	isl_set *from = !split       ? isl_set_copy(s->domain)
	                : o->reduced ? array_reductions_iterations(o, s, a)
	                             : isl_set_copy(s->exec);
	isl_set *image = touched(from, a->map);
	isl_set *before = split ? NULL : t->args[o->arg].before;
	if (before) image = isl_set_intersect(image, isl_set_copy(before));
	wrapped_needs by;
	bool whole = !split || isl_set_involves_locals(image) != isl_bool_true || !wrapped_touch(from, t->nest, a, &by);
	isl_set_free(from);
	if (whole) {
		add_need(g, t, a, image, true);
		return;
	}
	isl_set_free(image);
	for (int k = 0; k < by.n; k++) add_need(g, t, a, by.usual[k], true);
	add_need(g, t, a, by.unusual, false);
}

// Whether the statement reads the element only to set it anew, x += 1: no other value is made of it. Integers are not
// divided, as a processor that has no such value of its own might divide by what it finds there.
static bool is_set_anew(const nest_stmt *s, const nest_access *a)
{
	const prog_expr *e = s->expr;
	if (s->inlined || !e || s->stmt->kind != PROG_STMT_EXPR || s->stmt->expr != e || !a->read || !a->write)
		return false;
	const bool divides = e->op == PROG_OP_DIV || e->op == PROG_OP_REM;
	if (e->kind != PROG_EXPR_INCDEC && (e->kind != PROG_EXPR_ASSIGN || e->op == PROG_OP_NONE)) return false;
	if (divides && e->type && e->type->kind == PROG_TYPE_INT) return false;
	for (int j = 0; j < s->n_accesses; j++)
		if (&s->accesses[j] != a && s->accesses[j].write) return false;
	return true;
}

// Where all processes run the nest, values of such elements are right on their owners, and nobody uses them elsewhere.
static bool is_right_at_home(const task *t, int object)
{
	const nest *n = t->nest;
	if (t->kind != TASK_SECTION || t->n_portions || !object_is_distributed(&n->objects[object])) return false;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->object == object && a->read && !is_set_anew(&n->stmts[k], a)) return false;
		}
	return !n->objects[object].meets;
}

static void add_access_sections(graph *g, task *t, const nest_stmt *s, const nest_access *a)
{
	nest *n = t->nest;
	if (n->objects[a->object].arg < 0) return;
	task_arg *arg = &t->args[n->objects[a->object].arg];
	bool split = t->kind == TASK_SPLIT;
	bool resident = split && resident_promise(n, s, a);
	arg->resident |= resident;
	if (a->read && !is_right_at_home(t, a->object)) {
		arg->reads = true;
		// Of rows behind pointers all that is read is told: that it is within the rows is tested at entry.
		if (!resident && (!split || n->objects[a->object].row_levels || !reads_home(n, s, a))) {
			add_needs(g, t, s, a);
			if (t->n_portions && object_is_distributed(&n->objects[a->object]))
				add_part(g, arg, in_portion(t, isl_set_copy(s->domain)), a);
			if (comes_in_strips(t, a)) add_part(g, arg, in_strip(t, (int)(s - n->stmts)), a);
		} else {
			isl_set *image = touched(s->domain, a->map);
			add_section(g->unit, &arg->at_home, &arg->n_at_home, image);
		}
	}
	if (a->write) {
		arg->writes = true;
		isl_set *image = touched(s->domain, a->map);
		if (n->objects[a->object].reduced) image = array_reductions_within(&n->objects[a->object], image);
		add_section(g->unit, &arg->wrote, &arg->n_wrote, image);
	}
	if (split && s->home >= 0 && &s->accesses[s->home] == a) arg->home = true;
}

// What many accesses need is told as one section around them: each costs time when the program is compiled, and when
// its messages are made.
static void join_needs(int *n, isl_set **need)
{
	enum { MANY = 64 };
	if (*n <= MANY) return;
	isl_set *all = need[0];
	for (int k = 1; k < *n; k++) all = isl_set_from_basic_set(isl_set_simple_hull(isl_set_union(all, need[k])));
	need[0] = all;
	*n = 1;
}

// Where all processes run the nest each has in its memory what the nest has set: only what is read before that is
// brought.
static void find_set_before_read(task *t)
{
	for (int k = 0; k < t->n_args && t->kind == TASK_SECTION; k++)
		if (object_is_distributed(&t->nest->objects[t->args[k].object]))
			t->args[k].before = flow_mapped_elements_enter(t->nest, t->args[k].object);
}

// Whoever redistributes an array asks whether its contents are dead: a directive here or, of what a pointer leads to,
// one in another file. What the array holds where the nest is left in the middle is seen.
static bool is_overwritten(const graph *g, const task *t, const task_arg *a)
{
	const nest_object *o = &t->nest->objects[a->object];
	const bool left = t->nest->n_exits || (t->split && t->split->goes_back && t->split->end_is_seen);
	if (o->sliced) return o->overwritten;
	return a->writes && !left && (o->kind == NEST_POINTER || g->unit->n_remaps) &&
	       overwritten_by_nest(t->nest, a->object);
}

static arg_access access_of(const nest_object *o)
{
	if (o->kind != NEST_MAPPED) return ARG_LOCAL;
	const prog_mapping *m = o->mapping;
	if (m->how == PROG_MAP_NONE) return ARG_AS_WRITTEN;
	for (int d = 1; d < m->rank; d++)
		if (mapping_splits(m, d)) return ARG_LOCAL;
	return ARG_AS_WRITTEN;
}

void events_make(graph *g, task *t)
{
	nest *n = t->nest;
	t->args = prog_alloc(g->unit, sizeof *t->args * (size_t)(n->n_objects + 1));
	for (int k = 0; k < n->n_objects; k++) {
		nest_object *o = &n->objects[k];
		o->arg = -1;
		if (o->kind == NEST_SCALAR || o->kind == NEST_PLAIN) continue;
		o->arg = t->n_args;
		t->args[t->n_args++] = (task_arg){.object = k,
		        .access = o->by_call   ? ARG_AS_WRITTEN
		                  : o->reduced ? ARG_LOCAL
		                               : access_of(o)};
	}
	choose_portions(t);
	find_set_before_read(t);
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++)
			add_access_sections(g, t, &n->stmts[k], &n->stmts[k].accesses[j]);
	for (int k = 0; k < t->n_args; k++) {
		task_arg *arg = &t->args[k];
		arg->overwritten = is_overwritten(g, t, arg);
		join_needs(&arg->n_need, arg->need);
		join_needs(&arg->n_unusual, arg->unusual);
		join_needs(&arg->n_portion, arg->portion);
		if (arg->n_need > 0) continue;
		arg->need = arg->unusual;
		arg->n_need = arg->n_unusual;
		arg->n_unusual = 0;
	}
	patterns_begin(t);
}

void events_free(task *t)
{
	patterns_end(t);
	for (int a = 0; a < t->n_args; a++) {
		isl_set_free(t->args[a].before);
		for (int j = 0; j < t->args[a].n_need; j++) isl_set_free(t->args[a].need[j]);
		for (int j = 0; j < t->args[a].n_unusual; j++) isl_set_free(t->args[a].unusual[j]);
		for (int j = 0; j < t->args[a].n_portion; j++) isl_set_free(t->args[a].portion[j]);
		for (int j = 0; j < t->args[a].n_wrote; j++) isl_set_free(t->args[a].wrote[j]);
		for (int j = 0; j < t->args[a].n_at_home; j++) isl_set_free(t->args[a].at_home[j]);
	}
}
