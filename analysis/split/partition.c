// SPDX-License-Identifier: Apache-2.0
//
// Owner computes: a statement that writes mapped memory runs where the element that it writes is owned (its home). A
// statement that sets private values follows: it runs in all iterations that a process's loop bounds leave it. The nest
// may be split when, for any intervals that processes may own, each value that one reads in the nest was set in the
// nest by itself:
//
//     for all w -> r in flow:  r in exec_r(own)  =>  w in exec_w(own)
//
// with own.lo and own.hi as free parameters. Everything else that is read is fetched before the nest starts.
#include "partition.h"

#include "../build/build.h"
#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../unit/unit.h"
#include "attempt.h"
#include "chains.h"
#include "exit_search.h"
#include "flow.h"
#include "overlap.h"
#include "resident.h"
#include "steps.h"

#include <isl/constraint.h>

#include <stdlib.h>
#include <string.h>

// ---- dependences ------------------------------------------------------------------------------

// Planes that are chosen by variables (u[next], u[now]) meet only where these are equal: that they are not is tested at
// entry. False where the pairs do not hang on an equation between parameters.
static bool assume_apart(nest *n, const isl_map *pairs)
{
	isl_set *p = own_bounds_project_out(isl_map_params(isl_map_copy((isl_map *)pairs)));
	isl_set *equal = isl_set_from_basic_set(isl_set_affine_hull(p));
	if (isl_set_plain_is_universe(equal) == isl_bool_true || isl_set_is_subset(n->assume, equal) == isl_bool_true) {
		isl_set_free(equal);
		return false;
	}
	n->assume = isl_set_coalesce(isl_set_subtract(n->assume, equal));
	return true;
}

static isl_set *fixed(__isl_keep const isl_set *of, const nest_param *param, int value)
{
	isl_set *set = isl_set_copy((isl_set *)of);
	int at = isl_set_find_dim_by_id(set, isl_dim_param, param->id);
	return at < 0 ? set : isl_set_fix_si(set, isl_dim_param, (unsigned)at, value);
}

// Sweeps over one colour of two: values of the other one do not meet only where the colour is 0 or 1. That it is one of
// them, while the nest has something to do with either, is tested at entry.
static bool assume_colour(nest *n, const nest_stmt *r, const isl_map *pairs)
{
	isl_set *p = isl_map_params(isl_map_copy((isl_map *)pairs));
	bool found = false;
	for (int k = (int)isl_set_dim(p, isl_dim_param) - 1; k >= 0 && !found; k--) {
		isl_space *params = isl_set_get_space(p);
		const nest_param *param = nest_param_of(n, params, (unsigned)k);
		isl_space_free(params);
		if (!param || !param->colour) continue;
		found = true;
		for (int value = 0; value < 2 && found; value++) {
			isl_set *meet = fixed(p, param, value), *runs = fixed(r->domain, param, value);
			found = isl_set_is_empty(meet) == isl_bool_true && isl_set_is_empty(runs) == isl_bool_false;
			isl_set_free(meet);
			isl_set_free(runs);
		}
		if (!found) continue;
		isl_space *space = isl_space_set_alloc(n->ctx, 0, 0);
		isl_id *id = isl_set_get_dim_id(p, isl_dim_param, (unsigned)k);
		isl_pw_aff *x = isl_pw_aff_param_on_domain_id(isl_set_universe(space), id);
		isl_pw_aff *zero = isl_pw_aff_sub(isl_pw_aff_copy(x), isl_pw_aff_copy(x));
		isl_pw_aff *one = isl_pw_aff_add_constant_val(isl_pw_aff_copy(zero), isl_val_one(n->ctx));
		isl_set *either = isl_pw_aff_ge_set(isl_pw_aff_copy(x), zero);
		either = isl_set_intersect(either, isl_pw_aff_le_set(x, one));
		n->assume = isl_set_coalesce(isl_set_intersect(n->assume, isl_set_params(either)));
		found = isl_set_is_empty(n->assume) == isl_bool_false;
	}
	isl_set_free(p);
	return found;
}

// The parameters with which a loop around the statement has some iterations.
static isl_set *loop_runs_for_long(const nest_stmt *s, int depth)
{
	enum { SOME = 4 };
	isl_map *two = isl_map_from_domain_and_range(isl_set_copy(s->domain), isl_set_copy(s->domain));
	isl_constraint *apart = isl_constraint_alloc_inequality(isl_local_space_from_space(isl_map_get_space(two)));
	apart = isl_constraint_set_coefficient_si(apart, isl_dim_out, depth, 1);
	apart = isl_constraint_set_coefficient_si(apart, isl_dim_in, depth, -1);
	apart = isl_constraint_set_constant_si(apart, 1 - SOME);
	return isl_map_params(isl_map_add_constraint(two, apart));
}

// The parameters with which all loops around the statement have some iterations, but for those that never have.
static isl_set *runs_for_long(const nest_stmt *s)
{
	isl_set *all = isl_set_params(isl_set_copy(s->domain));
	for (int d = 0; d < s->depth; d++) {
		isl_set *longer = isl_set_intersect(isl_set_copy(all), loop_runs_for_long(s, d));
		bool never = d > 0 && isl_set_is_empty(longer) != isl_bool_false;
		isl_set_free(never ? longer : all);
		if (!never) all = longer;
	}
	return all;
}

