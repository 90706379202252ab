// SPDX-License-Identifier: Apache-2.0
//
// Decides how a nest is run with the arrays that it is given, and makes everything ready that the next run with the
// same parameters can use again. All that decisions depend on is the same on all processes, so that they agree.
#define _GNU_SOURCE
#include "nests.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- may it be partitioned? -------------------------------------------------------------------

static int any_spread(const plan_t *plan)
{
	for (int a = 0; a < plan->nest->n_args; a++)
		if (hpcc_view_spread(&plan->view[a])) return 1;
	return 0;
}

static int has_axis(const hpcc_nest *nest, int arg, int dim)
{
	for (int k = 0; k < nest->n_axes; k++)
		if (nest->axes[k].arg == arg && (dim < 0 || nest->axes[k].dim == dim)) return 1;
	return 0;
}

static const char *name_of(const plan_t *plan, int a) { return plan->nest->args[a].name; }

// What to do about it.
static const char
        align_them[] = "align them",
        map_it_too[] = "give it a mapping, too", use_whole[] = "use it in its own shape",
        split_one[] = "split one of these dimensions only", split_other[] = "split another one",
        seen[] = "let the compiler see what it is set to: in files that are translated together, without casts";

// Notes why the nest is not partitioned, and what to do about it, NULL where there is nothing: the first reason stays.
// Gives 0.
__attribute__((format(printf, 3, 4))) static int because(plan_t *plan, const char *instead, const char *format, ...)
{
	va_list args;
	if (plan->why) return 0;
	plan->instead = instead;
	va_start(args, format);
	if (vasprintf(&plan->why, format, args) < 0) plan->why = NULL;
	va_end(args);
	return 0;
}

// The row lengths that the nest gives for an argument.
static const long *rows_of(const plan_t *plan, int a)
{
	const long *row = plan->row;
	for (int k = 0; k < a; k++) row += plan->nest->args[k].rank - 1;
	return row;
}

// Why a view has no dimensions of its own.
static int because_of_view(plan_t *plan, int a)
{
	const hpcc_arg *arg = &plan->nest->args[a];
	const desc_t *desc = plan->view[a].desc;
	const long *row = rows_of(plan, a);
	if (arg->element != desc->element)
		return because(plan, "use it with its own type",
		        "the elements of `%s` have %zu bytes, those of the mapped array `%s` %zu", arg->name,
		        arg->element, desc->info->name, desc->element);
	for (int k = arg->rank - 1; k > 0 && desc->rank >= arg->rank && !arg->row_levels; k--) {
		long extent = desc->extent[desc->rank - arg->rank + k];
		if (row[k - 1] != extent)
			return because(plan, "give it the shape that it is used with (`array`)",
			        "the rows of `%s` have %ld elements here, those of the mapped array `%s` %ld",
			        arg->name, row[k - 1], desc->info->name, extent);
	}
	if (arg->rank > desc->rank)
		return because(plan, "give it the shape that it is used with (`array p[n][m]`)",
		        "`%s` is used with %d dimensions, and the mapped array `%s` has %d", arg->name, arg->rank,
		        desc->info->name, desc->rank);
	return because(plan, use_whole,
	        "`%s` is not used as the mapped array `%s` with its %d dimension(s), or not within its rows", arg->name,
	        desc->info->name, desc->rank);
}

static const char *another_dimension(const view_t *view) { return view->desc->rank > 1 ? split_other : NULL; }

static int split_as_allowed(plan_t *plan, int a)
{
	const hpcc_arg *arg = &plan->nest->args[a];
	const view_t *view = &plan->view[a];
	if (!hpcc_view_spread(view)) return 1;
	if (view->whole) return because_of_view(plan, a);
	unsigned allowed = arg->flags & HPCC_WHOLE_ROWS ? arg->may_split & 1 : arg->may_split;
	unsigned wrong = hpcc_view_split(view) & ~allowed;
	return !wrong || because(plan, another_dimension(view), "`%s` is split along dimension %d", arg->name,
	                         __builtin_ctz(wrong));
}

// Each process writes only what it owns: the argument, or the one that it lies with, decides which iterations run here.
static int written_at_home(plan_t *plan, int a)
{
	const hpcc_arg *args = plan->nest->args;
	int home = a;
	if (!(args[a].flags & HPCC_WRITES)) return 1;
	if (args[a].flags & HPCC_REDUCED)
		return hpcc_accumulate_possible(plan, a) ||
		       because(plan, NULL, "which elements of `%s` are added to is not known", args[a].name);
	if (!hpcc_view_spread(&plan->view[a]))
		return (args[a].flags & (HPCC_BY_ALL | HPCC_UNMAPPED)) ||
		       because(plan, map_it_too, "`%s` is written, and has no mapping", args[a].name);
	if ((args[a].flags & HPCC_RESIDENT) && !(args[a].flags & HPCC_HOME) && args[a].like < 0) return 1;
	for (int steps = 0; args[home].like >= 0 && steps < plan->nest->n_args; steps++) home = args[home].like;
	unsigned split = hpcc_view_split(&plan->view[home]);
	for (int d = 0; d < HPCC_MAX_RANK; d++)
		if ((split >> d & 1) && !has_axis(plan->nest, home, d))
			return because(plan, another_dimension(&plan->view[home]), "`%s` is split along dimension %d",
			        args[home].name, d);
	return has_axis(plan->nest, home, -1) ||
	       because(plan, NULL, "`%s` is written where it is not owned", args[a].name);
}

