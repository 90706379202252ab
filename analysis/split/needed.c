// SPDX-License-Identifier: Apache-2.0
//
// Values without an owner, fluxes[j] for one, are computed by every process that needs them: loops that set nothing
// else go as far as owners read what they set, and as far as is read to set that. What several need is computed by
// each, and is no message.
#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "attempt.h"
#include "flow.h"
#include "partition.h"

#include <isl/ilp.h>

#include <stdlib.h>
#include <string.h>

enum { MOST_ENDS = 8, MOST_ROUNDS = 8 };

// own[axis].lo <= coef * i + high, coef * i + low <= own[axis].hi
typedef struct reach {
	int axis, stmt;
	long coef, low, high;
} reach;

// How far a loop has to go, beside its limits.
typedef struct loop_reach {
	bool candidate;
	bool open;    // everywhere
	bool changed; // in this round
	int stamp;    // when it changed last
	int n;
	reach ends[MOST_ENDS];
} loop_reach;

// Distances between where a value is read and the loop `depth` of who sets it: see `place` for the others.
typedef struct known_distance {
	int depth, loop, limit;
	long coef;
	bool any;
	long low, high;
} known_distance;

// The flow from one statement to another one, and what is known of it while the search goes on.
typedef struct followed {
	isl_map *flow;
	int stamp; // when it was looked at last
	bool missed, missed_known;
	int n_distances, room_distances;
	known_distance *distances;
} followed;

typedef struct search {
	attempt *t;
	loop_reach *loops;
	int n_flows, room_flows;
	followed *flows;
	int stamp; // goes up with each change of a loop's reach
	bool changed;
	bool opens; // loops with limits may lose them
} search;

static bool is_placed(const nest_stmt *s) { return s->home >= 0; }

static bool sets_anything(const nest_stmt *s)
{
	for (int k = 0; k < s->n_accesses; k++)
		if (s->accesses[k].write) return true;
	return false;
}

// A loop in the nest's own text in which something is set that has no owner. One without limits must hold nothing else.
static bool is_candidate(const nest *n, int loop)
{
	const nest_loop *l = &n->loops[loop];
	if (!l->counted || l->inlined || scales_leave_out(l) || l->leaves || !l->var) return false;
	bool any = false;
	for (int k = 0; k < n->n_stmts; k++) {
		const nest_stmt *s = &n->stmts[k];
		if (!limits_under(s, loop)) continue;
		if (is_placed(s) && !l->n_limits) return false;
		any |= !is_placed(s) && sets_anything(s);
	}
	return any;
}

// ---- distances ---------------------------------------------------------------------------------

typedef struct extremes {
	const isl_set *set;
	long low, high;
	bool any, known; // of all pieces so far
} extremes;

static isl_stat look_at_piece(isl_set *where, isl_aff *aff, void *user)
{
	extremes *x = user;
	isl_set *set = isl_set_intersect(isl_set_copy((isl_set *)x->set), where);
	if (isl_set_is_empty(set) == isl_bool_false) {
		isl_val *least = isl_set_min_val(set, aff), *most = isl_set_max_val(set, aff);
		x->known = x->known && least && most && isl_val_is_int(least) == isl_bool_true &&
		           isl_val_is_int(most) == isl_bool_true;
		if (x->known) {
			const long low = isl_val_get_num_si(least), high = isl_val_get_num_si(most);
			if (!x->any || low < x->low) x->low = low;
			if (!x->any || high > x->high) x->high = high;
			x->any = true;
		}
		isl_val_free(least);
		isl_val_free(most);
	}
	isl_set_free(set);
	isl_aff_free(aff);
	return x->known ? isl_stat_ok : isl_stat_error;
}

// The least and the most that a function is on a set, whatever the parameters are: these are variables of the search,
// too. Takes the function. False: there are none.
static bool values_on(const isl_set *set, isl_pw_aff *f, long *low, long *high)
{
	extremes x = {.set = set, .known = true};
	const bool all = isl_pw_aff_foreach_piece(f, look_at_piece, &x) == isl_stat_ok;
	isl_pw_aff_free(f);
	*low = x.low;
	*high = x.high;
	return all && x.known && x.any;
}

