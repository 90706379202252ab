// SPDX-License-Identifier: Apache-2.0
//
// Nests whose iterations have each a slice to themselves of arrays that are split across the slices: a sweep along the
// columns of what is distributed by rows. While such a nest runs these arrays are distributed by slices. What each
// process computes then is its part of the work, where all would do all of it on what is brought to all.
#include "nests.h"
#include <stdlib.h>

typedef struct sliced_t {
	desc_t *desc;
	layout_t *before;
	int whole_rows;
} sliced_t;

// Of the nest that runs. Nests in functions that it calls find arrays as it has them.
static sliced_t *sliced;
static int n_sliced, n_room;

// The array that the argument is all of; NULL: it is not split, or a part of an array, or has another shape.
static desc_t *find_sliced(const hpcc_arg *arg, const void *base)
{
	desc_t *desc = hpcc_array_at(base);
	int whole = desc && hpcc_begins_at(desc, base) && desc->rank == arg->rank && desc->element == arg->element;
	return whole && desc->layout->split && !desc->layout->everywhere && !desc->reshaped ? desc : NULL;
}

// Sizes that are chosen for the array (HPCC_LAYOUT) are those of its own blocks.
static layout_t *layout_by_slices(const desc_t *desc, int dim)
{
	hpcc_dist dist[HPCC_MAX_RANK] = {0};
	for (int d = 0; d < desc->rank; d++) dist[d].format = d == dim ? HPCC_BLOCK : HPCC_NONE;
	return hpcc_layout_distribute("(slices)", desc->info->where, desc->rank, desc->extent, dist, NULL);
}

// The elements that all processes together may set. The caller's.
static boxes_t *written_by(const hpcc_arg *arg, const view_t *view, const long *par)
{
	hpcc_range everything[HPCC_MAX_AXES];
	for (int k = 0; k < HPCC_MAX_AXES; k++) everything[k] = hpcc_everything;
	return arg->wrote ? hpcc_view_section(view, arg->wrote, par, everything) : hpcc_view_all(view);
}

// Whether all of them can be had by slices, and the nest sets so much of them that to move them is worth it: a few
// columns are sooner brought to all.
static int are_worth_moving(const hpcc_nest *nest, const long *par, void *const *base, const long *row)
{
	enum { LEAST_PART = 4 };
	long written = 0, all = 0;
	for (int a = 0; a < nest->n_args; row += nest->args[a++].rank - 1) {
		const hpcc_arg *arg = &nest->args[a];
		view_t view;
		if (!arg->sliced) continue;
		hpcc_view_make(&view, arg, base[a], row, par);
		if (!find_sliced(arg, base[a]) || view.whole) return 0;
		boxes_t *boxes = written_by(arg, &view, par);
		written += hpcc_boxes_count(boxes);
		all += (long)(view.desc->bytes / view.desc->element);
		hpcc_boxes_drop(boxes);
	}
	return nest->flags & HPCC_SLICES_OF_FEW ? written > 0 : written * LEAST_PART >= all;
}

static int n_arguments_in(
        const hpcc_nest *nest, const desc_t *desc, const long *par, void *const *base, const long *row)
{
	int n = 0;
	for (int a = 0; a < nest->n_args; row += nest->args[a++].rank - 1)
		n += hpcc_array_meant(&nest->args[a], par, base[a], row) == desc;
	return n;
}

// What need not be moved to the slices of the argument: the nest sets it before it reads it. The caller's; NULL: no
// such elements are known.
static boxes_t *overwritten(const hpcc_nest *nest, int a, const long *par, void *const *base, const long *row)
{
	const hpcc_arg *arg = &nest->args[a];
	view_t view;
	if (!(arg->flags & HPCC_OVERWRITTEN)) return NULL;
	const long *own_row = row;
	for (int k = 0; k < a; k++) own_row += nest->args[k].rank - 1;
	hpcc_view_make(&view, arg, base[a], own_row, par);
	const int known = view.desc == hpcc_array_at(base[a]) && !view.whole;
	return known && n_arguments_in(nest, view.desc, par, base, row) == 1 ? written_by(arg, &view, par) : NULL;
}

void hpcc_deferred_enter(const hpcc_nest *nest, const long *par, void *const *base, const long *row, int assumed)
{
	const long *own_row = row;
	for (int a = 0; a < nest->n_args; own_row += nest->args[a++].rank - 1) {
		desc_t *desc = hpcc_array_meant(&nest->args[a], par, base[a], own_row);
		if (!desc || !desc->deferred) continue;
		boxes_t *unread = assumed ? overwritten(nest, a, par, base, row) : NULL;
		hpcc_remap_now(desc, nest->args[a].flags & (HPCC_WHOLE_ROWS | HPCC_IN_RANGE), unread);
		hpcc_boxes_drop(unread);
	}
}

void hpcc_slices_enter(const hpcc_nest *nest, const long *par, void *const *base, const long *row)
{
	if (hpcc_size_ == 1 || hpcc_apart_now || !are_worth_moving(nest, par, base, row)) return;
	hpcc_spare_keep(1);
	for (int a = 0; a < nest->n_args; a++) {
		desc_t *desc = nest->args[a].sliced ? find_sliced(&nest->args[a], base[a]) : NULL;
		if (!desc) continue;
		if (n_sliced == n_room) {
			n_room = n_room ? 2 * n_room : 4;
			sliced = hpcc_grow(sliced, (size_t)n_room * sizeof *sliced);
		}
		sliced[n_sliced++] = (sliced_t){desc, hpcc_layout_keep(desc->layout), desc->whole_rows};
		boxes_t *unread = overwritten(nest, a, par, base, row);
		hpcc_remap_without(desc, layout_by_slices(desc, nest->args[a].sliced - 1), desc->whole_rows, unread);
		hpcc_boxes_drop(unread);
	}
	hpcc_spare_keep(0);
}

void hpcc_slices_end(void)
{
	hpcc_spare_keep(1);
	for (; n_sliced > 0 && hpcc_depth == 0; n_sliced--) {
		const sliced_t *s = &sliced[n_sliced - 1];
		hpcc_remap(s->desc, s->before, s->whole_rows);
	}
	hpcc_spare_keep(0);
}
