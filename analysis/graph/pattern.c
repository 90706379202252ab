// SPDX-License-Identifier: Apache-2.0
#include "pattern.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../split/split.h"
#include "owned_dims.h"
#include "task_graph.h"

#include <isl/aff.h>
#include <isl/ilp.h>
#include <isl/local_space.h>

#include <string.h>

// A halo for each dimension, or for one and what comes from the ends of a ring.
enum { PATTERN_MOST_OF_NEED = PROG_MAX_RANK + 2 };

typedef struct widest {
	const owned *w;
	int dim;
	own_end end;
	long width; // -1: no limit that does not hang on where the array ends
} widest;

// Only what ties the index to the interval counts: any section is limited by the ends of the array.
static isl_stat find_width(isl_basic_set *part, void *user)
{
	widest *m = user;
	isl_set *as_set = isl_set_from_basic_set(isl_basic_set_copy(part));
	int param = own_bound_find(as_set, m->w->axis[m->dim], m->end);
	part = isl_basic_set_drop_constraints_not_involving_dims(part, isl_dim_set, (unsigned)m->dim, 1);
	part = isl_basic_set_drop_constraints_not_involving_dims(part, isl_dim_param, (unsigned)param, 1);
	isl_set *tied = isl_set_from_basic_set(part);
	isl_aff *aff = owned_distance(tied, m->w, m->dim, m->end);
	isl_val *v = isl_set_max_val(tied, aff);
	if (isl_val_is_int(v) != isl_bool_true)
		m->width = -1;
	else if (m->width >= 0 && isl_val_get_num_si(v) > m->width)
		m->width = isl_val_get_num_si(v);
	isl_val_free(v);
	isl_aff_free(aff);
	isl_set_free(tied);
	isl_set_free(as_set);
	return isl_stat_ok;
}

long pattern_width(isl_set *part, const owned *w, int dim, own_end end)
{
	widest m = {w, dim, end, 0};
	if (isl_set_foreach_basic_set(part, find_width, &m) != isl_stat_ok) return -1;
	return m.width;
}

// What is beyond the owned indices along `dim` only.
static isl_set *side(isl_set *foreign, const owned *w, int dim, own_end end)
{
	isl_set *s = owned_beyond(isl_set_copy(foreign), w, dim, end, true);
	for (int d = 0; d < w->rank; d++)
		if (d != dim && w->split[d]) s = owned_within(s, w, d);
	return s;
}

// The halos that make up what comes from elsewhere; 0 where it is something else.
static int halos(isl_set *foreign, const owned *w, pattern *out)
{
	int n = 0;
	bool good = true;
	isl_set *corners = isl_set_copy(foreign);
	for (int d = 0; d < w->rank && good; d++) {
		if (!w->split[d]) continue;
		isl_set *low = side(foreign, w, d, OWN_LO), *high = side(foreign, w, d, OWN_HI);
		long below = pattern_width(low, w, d, OWN_LO), above = pattern_width(high, w, d, OWN_HI);
		good = below >= 0 && above >= 0;
		isl_set *section = isl_set_coalesce(isl_set_union(low, high));
		corners = isl_set_subtract(corners, isl_set_copy(section));
		if (!good || (!below && !above))
			isl_set_free(section);
		else
			out[n++] = (pattern){.kind = PATTERN_HALO,
			        .dim = d,
			        .below = below,
			        .above = above,
			        .corners_with = -1,
			        .like = w->like,
			        .section = section};
	}
	bool has_corners = isl_set_is_empty(corners) != isl_bool_true;
	isl_set_free(corners);
	if (has_corners && n >= 2)
		out[0].corners_with = out[1].dim;
	else if (has_corners)
		good = false;
	if (good) return n;
	for (int k = 0; k < n; k++) isl_set_free(out[k].section);
	return 0;
}

// ---- rings --------------------------------------------------------------------------------------

// What comes from beyond one end of what is owned, in what hangs on where that is and what does not.
typedef struct near_and_far {
	const owned *w;
	int dim;
	own_end end;
	isl_set *near, *far;
} near_and_far;

// How many indices there are along the dimension, of all processes together; -1: no number says that.
static long indices_of_all(isl_set *set, int dim)
{
	return boxes_width(own_bounds_project_out(isl_set_copy(set)), dim);
}