static unsigned axes_along(const plan_t *plan, int a)
{
	unsigned dims = 0;
	for (int d = 0; d < HPCC_MAX_RANK; d++) dims |= (unsigned)has_axis(plan->nest, a, d) << d;
	return dims;
}

// A vector and a matrix may share an axis, where each process that has a part of the one has the same indices of the
// other.
static int are_alike(const plan_t *plan, int a, int b, const likeness_t *like)
{
	unsigned along = axes_along(plan, a);
	return hpcc_view_alike(&plan->view[a], &plan->view[b], like, along, along ? axes_along(plan, b) : 0);
}

static int lies_with(plan_t *plan, int a)
{
	const hpcc_arg *arg = &plan->nest->args[a];
	if (arg->like < 0 || (!hpcc_view_spread(&plan->view[a]) && !(arg->flags & HPCC_WRITES))) return 1;
	return are_alike(plan, a, arg->like, &plan->like[a]) ||
	       because(plan, align_them, "`%s` does not lie as `%s` does", arg->name, name_of(plan, arg->like));
}

// How dimensions of argument a lie along those of b, where both lie along those of a third one.
static likeness_t between(const likeness_t *a, const likeness_t *b)
{
	likeness_t l = {.guessed = 0};
	for (int k = 0; k < HPCC_MAX_RANK; k++) {
		int j = 0;
		while (j < HPCC_MAX_RANK && (a->dim[k] < 0 || b->dim[j] != a->dim[k])) j++;
		l.dim[k] = j < HPCC_MAX_RANK ? j : -1;
		if (j == HPCC_MAX_RANK) continue;
		l.sign[k] = a->sign[k] * b->sign[j];
		l.offset[k] = b->sign[j] * (a->offset[k] - b->offset[j]);
	}
	return l;
}

static int is_beside(const plan_t *plan, int a, int home)
{
	return plan->nest->args[a].like == home && hpcc_view_spread(&plan->view[a]) && !plan->view[a].whole &&
	       hpcc_view_exceeds(&plan->view[a], &plan->view[home], &plan->like[a]);
}

// Arrays that lie as a third one does lie as one another also where that one has no indices.
static int lie_alike_beside(plan_t *plan, int a)
{
	int home = plan->nest->args[a].like;
	if (home < 0 || !is_beside(plan, a, home)) return 1;
	for (int b = 0; b < a; b++) {
		if (!is_beside(plan, b, home)) continue;
		likeness_t like = between(&plan->like[a], &plan->like[b]);
		if (!are_alike(plan, a, b, &like))
			return because(
			        plan, align_them, "`%s` does not lie as `%s` does", name_of(plan, a), name_of(plan, b));
	}
	return 1;
}

// What an argument touches when all iterations run.
static boxes_t *touched(const plan_t *plan, int a)
{
	const hpcc_arg *arg = &plan->nest->args[a];
	const view_t *view = &plan->view[a];
	hpcc_range own[HPCC_MAX_AXES];
	for (int k = 0; k < HPCC_MAX_AXES; k++) own[k] = hpcc_everything;
	int known = (arg->need || !(arg->flags & HPCC_READS) || (arg->wrote && (arg->flags & HPCC_HOME))) &&
	            (arg->wrote || !(arg->flags & HPCC_WRITES)) && !(arg->flags & (HPCC_ALL_DIMS | HPCC_RESIDENT));
	if (view->whole || !known) return hpcc_view_all(view);
	boxes_t *boxes =
	        arg->need ? hpcc_view_section(view, arg->need, plan->par, own) : hpcc_boxes_new(view->desc->rank);
	boxes_t *wrote =
	        arg->wrote ? hpcc_view_section(view, arg->wrote, plan->par, own) : hpcc_boxes_new(view->desc->rank);
	for (int k = 0; k < wrote->n; k++) hpcc_boxes_unite(boxes, &wrote->box[k]);
	hpcc_boxes_drop(wrote);
	return boxes;
}

