// SPDX-License-Identifier: Apache-2.0
//
// Nests in which values cross, but from each process only to such as come after it along an axis: in turns. A process
// runs all of its iterations at once, when those before it have sent what it reads of theirs. So an element that it
// reads of an earlier process is the one that this leaves at its end, and one of a later process that from before the
// nest. For any intervals:
//
//     for all w -> r of one element, on two processes:  w before r  =>  w's turn is not after r's, or the same
//                                                       r before w  =>  w's turn is not before r's
//
// Of one turn are the processes that have the same interval along the axis: nothing crosses between them.
#include "../build/build.h"
#include "../model/model.h"
#include "../nest/nest.h"
#include "../unit/unit.h"
#include "attempt.h"
#include "flow.h"
#include "partition.h"

#include <isl/ilp.h>

#include <string.h>

// The limit of the outermost loop, where that is one and the same for all that is in it: NULL, else.
static const nest_limit *limit_of_iterations(const nest *n)
{
	return n->n_loops && n->loops[0].n_limits == 1 ? &n->loops[0].limits[0] : NULL;
}

// The iterations that are run by processes whose turn comes before this one's; NULL: owners along another axis run
// them, of which that is not known.
static isl_set *earlier(const attempt *t, const nest_stmt *s)
{
	const nest *n = t->n;
	int stmt = (int)(s - n->stmts);
	const nest_limit *l = limit_of_iterations(n);
	for (int k = 0; k < t->p->n_stmt_limits[stmt]; k++) {
		const home_limit *h = &t->p->stmt_limits[stmt][k];
		if (n->axes[h->axis].shared != t->turn_axis) continue;
		return limits_before_own(n, s, h->axis, isl_pw_aff_copy(h->whole), t->turn_way);
	}
	if (l && limits_under(s, 0) && n->axes[l->axis].shared == t->turn_axis)
		return limits_before_own(n, s, l->axis, limits_place(n, 0, l, s), t->turn_way);
	return t->p->n_stmt_limits[stmt] ? NULL : isl_set_empty(isl_set_get_space(s->domain));
}

static isl_map *in_program_order(const nest *n, const nest_stmt *w, const nest_stmt *r, bool first)
{
	int depth = flow_depth(n);
	isl_space *times = isl_space_set_alloc(n->ctx, 0, (unsigned)(2 * depth + 1));
	isl_map *order = first ? isl_map_lex_lt(times) : isl_map_lex_gt(times);
	order = isl_map_apply_range(flow_schedule(n, w, depth), order);
	return isl_map_apply_range(order, isl_map_reverse(flow_schedule(n, r, depth)));
}

isl_map *turns_wrong(const attempt *t, const nest_stmt *w, const nest_stmt *r, isl_map *pairs)
{
	isl_map *before = in_program_order(t->n, w, r, true);
	if (!t->in_turns) return isl_map_intersect(pairs, before);
	isl_set *done = earlier(t, w);
	if (!done) return isl_map_free(before), pairs;
	isl_map *old = isl_map_subtract_domain(isl_map_copy(pairs), isl_set_copy(done));
	isl_map *new = isl_map_intersect_domain(pairs, done);
	old = isl_map_intersect(old, before);
	new = isl_map_intersect(new, in_program_order(t->n, w, r, false));
	return isl_map_union(old, new);
}

// ---- what is handed on ------------------------------------------------------------------------

