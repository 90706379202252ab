// SPDX-License-Identifier: Apache-2.0
//
// Which iterations of a nest need nothing that is still under way: they run first, then a slab at each side that does.
#include "nests.h"
#include <stdlib.h>
#include <string.h>

// Fewer elements than this are done before a message has come: then one region is better.
long hpcc_overlap_least = 4096;

typedef struct shrink_t {
	plan_t *plan;
	hpcc_range own[HPCC_MAX_AXES]; // within the arrays
	int root[HPCC_MAX_AXES];       // the axis that says where this one's intervals lie,
	int sign[HPCC_MAX_AXES];       // in the same direction, 1, or in the other one, -1
	long by[HPCC_MAX_AXES][2];     // from the low and the high end of each axis that is a root
} shrink_t;

static int is_split(const shrink_t *s, int k) { return s->own[k].lo > -HPCC_INF || s->own[k].hi < HPCC_INF; }

// A region at an end of what is owned holds what is beyond the array there.
static hpcc_range with_beyond(const shrink_t *s, int k, hpcc_range r)
{
	if (r.lo <= r.hi && r.lo == s->own[k].lo) r.lo = s->plan->own[k].lo;
	if (r.lo <= r.hi && r.hi == s->own[k].hi) r.hi = s->plan->own[k].hi;
	return r;
}

static hpcc_range interior(const shrink_t *s, int k)
{
	hpcc_range r = s->own[k];
	if (is_split(s, k)) {
		int reversed = s->sign[k] < 0;
		r.lo += s->by[s->root[k]][reversed];
		r.hi -= s->by[s->root[k]][!reversed];
	}
	return r;
}

// Whether the iterations that are left when the ends are taken off need nothing from other processes.
static int needs_nothing(const shrink_t *s)
{
	const plan_t *plan = s->plan;
	hpcc_range own[HPCC_MAX_AXES];
	for (int k = 0; k < plan->nest->n_axes; k++) own[k] = with_beyond(s, k, interior(s, k));
	for (int m = 0; m < plan->n_receive; m++) {
		int a = plan->receive[m].arg;
		if (!plan->nest->args[a].need) return 0;
		if (m > 0 && a == plan->receive[m - 1].arg) continue;
		boxes_t *need = hpcc_view_section(&plan->view[a], plan->nest->args[a].need, plan->par, own);
		int meet = 0;
		for (int i = m; i < plan->n_receive && plan->receive[i].arg == a; i++)
			meet |= hpcc_boxes_meet(need, plan->receive[i].boxes);
		hpcc_boxes_drop(need);
		if (meet) return 0;
	}
	return 1;
}

// How far what is received reaches beyond what is owned, in any dimension.
static long farthest(const plan_t *plan)
{
	long far = 0;
	for (int m = 0; m < plan->n_receive; m++) {
		const desc_t *desc = plan->view[plan->receive[m].arg].desc;
		box_t hull;
		if (!desc->owns) return HPCC_INF;
		hpcc_boxes_hull(plan->receive[m].boxes, &hull);
		for (int d = 0; d < desc->rank; d++) {
			far = MAX_OF(far, desc->own.d[d].lo - hull.d[d].lo);
			far = MAX_OF(far, hull.d[d].hi - desc->own.d[d].hi);
		}
	}
	return far;
}

// Least amount to take off one end, the others being as they are.
static void minimise(shrink_t *s, long *by)
{
	long too_few = -1, enough = *by;
	while (enough - too_few > 1) {
		*by = (enough + too_few) / 2;
		if (needs_nothing(s))
			enough = *by;
		else
			too_few = *by;
	}
	*by = enough;
}

static int axis_of(const hpcc_nest *nest, int arg, int dim)
{
	int k = 0;
	while (k < nest->n_axes && (nest->axes[k].arg != arg || nest->axes[k].dim != dim)) k++;
	return k;
}

static int root_axis(const plan_t *plan, int k, int *sign)
{
	const hpcc_nest *nest = plan->nest;
	int arg = nest->axes[k].arg, dim = nest->axes[k].dim;
	*sign = 1;
	while (nest->args[arg].like >= 0 && dim >= 0) {
		*sign *= plan->like[arg].sign[dim];
		dim = plan->like[arg].dim[dim];
		arg = nest->args[arg].like;
	}
	return axis_of(nest, arg, dim);
}

static int is_root(const shrink_t *s, int k) { return s->root[k] == k; }

// Whether the iterations are those of one box, of one home or of several that lie alike: each home has an interval
// along each axis of the first one, so that its statements run in one region only.
static int one_box(shrink_t *s)
{
	const plan_t *plan = s->plan;
	const hpcc_nest *nest = plan->nest;
	int home = -1, n_roots = 0;
	for (int k = 0; k < nest->n_axes; k++) {
		s->root[k] = root_axis(plan, k, &s->sign[k]);
		if (s->root[k] == nest->n_axes || s->own[k].lo > s->own[k].hi) return 0;
		int arg = nest->axes[s->root[k]].arg;
		if (home >= 0 && arg != home) return 0;
		home = arg;
		n_roots += is_root(s, k);
	}
	for (int k = 0; k < nest->n_axes; k++) {
		int n = 0;
		for (int j = 0; j < nest->n_axes; j++) n += nest->axes[j].arg == nest->axes[k].arg;
		if (n != n_roots) return 0;
	}
	return nest->n_axes > 0;
}