// Whether some of the parameters must be equal that need not be before: i and i1 = i + 1 never are.
static bool makes_equal(const isl_set *fits, const isl_set *before)
{
	isl_basic_set *hull = isl_set_affine_hull(isl_set_copy((isl_set *)fits));
	isl_basic_set *wider = isl_set_affine_hull(isl_set_copy((isl_set *)before));
	bool equal = isl_basic_set_is_subset(wider, hull) != isl_bool_true;
	isl_basic_set_free(hull);
	isl_basic_set_free(wider);
	return equal;
}

// Bounds that the program keeps in step (ist and iend for 1 and n - 2): where they are not, elements of a work array
// would be read that an iteration before has set. That they are is tested at entry. False where no loops of some length
// would be left: values do cross. `arrays`: nor with parameters above 0, as of u[i] = u[i - k], and where parameters
// would have to be equal, as of u[k] = u[i].
static bool assume_bounds_fit(nest *n, const nest_stmt *w, const nest_stmt *r, const isl_map *bad, bool arrays)
{
	// Chains of conditions make the cases grow without bound, as in flow_of.
	enum { MOST_CASES = 20, MOST_OPERATIONS = 200000 };
	if (isl_map_n_basic_map((isl_map *)bad) > MOST_CASES || isl_set_n_basic_set(n->assume) > MOST_CASES)
		return false;
	const quota q = quota_open(n->ctx, MOST_OPERATIONS);
	isl_set *crossing = own_bounds_project_out(isl_map_params(isl_map_copy((isl_map *)bad)));
	isl_set *fits = isl_set_coalesce(isl_set_subtract(isl_set_copy(n->assume), crossing));
	isl_set *before =
	        isl_set_intersect(isl_set_copy(n->assume), isl_set_intersect(runs_for_long(w), runs_for_long(r)));
	for (int k = 0; arrays && k < isl_set_dim(before, isl_dim_param); k++)
		before = isl_set_lower_bound_si(before, isl_dim_param, (unsigned)k, 1);
	isl_set *usual = isl_set_intersect(isl_set_copy(fits), isl_set_copy(before));
	bool any = isl_set_is_empty(usual) == isl_bool_false && !(arrays && makes_equal(usual, before));
	isl_set_free(before);
	quota_close(q);
	isl_set_free(usual);
	if (!any || isl_set_n_basic_set(fits) > MOST_CASES) {
		isl_set_free(fits);
		return false;
	}
	isl_set_free(n->assume);
	n->assume = fits;
	return true;
}

// Parts of one array that lie behind one another (u[n + i] = u[i], of which there are n at most): within a loop, and
// not from one iteration of the nest's outermost loop to another, around whose body it would be better to go.
static bool assume_parts_fit(attempt *t, const nest_stmt *w, const nest_stmt *r, const isl_map *pairs)
{
	if (!t->assumes_bounds || w->depth != r->depth || w->depth == 0) return false;
	if (w->loop[w->depth - 1] != r->loop[r->depth - 1]) return false;
	bool carried = false;
	if (w->depth > 1) {
		isl_map *same = isl_map_equate(isl_map_copy((isl_map *)pairs), isl_dim_in, 0, isl_dim_out, 0);
		carried = isl_map_is_subset((isl_map *)pairs, same) != isl_bool_true;
		isl_map_free(same);
	}
	return !carried && assume_bounds_fit(t->n, w, r, pairs, true);
}

// An element of mapped memory is set by its owner alone: which of its writes a read sees does not matter for where the
// value is.
static bool crosses(attempt *t, const nest_stmt *w, const nest_access *a, const nest_stmt *r, const nest_access *c)
{
	nest *n = t->n;
	isl_map *pairs = isl_map_apply_range(isl_map_copy(a->map), isl_map_reverse(isl_map_copy(c->map)));
	pairs = isl_map_intersect_range(pairs, isl_set_copy(r->exec));
	pairs = isl_map_subtract_domain(pairs, isl_set_copy(w->exec));
	pairs = steps_drop(n, w, r, independent_drop(n, w, r, pairs));
	bool crossing = isl_map_is_empty(pairs) != isl_bool_true;
	if (crossing) {
		pairs = turns_wrong(t, w, r, pairs);
		pairs = isl_map_intersect_params(pairs, isl_set_copy(n->assume));
		crossing = isl_map_is_empty(pairs) != isl_bool_true && !assume_apart(n, pairs) &&
		           !assume_colour(n, r, pairs) && !assume_parts_fit(t, w, r, pairs);
	}
	isl_map_free(pairs);
	return crossing;
}

static bool reads_at_home(const nest *n, const nest_stmt *r, const nest_access *c)
{
	if (r->home < 0) return false;
	const nest_access *h = &r->accesses[r->home];
	const nest_object *o = &n->objects[c->object];
	return h->object == c->object && homes_same_subscripts(o, h, o, c);
}