// The bytes from the first to the last that the nest touches of an argument without a mapping; 0: not known.
static int span_of(const plan_t *plan, int a, uintptr_t *low, uintptr_t *high)
{
	static const long unknown[HPCC_MAX_RANK];
	const hpcc_arg *arg = &plan->nest->args[a];
	const long *row = rows_of(plan, a);
	hpcc_range own[HPCC_MAX_AXES];
	for (int k = 0; k < HPCC_MAX_AXES; k++) own[k] = hpcc_everything;
	hpcc_sink sink = {.rank = arg->rank, .extent = unknown, .boxes = hpcc_boxes_new(arg->rank)};
	if (arg->need) arg->need(plan->par, own, &sink);
	if (arg->wrote) arg->wrote(plan->par, own, &sink);
	int known = 1;
	*low = UINTPTR_MAX, *high = 0;
	for (int k = 0; k < sink.boxes->n && known; k++) {
		long first = 0, last = 0, pitch = (long)arg->element;
		for (int d = arg->rank - 1; d >= 0; d--) {
			const hpcc_range *r = &sink.boxes->box[k].d[d];
			known &= r->lo > -HPCC_INF && r->hi < HPCC_INF;
			if (!known) break;
			first += r->lo * pitch;
			last += r->hi * pitch;
			if (d > 0) pitch *= row[d - 1];
		}
		*low = MIN_OF(*low, (uintptr_t)plan->base[a] + (uintptr_t)first);
		*high = MAX_OF(*high, (uintptr_t)plan->base[a] + (uintptr_t)last + arg->element);
	}
	hpcc_boxes_drop(sink.boxes);
	if (known) return 1;
	// All of the variable, or of the block that was allocated.
	const char *end = arg->size ? (const char *)plan->base[a] + arg->size : NULL, *begin = plan->base[a];
	if (!end && !arg->row_levels && (end = hpcc_object_end_around(begin))) begin = hpcc_object_around(begin);
	size_t length = end || arg->row_levels ? 0 : hpcc_libc_block_length(begin);
	if (length) end = begin + length;
	*low = (uintptr_t)begin;
	*high = (uintptr_t)end;
	return end != NULL;
}

static int spans_meet(const plan_t *plan, int a, int b)
{
	uintptr_t low_a, high_a, low_b, high_b;
	int flags_a = plan->nest->args[a].flags, flags_b = plan->nest->args[b].flags;
	if (!((flags_a | flags_b) & HPCC_UNMAPPED)) return 0;
	// Where rows are is looked at each time: hpcc_rows_enter, and hpcc_rows_check_added where they are added to.
	int rows_a = plan->nest->args[a].row_levels, rows_b = plan->nest->args[b].row_levels, rows = rows_a | rows_b;
	if ((rows_a && rows_b) || (rows && !((flags_a | flags_b) & HPCC_GROWS))) return 0;
	if (!rows && hpcc_object_place(plan->base[a]) != hpcc_object_place(plan->base[b])) return 0;
	if (!span_of(plan, a, &low_a, &high_a) || !span_of(plan, b, &low_b, &high_b))
		return (flags_a & flags_b & HPCC_MAY_MEET) != 0;
	return low_a < high_b && low_b < high_a;
}

// The dimensions along which arrays are split whose elements decide which iterations run here.
static unsigned dims_of_homes(const plan_t *plan)
{
	unsigned dims = 0;
	for (int k = 0; k < plan->nest->n_axes; k++) dims |= hpcc_view_split(&plan->view[plan->nest->axes[k].arg]);
	return dims;
}

static int may_be_one(const plan_t *plan, int a, int b)
{
	const hpcc_arg *arg = &plan->nest->args[a];
	if (b >= (int)(8 * sizeof arg->may_be_one)) return 0;
	if (arg->may_be_one >> b & 1) return 1;
	for (int d = 0; d < HPCC_MAX_RANK; d++)
		if (arg->may_be_one_along[d] >> b & 1 && dims_of_homes(plan) == 1U << d) return 1;
	return 0;
}

// One array, given twice, where the nest is right for that.
static int is_one(const plan_t *plan, int a, int b)
{
	const hpcc_arg *args = plan->nest->args;
	if (!may_be_one(plan, a, b) || plan->base[a] != plan->base[b] || !plan->view[a].desc) return 0;
	size_t rows = (size_t)(args[a].rank - 1) * sizeof(long);
	return !plan->view[a].whole && !plan->view[b].whole && args[a].rank == args[b].rank &&
	       (!rows || !memcmp(rows_of(plan, a), rows_of(plan, b), rows));
}

// The argument of which this one is a part of each element.
static int whole_of(const hpcc_arg *args, int a) { return args[a].part.size ? args[a].part.of : a; }

static int overlap(const plan_t *plan, int a, int b)
{
	const hpcc_arg *args = plan->nest->args;
	if (whole_of(args, a) == whole_of(args, b)) return 0;
	if (!((args[a].flags | args[b].flags) & HPCC_WRITES) || is_one(plan, a, b)) return 0;
	int same = plan->base[a] && plan->base[a] == plan->base[b];
	if (!plan->view[a].desc && !plan->view[b].desc) return same || spans_meet(plan, a, b);
	if (plan->view[a].desc != plan->view[b].desc) return 0;
	boxes_t *in_a = touched(plan, a), *in_b = touched(plan, b);
	int meet = hpcc_boxes_meet(in_a, in_b);
	hpcc_boxes_drop(in_a);
	hpcc_boxes_drop(in_b);
	return meet;
}