// Iterations 0 and 1 that read n - 2 and n - 1 are both: n - 2 beyond what is owned, and two indices wherever that is.
static isl_stat add_near_or_far(isl_basic_set *part, void *user)
{
	near_and_far *f = user;
	isl_set *one = isl_set_from_basic_set(part);
	long tied = pattern_width(one, f->w, f->dim, f->end), all = indices_of_all(one, f->dim);
	if (tied >= 0 && (all < 0 || tied <= all))
		f->near = isl_set_union(f->near, one);
	else
		f->far = isl_set_union(f->far, one);
	return isl_stat_ok;
}

// What comes from afar, for those that are at the other end; as one piece, wherever their intervals end. Takes the set.
static isl_set *from_afar(isl_set *far)
{
	isl_set *whole = boxes_around(far), *who = isl_set_params(far);
	return isl_set_intersect_params(own_bounds_project_out(whole), who);
}

typedef struct thinnest {
	int dim;
	long indices; // of the part that has fewest, wherever it is
} thinnest;

static isl_stat find_thinnest(isl_basic_set *part, void *user)
{
	thinnest *t = user;
	isl_set *one = isl_set_from_basic_set(part);
	long indices = indices_of_all(one, t->dim);
	if (indices >= 0 && indices < t->indices) t->indices = indices;
	isl_set_free(one);
	return isl_stat_ok;
}

// Whether a halo is wider than all that is in a part of it.
static bool is_wide(isl_set *foreign, const pattern *halo)
{
	long width = halo->below > halo->above ? halo->below : halo->above;
	thinnest t = {halo->dim, width};
	if (width > 1) isl_set_foreach_basic_set(foreign, find_thinnest, &t);
	return t.indices < width;
}

static bool is_thin(isl_set *far, int dim)
{
	return isl_set_is_empty(far) == isl_bool_true || indices_of_all(far, dim) > 0;
}

// A halo along the only split dimension, and some indices at the other end of the array: what comes from elsewhere on a
// ring. 0: it is something else.
static int ring(isl_set *foreign, const owned *w, pattern *out)
{
	int dim = -1, n_split = 0, n = 0;
	for (int d = 0; d < w->rank; d++)
		if (w->split[d]) dim = d, n_split++;
	if (n_split != 1) return 0;
	isl_set *near = isl_set_empty(isl_set_get_space(foreign)), *far[2];
	bool good = true, any = false;
	for (int high = 0; high < 2; high++) {
		near_and_far f = {w, dim, high ? OWN_HI : OWN_LO, near, isl_set_empty(isl_set_get_space(foreign))};
		isl_set *beyond = side(foreign, w, dim, f.end);
		good &= isl_set_foreach_basic_set(beyond, add_near_or_far, &f) == isl_stat_ok;
		isl_set_free(beyond);
		near = f.near;
		far[high] = f.far;
		good = good && is_thin(f.far, dim);
		any |= isl_set_is_empty(f.far) == isl_bool_false;
	}
	if (good && any) n = halos(near, w, out);
	isl_set_free(near);
	for (int high = 0; high < 2; high++)
		if (n && isl_set_is_empty(far[high]) == isl_bool_false)
			out[n++] = (pattern){.kind = PATTERN_SECTION,
			        .corners_with = -1,
			        .like = -1,
			        .section = from_afar(far[high])};
		else
			isl_set_free(far[high]);
	return n;
}

// A ring in place of N halos, where it is one.
static int around(isl_set *foreign, const owned *w, int n, pattern *out)
{
	pattern found[PATTERN_MOST_OF_NEED];
	int n_found = ring(foreign, w, found);
	if (n_found == 0) return n;
	for (int k = 0; k < n; k++) isl_set_free(out[k].section);
	memcpy(out, found, sizeof *out * (size_t)n_found);
	return n_found;
}

// Whether `conditions`, on what a process owns, hold for one index along an axis only, so for one process.
static bool is_for_one(const nest *n, isl_set *conditions)
{
	bool one = false;
	for (int x = 0; x < n->n_axes && !one; x++) {
		int lo = own_bound_find(conditions, x, OWN_LO), hi = own_bound_find(conditions, x, OWN_HI);
		if (lo < 0 || hi < 0) continue;
		isl_set *s = isl_set_equate(isl_set_copy(conditions), isl_dim_param, lo, isl_dim_param, hi);
		s = isl_set_move_dims(isl_set_from_params(s), isl_dim_set, 0, isl_dim_param, (unsigned)lo, 1);
		s = own_bounds_project_out(s);
		bool any = isl_set_is_empty(s) == isl_bool_false;
		isl_pw_aff *low = isl_set_dim_min(isl_set_copy(s), 0), *high = isl_set_dim_max(s, 0);
		one = any && isl_pw_aff_is_equal(low, high) == isl_bool_true;
		isl_pw_aff_free(low);
		isl_pw_aff_free(high);
	}
	return one;
}