// The least and most of a place, over the loops of the one that reads, less coef * i of a loop of the one that sets.
static bool distances(
        const attempt *t, const isl_map *flow, isl_pw_aff *place, int depth, long coef, long *low, long *high)
{
	isl_map *pairs = isl_map_intersect_params(isl_map_copy((isl_map *)flow), isl_set_copy(t->n->assume));
	isl_size sets = isl_map_dim(pairs, isl_dim_in);
	if (sets < 0) { // no operations are left
		isl_map_free(pairs);
		isl_pw_aff_free(place);
		return false;
	}
	isl_set *both = isl_set_flatten(
	        isl_map_wrap(isl_map_set_tuple_name(isl_map_set_tuple_name(pairs, isl_dim_in, "W"), isl_dim_out, "R")));
	both = isl_set_reset_tuple_id(both);
	place = isl_pw_aff_reset_tuple_id(place, isl_dim_in);
	place = isl_pw_aff_insert_dims(place, isl_dim_in, 0, (unsigned)sets);
	isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(both));
	isl_pw_aff *i = isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)depth));
	isl_pw_aff *own = isl_pw_aff_scale_val(isl_pw_aff_copy(i), isl_val_int_from_si(t->n->ctx, coef));
	isl_pw_aff *away = isl_pw_aff_sub(isl_pw_aff_copy(place), isl_pw_aff_copy(own));
	long from, to, first, last;
	bool known = values_on(both, away, low, high);
	// Of places that have nothing to do with the iteration all distances occur: they say nothing.
	bool apart = known && values_on(both, isl_pw_aff_copy(place), &from, &to) &&
	             values_on(both, isl_pw_aff_copy(own), &first, &last);
	if (apart && last > first && *high - *low == to - from + (last - first)) known = false;
	isl_pw_aff_free(place);
	isl_pw_aff_free(own);
	isl_pw_aff_free(i);
	isl_set_free(both);
	return known;
}

static void note_change(search *q, loop_reach *l)
{
	q->changed = l->changed = true;
	l->stamp = ++q->stamp;
}

static void add_end(search *q, loop_reach *l, reach more)
{
	for (int k = 0; k < l->n; k++) {
		reach *r = &l->ends[k];
		if (r->axis != more.axis || r->coef != more.coef) continue;
		bool further = more.low < r->low || more.high > r->high;
		if (further) note_change(q, l);
		if (more.low < r->low) r->low = more.low;
		if (more.high > r->high) r->high = more.high;
		return;
	}
	note_change(q, l);
	if (l->n == MOST_ENDS)
		l->open = true;
	else
		l->ends[l->n++] = more;
}

// ---- places ------------------------------------------------------------------------------------

// What is known of where a statement is executed: own[axis].lo <= at + high and at + low <= own[axis].hi, each perhaps
// of another iteration.
typedef struct place {
	int axis, stmt;
	long coef;
	isl_pw_aff *at; // over the statement's loops
	long low, high;
	int loop, limit; // of which loop around the statement, and of which of its limits; -1: of the loop's reach
	int group;       // those of one group together bound where it is executed, and each group alone does
} place;

enum { MOST_PLACES = 64 };

// coef * i + rest, rest being a function of the loops around.
static isl_pw_aff *along_loop(const nest *n, const nest_stmt *s, int d, long coef, const isl_pw_aff *rest)
{
	isl_local_space *ls = isl_local_space_from_space(isl_space_set_alloc(n->ctx, 0, (unsigned)s->depth));
	isl_pw_aff *i = isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, (unsigned)d));
	i = isl_pw_aff_scale_val(i, isl_val_int_from_si(n->ctx, coef));
	if (!rest) return i;
	isl_pw_aff *r = isl_pw_aff_reset_tuple_id(isl_pw_aff_copy((isl_pw_aff *)rest), isl_dim_in);
	unsigned have = (unsigned)isl_pw_aff_dim(r, isl_dim_in);
	return isl_pw_aff_add(i, isl_pw_aff_add_dims(r, isl_dim_in, (unsigned)s->depth - have));
}

static isl_pw_aff *moved(const nest *n, isl_pw_aff *p, long by)
{
	return isl_pw_aff_add_constant_val(p, isl_val_int_from_si(n->ctx, by));
}