static int no_overlap(plan_t *plan)
{
	for (int a = 0; a < plan->nest->n_args; a++)
		for (int b = 0; b < a; b++)
			if (overlap(plan, a, b))
				return because(plan, "hand it arrays that lie apart", "`%s` and `%s` overlap",
				        name_of(plan, b), name_of(plan, a));
	return 1;
}

// Whether memory of all processes that the nest sets meets what its pointers lead to that are others in `base`.
static int meets_moved(const plan_t *plan, void *const *base)
{
	const hpcc_nest *nest = plan->nest;
	for (int b = 0; b < nest->n_args; b++) {
		if (!(nest->args[b].flags & HPCC_WRITES) || plan->view[b].desc) continue;
		for (int a = 0; a < nest->n_args; a++)
			if (a != b && plan->base[a] != base[a] && overlap(plan, a, b)) return 1;
	}
	return 0;
}

int hpcc_plan_may_move(plan_t *plan, void *const *base)
{
	int replicated = plan->nest->flags & HPCC_REPLICATED;
	if (plan->mode != RUN_PARTITIONED) return replicated || !plan->slow || !meets_moved(plan, base);
	const size_t bytes = (size_t)plan->nest->n_args * sizeof *base;
	void **before = hpcc_alloc(bytes);
	memcpy(before, plan->base, bytes);
	memcpy(plan->base, base, bytes);
	int meets = meets_moved(plan, before);
	memcpy(plan->base, before, bytes);
	free(before);
	return !meets;
}

// Axes limit iterations to owners, each in the same way.
static int axes_spread(plan_t *plan)
{
	const hpcc_nest *nest = plan->nest;
	for (int k = 0; k < nest->n_axes; k++)
		if (!hpcc_view_spread(&plan->view[nest->axes[k].arg]))
			return because(plan, map_it_too, "`%s` has no mapping, or is not split, and other arrays are",
			        name_of(plan, nest->axes[k].arg));
	return nest->n_axes > 0 || because(plan, NULL, "no array says where the iterations belong");
}

// Whether sums are made where the argument is owned.
static int adds_up_at(const hpcc_nest *nest, int a)
{
	return !nest->sums_at || a >= (int)(8 * sizeof nest->sums_at) || (nest->sums_at >> a & 1);
}

// Where one array has copies, and another one does not, different processes would count for the sums over the one and
// over the other.
static int one_counts(plan_t *plan)
{
	const hpcc_nest *nest = plan->nest;
	int first = -1;
	for (int k = 0; k < nest->n_axes && nest->sums_at; k++) {
		int a = nest->axes[k].arg;
		if (!adds_up_at(nest, a)) continue;
		if (first < 0) first = a;
		for (int p = 0; p < hpcc_size_ && a != first; p++)
			if (hpcc_layout_first_copy(plan->view[a].desc->layout, p) !=
			        hpcc_layout_first_copy(plan->view[first].desc->layout, p))
				return because(plan, align_them,
				        "`%s` and `%s` do not have the same copies, and sums are made over both",
				        name_of(plan, first), name_of(plan, a));
	}
	return 1;
}

static boxes_t *needed_by_all(const plan_t *plan, int a, const hpcc_range *everything);
static boxes_t *written_by_all(const plan_t *plan, int a, const hpcc_range *everything);

static long bytes_of(const plan_t *plan, int a, boxes_t *boxes)
{
	long bytes = boxes ? hpcc_boxes_count(boxes) * (long)plan->nest->args[a].element : 0;
	if (boxes) hpcc_boxes_drop(boxes);
	return bytes;
}

// Bytes that each process would get and set beside its own, where all run the nest.
static long bytes_for_all(const plan_t *plan)
{
	hpcc_range everything[HPCC_MAX_AXES];
	long bytes = 0;
	for (int k = 0; k < HPCC_MAX_AXES; k++) everything[k] = hpcc_everything;
	for (int a = 0; a < plan->nest->n_args; a++) {
		bytes += bytes_of(plan, a, needed_by_all(plan, a, everything));
		bytes += bytes_of(plan, a, written_by_all(plan, a, everything));
	}
	return bytes;
}

static int take_turns(plan_t *plan)
{
	int dear;
	const char *name = name_of(plan, plan->nest->axes[plan->nest->turn_axis].arg);
	if (plan->piece_axis >= 0)
		return because(plan, split_one,
		        "`%s` is split along several dimensions that are used as one, and the order of the iterations "
		        "counts",
		        name);
	if (hpcc_turns_possible(plan, bytes_for_all(plan), &dear)) return 1;
	if (dear)
		return because(plan, NULL,
		        "handing on %zu bytes from process to process costs more than running all on all",
		        plan->nest->carried);
	return because(plan, NULL,
	        "several processes own the same part of `%s`, and the order of the iterations counts", name);
}

