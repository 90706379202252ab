// SPDX-License-Identifier: Apache-2.0
//
// A loop that all processes run, and that sets nothing mapped, need not have all that it reads at once: it is brought
// for some iterations at a time, as many as read a few megabytes or have them in a few megabytes' pages, and given
// back before those that come next.
#include "nests.h"
#include <stdlib.h>

typedef struct portions_t {
	long length[HPCC_MAX_AXES]; // of the last portion, iterations
	boxes_t **held;             // [arg] what is here, or NULL
} portions_t;

void hpcc_portions_limits(plan_t *plan, int none)
{
	for (int k = 0; k < plan->nest->n_portions; k++) {
		plan->run.lo[k] = none ? 1 : -HPCC_INF;
		plan->run.hi[k] = none ? 0 : HPCC_INF;
	}
}

// Whether the sections' functions speak of all that a run brings, in the array's own terms.
static int told_by_sections(const plan_t *plan)
{
	for (int a = 0; a < plan->nest->n_args; a++) {
		const hpcc_arg *arg = &plan->nest->args[a];
		if (!hpcc_view_spread(&plan->view[a])) continue;
		if ((arg->flags & (HPCC_WRITES | HPCC_ALL_DIMS)) || plan->view[a].whole) return 0;
		if (plan->need[a] && !arg->need) return 0;
	}
	return plan->assumed && !plan->beyond && !hpcc_reaches();
}

static boxes_t *needed(const plan_t *plan, int a, const hpcc_range *own)
{
	return hpcc_view_section(&plan->view[a], plan->nest->args[a].need, plan->par, own);
}

static int is_held(const portions_t *s, int a, const boxes_t *need)
{
	return s->held[a] && hpcc_boxes_covered(need, &s->held[a], 1);
}

// Bytes of the pages that a box takes up in the array's range: of one element in each row there are as many pages as
// rows.
static long page_bytes(const desc_t *desc, const box_t *box)
{
	long bytes = (long)desc->element;
	for (int d = desc->rank - 1; d >= 0; d--) {
		long n = hpcc_range_count(&box->d[d]), distance = box->d[d].step * desc->range.stride[d];
		if (n > 0 && distance <= MAX_OF(bytes, HPCC_PAGE))
			bytes += (n - 1) * distance;
		else
			bytes = n * MAX_OF(bytes, HPCC_PAGE);
	}
	return bytes;
}

// What a portion may take up in memory, as a multiple of its bytes. One iteration that takes up more, a column of an
// array, say, takes up as much together with the next ones: it may be more then.
enum { PAGES = 4, MOST_PAGES = 32 };

// How much sections are, in portions: by their bytes, or by what they take up in memory.
static double portions_in(const desc_t *desc, const boxes_t *need, int most_pages)
{
	double pages = 0, bytes = (double)hpcc_boxes_count(need) * (double)desc->element;
	for (int k = 0; k < need->n; k++) pages += (double)page_bytes(desc, &need->box[k]);
	return MAX_OF(bytes, pages / most_pages) / (double)HPCC_PORTION;
}

// Of what is not here yet of what these iterations read.
static double portions_of(const plan_t *plan, const hpcc_range *own, int most_pages)
{
	double sum = 0;
	for (int a = 0; a < plan->nest->n_args; a++) {
		if (!plan->need[a]) continue;
		boxes_t *need = needed(plan, a, own);
		if (!is_held(plan->portions, a, need)) sum += portions_in(plan->view[a].desc, need, most_pages);
		hpcc_boxes_drop(need);
	}
	return sum;
}

int hpcc_portions_begin(plan_t *plan)
{
	double sum = 0;
	hpcc_portions_end(plan);
	if (!plan->nest->n_portions || !told_by_sections(plan)) return 0;
	for (int a = 0; a < plan->nest->n_args; a++)
		if (plan->need[a]) sum += portions_in(plan->view[a].desc, plan->need[a], PAGES);
	if (sum <= 1) return 0;
	plan->portions = hpcc_alloc(sizeof *plan->portions);
	plan->portions->held = hpcc_alloc((size_t)plan->nest->n_args * sizeof(boxes_t *));
	hpcc_portions_limits(plan, 1);
	return 1;
}