static int places_of_owner(const attempt *t, int stmt, place *out)
{
	int count = 0;
	for (int k = 0; k < t->p->n_stmt_limits[stmt]; k++) {
		const home_limit *h = &t->p->stmt_limits[stmt][k];
		if (h->loop >= 0 && h->rest) {
			out[count] = (place){.axis = h->axis,
			        .stmt = stmt,
			        .coef = h->coef,
			        .at = isl_pw_aff_copy(h->whole),
			        .limit = k,
			        .group = count};
			count++;
		}
	}
	return count;
}

// Of a statement without an owner: what bounds leave it. `*later`: a loop around it has not been looked at.
static int places_of_bounds(const search *q, int stmt, place *out, bool *later)
{
	const nest *n = q->t->n;
	const nest_stmt *s = &n->stmts[stmt];
	int count = 0;
	for (int d = 0; d < s->depth; d++) {
		const nest_loop *l = &n->loops[s->loop[d]];
		const loop_reach *more = &q->loops[s->loop[d]];
		for (int k = 0; k < l->n_limits && !more->open && count < MOST_PLACES; k++)
			out[count++] = (place){.axis = l->limits[k].axis,
			        .stmt = l->limits[k].stmt,
			        .coef = l->limits[k].coef,
			        .at = along_loop(n, s, d, l->limits[k].coef, l->limits[k].rest),
			        .loop = d,
			        .limit = k,
			        .group = d};
		*later |= more->candidate && !l->n_limits && !more->n && !more->open;
		for (int k = 0; k < more->n && !more->open && count < MOST_PLACES; k++) {
			const reach *r = &more->ends[k];
			out[count++] = (place){.axis = r->axis,
			        .stmt = r->stmt,
			        .coef = r->coef,
			        .at = along_loop(n, s, d, r->coef, NULL),
			        .low = r->low,
			        .high = r->high,
			        .loop = d,
			        .limit = -1,
			        .group = d};
		}
	}
	return count;
}

// Whether a limit of the loop says so already.
static bool is_within(const nest *n, const nest_loop *l, const reach *r)
{
	bool low = false, high = false;
	for (int k = 0; k < l->n_limits; k++) {
		const nest_limit *x = &l->limits[k];
		if (n->axes[x->axis].shared != n->axes[r->axis].shared || x->axis != r->axis || x->coef != r->coef)
			continue;
		isl_pw_aff *a = isl_pw_aff_copy(x->rest);
		isl_set *below = isl_pw_aff_nonneg_set(isl_pw_aff_neg(moved(n, isl_pw_aff_copy(a), -r->low)));
		isl_set *above = isl_pw_aff_nonneg_set(moved(n, a, -r->high));
		low |= isl_set_plain_is_universe(below) == isl_bool_true;
		high |= isl_set_plain_is_universe(above) == isl_bool_true;
		isl_set_free(below);
		isl_set_free(above);
	}
	return low && high;
}

// ---- the search --------------------------------------------------------------------------------

// How far the loop has to go for one group of the places where a statement reads.
typedef struct group_reach {
	int n;
	long width; // the least and the most of all are so far apart
	reach ends[MOST_PLACES];
} group_reach;

// The distances between the place and loop `d` of the statement that sets. Each round of the search asks for the same
// ones: they are kept with the flow.
static bool distances_from(const search *q, followed *f, int d, const place *p, reach *out)
{
	const known_distance *known = NULL;
	for (int k = 0; k < f->n_distances && !known; k++) {
		const known_distance *x = &f->distances[k];
		if (x->depth == d && x->loop == p->loop && x->limit == p->limit && x->coef == p->coef) known = x;
	}
	if (!known) {
		known_distance fresh = {.depth = d, .loop = p->loop, .limit = p->limit, .coef = p->coef};
		fresh.any = distances(q->t, f->flow, isl_pw_aff_copy(p->at), d, p->coef, &fresh.low, &fresh.high);
		f->distances = prog_grow(
		        q->t->n->unit, f->distances, f->n_distances, &f->room_distances, sizeof *f->distances);
		f->distances[f->n_distances] = fresh;
		known = &f->distances[f->n_distances++];
	}
	*out = (reach){p->axis, p->stmt, p->coef, known->low + p->low, known->high + p->high};
	return known->any;
}

