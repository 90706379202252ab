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

static layout_t *layout_by_slices(const desc_t *desc, int dim)
{
	hpcc_dist dist[HPCC_MAX_RANK] = {0};
	for (int d = 0; d < desc->rank; d++) dist[d].format = d == dim ? HPCC_BLOCK : HPCC_NONE;
	return hpcc_layout_distribute(desc->info->name, desc->info->where, desc->rank, desc->extent, dist, NULL);
}

void hpcc_slices_enter(const hpcc_nest *nest, void *const *base)
{
	if (hpcc_size_ == 1 || hpcc_apart_now) return;
	for (int a = 0; a < nest->n_args; a++) {
		desc_t *desc = nest->args[a].sliced ? find_sliced(&nest->args[a], base[a]) : NULL;
		if (!desc) continue;
		if (n_sliced == n_room) {
			n_room = n_room ? 2 * n_room : 4;
			sliced = hpcc_grow(sliced, (size_t)n_room * sizeof *sliced);
		}
		sliced[n_sliced++] = (sliced_t){desc, hpcc_layout_keep(desc->layout), desc->whole_rows};
		hpcc_remap(desc, layout_by_slices(desc, nest->args[a].sliced - 1), desc->whole_rows);
	}
}

void hpcc_slices_leave(void)
{
	for (; n_sliced > 0; n_sliced--) {
		const sliced_t *s = &sliced[n_sliced - 1];
		hpcc_remap(s->desc, s->before, s->whole_rows);
	}
}
