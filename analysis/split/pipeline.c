// SPDX-License-Identifier: Apache-2.0
//
// Pipelines: nests in turns, of which a process need not do all before the next one begins. The iterations are gone
// through in strips of another loop than the one that is split, and each strip hands on what the next process reads in
// the same one. With x the variable of that loop (of each statement its own), seen in the loop's direction, y that of
// the loop that is split, and w = x + skew * y, the strips are intervals of w. All iterations of a strip are executed
// before those of the next one, so that
//
//     for all a, b that touch one element, one of them setting it:  a before b  =>  w(a) <= w(b)
//
// and what has no owner stays within a strip: w(a) = w(b) for all a -> b in flow. An element that another process reads
// in strip k has its last value when strip k is done.
#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../unit/unit.h"
#include "attempt.h"
#include "flow.h"
#include "partition.h"

#include <string.h>

enum { FEW_PLACES = 16, MOST_SKEW = 2, MOST_ACCESSES = 64, MOST_OPERATIONS = 2000000 };

typedef struct pipeline {
	const attempt *t;
	int depth;          // of the loops that are divided
	int skew;           // 0 to MOST_SKEW
	bool few_too;       // loops of which few iterations are known, as over components
	bool *divided;      // [loop]: it is at this depth, and elements are set in it
	isl_pw_aff **place; // [stmt]: w, over its loops; NULL: it is in none of these loops
} pipeline;

static bool is_in_strips(const pipeline *p, const nest_stmt *s)
{
	return s->depth > p->depth && p->divided[s->loop[p->depth]];
}

static int depth_in(const nest_stmt *s, int loop)
{
	int d = 0;
	while (d < s->depth && s->loop[d] != loop) d++;
	return d < s->depth ? d : -1;
}

static int turned_by_home(const attempt *t, int stmt)
{
	for (int k = 0; k < t->p->n_stmt_limits[stmt]; k++) {
		const home_limit *h = &t->p->stmt_limits[stmt][k];
		if (t->n->axes[h->axis].shared == t->turn_axis) return h->loop;
	}
	return -1;
}

// The loop of the statement that turns are taken along, where it has no home by one that others have; -1: none.
static int turned_loop(const attempt *t, int stmt)
{
	int loop = turned_by_home(t, stmt);
	for (int k = 0; k < t->n->n_stmts && loop < 0; k++) {
		loop = turned_by_home(t, k);
		if (loop >= 0 && depth_in(&t->n->stmts[stmt], loop) < 0) loop = -1;
	}
	return loop;
}

// Whether the loop's bounds can be limited in the text.
static bool can_be_divided(const attempt *t, int loop)
{
	const nest_loop *l = &t->n->loops[loop];
	return l->counted && l->var && !l->inlined && !l->leaves && !l->read_beside && !l->scale && !l->by &&
	       !l->decrements && l->n_limits == 0 && l->n_tiles == 0 && l->stmt->kind == PROG_STMT_FOR &&
	       !t->p->final_value[loop];
}

// ---- what may stand beside strips ---------------------------------------------------------------

static bool is_set_by_nest(const nest *n, int object)
{
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++)
			if (n->stmts[k].accesses[j].object == object && n->stmts[k].accesses[j].write) return true;
	return false;
}

static bool is_private(const attempt *t, int object)
{
	const nest_object *o = &t->n->objects[object];
	return !object_is_distributed(o) && !o->reduced && t->p->roles[object] == SCALAR_PRIVATE &&
	       !t->p->shared[object];
}

// A sum or the like, of which each strip adds its part.
static bool is_combined(const attempt *t, int object)
{
	const nest_object *o = &t->n->objects[object];
	return o->kind == NEST_SCALAR && o->is_reduction && !o->reduced && t->p->roles[object] == SCALAR_REDUCTION;
}