// Of memory of which no split dimension is known, one element has.
static bool has_one_owner(isl_set *set, const owned *w)
{
	bool any_split = false;
	for (int d = 0; d < w->rank; d++) any_split |= w->split[d];
	for (int d = 0; d < w->rank; d++) {
		if (any_split && !w->split[d]) continue;
		isl_pw_aff *low = isl_set_dim_min(isl_set_copy(set), d), *high = isl_set_dim_max(isl_set_copy(set), d);
		bool one = isl_pw_aff_is_equal(low, high) == isl_bool_true;
		isl_pw_aff_free(low);
		isl_pw_aff_free(high);
		if (!one) return false;
	}
	return true;
}

// What is communicated for one need, as at most PATTERN_MOST_OF_NEED patterns. Consumes it.
static int patterns_of_need(const task *t, const owned *w, isl_set *need, pattern *out)
{
	isl_set *plain = isl_set_copy(need);
	// Blocks of flat memory, at equal distances: what is sent is all from the first to the last one.
	if (!w->known && isl_set_involves_locals(plain) == isl_bool_true) plain = boxes_around(plain);
	// Whether a process does anything is no part of what it needs then.
	plain = isl_set_gist_params(plain, isl_set_params(isl_set_copy(need)));
	pattern whole = {.kind = PATTERN_SECTION, .corners_with = -1, .like = -1};
	if (!own_bounds_decide(plain)) {
		isl_set *conditions = isl_set_params(need);
		whole.kind = is_for_one(t->nest, conditions) ? PATTERN_SECTION
		             : has_one_owner(plain, w)       ? PATTERN_BROADCAST
		                                             : PATTERN_ALLGATHER;
		whole.section = plain;
		isl_set_free(conditions);
		return out[0] = whole, 1;
	}
	isl_set_free(plain);
	whole.section = need;
	if (!w->known) return out[0] = whole, 1;
	whole.section = need = owned_with_bounds(need, w);
	isl_set *own = isl_set_copy(need);
	for (int d = 0; d < w->rank; d++)
		if (w->split[d]) own = owned_within(own, w, d);
	isl_set *foreign = isl_set_coalesce(isl_set_subtract(isl_set_copy(need), own));
	bool nothing = isl_set_is_empty(foreign) == isl_bool_true;
	int n = nothing ? 0 : halos(foreign, w, out);
	if (!nothing && (n == 0 || (n == 1 && is_wide(foreign, &out[0])))) n = around(foreign, w, n, out);
	isl_set_free(foreign);
	if (nothing || n > 0)
		isl_set_free(need);
	else
		out[n++] = whole;
	return n;
}

isl_set *pattern_foreign(const task *t, const task_arg *a, isl_set *elements)
{
	owned w = owned_of(t, a->object);
	if (!w.known) return isl_set_free(elements);
	elements = owned_with_bounds(elements, &w);
	isl_set *own = isl_set_copy(elements);
	for (int d = 0; d < w.rank; d++)
		if (w.split[d]) own = owned_within(own, &w, d);
	return isl_set_subtract(elements, own);
}

// Whether what is beyond the intervals along `dim` goes less far along other dimensions than all of the set does. Along
// `dim` itself the boxes are cut when messages are made.
static bool is_smaller_beyond(isl_set *set, isl_set *box, const owned *w, int dim, own_end end)
{
	isl_set *part = owned_beyond(isl_set_copy(set), w, dim, end, true), *around = boxes_around(part);
	isl_set *all = owned_beyond(isl_set_copy(box), w, dim, end, true);
	all = isl_set_intersect_params(all, isl_set_params(part));
	all = isl_set_project_out(all, isl_dim_set, (unsigned)dim, 1);
	around = isl_set_project_out(around, isl_dim_set, (unsigned)dim, 1);
	bool same = isl_set_is_subset(all, around) == isl_bool_true;
	isl_set_free(all);
	isl_set_free(around);
	return !same;
}