static bool check_mapped(attempt *t)
{
	nest *n = t->n;
	for (int x = 0; x < n->n_stmts; x++)
		for (int i = 0; i < n->stmts[x].n_accesses; i++) {
			const nest_stmt *w = &n->stmts[x];
			const nest_access *a = &w->accesses[i];
			if (!a->write || !object_is_distributed(&n->objects[a->object])) continue;
			for (int y = 0; y < n->n_stmts; y++)
				for (int j = 0; j < n->stmts[y].n_accesses; j++) {
					const nest_stmt *r = &n->stmts[y];
					const nest_access *c = &r->accesses[j];
					if (c->object != a->object || !c->read || c->reduction ||
					        reads_at_home(n, r, c) || resident_promise(n, r, c))
						continue;
					// What is sent with it of the members that change is not read.
					if (a->member && c->member && a->member != c->member) continue;
					if (crosses(t, w, a, r, c))
						return nest_fail(n, DIAG_crossing_dependence, c->expr->loc,
						               n->objects[c->object].key),
						       false;
				}
		}
	return true;
}

// The values that cross from one process to another: none may be left.
static isl_stat check_dependence(isl_map *dep, void *user)
{
	attempt *t = user;
	nest *n = t->n;
	const nest_stmt *w = &n->stmts[flow_stmt(dep, isl_dim_in)], *r = &n->stmts[flow_stmt(dep, isl_dim_out)];
	isl_map *bad = isl_map_intersect_range(dep, isl_set_copy(r->exec));
	bad = isl_map_subtract_domain(bad, isl_set_copy(w->exec));
	bad = steps_drop(n, w, r, independent_drop(n, w, r, bad));
	if (t->assumes_bounds) bad = isl_map_intersect_params(bad, isl_set_copy(n->assume));
	bool none = isl_map_is_empty(bad) == isl_bool_true || turns_hand_on(t, w, r, bad) ||
	            (t->assumes_bounds && assume_bounds_fit(n, w, r, bad, false));
	isl_map_free(bad);
	if (none) return isl_stat_ok;
	prog_loc loc;
	const char *name = flow_between(n, w, r, &loc);
	nest_fail(n, DIAG_crossing_dependence, loc, name);
	return isl_stat_error;
}

// ---- attempts ---------------------------------------------------------------------------------

static void clear_limits(attempt *t)
{
	nest *n = t->n;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < t->p->n_stmt_limits[k]; j++) {
			isl_pw_aff_free(t->p->stmt_limits[k][j].rest);
			isl_pw_aff_free(t->p->stmt_limits[k][j].whole);
		}
	for (int k = 0; k < n->n_loops; k++) {
		for (int j = 0; j < n->loops[k].n_limits; j++) isl_pw_aff_free(n->loops[k].limits[j].rest);
		n->loops[k].n_limits = 0;
		limits_drop_tiles(&n->loops[k]);
	}
	for (int k = 0; k < n->n_stmts && t->p->strip; k++) isl_pw_aff_free(t->p->strip[k]);
	t->p->strip = NULL;
	t->p->strip_axis = -1;
	for (int j = 0; j < t->p->n_nest_limits; j++) isl_pw_aff_free(t->p->nest_limits[j].rest);
	t->p->n_nest_limits = 0;
	memset(t->p->n_stmt_limits, 0, sizeof t->p->n_stmt_limits);
}

// Both statements have their home at the same place in each iteration.
static bool same_home(const nest *n, const partition *p, int a, int b)
{
	if (n->stmts[a].home < 0 || n->stmts[b].home < 0 || p->n_stmt_limits[a] != p->n_stmt_limits[b]) return false;
	for (int k = 0; k < p->n_stmt_limits[a]; k++) {
		const home_limit *x = &p->stmt_limits[a][k], *y = &p->stmt_limits[b][k];
		if (n->axes[x->axis].shared != n->axes[y->axis].shared) return false;
		isl_pw_aff *in_x = limits_at_shared(n, x->axis, isl_pw_aff_copy(x->whole));
		isl_pw_aff *in_y = limits_at_shared(n, y->axis, isl_pw_aff_copy(y->whole));
		bool same = boxes_same_place(in_x, in_y);
		isl_pw_aff_free(in_x);
		isl_pw_aff_free(in_y);
		if (!same) return false;
	}
	return true;
}

static const char *text_of_call(const nest_stmt *s)
{
	return s->stmt->expr ? s->stmt->expr->text : s->expr ? s->expr->text : "";
}

// What functions set at places that depend on their own loops belongs to several processes, whatever else is found out.
static bool calls_set_one_place(nest *n)
{
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		if (!s->inlined || s->home < 0) continue;
		const nest_access *a = &s->accesses[s->home];
		const nest_object *o = &n->objects[a->object];
		for (int d = 0; d < s->depth && o->kind == NEST_MAPPED && o->rank == o->mapping->rank; d++)
			for (int x = 0; x < o->rank && n->loops[s->loop[d]].inlined; x++)
				if (object_dim_may_be_split(o, x) && a->sub[x] &&
				        isl_pw_aff_involves_dims(a->sub[x], isl_dim_in, (unsigned)d, 1) !=
				                isl_bool_false)
					return nest_fail(n, DIAG_call_of_owners, s->stmt->loc, text_of_call(s)), false;
	}
	return true;
}

