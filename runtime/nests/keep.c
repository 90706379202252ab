// SPDX-License-Identifier: Apache-2.0
//
// What a nest sets, kept from before it: where the nest turns out to be left early it is put back, and the nest is run
// again up to there.
#include "../trace/trace.h"
#include "nests.h"
#include <stdlib.h>

// What this process owns of what argument `a` may be set in; NULL: nothing.
static boxes_t *owned(const plan_t *plan, int a)
{
	const desc_t *desc = plan->view[a].desc;
	if (!(plan->nest->args[a].flags & HPCC_WRITES) || !desc || !desc->owns) return NULL;
	if (plan->wrote[a]) return hpcc_boxes_and(plan->wrote[a], &desc->own);
	boxes_t *all = hpcc_boxes_new(desc->rank);
	hpcc_boxes_push(all, &desc->own);
	return all;
}

static void drop(kept_t *k)
{
	hpcc_boxes_drop(k->boxes);
	free(k->data);
	*k = (kept_t){0};
}

void hpcc_keep(hpcc_run *run)
{
	plan_t *plan = run->state;
	if (!run->partitioned) return;
	plan->keeps = 1;
	if (!plan->kept) plan->kept = hpcc_alloc((size_t)plan->nest->n_args * sizeof *plan->kept);
	for (int a = 0; a < plan->nest->n_args; a++) {
		kept_t *k = &plan->kept[a];
		const desc_t *desc = plan->view[a].desc;
		drop(k);
		k->boxes = owned(plan, a);
		if (!k->boxes) continue;
		k->data = hpcc_alloc((size_t)hpcc_boxes_count(k->boxes) * desc->element + 1);
		hpcc_pack(k->boxes, &desc->place, desc->element, k->data);
	}
}

static void put_back(const plan_t *plan)
{
	// Two arguments may be one array: each has what was there before.
	for (int a = 0; a < plan->nest->n_args; a++) {
		const desc_t *desc = plan->view[a].desc;
		const kept_t *k = &plan->kept[a];
		if (k->boxes) hpcc_unpack(k->boxes, &desc->place, desc->element, k->data);
	}
}

void hpcc_kept_end(plan_t *plan, int undo)
{
	if (!plan->keeps) return;
	plan->keeps = 0;
	// A trace tells nothing of a run that is undone.
	if (undo) {
		hpcc_trace_undo(plan);
		put_back(plan);
	} else {
		hpcc_trace_leave();
	}
	hpcc_kept_drop(plan);
}

void hpcc_kept_drop(plan_t *plan)
{
	for (int a = 0; plan->kept && a < plan->nest->n_args; a++) drop(&plan->kept[a]);
}
