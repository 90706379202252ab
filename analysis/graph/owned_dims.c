// SPDX-License-Identifier: Apache-2.0
#include "owned_dims.h"

#include "../model/model.h"
#include "../nest/nest.h"
#include "../split/split.h"
#include "task_graph.h"

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
		w.split[d] = partition_own(n, object, d, &w.axis[d], &w.offset[d], &assumed);
		if (assumed) w.like = n->axes[w.axis[d]].object;
		w.known |= d + 1 == o->rank && w.like >= 0;
	}
	return w;
}