bool partition_has_room_for_guard(const nest *n, int stmt)
{
	const nest_stmt *s = &n->stmts[stmt];
	if (s->stmt->kind == PROG_STMT_EXPR) return true;
	for (int k = 0; k < n->n_stmts; k++)
		if (n->stmts[k].stmt == s->stmt && n->stmts[k].reduction != NEST_NO_REDUCTION && !n->stmts[k].inlined)
			return true;
	return false;
}

// Nor is there room in a declaration whose initialiser sets an element.
static bool calls_can_be_guarded(attempt *t)
{
	nest *n = t->n;
	for (int k = 0; k < n->n_stmts; k++)
		if (t->p->guarded[k] && n->stmts[k].home >= 0 && !partition_has_room_for_guard(n, k) &&
		        (n->stmts[k].inlined || n->stmts[k].stmt->kind == PROG_STMT_DECL))
			return nest_fail(n, DIAG_call_of_owners, n->stmts[k].stmt->loc, text_of_call(&n->stmts[k])),
			       false;
	return true;
}

// Whose element it is must be known at the call, and the same for all that the function does.
static bool calls_are_placed(attempt *t)
{
	nest *n = t->n;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		for (int d = 0; s->inlined && d < s->depth; d++) {
			if (!n->loops[s->loop[d]].inlined) continue;
			for (int j = 0; j < t->p->n_stmt_limits[k]; j++)
				if (isl_pw_aff_involves_dims(t->p->stmt_limits[k][j].whole, isl_dim_in, (unsigned)d,
				            1) != isl_bool_false)
					return nest_fail(n, DIAG_call_of_owners, s->stmt->loc, text_of_call(s)), false;
		}
		for (int j = 0; j < k && s->inlined && s->home >= 0; j++)
			if (n->stmts[j].stmt == s->stmt && n->stmts[j].home >= 0 && !same_home(n, t->p, j, k))
				return nest_fail(n, DIAG_call_of_owners, s->stmt->loc, text_of_call(s)), false;
	}
	return true;
}

static bool flow_stays(attempt *t) { return isl_union_map_foreach_map(t->flow, check_dependence, t) == isl_stat_ok; }

static bool all_known(const nest *n)
{
	for (int k = 0; k < n->n_stmts; k++)
		if (!n->stmts[k].exec) return false;
	return true;
}

static bool values_go_right(attempt *t) { return check_mapped(t) && flow_stays(t); }

static bool writes_mapped(const nest *n, int stmt)
{
	const nest_stmt *s = &n->stmts[stmt];
	for (int j = 0; j < s->n_accesses; j++)
		if (s->accesses[j].write && object_is_distributed(&n->objects[s->accesses[j].object])) return true;
	return false;
}

// Of parts of a loop's head that are placed apart: they write no elements, it is what the loop combines that crosses.
// The flow says what, and whether another dimension may be left whole.
static void say_what_crosses(attempt *t)
{
	limits_execution_sets(t);
	if (all_known(t->n)) values_go_right(t);
}

// One statement of the text has one guard: operands of a comma that are placed apart cannot be told apart there.
static bool guards_are_possible(attempt *t)
{
	nest *n = t->n;
	for (int a = 0; a < n->n_stmts; a++)
		for (int b = a + 1; b < n->n_stmts; b++) {
			if (n->stmts[a].stmt != n->stmts[b].stmt || (!t->p->guarded[a] && !t->p->guarded[b])) continue;
			if (n->stmts[a].home < 0 && n->stmts[b].home < 0) continue;
			if (same_home(n, t->p, a, b)) {
				t->p->guarded[a] = t->p->guarded[b] = true;
				continue;
			}
			if (!writes_mapped(n, a) && !writes_mapped(n, b)) say_what_crosses(t);
			return nest_fail(n, DIAG_two_homes, n->stmts[a].stmt->loc, n->stmts[b].expr->text), false;
		}
	return true;
}

// False where there are no tiles, or so many cases of what is in them that nothing is gained by telling these apart.
static bool make_tiles(attempt *t, int loop)
{
	enum { MOST_OPERATIONS = 200000 };
	nest *n = t->n;
	const quota q = quota_open(n->ctx, MOST_OPERATIONS);
	bool made = limits_make_tiles(t, loop), known = true;
	if (made) limits_execution_sets(t);
	for (int s = 0; s < n->n_stmts; s++) known &= n->stmts[s].exec != NULL;
	quota_close(q);
	if (made && known) return true;
	limits_drop_tiles(&n->loops[loop]);
	if (made) limits_execution_sets(t);
	return false;
}

// Whole tiles that are others' are left out, where what is computed in them without an owner is for their own
// iterations.
static void leave_out_tiles(attempt *t)
{
	nest *n = t->n;
	for (int k = 0; k < n->n_loops && !n->n_exits; k++) {
		if (n->loops[k].n_tiles || !make_tiles(t, k) || flow_stays(t)) continue;
		n->reason = DIAG_COUNT;
		limits_drop_tiles(&n->loops[k]);
		limits_execution_sets(t);
	}
}