static int may_partition(plan_t *plan)
{
	if (!plan->assumed)
		return plan->nest->assumes && strcmp(plan->nest->assumes, "false") != 0
		               ? because(plan, "it is split where that holds", "this does not hold: %s",
		                         plan->nest->assumes)
		               : because(plan, NULL, "what was assumed when it was compiled does not hold");
	if (plan->beyond) return because(plan, hpcc_beyond_instead, "%s", hpcc_beyond_why);
	if (!axes_spread(plan) || !one_counts(plan)) return 0;
	for (int a = 0; a < plan->nest->n_args; a++) {
		if ((plan->nest->args[a].flags & HPCC_UNMAPPED) && plan->view[a].desc &&
		        !(plan->nest->args[a].flags & HPCC_REDUCED))
			return because(plan, seen, "`%s` is mapped, and was not expected to be", name_of(plan, a));
		if (!split_as_allowed(plan, a) || !written_at_home(plan, a) || !lies_with(plan, a) ||
		        !lie_alike_beside(plan, a))
			return 0;
	}
	int other;
	if (!hpcc_pieces_find(plan, &other))
		return because(plan, split_one,
		        "`%s` is split along several dimensions that are used as one, and lies elsewhere than `%s`",
		        name_of(plan, other), name_of(plan, plan->nest->axes[plan->piece_axis].arg));
	if (!hpcc_pieces_in_order(plan))
		return because(plan, split_one,
		        "`%s` is split along several dimensions that are used as one, and the order of the iterations "
		        "counts",
		        name_of(plan, plan->nest->axes[plan->piece_axis].arg));
	return no_overlap(plan) && (!plan->nest->turn_way || take_turns(plan));
}

static void choose_mode(plan_t *plan)
{
	plan->mode = RUN_LOCAL;
	if (hpcc_size_ == 1 || !any_spread(plan)) return;
	plan->mode = RUN_REPLICATED;
	plan->slow = plan->nest->flags & HPCC_SLOW;
	int replicated = plan->nest->flags & HPCC_REPLICATED;
	if (!replicated && may_partition(plan)) plan->mode = RUN_PARTITIONED;
	if (!replicated && plan->mode == RUN_REPLICATED) plan->slow = 1;
	if (plan->slow && plan->nest->why) because(plan, NULL, "%s", plan->nest->why);
}

// ---- making it ready --------------------------------------------------------------------------

static int axis_of(const hpcc_nest *nest, int arg, int dim)
{
	int k = 0;
	while (k < nest->n_axes && (nest->axes[k].arg != arg || nest->axes[k].dim != dim)) k++;
	return k;
}

// The axis that another one shares the intervals of, itself where there is none.
static int first_axis(const plan_t *plan, int k)
{
	const hpcc_nest *nest = plan->nest;
	int arg = nest->axes[k].arg;
	if (nest->args[arg].like < 0) return k;
	int first = axis_of(nest, nest->args[arg].like, plan->like[arg].dim[nest->axes[k].dim]);
	return first < nest->n_axes ? first : k;
}

// In the indices of the axis that it shares the intervals of.
static hpcc_range at_first(const plan_t *plan, int k, hpcc_range r)
{
	const likeness_t *like = &plan->like[plan->nest->axes[k].arg];
	int d = plan->nest->axes[k].dim;
	return first_axis(plan, k) == k ? r : hpcc_range_moved(r, like->sign[d], like->offset[d]);
}

static void unite(hpcc_range *all, hpcc_range r)
{
	if (r.lo > r.hi) return;
	int nothing = all->lo > all->hi;
	all->lo = nothing ? r.lo : MIN_OF(all->lo, r.lo);
	all->hi = nothing ? r.hi : MAX_OF(all->hi, r.hi);
	all->step = 1;
}

// What lies along the axis j has the same interval.
static void spread_shared(const plan_t *plan, int j, hpcc_range *own)
{
	const hpcc_nest *nest = plan->nest;
	for (int k = 0; k < nest->n_axes; k++) {
		const likeness_t *like = &plan->like[nest->axes[k].arg];
		int d = nest->axes[k].dim;
		if (k == j || first_axis(plan, k) != j || own[j].lo > own[j].hi) continue;
		own[k] = hpcc_range_moved(own[j], like->sign[d], -like->sign[d] * like->offset[d]);
	}
}

