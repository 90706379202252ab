// SPDX-License-Identifier: Apache-2.0
#include "process_map.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../numbers/numbers.h"
#include "../split/split.h"
#include "map_needs.h"
#include "pair_space.h"
#include "section_shape.h"
#include "task_graph.h"

#include <isl/aff.h>
#include <isl/ilp.h>

#include <stdlib.h>
#include <string.h>

// What a part of the needs is along one dimension of the grid.
typedef enum reach {
	REACH_NEAR, // next to what the receiver owns
	REACH_WRAP, // at the other end of the array
	REACH_ONE,  // one index
	REACH_ANY,  // indices of any process
	REACHES,
} reach;

// Relations of the two processes that a reach admits.
static const pair_relation relations[REACHES][6] = {
        [REACH_NEAR] = {PAIR_SAME, PAIR_UP, PAIR_DOWN, PAIR_RELATIONS},
        [REACH_WRAP] = {PAIR_ALONE, PAIR_LAST_TO_FIRST, PAIR_FIRST_TO_LAST, PAIR_RELATIONS},
        [REACH_ONE] = {PAIR_SAME, PAIR_UP, PAIR_DOWN, PAIR_FAR_UP, PAIR_FAR_DOWN, PAIR_RELATIONS},
        [REACH_ANY] = {PAIR_SAME, PAIR_UP, PAIR_DOWN, PAIR_FAR_UP, PAIR_FAR_DOWN, PAIR_RELATIONS},
};

// Pairs of processes that are related in one way along each dimension, and what one sends the other there.
typedef struct cell {
	reach reach[PROG_MAX_GRID];
	pair_relation relation[PROG_MAX_GRID];
	isl_set *root[PROG_MAX_GRID];   // ONE: the index, a set of one dimension
	isl_set *target[PROG_MAX_GRID]; // of receivers that are one process: an index that this owns, or NULL
	isl_set *sends;                 // over all values of the dimensions
	bool taken;                     // in an event
} cell;

enum { MOST_CELLS = 256, MOST_PARTS = 128, MOST_WIDTH = 16 };

typedef struct search {
	const map_needs *needs;
	int n; // dimensions of the grid
	isl_ctx *ctx;
	int width[PROG_MAX_GRID]; // what B must be for all cells
	int n_cells;
	cell cell[MOST_CELLS];
	bool ok;
} search;

// ---- how far a part reaches -------------------------------------------------------------------

static isl_set *related(const search *w, isl_set *set, pair_relation r, int k)
{
	return isl_set_intersect_params(set, pair_related(w->ctx, r, k, w->n));
}

// What of the set goes between processes that are related in another way than the reach admits. Takes it.
static isl_set *beyond_reach(const search *w, isl_set *set, reach how, int k)
{
	isl_set *all = isl_set_empty(isl_set_get_space(set));
	const pair_relation *tiles = relations[REACH_ANY];
	for (int j = 0; tiles[j] != PAIR_RELATIONS; j++)
		all = isl_set_union(all, related(w, isl_set_copy(set), tiles[j], k));
	for (int j = 0; relations[how][j] != PAIR_RELATIONS; j++)
		all = isl_set_subtract(all, related(w, isl_set_copy(set), relations[how][j], k));
	isl_set_free(set);
	return how == REACH_WRAP ? isl_set_intersect_params(all, pair_tiled(w->ctx, k, w->n)) : all;
}

static bool is_wide_enough(const search *w, isl_set *rest, int width, int k)
{
	isl_set *left = isl_set_intersect_params(isl_set_copy(rest), pair_wide(w->ctx, width, k, w->n));
	bool none = isl_set_is_empty(left) == isl_bool_true;
	isl_set_free(left);
	return none;
}

// How wide blocks must be for that; 0: no width is seen to do. Of an array that is only a few times as wide anything
// is near. Takes the set.
static int width_within(const search *w, isl_set *set, reach how, int k)
{
	isl_set *rest = beyond_reach(w, set, how, k);
	long extent = w->needs->extent[k];
	int found = 0;
	for (int width = 1; width <= MOST_WIDTH && !found; width++) {
		if (width > 1 && extent && extent < 8L * width) break;
		if (is_wide_enough(w, rest, width, k)) found = width;
	}
	isl_set_free(rest);
	return found;
}

