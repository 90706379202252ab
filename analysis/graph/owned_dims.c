// SPDX-License-Identifier: Apache-2.0
#include "owned_dims.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../split/split.h"
#include "task_graph.h"

#include <isl/aff.h>
#include <isl/local_space.h>

owned owned_of(const task *t, int object)
{
	const nest *n = t->nest;
	const nest_object *o = &n->objects[object];
	owned w = {.rank = o->rank, .known = t->kind == TASK_SPLIT, .like = -1};
	for (int d = 0; d < o->rank; d++) {
		bool assumed = false;
		// That a home is split along its axes only is tested when the nest is entered.
		w.split[d] =
		        object_dim_may_be_split(o, d) && (t->kind != TASK_SPLIT || (n->may_split[object] >> d & 1));
		if (!w.split[d] || !w.known) continue;
		w.known = partition_own(n, object, d, &w.axis[d], &w.offset[d], &assumed);
		if (assumed) w.like = n->axes[w.axis[d]].object;
	}
	// Memory whose mapping is not seen is taken to be split where the home may be.
	for (int d = 0; d < o->rank && !w.known && o->kind == NEST_POINTER && t->kind == TASK_SPLIT; d++) {
		bool assumed = false;
		w.split[d] = object_dim_may_be_split(o, d) &&
		             partition_own(n, object, d, &w.axis[d], &w.offset[d], &assumed);
		if (assumed) w.like = n->axes[w.axis[d]].object;
		w.known |= d + 1 == o->rank && w.like >= 0;
	}
	return w;
}

// ---- sets of elements --------------------------------------------------------------------------

isl_set *owned_with_bound(isl_set *set, int axis, own_end end)
{
	if (own_bound_find(set, axis, end) >= 0) return set;
	int at = (int)isl_set_dim(set, isl_dim_param);
	isl_ctx *ctx = isl_set_get_ctx(set);
	set = isl_set_add_dims(set, isl_dim_param, 1);
	return isl_set_set_dim_id(set, isl_dim_param, (unsigned)at, own_bound_id(ctx, axis, end));
}

isl_set *owned_with_bounds(isl_set *set, const owned *w)
{
	for (int d = 0; d < w->rank; d++) {
		if (!w->split[d]) continue;
		set = owned_with_bound(set, w->axis[d], OWN_LO);
		set = owned_with_bound(set, w->axis[d], OWN_HI);
	}
	return set;
}

isl_aff *owned_distance(isl_set *set, const owned *w, int dim, own_end end)
{
	bool low = end == OWN_LO;
	isl_aff *aff = isl_aff_zero_on_domain(isl_local_space_from_space(isl_set_get_space(set)));
	aff = isl_aff_set_coefficient_si(aff, isl_dim_in, dim, low ? -1 : 1);
	aff = isl_aff_set_coefficient_si(aff, isl_dim_param, own_bound_find(set, w->axis[dim], end), low ? 1 : -1);
	return isl_aff_set_constant_si(aff, (int)(low ? w->offset[dim] : -w->offset[dim]));
}

isl_set *owned_beyond(isl_set *set, const owned *w, int dim, own_end end, bool yes)
{
	isl_aff *away = owned_distance(set, w, dim, end);
	isl_aff *zero = isl_aff_zero_on_domain(isl_aff_get_domain_local_space(away));
	isl_set *part =
	        isl_set_from_basic_set(yes ? isl_aff_gt_basic_set(away, zero) : isl_aff_le_basic_set(away, zero));
	return isl_set_intersect(set, part);
}

isl_set *owned_within(isl_set *set, const owned *w, int dim)
{
	return owned_beyond(owned_beyond(set, w, dim, OWN_LO, false), w, dim, OWN_HI, false);
}