// Axes that share intervals are one to the sections' functions, and to loops that hold statements of several: the first
// one stands for all. Arrays that begin or end at different places of what they are aligned with own different parts of
// its intervals, so these are joined. What is beyond an array's own indices there is touched by no iteration.
static void join_shared(const plan_t *plan, hpcc_range *own)
{
	for (int k = 0; k < plan->nest->n_axes; k++) {
		int j = first_axis(plan, k);
		if (j != k) unite(&own[j], at_first(plan, k, own[k]));
	}
	for (int j = 0; j < plan->nest->n_axes; j++) spread_shared(plan, j, own);
}

void hpcc_plan_reach_beyond(const plan_t *plan, hpcc_range *own)
{
	const hpcc_nest *nest = plan->nest;
	for (int j = 0; j < nest->n_axes; j++) {
		hpcc_range all = hpcc_nothing;
		if (first_axis(plan, j) != j || own[j].lo > own[j].hi) continue;
		for (int k = j; k < nest->n_axes; k++)
			if (first_axis(plan, k) == j)
				unite(&all,
				        at_first(plan, k,
				                hpcc_view_domain(&plan->view[nest->axes[k].arg], nest->axes[k].dim)));
		if (own[j].lo <= all.lo) own[j].lo = -HPCC_INF;
		if (own[j].hi >= all.hi) own[j].hi = HPCC_INF;
		spread_shared(plan, j, own);
	}
}

int hpcc_plan_within(const plan_t *plan, int first, int last, hpcc_range *own)
{
	const hpcc_nest *nest = plan->nest;
	int executes = 0, nothing[HPCC_MAX_AXES] = {0};
	for (int k = 0; k < nest->n_axes; k++) {
		own[k] = hpcc_view_own(&plan->view[nest->axes[k].arg], first, last, nest->axes[k].dim);
		nothing[k] = own[k].lo > own[k].hi;
	}
	for (int k = 0; k < nest->n_axes; k++)
		for (int j = 0; j < nest->n_axes; j++)
			if (nothing[j] && nest->axes[j].arg == nest->axes[k].arg) own[k] = hpcc_nothing;
	join_shared(plan, own);
	for (int k = 0; k < nest->n_axes; k++) executes |= own[k].lo <= own[k].hi;
	if (nest->strips) own[nest->n_axes] = hpcc_everything;
	return executes;
}

int hpcc_plan_around(const plan_t *plan, int first, int last, hpcc_range *own)
{
	int executes = hpcc_plan_within(plan, first, last, own);
	hpcc_plan_reach_beyond(plan, own);
	return executes;
}

int hpcc_plan_own(const plan_t *plan, int process, hpcc_range *own)
{
	return hpcc_plan_around(plan, process, process, own);
}

// What a replicated run needs of an argument everywhere, NULL: nothing that is spread.
static boxes_t *needed_by_all(const plan_t *plan, int a, const hpcc_range *everything)
{
	const hpcc_arg *arg = &plan->nest->args[a];
	const view_t *view = &plan->view[a];
	if (!(arg->flags & (HPCC_READS | HPCC_ALL_DIMS)) || !hpcc_view_spread(view)) return NULL;
	// In a nest that was made to be partitioned, reads at home are not among the needs.
	int at_home = (arg->flags & (HPCC_HOME | HPCC_RESIDENT)) && !(plan->nest->flags & HPCC_REPLICATED);
	if (view->whole || !plan->assumed || !arg->need || at_home || (arg->flags & HPCC_ALL_DIMS))
		return hpcc_view_all(view);
	return hpcc_view_section(view, arg->need, plan->par, everything);
}

static boxes_t *written_by_all(const plan_t *plan, int a, const hpcc_range *everything)
{
	const hpcc_arg *arg = &plan->nest->args[a];
	const view_t *view = &plan->view[a];
	if (!(arg->flags & HPCC_WRITES) || !hpcc_view_spread(view) || view->whole || !plan->assumed || !arg->wrote)
		return NULL;
	return hpcc_view_section(view, arg->wrote, plan->par, everything);
}

static void make_sections(plan_t *plan)
{
	hpcc_range everything[HPCC_MAX_AXES];
	for (int k = 0; k < HPCC_MAX_AXES; k++) everything[k] = hpcc_everything;
	for (int a = 0; a < plan->nest->n_args; a++) {
		plan->wrote[a] = written_by_all(plan, a, everything);
		if (plan->mode == RUN_REPLICATED) plan->need[a] = needed_by_all(plan, a, everything);
	}
}

int hpcc_plan_is_primary(const plan_t *plan, int process)
{
	const hpcc_nest *nest = plan->nest;
	for (int k = 0; k < nest->n_axes; k++) {
		int a = nest->axes[k].arg;
		if (adds_up_at(nest, a) && !hpcc_layout_first_copy(plan->view[a].desc->layout, process)) return 0;
	}
	return 1;
}