// The one index that the set has along dimension k, whatever processes own; NULL: there are more.
static isl_set *one_index(const search *w, isl_set *set, int k)
{
	int rank = (int)isl_set_dim(set, isl_dim_set), d = w->needs->dim[k];
	isl_set *index = isl_set_project_out(isl_set_copy(set), isl_dim_set, (unsigned)d + 1, (unsigned)(rank - d - 1));
	index = isl_set_project_out(index, isl_dim_set, 0, (unsigned)d);
	index = isl_set_coalesce(map_needs_sizes_only(w->needs, index));
	isl_map *value = isl_map_from_range(isl_set_copy(index));
	bool one = isl_map_is_single_valued(value) == isl_bool_true;
	isl_map_free(value);
	return one ? index : isl_set_free(index);
}

// The receiver's blocks that are one index wide. Takes the set.
static isl_set *narrow(const search *w, isl_set *set, int k)
{
	set = pair_with(pair_with(set, PAIR_LO, k, w->n), PAIR_HI, k, w->n);
	int lo = pair_find(set, PAIR_LO, k, w->n), hi = pair_find(set, PAIR_HI, k, w->n);
	return isl_set_equate(set, isl_dim_param, lo, isl_dim_param, hi);
}

// An index that all receivers along dimension k own, so that they are one process; NULL: there is none.
static isl_set *target_of(const search *w, isl_set *sent, int k)
{
	isl_set *some = isl_set_params(isl_set_copy(sent)), *index = narrow(w, isl_set_copy(some), k);
	int lo = pair_find(index, PAIR_LO, k, w->n);
	index = isl_set_move_dims(isl_set_from_params(index), isl_dim_set, 0, isl_dim_param, (unsigned)lo, 1);
	index = isl_set_coalesce(map_needs_sizes_only(w->needs, index));
	isl_map *value = isl_map_from_range(isl_set_copy(index));
	bool one = isl_map_is_single_valued(value) == isl_bool_true;
	isl_map_free(value);
	isl_set *owners = map_needs_owns(w->needs, index, k, true);
	one = one && isl_set_is_subset(some, owners) == isl_bool_true;
	isl_set_free(owners);
	isl_set_free(some);
	return one ? index : isl_set_free(index);
}

// Also sets the width, and the indices by which sender and receiver are known.
static void reach_of(search *w, isl_set *sent, int k, cell *c)
{
	for (c->reach[k] = REACH_NEAR; c->reach[k] <= REACH_WRAP; c->reach[k]++) {
		int width = width_within(w, isl_set_copy(sent), c->reach[k], k);
		if (!width) continue;
		if (width > w->width[k]) w->width[k] = width;
		return;
	}
	c->root[k] = one_index(w, sent, k);
	c->target[k] = target_of(w, sent, k);
	c->reach[k] = c->root[k] ? REACH_ONE : REACH_ANY;
}

// ---- cells ------------------------------------------------------------------------------------

// One index for all parameters with which both have one.
static bool same_root(isl_set *a, isl_set *b)
{
	if (!a || !b) return !a && !b;
	isl_map *both = isl_map_from_range(isl_set_union(isl_set_copy(a), isl_set_copy(b)));
	bool same = isl_map_is_single_valued(both) == isl_bool_true;
	isl_map_free(both);
	return same;
}

static void join_roots(const search *w, cell *to, const cell *from)
{
	for (int k = 0; k < w->n; k++)
		if (to->root[k])
			to->root[k] = isl_set_coalesce(isl_set_union(to->root[k], isl_set_copy(from->root[k])));
}

static bool same_reach(const search *w, const cell *a, const cell *b)
{
	for (int k = 0; k < w->n; k++)
		if (a->reach[k] != b->reach[k] || !same_root(a->root[k], b->root[k]) ||
		        !same_root(a->target[k], b->target[k]))
			return false;
	return true;
}