// What is executed once more for each strip: it sets private values alone, of what no strip changes.
static bool may_be_repeated(const attempt *t, const nest_stmt *s)
{
	if (s->inlined || (s->reduction != NEST_NO_REDUCTION && !is_private(t, s->reduction_object))) return false;
	for (int j = 0; j < s->n_accesses; j++) {
		const nest_access *a = &s->accesses[j];
		if ((a->write || is_set_by_nest(t->n, a->object)) && !is_private(t, a->object)) return false;
	}
	return true;
}

// What the nest sets of private values is not what it was before when the next strip begins.
static bool uses_values_from_before(const attempt *t)
{
	nest *n = t->n;
	unsigned char *entering = prog_alloc(n->unit, (size_t)n->unit->n_symbols + 1);
	flow_values_enter(n, entering);
	for (int k = 0; k < n->n_objects; k++) {
		const nest_object *o = &n->objects[k];
		if (object_is_distributed(o) || is_combined(t, k) || !is_set_by_nest(n, k)) continue;
		if (!o->symbol || entering[o->symbol->id]) return true;
	}
	return false;
}

static bool has_order_to_keep(const attempt *t)
{
	const nest *n = t->n;
	bool keeps = n->n_exits || n->ends.n_assertions || n->n_counters || t->p->goes_back || t->p->n_nest_limits ||
	             n->remaps_before;
	for (int k = 0; k < n->n_objects && !keeps; k++) {
		const nest_object *o = &n->objects[k];
		if (is_combined(t, k)) continue;
		keeps = t->carried[k] || o->reduced || o->is_reduction || o->moves ||
		        (o->writes && !object_is_distributed(o) && !is_private(t, k));
	}
	return keeps || uses_values_from_before(t);
}

// ---- strips -------------------------------------------------------------------------------------

static isl_pw_aff *variable(const nest *n, isl_set *domain, int depth, int factor)
{
	isl_local_space *space = isl_local_space_from_space(isl_set_get_space(domain));
	isl_aff *v = isl_aff_var_on_domain(space, isl_dim_set, (unsigned)depth);
	return isl_pw_aff_from_aff(isl_aff_scale_val(v, isl_val_int_from_si(n->ctx, factor)));
}

static int direction(const nest_loop *l) { return l->step > 0 ? 1 : -1; }

static isl_pw_aff *place_of(const pipeline *p, int stmt)
{
	const nest *n = p->t->n;
	const nest_stmt *s = &n->stmts[stmt];
	isl_pw_aff *place = variable(n, s->domain, p->depth, direction(&n->loops[s->loop[p->depth]]));
	const int turned = turned_loop(p->t, stmt), at = turned < 0 ? -1 : depth_in(s, turned);
	if (!p->skew || at < 0) return place;
	return isl_pw_aff_add(place, variable(n, s->domain, at, p->skew * direction(&n->loops[turned])));
}

// The statements of one loop have one place in each of its iterations.
static bool goes_with_loop(const pipeline *p, int stmt)
{
	const nest *n = p->t->n;
	for (int k = 0; k < stmt && p->skew; k++)
		if (is_in_strips(p, &n->stmts[k]) && n->stmts[k].loop[p->depth] == n->stmts[stmt].loop[p->depth] &&
		        turned_loop(p->t, k) != turned_loop(p->t, stmt))
			return false;
	return true;
}

// Whether all that the nest sets is set in loops at this depth that can be divided, all in one direction.
static bool has_loops(const pipeline *p)
{
	const nest *n = p->t->n;
	int way = 0;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		if (!is_in_strips(p, s)) {
			if (!may_be_repeated(p->t, s)) return false;
			continue;
		}
		const int loop = s->loop[p->depth], turned = turned_loop(p->t, k), at = depth_in(s, turned);
		if (!can_be_divided(p->t, loop) || loop == turned || !goes_with_loop(p, k)) return false;
		if (p->skew && (at < 0 || at > p->depth)) return false;
		if (way && way != direction(&n->loops[loop])) return false;
		way = direction(&n->loops[loop]);
	}
	return way != 0;
}