// Whether loops that have lost their limits are in tiles, of which each process has its own: else all would do all of
// their work.
static bool opened_are_in_tiles(const nest *n, const int *had)
{
	for (int k = 0; k < n->n_loops; k++) {
		bool tiled = n->loops[k].n_limits >= had[k];
		for (int x = 0; x < n->n_stmts && !tiled; x++) {
			const nest_stmt *s = &n->stmts[x];
			for (int d = 0; limits_under(s, k) && d < n->loops[k].depth; d++)
				tiled |= n->loops[s->loop[d]].n_tiles > 0;
		}
		if (!tiled) return false;
	}
	return true;
}

static bool flow_stays_in_tiles(attempt *t, const int *had)
{
	bool opened = false;
	if (t->in_chain) return true;
	for (int k = 0; k < t->n->n_loops; k++) opened |= t->n->loops[k].n_limits < had[k];
	if (opened) leave_out_tiles(t);
	return !opened || opened_are_in_tiles(t->n, had);
}

// The limits of loops as they were.
static void take_limits_back(nest *n, const int *had)
{
	for (int k = 0; k < n->n_loops; k++) {
		nest_loop *l = &n->loops[k];
		while (l->n_limits > had[k]) isl_pw_aff_free(l->limits[--l->n_limits].rest);
		l->n_limits = had[k];
		limits_drop_tiles(l);
	}
}

static void free_lost_limits(nest *n, const int *had)
{
	for (int k = 0; k < n->n_loops; k++)
		for (int j = n->loops[k].n_limits; j < had[k]; j++) isl_pw_aff_free(n->loops[k].limits[j].rest);
}

// What has no owner is executed where it is read, if all that is read is set there then. `ok`: it is without that.
static bool limit_private_loops(attempt *t, bool ok)
{
	enum { MOST_OPERATIONS = 200000, FOR_THE_NEST = 4000000 };
	nest *n = t->n;
	int had[NEST_MAX_LOOPS];
	bool guarded[sizeof t->p->guarded / sizeof *t->p->guarded];
	const diag_id reason = n->reason;
	const prog_loc loc = n->reason_loc;
	const char *text = n->reason_text;
	for (int k = 0; k < n->n_loops; k++) had[k] = n->loops[k].n_limits;
	memcpy(guarded, t->p->guarded, sizeof guarded);
	isl_set *assume = isl_set_copy(n->assume);
	const quota q = quota_open(n->ctx, ok ? MOST_OPERATIONS : FOR_THE_NEST);
	bool made = needed_limit(t, ok), better = false;
	if (made) {
		n->reason = DIAG_COUNT;
		better = guards_are_possible(t) && calls_can_be_guarded(t);
		if (better) limits_execution_sets(t);
		better = better && all_known(n) && check_mapped(t) && flow_stays(t) && flow_stays_in_tiles(t, had);
	}
	quota_close(q);
	if (made && better) free_lost_limits(n, had);
	if (!made || better) return isl_set_free(assume), ok || better;
	isl_set_free(n->assume);
	n->assume = assume;
	take_limits_back(n, had);
	memcpy(t->p->guarded, guarded, sizeof guarded);
	limits_execution_sets(t);
	n->reason = DIAG_COUNT;
	if (!ok) nest_fail(n, reason, loc, text);
	return ok;
}

static bool try_axes(attempt *t)
{
	nest *n = t->n;
	clear_limits(t);
	n->reason = DIAG_COUNT;
	if (t->assumes_bounds) {
		isl_set_free(n->assume);
		n->assume = isl_set_copy(t->assumes_bounds);
	}
	if (!limits_make_axes(t)) return false;
	for (int k = 0; k < n->n_stmts; k++) limits_find(t, k);
	if (!calls_are_placed(t)) return false;
	limits_of_loop(t, -1);
	for (int k = 0; k < n->n_loops; k++) limits_of_loop(t, k);
	if (!guards_are_possible(t) || !calls_can_be_guarded(t)) return false;
	limits_execution_sets(t);
	// An error inside of isl must not pass for an empty set.
	for (int k = 0; k < n->n_stmts; k++)
		if (!n->stmts[k].exec) return nest_fail(n, DIAG_opaque_expression, n->root->loc, "this nest"), false;
	if (t->in_turns) return turns_find(t, values_go_right);
	return limit_private_loops(t, values_go_right(t));
}

// Dimensions of homes that need not be split. The first one must be where nothing is known of the memory: it is what
// most arrays are split along.
static unsigned droppable(const nest *n)
{
	unsigned dims = 0;
	for (int x = 0; x < n->n_axes; x++) {
		const nest_object *o = &n->objects[n->axes[x].object];
		if (o->kind != NEST_POINTER || (n->axes[x].dim == 0 && o->expected_split == ~0u)) continue;
		if (o->split_by_all >> n->axes[x].dim & 1) continue;
		dims |= 1u << n->axes[x].dim;
	}
	return dims;
}