static bool is_one_process(const search *w, const cell *c)
{
	for (int k = 0; k < w->n; k++)
		if (c->relation[k] != PAIR_SAME && c->relation[k] != PAIR_ALONE) return false;
	return true;
}

static void free_cell(const search *w, cell *c)
{
	isl_set_free(c->sends);
	for (int k = 0; k < w->n; k++) {
		isl_set_free(c->root[k]);
		isl_set_free(c->target[k]);
	}
}

static cell *find_cell(search *w, const cell *c)
{
	for (int j = 0; j < w->n_cells; j++)
		if (same_reach(w, &w->cell[j], c) &&
		        !memcmp(w->cell[j].relation, c->relation, sizeof *c->relation * (size_t)w->n))
			return &w->cell[j];
	return NULL;
}

static void add_cell(search *w, const cell *c, isl_set *sends)
{
	cell *known = find_cell(w, c);
	if (known) {
		join_roots(w, known, c);
		known->sends = map_needs_joined(isl_set_union(known->sends, sends));
		return;
	}
	if (w->n_cells == MOST_CELLS) {
		isl_set_free(sends);
		w->ok = false;
		return;
	}
	cell *made = &w->cell[w->n_cells++];
	*made = *c;
	made->sends = sends;
	for (int k = 0; k < w->n; k++) {
		made->root[k] = isl_set_copy(c->root[k]);
		made->target[k] = isl_set_copy(c->target[k]);
	}
}

// All relations along dimension k and those behind it. Takes the set.
static void add_cells(search *w, cell *c, isl_set *sent, int k)
{
	if (!w->ok || isl_set_is_empty(sent) != isl_bool_false) {
		isl_set_free(sent);
		return;
	}
	if (k == w->n) {
		if (is_one_process(w, c))
			isl_set_free(sent);
		else
			add_cell(w, c, sent);
		return;
	}
	const pair_relation *list = relations[c->reach[k]];
	for (int j = 0; list[j] != PAIR_RELATIONS; j++) {
		c->relation[k] = list[j];
		add_cells(w, c, related(w, isl_set_copy(sent), list[j], k), k + 1);
	}
	isl_set_free(sent);
}

static isl_stat add_part(isl_basic_set *basic, void *user)
{
	search *w = user;
	cell c = {0};
	isl_set *sent = map_needs_sent(w->needs, isl_set_from_basic_set(basic));
	for (int k = 0; k < w->n; k++) reach_of(w, sent, k, &c);
	add_cells(w, &c, sent, 0);
	free_cell(w, &c);
	return w->ok ? isl_stat_ok : isl_stat_error;
}

static isl_set *wide_enough(const search *w, isl_set *params)
{
	for (int k = 0; k < w->n; k++) params = isl_set_intersect(params, pair_wide(w->ctx, w->width[k], k, w->n));
	return params;
}

// Blocks of the pairs in a cell.
static isl_set *pairs_of(const search *w, const cell *c)
{
	isl_set *pairs = map_needs_blocks(w->needs);
	for (int k = 0; k < w->n; k++) {
		pairs = isl_set_intersect(pairs, pair_related(w->ctx, c->relation[k], k, w->n));
		if (c->root[k]) pairs = isl_set_intersect(pairs, map_needs_owns(w->needs, c->root[k], k, false));
		if (c->target[k]) pairs = isl_set_intersect(pairs, map_needs_owns(w->needs, c->target[k], k, true));
	}
	return pairs;
}

// Whether something goes in all pairs of the cell, with these widths, and with sizes with which anything goes.
static bool always_sends(const search *w, const cell *c)
{
	isl_set *pairs = wide_enough(w, pairs_of(w, c)), *sending = isl_set_params(isl_set_copy(c->sends));
	pairs = isl_set_intersect(pairs, map_needs_sizes_only(w->needs, isl_set_copy(sending)));
	bool all = isl_set_is_subset(pairs, sending) == isl_bool_true;
	isl_set_free(pairs);
	isl_set_free(sending);
	return all;
}