// Pairs of iterations of which the second one would come in an earlier strip, or (`other`) in another one.
static isl_map *apart(isl_pw_aff *x, isl_pw_aff *y, bool other)
{
	isl_map *later = isl_pw_aff_gt_map(isl_pw_aff_copy(x), isl_pw_aff_copy(y));
	return other ? isl_map_union(later, isl_pw_aff_lt_map(isl_pw_aff_copy(x), isl_pw_aff_copy(y))) : later;
}

static bool is_known_empty(isl_map *map)
{
	bool empty = isl_map_is_empty(map) == isl_bool_true;
	isl_map_free(map);
	return empty;
}

// ---- elements -----------------------------------------------------------------------------------

// Accesses that are alike: of one object, in the same loops down to those that are divided, to the same elements as far
// as these loops choose them. Within an iteration of these no order changes.
typedef struct accesses {
	int stmt; // of one of them
	int object;
	bool write;
	isl_map *elements; // from the loops' iterations
	isl_pw_aff *place; // w, over them
} accesses;

static bool in_same_loops(const pipeline *p, int x, int y)
{
	const nest *n = p->t->n;
	return memcmp(n->stmts[x].loop, n->stmts[y].loop, sizeof(int) * ((size_t)p->depth + 1)) == 0;
}

// The dimensions whose index these loops alone choose, in all accesses of the object: no others tell accesses apart.
static unsigned chosen_dims(const pipeline *p, int object)
{
	const nest *n = p->t->n;
	unsigned dims = (1u << n->objects[object].rank) - 1;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses && is_in_strips(p, &n->stmts[k]); j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			const unsigned inner = (unsigned)(n->stmts[k].depth - p->depth - 1);
			for (int d = 0; d < n->objects[object].rank && a->object == object; d++)
				if (!a->sub[d] || isl_pw_aff_involves_dims(a->sub[d], isl_dim_in,
				                          (unsigned)p->depth + 1, inner) != isl_bool_false)
					dims &= ~(1u << d);
		}
	return dims;
}

static accesses accesses_of(const pipeline *p, int stmt, const nest_access *a, unsigned dims)
{
	const nest_stmt *s = &p->t->n->stmts[stmt];
	const unsigned inner = (unsigned)(s->depth - p->depth - 1), at = (unsigned)p->depth + 1;
	isl_map *map = isl_map_intersect_domain(isl_map_copy(a->map), isl_set_copy(s->domain));
	for (int d = (int)isl_map_dim(map, isl_dim_out) - 1; d >= 0; d--)
		if (!(dims >> d & 1)) map = isl_map_project_out(map, isl_dim_out, (unsigned)d, 1);
	map = isl_map_project_out(map, isl_dim_in, at, inner);
	map = isl_map_reset_tuple_id(isl_map_reset_tuple_id(map, isl_dim_in), isl_dim_out);
	isl_pw_aff *place = isl_pw_aff_drop_dims(isl_pw_aff_copy(p->place[stmt]), isl_dim_in, at, inner);
	return (accesses){
	        stmt, a->object, a->write, isl_map_coalesce(map), isl_pw_aff_reset_tuple_id(place, isl_dim_in)};
}

static void free_accesses(accesses *a)
{
	isl_map_free(a->elements);
	isl_pw_aff_free(a->place);
}

static bool are_alike(const pipeline *p, const accesses *a, const accesses *c)
{
	return a->object == c->object && a->write == c->write && in_same_loops(p, a->stmt, c->stmt) &&
	       isl_map_plain_is_equal(a->elements, c->elements) == isl_bool_true;
}

// Those of an object; false: there are too many. Without the dimensions `dims` they are to all elements in these.
static bool find_accesses(const pipeline *p, int object, unsigned dims, accesses *list, int *n_list)
{
	const nest *n = p->t->n;
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses && is_in_strips(p, &n->stmts[k]); j++) {
			if (n->stmts[k].accesses[j].object != object) continue;
			accesses a = accesses_of(p, k, &n->stmts[k].accesses[j], dims);
			int known = 0;
			while (known < *n_list && !are_alike(p, &list[known], &a)) known++;
			if (known < *n_list || *n_list == MOST_ACCESSES)
				free_accesses(&a);
			else
				list[(*n_list)++] = a;
			if (known == MOST_ACCESSES) return false;
		}
	return true;
}