// Whether the variable at the object's base is there in front of the nest.
static bool is_in_front(const nest *n, const nest_object *o)
{
	const prog_symbol *v = o->symbol;
	if (o->base->kind == PROG_EXPR_MEMBER && o->base->symbol->is_bit_field) return false; // it has no address
	for (const prog_expr *e = o->base; e->kind != PROG_EXPR_VAR; e = e->arg[0]) {
		if (e->kind != PROG_EXPR_MEMBER && e->kind != PROG_EXPR_DEREF) return false;
		if (e->arg[0]->kind == PROG_EXPR_VAR) v = e->arg[0]->symbol;
	}
	if (!v || (v->kind != PROG_SYMBOL_VARIABLE && v->kind != PROG_SYMBOL_PARAMETER)) return false;
	// What the text there does not name is named by its place, of variables.
	if (v->file_scope) return o->base->kind == PROG_EXPR_VAR || !inline_hides(n->root->function, o->base);
	const prog_function *f = n->root->function;
	bool parameter = false;
	for (int k = 0; f && k < f->n_params; k++) parameter |= f->params[k] == v;
	return parameter || (f && prog_declares(f->body, v) && !prog_declares(n->root, v));
}

// What leads somewhere on one process leads nowhere on another one.
static bool holds_addresses(const prog_type *type)
{
	while (type->kind == PROG_TYPE_ARRAY) type = type->element;
	return type->kind == PROG_TYPE_POINTER || (type->kind == PROG_TYPE_STRUCT && type->has_pointers);
}

// Its size is known where the nest's tables stand, and its address in front of the nest.
bool turns_carry(attempt *t, const nest_object *o)
{
	if (!t->turns_by_iteration || object_is_distributed(o) || o->reduced || o->moves || o->is_reduction)
		return false;
	if (!is_in_front(t->n, o)) return false;
	const prog_type *type = nest_is_one_element(t->n, o) ? o->element : o->type;
	if (type == o->type && o->kind != NEST_SCALAR && (o->kind != NEST_PLAIN || type->kind != PROG_TYPE_ARRAY))
		return false;
	if (!type->size || type->is_volatile || holds_addresses(type)) return false;
	return t->carried[o->id] = true;
}

// ---- what is handed on in each run of an inner loop -------------------------------------------------

// Whether each iteration of the loop is one process's, in the order of turns, and the text around it can be changed.
static bool goes_along_turns(const attempt *t, int loop)
{
	const nest *n = t->n;
	const nest_loop *l = &n->loops[loop];
	if (l->n_limits != 1 || !l->counted || l->inlined || l->leaves || l->stmt->kind != PROG_STMT_FOR) return false;
	const nest_axis *axis = &n->axes[l->limits[0].axis];
	return axis->shared == t->turn_axis && !l->stmt->pragmas &&
	       l->limits[0].coef * l->step * axis->sign * t->turn_way > 0;
}

// Whether all processes run the loops around this one, in their order: without threads, and with the same iterations.
static bool is_run_alike(const nest *n, int loop)
{
	for (int k = 0; k < n->n_loops; k++)
		if (n->loops[k].stmt->pragmas) return false;
	for (int k = n->loops[loop].parent; k >= 0; k = n->loops[k].parent)
		if (n->loops[k].n_limits || n->loops[k].inlined) return false;
	return true;
}

// The depth of the loop that goes along turns, with both statements in it; 0: there is none inside of others.
static int depth_of_turns(const attempt *t, const nest_stmt *w, const nest_stmt *r)
{
	for (int d = 0; d < w->depth && d < r->depth && w->loop[d] == r->loop[d]; d++)
		if (goes_along_turns(t, w->loop[d])) return is_run_alike(t->n, w->loop[d]) ? d : 0;
	return 0;
}

static bool is_variable(const prog_expr *e, void *symbol) { return e->kind == PROG_EXPR_VAR && e->symbol == symbol; }

static bool is_number(const prog_type *t)
{
	return t->kind == PROG_TYPE_BOOL || t->kind == PROG_TYPE_INT || t->kind == PROG_TYPE_FLOAT ||
	       t->kind == PROG_TYPE_COMPLEX;
}

// A number that can be set from another process's in front of the loop, whose head does not set it again. Addresses
// are of no use to another process.
static bool can_be_handed(const nest_object *o, const prog_stmt *loop)
{
	const prog_symbol *v = o->symbol;
	if (v && (prog_declares(loop->init, v) || walk_any_in(loop->init, is_variable, (void *)v))) return false;
	return o->kind == NEST_SCALAR && o->base->kind == PROG_EXPR_VAR && !o->reduced && !o->moves &&
	       !o->is_reduction && v && (v->kind == PROG_SYMBOL_VARIABLE || v->kind == PROG_SYMBOL_PARAMETER) &&
	       is_number(o->type) && o->type->size > 0 && !o->type->is_volatile;
}