static bool all_always_send(const search *w, const bool *of_cell)
{
	for (int j = 0; j < w->n_cells; j++)
		if (of_cell[j] && !always_sends(w, &w->cell[j])) return false;
	return true;
}

// Blocks that are a little wider may be what it takes: one of one row has nothing to do at the end of an array. Those
// cells count of which that is so at all.
static void widen(search *w)
{
	enum { MORE = 3 };
	bool always[MOST_CELLS] = {false}, later[MOST_CELLS] = {false};
	int before[PROG_MAX_GRID];
	memcpy(before, w->width, sizeof before);
	for (int j = 0; j < w->n_cells; j++) always[j] = always_sends(w, &w->cell[j]);
	for (int k = 0; k < w->n; k++) w->width[k] += MORE;
	for (int j = 0; j < w->n_cells; j++) later[j] = always[j] || always_sends(w, &w->cell[j]);
	for (int k = 0; k < w->n; k++)
		for (int more = MORE; more > 0; more--) {
			w->width[k] = before[k] + more - 1;
			if (all_always_send(w, later)) continue;
			w->width[k] = before[k] + more;
			break;
		}
}

// Whether two cells have pairs in common: they reach in different ways.
static bool may_overlap(const search *w, const cell *a, const cell *b)
{
	for (int k = 0; k < w->n; k++)
		if (a->reach[k] != b->reach[k]) return true;
	return !same_reach(w, a, b);
}

// What goes to a neighbour goes only once, though it is at the other end of the array, too.
static void tell_once(search *w)
{
	for (int j = 1; j < w->n_cells; j++)
		for (int k = 0; k < j && w->cell[k].sends; k++) {
			if (!may_overlap(w, &w->cell[j], &w->cell[k])) continue;
			if (isl_set_is_disjoint(w->cell[j].sends, w->cell[k].sends) == isl_bool_true) continue;
			w->cell[j].sends = isl_set_subtract(w->cell[j].sends, isl_set_copy(w->cell[k].sends));
		}
	int n = 0;
	for (int j = 0; j < w->n_cells; j++) {
		bool none = isl_set_is_empty(w->cell[j].sends) == isl_bool_true;
		if (none)
			free_cell(w, &w->cell[j]);
		else
			w->cell[n++] = w->cell[j];
	}
	w->n_cells = n;
}

static int by_reach(const void *a, const void *b)
{
	const cell *c = a, *d = b;
	for (int k = 0; k < PROG_MAX_GRID; k++)
		if (c->reach[k] != d->reach[k]) return (int)c->reach[k] - (int)d->reach[k];
	for (int k = 0; k < PROG_MAX_GRID; k++)
		if (c->relation[k] != d->relation[k]) return (int)c->relation[k] - (int)d->relation[k];
	return 0;
}

// ---- events -----------------------------------------------------------------------------------

// Neighbours in another direction are another event; all that get one index, or anything, are one.
static bool is_same_event(const search *w, const cell *a, const cell *b)
{
	if (!same_reach(w, a, b)) return false;
	for (int k = 0; k < w->n; k++)
		if (a->reach[k] <= REACH_WRAP && a->relation[k] != b->relation[k]) return false;
	return true;
}

static pair_place place_of(const search *w, isl_set *index, int k)
{
	if (!index) return PAIR_ANYWHERE;
	if (map_needs_is_end(w->needs, index, k, false)) return PAIR_FIRST;
	return map_needs_is_end(w->needs, index, k, true) ? PAIR_LAST : PAIR_OWNER;
}

static isl_map *map_of(const search *w, const cell *c)
{
	isl_map *map = pair_all(w->ctx, w->n);
	for (int k = 0; k < w->n; k++) {
		pair_place sender = place_of(w, c->root[k], k), receiver = place_of(w, c->target[k], k);
		map = pair_map(map, c->relation[k], sender, receiver, k, w->n);
	}
	return pair_others(map);
}