// When the loops down to those that are divided execute an iteration.
static isl_map *schedule(const pipeline *p, const nest_stmt *s)
{
	const nest *n = p->t->n;
	const unsigned loops = (unsigned)p->depth + 1;
	isl_map *map = isl_map_universe(isl_space_alloc(n->ctx, 0, loops, 2 * loops));
	for (int d = 0; d <= p->depth; d++) {
		map = isl_map_fix_si(map, isl_dim_out, 2 * (unsigned)d, s->time[d]);
		map = n->loops[s->loop[d]].step < 0 ? isl_map_oppose(map, isl_dim_in, d, isl_dim_out, 2 * d + 1)
		                                    : isl_map_equate(map, isl_dim_in, d, isl_dim_out, 2 * d + 1);
	}
	return map;
}

static isl_map *in_order(const pipeline *p, int x, int y)
{
	const nest *n = p->t->n;
	isl_space *times = isl_space_set_alloc(n->ctx, 0, 2 * ((unsigned)p->depth + 1));
	isl_map *order = isl_map_apply_range(schedule(p, &n->stmts[x]), isl_map_lex_lt(times));
	return isl_map_apply_range(order, isl_map_reverse(schedule(p, &n->stmts[y])));
}

static bool stay_in_order(const pipeline *p, const accesses *a, const accesses *c)
{
	isl_map *pairs = isl_map_apply_range(isl_map_copy(a->elements), isl_map_reverse(isl_map_copy(c->elements)));
	pairs = isl_map_intersect_params(pairs, isl_set_copy(p->t->n->assume));
	pairs = isl_map_intersect(pairs, apart(a->place, c->place, false));
	return is_known_empty(isl_map_intersect(pairs, in_order(p, a->stmt, c->stmt)));
}

// As far as these dimensions tell elements apart.
static bool object_stays_in_order(const pipeline *p, int object, unsigned dims)
{
	accesses list[MOST_ACCESSES];
	int n_list = 0;
	bool stays = find_accesses(p, object, dims, list, &n_list);
	for (int x = 0; x < n_list; x++)
		for (int y = 0; y < n_list && stays; y++)
			if (list[x].write || list[y].write) stays = stay_in_order(p, &list[x], &list[y]);
	for (int x = 0; x < n_list; x++) free_accesses(&list[x]);
	return stays;
}

// In the dimensions that inner loops choose, too, many more accesses are unlike: these are looked at where they decide.
static bool elements_stay_in_order(const pipeline *p)
{
	const nest *n = p->t->n;
	bool stay = true;
	for (int o = 0; o < n->n_objects && stay; o++) {
		if (!object_is_distributed(&n->objects[o]) || !is_set_by_nest(n, o)) continue;
		const unsigned all = (1u << n->objects[o].rank) - 1, chosen = chosen_dims(p, o);
		stay = object_stays_in_order(p, o, chosen) || (chosen != all && object_stays_in_order(p, o, all));
	}
	return stay;
}

// ---- what has no owner --------------------------------------------------------------------------

static isl_stat value_stays(isl_map *dep, void *user)
{
	const pipeline *p = user;
	const int w = flow_stmt(dep, isl_dim_in), r = flow_stmt(dep, isl_dim_out);
	// What is set beside the strips is set again in each.
	if (!p->place[w]) return isl_map_free(dep), isl_stat_ok;
	if (!p->place[r]) return isl_map_free(dep), isl_stat_error;
	return is_known_empty(isl_map_intersect(dep, apart(p->place[w], p->place[r], true))) ? isl_stat_ok
	                                                                                     : isl_stat_error;
}

static void free_places(pipeline *p)
{
	for (int k = 0; k < p->t->n->n_stmts; k++) p->place[k] = isl_pw_aff_free(p->place[k]);
}