int pattern_parts(const task *t, int object, isl_set *elements, isl_set *parts[PATTERN_MOST_PARTS])
{
	owned w = owned_of(t, object);
	int n = 0;
	parts[0] = elements;
	if (!w.known || w.rank < 2 || boxes_are_exact(elements)) return 1;
	isl_set *rest = owned_with_bounds(isl_set_reset_tuple_id(elements), &w), *box = boxes_around(rest);
	bool smaller = false;
	for (int d = 0; d < w.rank && !smaller; d++)
		smaller = w.split[d] &&
		          (is_smaller_beyond(rest, box, &w, d, OWN_LO) || is_smaller_beyond(rest, box, &w, d, OWN_HI));
	isl_set_free(box);
	for (int d = 0; d < w.rank && smaller; d++) {
		if (!w.split[d]) continue;
		parts[n++] = owned_beyond(isl_set_copy(rest), &w, d, OWN_LO, true);
		parts[n++] = owned_beyond(isl_set_copy(rest), &w, d, OWN_HI, true);
		rest = owned_within(rest, &w, d);
	}
	parts[n++] = rest;
	return n;
}

static void add_patterns(const task *t, const owned *w, isl_set *need, patterns *to)
{
	pattern found[PATTERN_MOST_OF_NEED];
	int n = patterns_of_need(t, w, isl_set_coalesce(need), found);
	pattern *grown = prog_alloc(t->nest->unit, sizeof *grown * (size_t)(to->n + n + 1));
	if (to->n) memcpy(grown, to->list, sizeof *grown * (size_t)to->n);
	for (int k = 0; k < n; k++) grown[to->n++] = found[k];
	to->list = grown;
}

static void patterns_free(patterns p)
{
	for (int k = 0; k < p.n; k++) isl_set_free(p.list[k].section);
}

static bool is_halo_along(const pattern *p, const pattern *q)
{
	return p->kind == PATTERN_HALO && q->kind == PATTERN_HALO && p->dim == q->dim && p->like == q->like &&
	       p->corners_with == q->corners_with;
}

// What several needs have along a dimension is one halo: the messages are the same.
static void join_halos(patterns *all)
{
	int n = 0;
	for (int k = 0; k < all->n; k++) {
		pattern *p = &all->list[k];
		int j = 0;
		while (j < n && !is_halo_along(&all->list[j], p)) j++;
		pattern *to = &all->list[j];
		if (j == n) {
			all->list[n++] = *p;
			continue;
		}
		to->below = p->below > to->below ? p->below : to->below;
		to->above = p->above > to->above ? p->above : to->above;
		to->section = isl_set_union(to->section, p->section);
	}
	all->n = n;
}

static patterns find_patterns(const task *t, const task_arg *a)
{
	patterns all = {0};
	owned w = owned_of(t, a->object);
	isl_set *need = isl_set_copy(a->need[0]);
	for (int k = 1; k < a->n_need; k++) need = isl_set_union(need, isl_set_copy(a->need[k]));
	add_patterns(t, &w, need, &all);
	if (a->n_need == 1 || all.n != 1 || all.list[0].kind != PATTERN_SECTION) return all;
	// Needs that are nothing together may each be something.
	patterns_free(all);
	all.n = 0;
	for (int k = 0; k < a->n_need; k++) add_patterns(t, &w, isl_set_copy(a->need[k]), &all);
	join_halos(&all);
	return all;
}

// What is too large to be looked at is what is needed, and no more is said of it.
static patterns sections_of(const task *t, const task_arg *a)
{
	patterns all = {.n = a->n_need, .list = prog_alloc(t->nest->unit, sizeof *all.list * (size_t)a->n_need)};
	for (int k = 0; k < a->n_need; k++)
		all.list[k] = (pattern){
		        .kind = PATTERN_SECTION, .section = isl_set_copy(a->need[k]), .corners_with = -1, .like = -1};
	return all;
}

static patterns patterns_within(const task *t, const task_arg *a, unsigned long operations)
{
	const quota q = quota_open(t->nest->ctx, operations);
	patterns all = find_patterns(t, a);
	if (quota_close(q)) return all;
	patterns_free(all);
	return sections_of(t, a);
}

struct found_patterns {
	bool known;
	patterns all;
};