// The next set of dimensions to give up: as few as possible, inner ones first. 0: there is none.
static unsigned next_dropped(unsigned dims, unsigned last)
{
	unsigned best = 0;
	// Not the first one and all others: nothing would be left.
	for (unsigned set = 1; set < dims + !(dims & 1); set++) {
		int more = __builtin_popcount(set) - __builtin_popcount(last);
		bool later = more > 0 || (more == 0 && set < last);
		if ((set & ~dims) || !later) continue;
		int than_best = best ? __builtin_popcount(set) - __builtin_popcount(best) : -1;
		if (than_best < 0 || (than_best == 0 && set > best)) best = set;
	}
	return best;
}

static bool try_merged(attempt *t, bool merged)
{
	t->merged = merged;
	if (try_axes(t)) return true;
	t->merged = true;
	return !merged && try_axes(t);
}

// The dimensions along which no home of the object goes with a loop, where another one does: components, u[0][i][j] and
// u[1][i][j].
static unsigned components(const nest *n, int object)
{
	unsigned moves = 0, all = (1u << n->objects[object].rank) - 1;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		if (s->home < 0 || s->accesses[s->home].object != object) continue;
		for (int d = 0; d < n->objects[object].rank; d++) {
			const isl_pw_aff *x = s->accesses[s->home].sub[d];
			if (isl_pw_aff_involves_dims((isl_pw_aff *)x, isl_dim_in, 0, (unsigned)s->depth) !=
			        isl_bool_false)
				moves |= 1u << d;
		}
	}
	return moves ? all & ~moves : 0;
}

static bool is_unknown(const nest_object *o) { return o->kind == NEST_POINTER && o->expected_split == ~0u; }

// The dimensions of memory of which nothing is known whose loop goes along another object's dimension that is not
// split: beside e[i][j], which is split along i, that of j.
static unsigned whole_beside(const nest *n, int object)
{
	unsigned whole = 0, split = 0;
	for (int o = 0; o < n->n_objects; o++) {
		const nest_object *q = &n->objects[o];
		if (q->kind != NEST_MAPPED && (q->kind != NEST_POINTER || is_unknown(q))) continue;
		for (int d = 0; d < n->objects[object].rank; d++)
			for (int x = 0; x < q->rank; x++) {
				if (!limits_go_alike(n, object, d, o, x)) continue;
				if (object_dim_may_be_split(q, x))
					split |= 1u << d;
				else
					whole |= 1u << d;
			}
	}
	return split ? whole & ~split : 0;
}

// Memory of which nothing is known is split along dimensions that loops go along: not its components. Homes lie
// together where their subscripts are the same, q[0][i][j] and e[i][j].
static bool try_matched(attempt *t)
{
	const nest *n = t->n;
	bool differs = false;
	for (int o = 0; o < n->n_objects; o++) {
		t->dropped[o] = is_unknown(&n->objects[o]) ? components(n, o) | whole_beside(n, o) : 0;
		differs |= t->dropped[o] != 0;
	}
	for (int x = 1; x < n->n_axes; x++)
		differs |= n->objects[n->axes[x].object].rank != n->objects[n->axes[0].object].rank;
	t->matched = true;
	bool ok = differs && try_axes(t);
	t->matched = false;
	if (!ok) memset(t->dropped, 0, sizeof t->dropped);
	return ok;
}

// Whether it might go away where less is split.
static bool hangs_on_splits(diag_id reason)
{
	return reason == DIAG_crossing_dependence || reason == DIAG_call_of_owners || reason == DIAG_two_homes;
}

static bool try_all(attempt *t)
{
	enum { MOST = 16 };
	bool merged = t->merged;
	if (try_merged(t, merged)) return true;
	if (hangs_on_splits(t->n->reason) && try_matched(t)) return true;
	nest *n = t->n;
	unsigned dims = droppable(n), set = 0;
	for (int k = 0; k < MOST && hangs_on_splits(n->reason); k++) {
		const diag_id reason = n->reason;
		const prog_loc loc = n->reason_loc;
		const char *about = n->reason_text;
		if (!(set = next_dropped(dims, set))) return false;
		for (int o = 0; o < n->n_objects; o++) t->dropped[o] = n->objects[o].kind == NEST_POINTER ? set : 0;
		if (!try_merged(t, merged)) continue;
		if (n->n_axes > 0) return true;
		// Nothing is left that could be split: it is as before.
		nest_fail(n, reason, loc, about);
	}
	return false;
}

// Once more, with what has to hold between bounds assumed.
static bool try_bounds(attempt *t)
{
	nest *n = t->n;
	if (n->reason != DIAG_crossing_dependence) return false;
	prog_loc loc = n->reason_loc;
	const char *text = n->reason_text;
	memset(t->dropped, 0, sizeof t->dropped);
	t->merged = false;
	t->assumes_bounds = isl_set_copy(n->assume);
	bool ok = try_all(t);
	if (!ok) {
		isl_set_free(n->assume);
		n->assume = isl_set_copy(t->assumes_bounds);
		n->reason = DIAG_COUNT;
		nest_fail(n, DIAG_crossing_dependence, loc, text);
	}
	t->assumes_bounds = isl_set_free(t->assumes_bounds);
	return ok;
}

static bool has_distributed(const nest *n)
{
	for (int k = 0; k < n->n_objects; k++)
		if (object_is_distributed(&n->objects[k])) return true;
	return false;
}