// False: some of the group says nothing.
static bool reach_of_group(
        const search *q, followed *f, int d, const place *places, int n_places, int group, group_reach *all)
{
	*all = (group_reach){0};
	long low = 0, high = 0;
	for (int k = 0; k < n_places; k++) {
		reach r;
		if (places[k].group != group) continue;
		if (!distances_from(q, f, d, &places[k], &r)) return false;
		if (!all->n || r.low < low) low = r.low;
		if (!all->n || r.high > high) high = r.high;
		all->ends[all->n++] = r;
	}
	all->width = high - low;
	return all->n > 0;
}

// Whether one process reads what another one has set, by the limits that loops have.
static bool is_missed(const nest_stmt *w, const nest_stmt *r, const isl_map *flow)
{
	isl_map *bad = isl_map_intersect_range(isl_map_copy((isl_map *)flow), isl_set_copy(r->exec));
	bad = isl_map_subtract_domain(bad, isl_set_copy(w->exec));
	bool none = isl_map_is_empty(bad) == isl_bool_true;
	isl_map_free(bad);
	return !none;
}

static bool misses(const search *q, followed *f, const nest_stmt *w, const nest_stmt *r)
{
	if (!f->missed_known) f->missed = q->opens && is_missed(w, r, f->flow);
	f->missed_known = true;
	return f->missed;
}

// How far loop `d` of the statement that sets has to go for one that reads: as the group says that is nearest.
static void follow(
        search *q, followed *f, const nest_stmt *w, const nest_stmt *r, int d, const place *places, int n_places)
{
	const nest *n = q->t->n;
	const nest_loop *loop = &n->loops[w->loop[d]];
	loop_reach *l = &q->loops[w->loop[d]];
	group_reach nearest = {0}, all;
	if (l->open) return;
	for (int group = 0; group < MOST_PLACES; group++)
		if (reach_of_group(q, f, d, places, n_places, group, &all) && (!nearest.n || all.width < nearest.width))
			nearest = all;
	for (int k = 0; k < nearest.n; k++)
		if (!is_within(n, loop, &nearest.ends[k])) add_end(q, l, nearest.ends[k]);
	// Loops that have limits go as far as these, at least.
	if (!nearest.n && (!loop->n_limits || misses(q, f, w, r))) {
		l->open = true;
		note_change(q, l);
	}
}

// Whether what is known of where the statement is executed has changed since.
static bool has_changed(const search *q, const nest_stmt *s, int since)
{
	bool changed = false;
	for (int d = 0; d < s->depth && !is_placed(s); d++) changed |= q->loops[s->loop[d]].stamp > since;
	return changed;
}

static void look_at_flow(search *q, followed *f)
{
	const nest *n = q->t->n;
	int reads = flow_stmt(f->flow, isl_dim_out);
	const nest_stmt *w = &n->stmts[flow_stmt(f->flow, isl_dim_in)], *r = &n->stmts[reads];
	place places[MOST_PLACES];
	bool wanted = false, later = false, looked = f->stamp >= 0;
	for (int d = 0; d < w->depth; d++) wanted |= q->loops[w->loop[d]].candidate && !q->loops[w->loop[d]].open;
	if (!wanted || (looked && !has_changed(q, r, f->stamp))) return;
	f->stamp = q->stamp;
	int count = is_placed(r) ? places_of_owner(q->t, reads, places) : places_of_bounds(q, reads, places, &later);
	for (int d = 0; d < w->depth; d++)
		if (q->loops[w->loop[d]].candidate && !later) follow(q, f, w, r, d, places, count);
	for (int k = 0; k < count; k++) isl_pw_aff_free(places[k].at);
}

static isl_stat note_flow(isl_map *flow, void *user)
{
	search *q = user;
	const nest *n = q->t->n;
	if (is_placed(&n->stmts[flow_stmt(flow, isl_dim_in)]) || isl_map_is_empty(flow) != isl_bool_false)
		return isl_map_free(flow), isl_stat_ok;
	q->flows = prog_grow(n->unit, q->flows, q->n_flows, &q->room_flows, sizeof *q->flows);
	q->flows[q->n_flows++] = (followed){.flow = flow, .stamp = -1};
	return isl_stat_ok;
}

// ---- limits ------------------------------------------------------------------------------------