// Whether the values come from earlier processes in the same run of the loop.
static bool come_in_one_run(const attempt *t, const nest_stmt *w, isl_map *crossing, int depth)
{
	const nest *n = t->n;
	const int loop = w->loop[depth];
	const nest_limit *l = &n->loops[loop].limits[0];
	isl_map *here = isl_map_copy(crossing);
	for (int d = 0; d < depth; d++) here = isl_map_equate(here, isl_dim_in, d, isl_dim_out, d);
	here = isl_map_intersect_domain(
	        here, limits_before_own(n, w, l->axis, limits_place(n, loop, l, w), t->turn_way));
	const bool all = isl_map_is_subset(crossing, here) == isl_bool_true;
	isl_map_free(here);
	return all;
}

static bool hand_on_inside(attempt *t, const nest_stmt *w, const nest_stmt *r, isl_map *crossing)
{
	const nest *n = t->n;
	const int depth = depth_of_turns(t, w, r);
	if (!depth || w->inlined || r->inlined || (t->handed_loop >= 0 && t->handed_loop != w->loop[depth]))
		return false;
	for (int i = 0; i < w->n_accesses; i++)
		for (int j = 0; w->accesses[i].write && j < r->n_accesses; j++) {
			const nest_object *o = &n->objects[w->accesses[i].object];
			if (!r->accesses[j].read || r->accesses[j].object != o->id || object_is_distributed(o))
				continue;
			if (!can_be_handed(o, n->loops[w->loop[depth]].stmt)) return false;
			t->handed[o->id] = true;
		}
	t->handed_loop = w->loop[depth];
	return come_in_one_run(t, w, crossing, depth);
}

// ---- dependences ------------------------------------------------------------------------------------

// Where iterations of the outermost loop are each one process's, in their order, everything is set in the program's
// order: what it is read as is what the process has that reads it, if it was handed on.
bool turns_hand_on(attempt *t, const nest_stmt *w, const nest_stmt *r, isl_map *crossing)
{
	const nest *n = t->n;
	if (!t->in_turns) return false;
	if (!t->turns_by_iteration) return hand_on_inside(t, w, r, crossing);
	isl_set *done = earlier(t, w);
	isl_map *wrong = isl_map_subtract_domain(isl_map_copy(crossing), done);
	bool ok = isl_map_is_empty(wrong) == isl_bool_true;
	isl_map_free(wrong);
	for (int i = 0; i < w->n_accesses && ok; i++)
		for (int j = 0; w->accesses[i].write && j < r->n_accesses && ok; j++) {
			const nest_object *o = &n->objects[w->accesses[i].object];
			bool by = r->accesses[j].read && r->accesses[j].object == o->id && !object_is_distributed(o);
			if (by && !o->is_reduction) ok = turns_carry(t, o);
		}
	return ok;
}

// ---- who waits --------------------------------------------------------------------------------

static isl_id *begins_id(const attempt *t)
{
	return own_bound_id(t->n->ctx, t->turn_axis, t->turn_way > 0 ? OWN_LO : OWN_HI);
}