static void make_own(plan_t *plan)
{
	plan->primary = 1;
	for (int k = 0; k < HPCC_MAX_AXES; k++) plan->own[k] = hpcc_everything;
	if (plan->mode == RUN_PARTITIONED && !hpcc_predicting) {
		hpcc_plan_own(plan, hpcc_rank_, plan->own);
		plan->primary = hpcc_plan_is_primary(plan, hpcc_rank_);
	}
}

static void set_source_address(plan_t *plan, int a, const long *row)
{
	long stride = 1;
	plan->run.origin[a] = plan->base[a];
	for (int d = plan->nest->args[a].rank - 1; d >= 0; d--) {
		plan->run.between[a][d] = stride - 1;
		stride *= d > 0 ? row[d - 1] : 1;
	}
}

static void set_compact_address(plan_t *plan, int a)
{
	const view_t *view = &plan->view[a];
	const desc_t *desc = view->desc;
	long index[HPCC_MAX_RANK] = {0}, rest = view->offset;
	int last = view->fixed + view->merged - 1;
	memcpy(index, view->index, (size_t)view->fixed * sizeof *index);
	for (int d = last; d > view->fixed; d--) {
		index[d] = rest % desc->extent[d];
		rest /= desc->extent[d];
	}
	index[view->fixed] = rest;
	for (int k = 1; k < view->rank; k++) index[last + k] = -view->shift[k];
	plan->run.origin[a] = hpcc_place_at(&desc->place, desc->rank, index);
	for (int k = 0; k < view->rank; k++)
		plan->run.between[a][k] = desc->place.stride[last + k] / (long)desc->element - 1;
}

static void set_addresses(plan_t *plan, const long *row)
{
	for (int a = 0; a < plan->nest->n_args; a++) {
		const view_t *view = &plan->view[a];
		int compact = plan->mode == RUN_PARTITIONED && view->desc && view->desc->compact;
		if (compact && plan->nest->args[a].row_levels)
			plan->rows[a] = hpcc_rows_pointers(view, plan->nest->args[a].row_levels);
		else if (compact)
			set_compact_address(plan, a);
		else
			set_source_address(plan, a, row);
		row += plan->nest->args[a].rank - 1;
	}
}

// Dimensions that a view has as one lie one behind the other in a compact store, too, whatever a process keeps of the
// array: those of a row, where it is owned in pieces.
static void settle_merged(const view_t *view)
{
	desc_t *desc = view->desc;
	box_t need = desc->own;
	boxes_t *list = hpcc_boxes_new(desc->rank);
	for (int d = 0; d < desc->rank; d++) {
		if (!desc->owns) need.d[d] = (hpcc_range){0, 0, 1};
		if (d > hpcc_view_last_split(view) && d < view->fixed + view->merged)
			need.d[d] = (hpcc_range){0, desc->extent[d] - 1, 1};
	}
	hpcc_boxes_push(list, &need);
	hpcc_store_room(desc, list);
	hpcc_boxes_drop(list);
}

// Compact stores get room for what is owned; code that counts on the source's addresses gets whole rows.
static void settle_stores(plan_t *plan)
{
	for (int a = 0; a < plan->nest->n_args && plan->mode == RUN_PARTITIONED; a++) {
		desc_t *desc = plan->view[a].desc;
		if (desc && (plan->nest->args[a].flags & (HPCC_WHOLE_ROWS | HPCC_IN_RANGE))) hpcc_store_rows(desc);
		if (desc && desc->compact && hpcc_view_in_pieces(&plan->view[a]) &&
		        !hpcc_pieces_stay_in_rows(plan, a) && !(plan->nest->args[a].flags & HPCC_REDUCED))
			hpcc_store_rows(desc);
		if (desc && desc->compact && plan->view[a].merged > 1) settle_merged(&plan->view[a]);
	}
}

// ---- what another plan has found out ------------------------------------------------------------

static int views_alike(const plan_t *plan, const plan_t *other, int a)
{
	const view_t *v = &plan->view[a], *o = &other->view[a];
	if (!plan->layout[a] || !other->layout[a]) return plan->layout[a] == other->layout[a];
	return !v->desc->info->shadow_given && v->whole == o->whole && v->rank == o->rank && v->rows == o->rows &&
	       v->fixed == o->fixed && v->merged == o->merged && v->offset == o->offset &&
	       memcmp(v->index, o->index, sizeof v->index) == 0 && memcmp(v->shift, o->shift, sizeof v->shift) == 0 &&
	       hpcc_layout_same(plan->layout[a], other->layout[a]);
}

// A plan whose arrays lie as this one's do: arrays that are swapped after each step, or a store that has moved since.
// Its arrays may be gone.
static const plan_t *find_model(const plan_t *plan, const plan_t *others)
{
	if (plan->mode != RUN_PARTITIONED) return NULL;
	for (const plan_t *o = others; o; o = o->next) {
		int alike = o->mode == plan->mode && o->n_strips == plan->n_strips &&
		            o->strip_from == plan->strip_from && o->strip_width == plan->strip_width &&
		            memcmp(o->par, plan->par, (size_t)plan->nest->n_par * sizeof *o->par) == 0;
		for (int a = 0; a < plan->nest->n_args && alike; a++) alike = views_alike(plan, o, a);
		if (alike) return o;
	}
	return NULL;
}