// A home may be split along its axes only, whatever its mapping turns out to be; what is only read is fetched from
// anywhere.
static unsigned splittable(const nest *n, int object)
{
	unsigned dims = 0;
	bool home = false;
	for (int x = 0; x < n->n_axes; x++)
		if (n->axes[x].object == object) dims |= 1u << n->axes[x].dim;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		home |= s->home >= 0 && s->accesses[s->home].object == object;
	}
	return home ? dims : ~0u;
}

// Which iterations need nothing of others, and in which order parts of them may be run.
static void find_order(const attempt *t)
{
	nest *n = t->n;
	partition *p = t->p;
	if (t->in_turns) {
		p->turn_axis = t->turn_axis;
		p->turn_way = t->turn_way;
		p->turns_by_iteration = t->turns_by_iteration;
		p->few_wait = turns_are_few(t, 0);
		p->carried = t->carried;
		p->handed = t->handed;
		p->handed_loop = t->handed_loop;
		n->obstacle = NEST_REUSED;
		n->obstacle_about = n->objects[n->axes[t->turn_axis].object].key;
		pipeline_find(t);
		return;
	}
	n->overlap = overlap_is_possible(n, p, t->flow);
	n->direction = overlap_direction(n);
}

static int handed_first(const partition *p)
{
	int o = 0;
	while (!p->handed[o]) o++;
	return o;
}

// `how` says what is tried; *at_first: whether homes are where the first elements of loops are. NULL: it cannot be.
static partition *attempt_as(attempt how, bool *at_first)
{
	unit_facts *facts = how.facts;
	nest *n = how.n;
	partition *p = prog_alloc(n->unit, sizeof *p);
	p->n = n;
	p->strip_axis = -1;
	attempt t = how;
	t.p = p;
	t.carried = prog_alloc(n->unit, sizeof *t.carried * (size_t)(n->n_objects + 1));
	t.handed = prog_alloc(n->unit, sizeof *t.handed * (size_t)(n->n_objects + 1));
	t.handed_loop = p->handed_loop = -1;
	const bool placed = homes_choose(&t);
	*at_first = t.at_first;
	if (!placed || (n->looks_into_calls && !calls_set_one_place(n))) return NULL;
	t.flow = flow_of(n, NULL);
	bool ok = t.flow && (try_all(&t) || try_bounds(&t));
	if (ok && n->n_axes == 0)
		nest_fail(n, DIAG_no_home, n->root->loc,
		        n->root->init && n->loops[0].var ? n->loops[0].var->name : "loop"),
		        ok = false;
	// What is handed on in each run of a loop all processes hand on, whether they execute something of it or not.
	if (ok && t.handed_loop < 0) leave_out_tiles(&t);
	ok = ok && roles_give(&t) && exit_search_possible(facts, n, p) && exit_search_goes_back(facts, n, p);
	if (ok) {
		for (int k = 0; k < n->n_objects; k++) n->may_split[k] = splittable(n, k);
		find_order(&t);
		overlap_find_one(n, p);
		// Without strips a process would wait until the one before it has done all.
		ok = p->handed_loop < 0 || p->strip_axis >= 0;
		if (!ok) nest_fail(n, DIAG_crossing_dependence, n->root->loc, n->objects[handed_first(p)].key);
	}
	isl_union_map_free(t.flow);
	if (!ok) {
		clear_limits(&t);
		return NULL;
	}
	return p;
}

static partition *attempt_once(unit_facts *facts, nest *n, bool in_turns, bool if_alike, int whole_rows)
{
	bool at_first;
	attempt how = {.facts = facts, .n = n, .in_turns = in_turns, .if_alike = if_alike, .whole_rows = whole_rows};
	return attempt_as(how, &at_first);
}

// What an attempt adds to the nest, taken away again.
static void start_again(nest *n, const int *n_accesses, isl_set *assume)
{
	for (int k = 0; k < n->n_stmts; k++) {
		nest_stmt *s = &n->stmts[k];
		s->home = -1;
		for (; s->n_accesses > n_accesses[k]; s->n_accesses--) {
			nest_access *a = &s->accesses[s->n_accesses - 1];
			for (int d = 0; d < PROG_MAX_RANK; d++) a->sub[d] = isl_pw_aff_free(a->sub[d]);
			a->map = isl_map_free(a->map);
		}
	}
	nest_drop_axes(n);
	n->reason = DIAG_COUNT;
	isl_set_free(n->assume);
	n->assume = isl_set_copy(assume);
}

static bool has_size_for(nest *n)
{
	const char *many = n->n_objects > NEST_MAX_OBJECTS ? "variables and arrays"
	                   : n->n_stmts > NEST_MAX_STMTS   ? "statements"
	                   : n->n_loops > NEST_MAX_LOOPS   ? "loops"
	                                                   : NULL;
	if (many) nest_fail(n, DIAG_large_nest, n->root->loc, many);
	return !many;
}