// The section without a value, where it is the same then for all pairs. Takes it.
static isl_set *without_if_same(isl_set *section, isl_set *pairs, pair_value v, int k, int n)
{
	if (!section || pair_find(section, v, k, n) < 0) return section;
	isl_set *less = pair_without(isl_set_copy(section), v, k, n);
	isl_set *told = isl_set_intersect_params(isl_set_copy(less), isl_set_copy(pairs));
	bool same = isl_set_is_subset(told, section) == isl_bool_true;
	isl_set_free(told);
	isl_set_free(same ? section : less);
	return same ? less : section;
}

// Told by as little as possible of what the two processes own.
static isl_set *simple_section(const search *w, isl_set *section, isl_set *pairs)
{
	static const pair_value order[] = {PAIR_HOME_WIDTH, PAIR_WIDTH, PAIR_EXTENT, PAIR_PLO, PAIR_PHI, PAIR_HI,
	        PAIR_LO, PAIR_HOME_LO, PAIR_HOME_HI};
	isl_set *among = isl_set_copy(pairs), *sizes = isl_set_params(isl_set_copy(section));
	section = isl_set_intersect_params(section, isl_set_copy(pairs));
	for (size_t j = 0; j < sizeof order / sizeof *order; j++)
		for (int k = 0; k < w->n; k++) {
			section = without_if_same(section, pairs, order[j], k, w->n);
			if (section && pair_find(section, order[j], k, w->n) < 0)
				among = pair_without(among, order[j], k, w->n);
		}
	section = isl_set_gist_params(section, isl_set_coalesce(among));
	// Sizes with which nothing is sent stay in it.
	isl_set *known = map_needs_sizes_only(w->needs, isl_set_copy(pairs));
	sizes = isl_set_gist(map_needs_sizes_only(w->needs, sizes), known);
	section = isl_set_intersect_params(map_needs_joined(section), sizes);
	return isl_set_drop_unused_params(section_joined(section, pairs));
}

static event_pattern pattern_of(const search *w, const cell *c, isl_set *section, bool both_ways)
{
	bool any = false, one = false, to_one = false, alike = true;
	for (int k = 0; k < w->n; k++) {
		any |= c->reach[k] == REACH_ANY;
		one |= c->reach[k] == REACH_ONE;
		to_one |= c->target[k] != NULL;
	}
	if (to_one) return EVENT_SECTION;
	if (!any) return one ? EVENT_BROADCAST : EVENT_SHIFT;
	for (int k = 0; k < w->n && section; k++)
		alike &= c->reach[k] == REACH_NEAR ||
		         (pair_find(section, PAIR_LO, k, w->n) < 0 && pair_find(section, PAIR_HI, k, w->n) < 0 &&
		                 pair_find(section, PAIR_HOME_LO, k, w->n) < 0 &&
		                 pair_find(section, PAIR_HOME_HI, k, w->n) < 0);
	return one || !both_ways ? EVENT_SECTION : alike ? EVENT_GATHER : EVENT_TRANSPOSE;
}

static isl_set *assumed(const search *w)
{
	isl_set *params = isl_set_universe(isl_space_params_alloc(w->ctx, 0));
	params = isl_set_intersect(wide_enough(w, params), map_needs_assumed(w->needs));
	for (int k = 0; k < w->n && w->needs->home >= 0; k++)
		params = isl_set_intersect(params, pair_home_wide(w->ctx, k, w->n));
	return params;
}

// The index as a function of the parameters.
static isl_pw_aff *function_of(isl_set *index) { return index ? isl_set_dim_min(isl_set_copy(index), 0) : NULL; }