void patterns_begin(task *t) { t->found = prog_alloc(t->nest->unit, sizeof *t->found * (size_t)(t->n_args + 1)); }

void patterns_end(task *t)
{
	for (int k = 0; k < t->n_args && t->found; k++) patterns_free(t->found[k].all);
	t->found = NULL;
}

patterns patterns_of(const task *t, const task_arg *a)
{
	enum { MOST_OPERATIONS = 200000 };
	const nest_object *o = &t->nest->objects[a->object];
	if (a->n_need == 0 || (o->kind == NEST_MAPPED && !mapping_spreads(o->mapping))) return (patterns){0};
	struct found_patterns *f = &t->found[a - t->args];
	if (!f->known) *f = (struct found_patterns){true, patterns_within(t, a, MOST_OPERATIONS)};
	return f->all;
}

// ---- accesses that leave their process ---------------------------------------------------------

// Parameters, own.lo and own.hi of the axis among them, for which the set `homes` (of one dimension) has an index below
// the interval, and one above.
static isl_set *has_both_sides(isl_set *homes, const nest_axis *axis)
{
	owned w = {.rank = 1, .axis = {axis->shared}, .offset = {axis->offset}};
	homes = owned_with_bound(owned_with_bound(homes, axis->shared, OWN_LO), axis->shared, OWN_HI);
	isl_set *low = isl_set_params(owned_beyond(isl_set_copy(homes), &w, 0, OWN_LO, true));
	return isl_set_intersect(low, isl_set_params(owned_beyond(homes, &w, 0, OWN_HI, true)));
}

// What a process owns that has something to do in the statement, where others own indices of its home on both sides.
static isl_set *inner_processes(const task *t, const nest_stmt *s)
{
	const nest *n = t->nest;
	const nest_access *h = &s->accesses[s->home];
	isl_set *all = isl_set_params(isl_set_copy(s->exec));
	for (int x = 0; x < n->n_axes; x++) {
		const nest_axis *axis = &n->axes[x];
		if (axis->object != h->object) continue;
		isl_set *homes = isl_set_apply(isl_set_copy(s->domain), isl_map_copy(h->map));
		unsigned behind = (unsigned)(n->objects[h->object].rank - axis->dim - 1);
		homes = isl_set_project_out(homes, isl_dim_set, (unsigned)axis->dim + 1, behind);
		homes = isl_set_project_out(homes, isl_dim_set, 0, (unsigned)axis->dim);
		all = isl_set_intersect(all, has_both_sides(isl_set_reset_tuple_id(homes), axis));
	}
	return isl_set_intersect_params(all, isl_set_copy(n->assume));
}

// Whether all of them but one leave what they own. Takes both.
static bool nearly_all(const nest *n, isl_set *processes, isl_set *leaving)
{
	bool any = isl_set_is_disjoint(processes, leaving) == isl_bool_false;
	isl_set *stay = isl_set_subtract(processes, leaving);
	bool all = any && (isl_set_is_empty(stay) == isl_bool_true || is_for_one(n, stay));
	isl_set_free(stay);
	return all;
}

bool pattern_leaves_process(const task *t, const nest_stmt *s, const nest_access *a)
{
	owned w = owned_of(t, a->object);
	for (int x = 0; x < t->nest->n_axes; x++)
		if (!partition_axis_is_shifted(&t->nest->axes[x])) return false;
	if (s->home < 0 || s->may || s->guard || a->when || !a->exact || !w.known || w.like >= 0) return false;
	isl_set *need = isl_set_apply(isl_set_copy(s->exec), isl_map_copy(a->map));
	need = owned_with_bounds(isl_set_reset_tuple_id(need), &w);
	isl_set *own = isl_set_copy(need);
	for (int d = 0; d < w.rank; d++)
		if (w.split[d]) own = owned_within(own, &w, d);
	return nearly_all(t->nest, inner_processes(t, s), isl_set_params(isl_set_subtract(need, own)));
}

prog_loc pattern_place(const nest *n, int object)
{
	for (int k = 0; k < n->n_stmts; k++)
		for (int j = 0; j < n->stmts[k].n_accesses; j++) {
			const nest_access *a = &n->stmts[k].accesses[j];
			if (a->object == object && a->read && a->expr && a->expr->loc.file >= 0) return a->expr->loc;
		}
	return n->root->loc;
}