// Split without turns: with first elements as homes, or without.
static partition *attempt_nest(unit_facts *facts, nest *n, const int *n_accesses, isl_set *assume)
{
	bool at_first;
	partition *p = attempt_as((attempt){.facts = facts, .n = n, .first_elements = true}, &at_first);
	if (p || !at_first) return p;
	start_again(n, n_accesses, assume);
	return attempt_once(facts, n, false, false, 0);
}

// With members of elements as reductions, which arrays may be at the same time.
static partition *attempt_with_members(unit_facts *facts, nest *n, const int *n_accesses, isl_set *assume)
{
	unsigned long members = array_reductions_split_members(n);
	if (!members) return NULL;
	unsigned long objects = members | array_reductions_that_pay(n, array_reductions_possible(n));
	array_reductions_take(n, objects);
	partition *p = attempt_nest(facts, n, n_accesses, assume);
	if (p) return p;
	array_reductions_leave(n, objects);
	start_again(n, n_accesses, assume);
	array_reductions_join_members(n);
	return NULL;
}

// With values that are made of those of the iteration before, computed by all.
static partition *attempt_with_chains(unit_facts *facts, nest *n, const int *n_accesses, isl_set *assume)
{
	bool at_first;
	const diag_id reason = n->reason;
	const prog_loc loc = n->reason_loc;
	const char *text = n->reason_text;
	start_again(n, n_accesses, assume);
	attempt how = {.facts = facts, .n = n};
	partition *p = chains_find(&how) ? attempt_as(how, &at_first) : NULL;
	if (p) return p;
	start_again(n, n_accesses, assume);
	nest_fail(n, reason, loc, text);
	return NULL;
}

// With inner loops, as over the coordinates of a particle in flat memory, left to one process as a whole.
static partition *attempt_with_whole_rows(unit_facts *facts, nest *n, const int *n_accesses, isl_set *assume)
{
	const diag_id reason = n->reason;
	const prog_loc loc = n->reason_loc;
	const char *text = n->reason_text;
	int depth = 0;
	for (int k = 0; k < n->n_stmts; k++)
		if (n->stmts[k].depth > depth) depth = n->stmts[k].depth;
	for (int outer = depth - 1; outer > 0; outer--) {
		start_again(n, n_accesses, assume);
		if (!homes_can_be_whole(n, outer)) continue;
		partition *p = attempt_once(facts, n, false, false, outer);
		if (p) return p;
	}
	start_again(n, n_accesses, assume);
	nest_fail(n, reason, loc, text);
	return NULL;
}

partition *partition_nest(unit_facts *facts, nest *n)
{
	int n_accesses[NEST_MAX_STMTS];
	if (n->broken || n->reason != DIAG_COUNT || !has_distributed(n) || !has_size_for(n)) return NULL;
	for (int k = 0; k < n->n_stmts; k++) n_accesses[k] = n->stmts[k].n_accesses;
	isl_set *assume = isl_set_copy(n->assume);
	partition *p = attempt_with_members(facts, n, n_accesses, assume);
	if (p) {
		isl_set_free(assume);
		return p;
	}
	unsigned long possible = array_reductions_possible(n), paying = array_reductions_that_pay(n, possible);
	p = attempt_nest(facts, n, n_accesses, assume);
	// Reductions or not, there are as many cases.
	bool hopeless = !p && n->reason == DIAG_many_cases;
	if (possible && !hopeless && (!p || paying)) {
		unsigned long tries[] = {paying, p ? 0 : possible & ~paying ? possible : 0, 0};
		partition_free(p);
		p = NULL;
		for (int k = 0; k < 3 && !p; k++) {
			if (k < 2 && !tries[k]) continue;
			start_again(n, n_accesses, assume);
			array_reductions_take(n, tries[k]);
			p = attempt_nest(facts, n, n_accesses, assume);
			if (!p) array_reductions_leave(n, tries[k]);
		}
	}
	if (!p && n->reason == DIAG_crossing_dependence) p = attempt_with_chains(facts, n, n_accesses, assume);
	if (!p && n->reason == DIAG_crossing_dependence) p = attempt_with_whole_rows(facts, n, n_accesses, assume);
	isl_set_free(assume);
	return p;
}

static bool may_be_in_turns(const nest *n)
{
	// Who waits for others' values must not be left waiting: a failed assertion ends one process where it stands.
	return n->ends.n_assertions == 0;
}

static bool may_be_split(nest *n)
{
	return !n->broken && n->reason == DIAG_COUNT && has_distributed(n) && has_size_for(n);
}

partition *partition_in_turns(unit_facts *facts, nest *n)
{
	return may_be_in_turns(n) && may_be_split(n) ? attempt_once(facts, n, true, false, 0) : NULL;
}

partition *partition_if_alike(unit_facts *facts, nest *n, bool in_turns)
{
	bool may_be = may_be_split(n) && (!in_turns || may_be_in_turns(n));
	return may_be ? attempt_once(facts, n, in_turns, true, 0) : NULL;
}

const nest_axis *partition_unlike(const nest *n)
{
	for (int x = 0; x < n->n_axes; x++)
		if (n->axes[x].if_alike) return &n->axes[x];
	return NULL;
}

void partition_free(partition *p)
{
	if (!p) return;
	attempt t = {.n = p->n, .p = p};
	clear_limits(&t);
}