// Elements of the home array that the interior stands for.
static long elements_within(const shrink_t *s)
{
	const desc_t *home = s->plan->view[s->plan->nest->axes[s->root[0]].arg].desc;
	long n = home->owns ? hpcc_box_count(home->rank, &home->own) : 0;
	for (int k = 0; k < s->plan->nest->n_axes; k++) {
		hpcc_range left = interior(s, k);
		if (left.hi < left.lo) return 0;
		if (is_split(s, k) && is_root(s, k)) n = n / hpcc_range_count(&s->own[k]) * hpcc_range_count(&left);
	}
	return n;
}

static int find_interior(shrink_t *s)
{
	const plan_t *plan = s->plan;
	long far = farthest(plan);
	for (int k = 0; k < plan->nest->n_axes; k++)
		if (is_split(s, k) && is_root(s, k)) s->by[k][0] = s->by[k][1] = far;
	if (elements_within(s) < MAX_OF(hpcc_overlap_least, 1) || !needs_nothing(s)) return 0;
	for (int k = 0; k < plan->nest->n_axes; k++)
		for (int end = 0; end < 2 && is_split(s, k) && is_root(s, k); end++) minimise(s, &s->by[k][end]);
	return 1;
}

static void add_region(plan_t *plan, const shrink_t *s, const hpcc_range *r)
{
	region_t *region = &plan->region[plan->n_regions++];
	for (int k = 0; k < plan->nest->n_axes; k++) {
		hpcc_range all = with_beyond(s, k, r[k]);
		region->lo[k] = all.lo;
		region->hi[k] = all.hi;
	}
	if (plan->nest->strips) {
		region->lo[plan->nest->n_axes] = -HPCC_INF;
		region->hi[plan->nest->n_axes] = HPCC_INF;
	}
}

typedef enum slab_t { SLAB_LOW, SLAB_HIGH, SLAB_INSIDE } slab_t;

// Along an axis, and along all that lie as it does.
static hpcc_range take_slab(const shrink_t *s, int root, slab_t slab, hpcc_range *r)
{
	for (int k = 0; k < s->plan->nest->n_axes; k++) {
		hpcc_range own = s->own[k], inside = interior(s, k);
		if (s->root[k] != root) continue;
		r[k] = inside;
		if (slab == SLAB_INSIDE) continue;
		int below = (slab == SLAB_LOW) == (s->sign[k] > 0);
		r[k] = below ? (hpcc_range){own.lo, inside.lo - 1, 1} : (hpcc_range){inside.hi + 1, own.hi, 1};
	}
	return r[root];
}

// A slab at each end of each axis; those of later axes leave out what the earlier ones have.
static void add_slabs(plan_t *plan, const shrink_t *s)
{
	hpcc_range r[HPCC_MAX_AXES];
	for (int k = 0; k < plan->nest->n_axes; k++) r[k] = s->own[k];
	for (int k = 0; k < plan->nest->n_axes; k++) {
		if (!is_root(s, k)) continue;
		for (slab_t end = SLAB_LOW; end <= SLAB_HIGH; end++) {
			hpcc_range slab = take_slab(s, k, end, r);
			if (slab.lo <= slab.hi) add_region(plan, s, r);
		}
		take_slab(s, k, SLAB_INSIDE, r);
	}
}

void hpcc_regions_make(plan_t *plan, const plan_t *model)
{
	shrink_t s = {.plan = plan};
	hpcc_range r[HPCC_MAX_AXES];
	if (model) {
		plan->n_regions = model->n_regions;
		plan->region = hpcc_alloc((size_t)plan->n_regions * sizeof *plan->region);
		memcpy(plan->region, model->region, (size_t)plan->n_regions * sizeof *plan->region);
		return;
	}
	for (int k = 0; k < HPCC_MAX_AXES; k++) s.own[k] = plan->own[k];
	if (plan->mode == RUN_PARTITIONED && !hpcc_predicting) hpcc_plan_within(plan, hpcc_rank_, hpcc_rank_, s.own);
	plan->n_regions = 0;
	plan->region = hpcc_alloc(sizeof *plan->region);
	add_region(plan, &s, s.own);
	if (plan->n_strips > 1) hpcc_strips_regions(plan);
	if (plan->mode != RUN_PARTITIONED || !(plan->nest->flags & HPCC_OVERLAP) || plan->n_receive == 0) return;
	if (plan->piece_axis >= 0) return;
	if (!one_box(&s) || !find_interior(&s)) return;
	// The roots are dimensions of one array.
	free(plan->region);
	plan->region = hpcc_alloc((2 * HPCC_MAX_RANK + 2) * sizeof *plan->region);
	plan->n_regions = 0;
	add_region(plan, &s, s.own);
	for (int k = 0; k < plan->nest->n_axes; k++) r[k] = interior(&s, k);
	add_region(plan, &s, r);
	add_slabs(plan, &s);
}