static void keep_layouts(plan_t *plan)
{
	for (int a = 0; a < plan->nest->n_args; a++)
		if (plan->view[a].desc) plan->layout[a] = hpcc_layout_keep(plan->view[a].desc->layout);
}

// ---- making and freeing -----------------------------------------------------------------------

static void note_generations(plan_t *plan)
{
	for (int a = 0; a < plan->nest->n_args; a++)
		if (plan->view[a].desc) plan->view[a].generation = plan->view[a].desc->generation;
	plan->epoch = hpcc_epoch;
}

static void *copy_of(const void *data, size_t bytes)
{
	void *copy = hpcc_alloc(bytes);
	if (bytes) memcpy(copy, data, bytes);
	return copy;
}

static plan_t *allocate(hpcc_nest *nest, const long *par, void *const *base, const long *row, int n_row, int assumed)
{
	plan_t *plan = hpcc_alloc(sizeof *plan);
	size_t n = (size_t)nest->n_args;
	plan->nest = nest;
	plan->par = copy_of(par, (size_t)nest->n_par * sizeof *par);
	plan->row = copy_of(row, (size_t)n_row * sizeof *row);
	plan->base = copy_of(base, n * sizeof *base);
	plan->assumed = assumed;
	plan->piece_axis = -1;
	plan->view = hpcc_alloc(n * sizeof *plan->view);
	plan->like = hpcc_alloc(n * sizeof *plan->like);
	plan->need = hpcc_alloc(n * sizeof *plan->need);
	plan->wrote = hpcc_alloc(n * sizeof *plan->wrote);
	plan->rows = hpcc_alloc(n * sizeof *plan->rows);
	plan->layout = hpcc_alloc(n * sizeof *plan->layout);
	plan->room = hpcc_alloc(n * sizeof *plan->room);
	plan->run.origin = hpcc_alloc(n * sizeof *plan->run.origin);
	plan->run.between = hpcc_alloc(n * sizeof *plan->run.between);
	plan->run.state = plan;
	return plan;
}

plan_t *hpcc_plan_new(hpcc_nest *nest, const long *par, void *const *base, const long *row, int n_row, int assumed,
        const plan_t *others)
{
	plan_t *plan = allocate(nest, par, base, row, n_row, assumed);
	const long *rows = row;
	for (int a = 0; a < nest->n_args; a++) {
		hpcc_view_make(&plan->view[a], &nest->args[a], base[a], rows, par);
		if (!plan->view[a].desc) hpcc_unheeded_used(nest, par, base[a]);
		hpcc_likeness(&nest->args[a], par, &plan->like[a]);
		rows += nest->args[a].rank - 1;
	}
	plan->beyond = hpcc_beyond(nest, par, base, row, 0);
	choose_mode(plan);
	plan->run.partitioned = plan->mode == RUN_PARTITIONED;
	if (plan->mode != RUN_LOCAL) make_sections(plan);
	make_own(plan);
	settle_stores(plan);
	keep_layouts(plan);
	hpcc_strips_make(plan);
	const plan_t *model = find_model(plan, others);
	if (plan->mode == RUN_PARTITIONED) hpcc_schedule_make(plan, model);
	hpcc_turns_make(plan);
	hpcc_handed_make(plan);
	if (plan->mode == RUN_PARTITIONED) hpcc_accumulate_make(plan);
	set_addresses(plan, row);
	hpcc_regions_make(plan, model);
	note_generations(plan);
	return plan;
}

void hpcc_plan_free(plan_t *plan)
{
	hpcc_runs_end(plan);
	hpcc_lost_plan_ends(plan);
	hpcc_schedule_free(plan);
	hpcc_accumulate_free(plan);
	hpcc_turns_free(plan);
	hpcc_handed_free(plan);
	hpcc_kept_drop(plan);
	free(plan->kept);
	free(plan->work_own);
	for (int a = 0; a < plan->nest->n_args; a++) {
		hpcc_boxes_drop(plan->need[a]);
		hpcc_boxes_drop(plan->wrote[a]);
		hpcc_boxes_drop(plan->room[a]);
		if (plan->layout[a]) hpcc_layout_free(plan->layout[a]);
		free(plan->rows[a]);
	}
	free(plan->rows);
	free(plan->region);
	free(plan->layout);
	free(plan->room);
	free(plan->par);
	free(plan->row);
	free(plan->base);
	free(plan->view);
	free(plan->like);
	free(plan->why);
	free(plan->executed);
	free(plan->need);
	free(plan->wrote);
	free(plan->run.origin);
	free(plan->run.between);
	free(plan);
}