static isl_pw_aff *constant(const nest *n, const nest_loop *l, long value)
{
	isl_local_space *ls = isl_local_space_from_space(isl_space_set_alloc(n->ctx, 0, (unsigned)l->depth));
	return isl_pw_aff_from_aff(isl_aff_val_on_domain(ls, isl_val_int_from_si(n->ctx, value)));
}

static bool is_extended(const loop_reach *l) { return l->candidate && !l->open && l->n; }

// Owners do their own iterations alone.
static void guard_owners(attempt *t, int loop)
{
	const nest *n = t->n;
	for (int k = 0; k < n->n_stmts; k++)
		if (is_placed(&n->stmts[k]) && limits_under(&n->stmts[k], loop)) t->p->guarded[k] = true;
}

static bool extend(attempt *t, int loop, const loop_reach *reaches)
{
	nest *n = t->n;
	nest_loop *l = &n->loops[loop];
	if (!is_extended(reaches)) return false;
	nest_limit *limits = prog_alloc(n->unit, sizeof *limits * (size_t)(l->n_limits + 2 * reaches->n));
	for (int k = 0; k < l->n_limits; k++) limits[k] = l->limits[k];
	int count = l->n_limits;
	for (int k = 0; k < reaches->n; k++) {
		const reach *r = &reaches->ends[k];
		for (int end = 0; end < (r->low == r->high ? 1 : 2); end++)
			limits[count++] = (nest_limit){.stmt = r->stmt,
			        .axis = r->axis,
			        .coef = r->coef,
			        .alone = true,
			        .rest = constant(n, l, end ? r->high : r->low)};
	}
	l->limits = limits;
	l->n_limits = count;
	guard_owners(t, loop);
	return true;
}

// Where each iteration needs what one before has set, a loop has no end but its own. That is for loops within tiles,
// and for those in which all but such values is placed.
static bool open_loops(search *q)
{
	const nest *n = q->t->n;
	bool any = false;
	for (int k = 0; k < n->n_loops; k++) {
		if (!q->loops[k].changed || q->loops[k].open) continue;
		if (n->loops[k].depth == 0 && !q->t->in_chain) return false;
		q->loops[k].open = any = true;
		q->loops[k].stamp = ++q->stamp;
	}
	return any;
}

static bool drop_limits(attempt *t, int loop, const loop_reach *reaches)
{
	nest_loop *l = &t->n->loops[loop];
	if (!reaches->candidate || !reaches->open || !l->n_limits) return false;
	l->n_limits = 0;
	guard_owners(t, loop);
	return true;
}

// False: the reaches do not come to an end.
static bool find_reaches(search *q)
{
	const nest *n = q->t->n;
	if (isl_union_map_foreach_map(q->t->flow, note_flow, q) != isl_stat_ok) return false;
	for (int round = 0; q->changed; round++) {
		if (round == MOST_ROUNDS && (!q->opens || !open_loops(q))) return false;
		if (round == 2 * MOST_ROUNDS) return false;
		q->changed = false;
		for (int k = 0; k < n->n_loops; k++) q->loops[k].changed = false;
		for (int k = 0; k < q->n_flows; k++) look_at_flow(q, &q->flows[k]);
	}
	return true;
}

bool needed_limit(attempt *t, bool ok)
{
	nest *n = t->n;
	search q = {.t = t,
	        .loops = prog_alloc(n->unit, sizeof(loop_reach) * (size_t)(n->n_loops + 1)),
	        .changed = true,
	        .opens = !ok};
	bool any = false, made = false;
	for (int k = 0; k < n->n_loops; k++) any |= q.loops[k].candidate = is_candidate(n, k);
	if (!any || n->n_exits) return false;
	bool found = find_reaches(&q);
	for (int k = 0; k < q.n_flows; k++) isl_map_free(q.flows[k].flow);
	if (!found) return false;
	// Where all goes right without that, something is gained where a loop is limited that all would run in full.
	for (int k = 0; ok && k < n->n_loops; k++) made |= !n->loops[k].n_limits && is_extended(&q.loops[k]);
	if (ok && !made) return false;
	for (int k = 0; k < n->n_loops; k++) made |= extend(t, k, &q.loops[k]);
	for (int k = 0; k < n->n_loops && !ok; k++) made |= drop_limits(t, k, &q.loops[k]);
	return made;
}