// Whether a process in this set of parameters begins (seen along the turns) at one of a few places, which other
// parameters decide.
static bool begins_nearby(const attempt *t, isl_set *waiting, long most)
{
	isl_id *id = begins_id(t);
	isl_space *space = isl_space_add_dims(isl_set_get_space(waiting), isl_dim_set, 1);
	isl_set *places = isl_set_add_dims(isl_set_from_params(waiting), isl_dim_set, 1);
	isl_pw_aff *at = isl_pw_aff_param_on_domain_id(isl_set_universe(isl_space_copy(space)), id);
	isl_pw_aff *here =
	        isl_pw_aff_from_aff(isl_aff_var_on_domain(isl_local_space_from_space(space), isl_dim_set, 0));
	places = isl_set_intersect(places, isl_pw_aff_eq_set(at, here));
	places = own_bounds_project_out(places);
	isl_pw_aff *last = isl_set_dim_max(isl_set_copy(places), 0), *first = isl_set_dim_min(places, 0);
	isl_val *width = isl_pw_aff_max_val(isl_pw_aff_sub(last, first));
	bool few = width && isl_val_is_int(width) == isl_bool_true && (!most || isl_val_cmp_si(width, most) <= 0);
	isl_val_free(width);
	return few;
}

// Whether only processes wait whose parts begin within a stretch of a fixed length (MOST at most; 0: of any), as of rows
// of blocks that several processes own: however many processes there are, all others work at the same time.
bool turns_are_few(const attempt *t, long most)
{
	const nest *n = t->n;
	if (t->handed_loop >= 0) return false;
	for (int x = 0; x < n->n_stmts; x++)
		for (int i = 0; i < n->stmts[x].n_accesses; i++) {
			const nest_stmt *w = &n->stmts[x];
			const nest_access *a = &w->accesses[i];
			if (!a->write || !object_is_distributed(&n->objects[a->object])) continue;
			for (int y = 0; y < n->n_stmts; y++)
				for (int j = 0; j < n->stmts[y].n_accesses; j++) {
					const nest_stmt *r = &n->stmts[y];
					const nest_access *c = &r->accesses[j];
					if (c->object != a->object || !c->read || c->reduction) continue;
					isl_map *pairs = isl_map_apply_range(
					        isl_map_copy(a->map), isl_map_reverse(isl_map_copy(c->map)));
					pairs = isl_map_intersect_range(pairs, isl_set_copy(r->exec));
					pairs = isl_map_intersect_domain(pairs, earlier(t, w));
					if (isl_map_is_empty(pairs) == isl_bool_true)
						isl_map_free(pairs);
					else if (!begins_nearby(t, isl_map_params(pairs), most))
						return false;
				}
		}
	return true;
}

// ---- which turns ------------------------------------------------------------------------------

// The head of the nest sets nothing but the loop's variable.
static bool sets_something(const nest_stmt *s)
{
	bool sets = false;
	for (int k = 0; k < s->n_accesses; k++) sets |= s->accesses[k].write;
	return sets;
}

static bool goes_by_iteration(const attempt *t)
{
	const nest *n = t->n;
	const nest_limit *l = limit_of_iterations(n);
	if (!l || n->axes[l->axis].shared != t->turn_axis) return false;
	for (int k = 0; k < n->n_stmts; k++)
		if (!limits_under(&n->stmts[k], 0) && sets_something(&n->stmts[k])) return false;
	return l->coef * n->loops[0].step * n->axes[l->axis].sign * t->turn_way > 0;
}

static bool try_turns(attempt *t, int axis, int way, bool (*check)(attempt *))
{
	nest *n = t->n;
	isl_set *assume = isl_set_copy(n->assume);
	n->reason = DIAG_COUNT;
	t->turn_axis = axis;
	t->turn_way = way;
	t->turns_by_iteration = goes_by_iteration(t);
	memset(t->carried, 0, sizeof *t->carried * (size_t)n->n_objects);
	memset(t->handed, 0, sizeof *t->handed * (size_t)n->n_objects);
	t->handed_loop = -1;
	bool ok = check(t);
	isl_set_free(ok ? assume : n->assume);
	if (!ok) n->assume = assume;
	return ok;
}

bool turns_find(attempt *t, bool (*check)(attempt *))
{
	for (int x = 0; x < t->n->n_axes; x++)
		for (int way = 1; way >= -1 && t->n->axes[x].shared == x; way -= 2)
			if (try_turns(t, x, way, check)) return true;
	return false;
}