void hpcc_portions_end(plan_t *plan)
{
	if (!plan->portions) return;
	for (int a = 0; a < plan->nest->n_args; a++) hpcc_boxes_drop(plan->portions->held[a]);
	free(plan->portions->held);
	free(plan->portions);
	plan->portions = NULL;
}

static hpcc_range iterations(long at, long length, int upward)
{
	return upward ? (hpcc_range){at, at + length - 1, 1} : (hpcc_range){at - length + 1, at, 1};
}

// As many iterations as are one portion at most; one, if that is more. `last`: of that many before.
static long longest(const plan_t *plan, int level, long at, int upward, hpcc_range *own, long last, int most_pages)
{
	const long most = 1L << 40;
	long length = last, longer = 2 * length;
	for (int grows = 1; grows && longer <= most; longer *= 2) {
		own[level] = iterations(at, longer, upward);
		grows = portions_of(plan, own, most_pages) <= 1;
		if (grows) length = longer;
	}
	own[level] = iterations(at, length, upward);
	while (length > 1 && portions_of(plan, own, most_pages) > 1) own[level] = iterations(at, length /= 2, upward);
	return length;
}

// False: one iteration is more than may be brought at a time.
static int choose_portion(const plan_t *plan, int level, long at, int upward, hpcc_range *own)
{
	long *length = &plan->portions->length[level];
	*length = longest(plan, level, at, upward, own, MAX_OF(*length, 1), PAGES);
	if (*length > 1 || portions_of(plan, own, PAGES) <= 1) return 1;
	if (portions_of(plan, own, MOST_PAGES) > 1) return 0;
	*length = longest(plan, level, at, upward, own, 1, MOST_PAGES);
	return 1;
}

// All that the array's arguments need, where something of it is not here.
static void bring(plan_t *plan, desc_t *of, boxes_t **need)
{
	int known = 1;
	for (int a = 0; a < plan->nest->n_args; a++)
		if (need[a] && plan->view[a].desc == of) known = known && is_held(plan->portions, a, need[a]);
	if (known) return;
	hpcc_store_trim(of);
	for (int a = 0; a < plan->nest->n_args; a++) {
		if (!need[a] || plan->view[a].desc != of) continue;
		hpcc_collect(of, need[a], &of->range);
		hpcc_boxes_drop(plan->portions->held[a]);
		plan->portions->held[a] = hpcc_boxes_keep(need[a]);
	}
}

static void bring_all(plan_t *plan, const hpcc_range *own)
{
	int n = plan->nest->n_args;
	boxes_t **need = hpcc_alloc((size_t)n * sizeof *need);
	for (int a = 0; a < n; a++) need[a] = plan->need[a] ? needed(plan, a, own) : NULL;
	for (int a = 0; a < n; a++)
		if (need[a]) bring(plan, plan->view[a].desc, need);
	for (int a = 0; a < n; a++) hpcc_boxes_drop(need[a]);
	free(need);
}

int hpcc_portion_next(hpcc_run *run, int level, long at, int upward)
{
	plan_t *plan = run->state;
	hpcc_range own[HPCC_MAX_AXES];
	for (int k = 0; k < HPCC_MAX_AXES; k++) own[k] = hpcc_everything;
	for (int k = 0; k < level; k++) own[k] = (hpcc_range){run->lo[k], run->hi[k], 1};
	int last = level + 1 == plan->nest->n_portions;
	int divided = !choose_portion(plan, level, at, upward, own) && !last;
	hpcc_portions_limits(plan, divided);
	for (int k = 0; k <= level; k++) run->lo[k] = own[k].lo, run->hi[k] = own[k].hi;
	if (!divided) bring_all(plan, own);
	return 0;
}