// All cells that are the same event as the first one.
static void add_event(search *w, cell *first, event_map *e)
{
	isl_set *pairs = NULL, *section = NULL;
	bool up = false, down = false;
	e->exact = true;
	for (cell *c = first; c < w->cell + w->n_cells; c++) {
		if (c->taken || !is_same_event(w, first, c)) continue;
		c->taken = true;
		if (c != first) join_roots(w, first, c);
		e->exact = e->exact && always_sends(w, c);
		isl_map *map = map_of(w, c);
		isl_set *of_cell = wide_enough(w, pairs_of(w, c));
		e->map = e->map ? isl_map_union(e->map, map) : map;
		pairs = pairs ? isl_set_union(pairs, of_cell) : of_cell;
		section = section ? isl_set_union(section, isl_set_copy(c->sends)) : isl_set_copy(c->sends);
		for (int k = 0; k < w->n; k++) {
			up |= c->reach[k] == REACH_ANY && c->relation[k] == PAIR_FAR_UP;
			down |= c->reach[k] == REACH_ANY && c->relation[k] == PAIR_FAR_DOWN;
		}
	}
	for (int k = 0; k < w->n; k++) {
		e->root[k] = function_of(first->root[k]);
		e->target[k] = function_of(first->target[k]);
	}
	e->map = isl_map_coalesce(e->map);
	e->section = simple_section(w, section, pairs);
	e->elements = section_size(e->section);
	e->pattern = pattern_of(w, first, e->section, up && down);
	e->assumes = assumed(w);
	isl_set_free(pairs);
}

// ---- arguments --------------------------------------------------------------------------------

static void free_event(event_map *e)
{
	isl_map_free(e->map);
	isl_set_free(e->section);
	isl_set_free(e->assumes);
	isl_pw_qpolynomial_free(e->elements);
	for (int k = 0; k < PROG_MAX_GRID; k++) {
		isl_pw_aff_free(e->root[k]);
		isl_pw_aff_free(e->target[k]);
	}
}

void event_maps_free(event_maps m)
{
	for (int k = 0; k < m.n; k++) free_event(&m.list[k]);
}

static event_map *add_map(event_maps *to, const task *t, const task_arg *a, int object)
{
	event_map *grown = prog_alloc(t->nest->unit, sizeof *grown * (size_t)(to->n + 1));
	if (to->n) memcpy(grown, to->list, sizeof *grown * (size_t)to->n);
	to->list = grown;
	event_map *e = &grown[to->n++];
	*e = (event_map){.task = t,
	        .arg = a,
	        .object = object,
	        .blocks_like = -1,
	        .home = -1,
	        .only_usual = a && a->n_unusual > 0,
	        .like = -1,
	        .element_bytes = t->nest->objects[object].element ? t->nest->objects[object].element->size : 0};
	return e;
}

static void describe(event_map *e, const map_needs *needs)
{
	e->n_grid_dims = needs->n;
	for (int k = 0; k < needs->n; k++) e->grid_dim[k] = needs->dim[k];
	e->like = needs->like;
	e->home = needs->home;
	e->blocks_like = needs->blocks_like;
	e->blocks_times = needs->blocks_times;
	e->blocks_parts = needs->blocks_parts;
}

// That every process sends only what it owns is all that is known.
static event_map *add_irregular(event_maps *to, const task *t, const task_arg *a, const map_needs *needs)
{
	event_map *e = add_map(to, t, a, a->object);
	describe(e, needs);
	if (!e->n_grid_dims) e->n_grid_dims = 1;
	e->pattern = EVENT_IRREGULAR;
	e->map = pair_others(pair_all(t->nest->ctx, e->n_grid_dims));
	e->assumes = isl_set_universe(isl_space_params_alloc(t->nest->ctx, 0));
	return e;
}

static void free_cells(search *w)
{
	for (int j = 0; j < w->n_cells; j++) free_cell(w, &w->cell[j]);
}

static bool find_events(event_maps *to, const task *t, const task_arg *a, const map_needs *needs)
{
	search *w = prog_alloc(t->nest->unit, sizeof *w);
	*w = (search){.needs = needs, .n = needs->n, .ctx = t->nest->ctx, .ok = true};
	for (int k = 0; k < w->n; k++) w->width[k] = 1;
	w->ok = isl_set_n_basic_set(needs->set) <= MOST_PARTS &&
	        isl_set_foreach_basic_set(needs->set, add_part, w) == isl_stat_ok && w->ok;
	// Neighbours come first.
	qsort(w->cell, (size_t)w->n_cells, sizeof *w->cell, by_reach);
	if (w->ok) tell_once(w);
	if (w->ok) widen(w);
	for (int j = 0; j < w->n_cells && w->ok; j++) {
		if (w->cell[j].taken) continue;
		event_map *e = add_map(to, t, a, a->object);
		describe(e, needs);
		add_event(w, &w->cell[j], e);
	}
	free_cells(w);
	return w->ok;
}