static void choose_loops(pipeline *p)
{
	const nest *n = p->t->n;
	memset(p->divided, 0, sizeof *p->divided * (size_t)n->n_loops);
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		for (int j = 0; j < s->n_accesses && s->depth > p->depth; j++)
			if (s->accesses[j].write && object_is_distributed(&n->objects[s->accesses[j].object]))
				p->divided[s->loop[p->depth]] = true;
	}
}

// Whether a loop that is divided is known to have a few iterations only.
static bool has_few(const pipeline *p)
{
	const nest *n = p->t->n;
	for (int k = 0; k < n->n_stmts; k++)
		if (is_in_strips(p, &n->stmts[k]) && nest_has_few_iterations(&n->stmts[k], p->depth)) return true;
	return false;
}

static bool try_strips(pipeline *p)
{
	const nest *n = p->t->n;
	const int handed = p->t->handed_loop;
	choose_loops(p);
	// Variables are handed on in one run of the inner loop after the other.
	if (handed >= 0 && p->depth >= n->loops[handed].depth) return false;
	if (!has_loops(p) || (!p->few_too && has_few(p))) return false;
	for (int k = 0; k < n->n_stmts; k++)
		if (is_in_strips(p, &n->stmts[k])) p->place[k] = place_of(p, k);
	const quota q = quota_open(n->ctx, MOST_OPERATIONS);
	const bool right =
	        elements_stay_in_order(p) && isl_union_map_foreach_map(p->t->flow, value_stays, p) == isl_stat_ok;
	quota_close(q);
	if (!right) free_places(p);
	return right;
}

// The limit of a loop that is divided: own.lo <= step * x + skew * y <= own.hi.
static void limit_loop(const pipeline *p, int stmt)
{
	nest *n = p->t->n;
	const nest_stmt *s = &n->stmts[stmt];
	nest_loop *l = &n->loops[s->loop[p->depth]];
	if (l->n_limits) return;
	isl_pw_aff *rest =
	        isl_pw_aff_sub(isl_pw_aff_copy(p->place[stmt]), variable(n, s->domain, p->depth, direction(l)));
	rest = isl_pw_aff_reset_tuple_id(rest, isl_dim_in);
	rest = isl_pw_aff_drop_dims(rest, isl_dim_in, (unsigned)p->depth, (unsigned)(s->depth - p->depth));
	l->limits = prog_alloc(n->unit, sizeof *l->limits);
	l->limits[0] = (nest_limit){.stmt = stmt, .axis = n->n_axes, .coef = direction(l), .rest = rest};
	l->n_limits = 1;
}

// The outermost loops that can be divided, with the least skew; those of few iterations where there are no others.
static bool find_strips(pipeline *p)
{
	for (int tries = 0; tries < 2; tries++) {
		p->few_too = tries > 0;
		for (p->skew = 0; p->skew <= MOST_SKEW; p->skew++)
			for (p->depth = 0; p->depth < NEST_MAX_DEPTH; p->depth++)
				if (try_strips(p)) return true;
	}
	return false;
}

void pipeline_find(const attempt *t)
{
	nest *n = t->n;
	if ((t->p->few_wait && turns_are_few(t, FEW_PLACES)) || n->n_axes >= NEST_MAX_AXES || has_order_to_keep(t))
		return;
	pipeline p = {.t = t,
	        .divided = prog_alloc(n->unit, sizeof *p.divided * (size_t)(n->n_loops + 1)),
	        .place = prog_alloc(n->unit, sizeof *p.place * (size_t)(n->n_stmts + 1))};
	if (!find_strips(&p)) return;
	const nest_axis *turned = &n->axes[t->turn_axis];
	n->axes[n->n_axes] = (nest_axis){.object = turned->object, .dim = turned->dim, .shared = n->n_axes, .sign = 1};
	for (int k = 0; k < n->n_stmts; k++)
		if (p.place[k]) limit_loop(&p, k);
	t->p->strip_axis = n->n_axes;
	t->p->strip = p.place;
}