static void add_maps_of_arg(event_maps *to, const task *t, const task_arg *a, unsigned long operations)
{
	enum { MOST_OPERATIONS = 10000000 };
	const nest *n = t->nest;
	const nest_object *o = &n->objects[a->object];
	if (a->n_need == 0 || (o->kind == NEST_MAPPED && !mapping_spreads(o->mapping))) return;
	int before = to->n;
	const quota q = quota_open(n->ctx, operations ? operations : MOST_OPERATIONS);
	map_needs needs = map_needs_of(t, a);
	bool found = needs.set && find_events(to, t, a, &needs);
	found = found && isl_ctx_last_error(n->ctx) == isl_error_none;
	const bool ran_out = !quota_close(q);
	if (!found) {
		for (; to->n > before; to->n--) free_event(&to->list[to->n - 1]);
		add_irregular(to, t, a, &needs)->left_out = operations && ran_out;
	}
	map_needs_free(&needs);
}

static const char *const pattern_names[] = {
        [EVENT_SHIFT] = "shift",
        [EVENT_BROADCAST] = "broadcast",
        [EVENT_GATHER] = "gather",
        [EVENT_TRANSPOSE] = "transpose",
        [EVENT_REDUCTION] = "reduction",
        [EVENT_SECTION] = "section",
        [EVENT_IRREGULAR] = "irregular",
};

const char *event_pattern_name(event_pattern p) { return pattern_names[p]; }

// What is told of variables and of arrays that all processes have; false: nothing.
static bool pattern_of_replicated(const task *t, int object, event_pattern *pattern)
{
	const nest_object *o = &t->nest->objects[object];
	const partition *s = t->split;
	scalar_role role = s->roles[object];
	bool set = o->kind == NEST_SCALAR && o->writes;
	if (o->reduced || (set && (role == SCALAR_REDUCTION || role == SCALAR_EXTREMUM || role == SCALAR_PLACE)))
		*pattern = EVENT_REDUCTION;
	else if (s->shared[object])
		*pattern = EVENT_GATHER;
	else if (partition_tells_last(s, object) || (s->told && s->told[object]))
		*pattern = EVENT_BROADCAST;
	else if ((set && role == SCALAR_CARRIED) || (s->carried && s->carried[object]) || partition_hands_on(s, object))
		*pattern = EVENT_SHIFT;
	else
		return false;
	return true;
}

// All processes combine reductions, and have the result: of scalars that is so whatever they do. Who has what of arrays
// that all have, and who comes to a variable's last value, is not looked at.
static void add_replicated(event_maps *to, const task *t)
{
	const nest *n = t->nest;
	for (int k = 0; k < n->n_objects && t->kind == TASK_SPLIT; k++) {
		const nest_object *o = &n->objects[k];
		event_pattern pattern;
		if (!pattern_of_replicated(t, k, &pattern)) continue;
		event_map *e = add_map(to, t, o->reduced && o->arg >= 0 ? &t->args[o->arg] : NULL, k);
		e->n_grid_dims = 1;
		e->pattern = pattern;
		if (pattern == EVENT_REDUCTION && t->split->roles[k] != SCALAR_PLACE) e->op = nest_reduction_op(n, k);
		e->map = pair_others(pair_all(n->ctx, 1));
		e->exact = pattern == EVENT_REDUCTION && !o->reduced;
		e->assumes = isl_set_universe(isl_space_params_alloc(n->ctx, 0));
	}
}

event_maps event_maps_of(const task *t, unsigned long operations)
{
	event_maps all = {0};
	for (int k = 0; k < t->n_args; k++) add_maps_of_arg(&all, t, &t->args[k], operations);
	add_replicated(&all, t);
	return all;
}
