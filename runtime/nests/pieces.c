// SPDX-License-Identifier: Apache-2.0
//
// Nests that see several dimensions of an array as one, where an inner one of these is split (`k < n * m` over
// [block][block]): what a process owns comes in pieces, of a row each, and it runs the nest's loops for one piece after
// the other.
#include "nests.h"

// ---- may it be run so? --------------------------------------------------------------------------

// The argument that says where an axis along dimension 0 lies, and where the axis's index 0 stands in that.
static int root_of(const plan_t *plan, int a, long *offset)
{
	*offset = 0;
	while (plan->nest->args[a].like >= 0 && plan->like[a].dim[0] == 0) {
		*offset += plan->like[a].offset[0];
		a = plan->nest->args[a].like;
	}
	return a;
}

static int axis_in_pieces(const plan_t *plan, int k)
{
	const hpcc_axis *axis = &plan->nest->axes[k];
	return axis->dim == 0 && hpcc_view_in_pieces(&plan->view[axis->arg]);
}

// Pieces of all arrays are taken in one order.
static int go_one_way(const plan_t *plan, int *other)
{
	for (int k = 0; k < plan->nest->n_axes; k++) {
		*other = plan->nest->axes[k].arg;
		if (plan->nest->args[*other].like >= 0 && plan->like[*other].sign[0] < 0) return 0;
	}
	return 1;
}

int hpcc_pieces_find(plan_t *plan, int *other)
{
	const hpcc_nest *nest = plan->nest;
	long offset;
	plan->piece_axis = -1;
	for (int k = 0; k < nest->n_axes; k++) {
		if (!axis_in_pieces(plan, k)) continue;
		if (plan->piece_axis < 0) plan->piece_axis = k;
		*other = nest->axes[k].arg;
		if (root_of(plan, *other, &offset) != root_of(plan, nest->axes[plan->piece_axis].arg, &offset))
			return 0;
	}
	return plan->piece_axis < 0 || go_one_way(plan, other);
}

int hpcc_pieces_in_order(const plan_t *plan)
{
	return plan->piece_axis < 0 || (plan->nest->flags & (HPCC_OVERLAP | HPCC_ASCENDING | HPCC_DESCENDING));
}

// ---- piece by piece -----------------------------------------------------------------------------

pieces_t hpcc_plan_pieces(const plan_t *plan, int process)
{
	return hpcc_view_pieces(&plan->view[plan->nest->axes[plan->piece_axis].arg], process, process);
}

void hpcc_plan_piece(const plan_t *plan, const pieces_t *pieces, long k, hpcc_range *own)
{
	const hpcc_nest *nest = plan->nest;
	long offset, shift;
	hpcc_range piece = hpcc_piece(pieces, k);
	int root = root_of(plan, nest->axes[plan->piece_axis].arg, &offset);
	for (int j = 0; j < nest->n_axes; j++) {
		if (nest->axes[j].dim != 0 || root_of(plan, nest->axes[j].arg, &shift) != root) continue;
		own[j] = (hpcc_range){piece.lo + offset - shift, piece.hi + offset - shift, 1};
	}
}

void hpcc_plan_section(const plan_t *plan, int process, hpcc_section *section, const long *par, hpcc_sink *sink)
{
	hpcc_range own[HPCC_MAX_AXES];
	hpcc_plan_own(plan, process, own);
	pieces_t pieces = {0};
	if (plan->piece_axis >= 0) pieces = hpcc_plan_pieces(plan, process);
	if (pieces.n == 0) section(par, own, sink);
	for (long k = 0; k < pieces.n; k++) {
		hpcc_plan_piece(plan, &pieces, k, own);
		hpcc_plan_reach_beyond(plan, own);
		section(par, own, sink);
	}
}

// ---- addresses in compact stores ----------------------------------------------------------------

// What a nest runs over along dimension 0 of an argument, in a piece: its own indices, or those of where the iterations
// belong.
static hpcc_range range_of(const plan_t *plan, int a, const hpcc_range *own)
{
	for (int k = 0; k < plan->nest->n_axes; k++)
		if (plan->nest->axes[k].arg == a && plan->nest->axes[k].dim == 0) return own[k];
	return own[plan->piece_axis];
}

static long row_at(const view_t *view, long index)
{
	return hpcc_floor_div(index + view->offset, MAX_OF(hpcc_view_row(view), 1));
}

static int stays_in_row(const plan_t *plan, int a, hpcc_range *own)
{
	const hpcc_arg *arg = &plan->nest->args[a];
	const view_t *view = &plan->view[a];
	hpcc_range here = range_of(plan, a, own);
	long row = row_at(view, here.lo), length = hpcc_view_row(view);
	// What is written, or read at home only, has the indices of the piece.
	if ((arg->flags & HPCC_WRITES || arg->at_home) && (!(arg->flags & HPCC_HOME) || row_at(view, here.hi) != row))
		return 0;
	if (!arg->need) return 1;
	hpcc_range within = {row * length - view->offset, (row + 1) * length - 1 - view->offset, 1};
	hpcc_sink sink = {.view = view, .within = &within};
	hpcc_plan_reach_beyond(plan, own);
	arg->need(plan->par, own, &sink);
	return !sink.outside;
}

int hpcc_pieces_stay_in_rows(const plan_t *plan, int a)
{
	hpcc_range own[HPCC_MAX_AXES];
	if (plan->piece_axis < 0 || (plan->nest->args[a].flags & HPCC_ALL_DIMS)) return 0;
	hpcc_plan_own(plan, hpcc_rank_, own);
	pieces_t pieces = hpcc_plan_pieces(plan, hpcc_rank_);
	for (long k = 0; k < pieces.n; k++) {
		hpcc_plan_piece(plan, &pieces, k, own);
		if (!stays_in_row(plan, a, own)) return 0;
	}
	return 1;
}

// Where index 0 of the view would be, if all were as far from one another as the elements of the row at hand are.
static void *origin_in_row(const view_t *view, long row)
{
	const desc_t *desc = view->desc;
	int split = hpcc_view_last_split(view), last = view->fixed + view->merged - 1;
	long index[HPCC_MAX_RANK] = {0}, rest = row;
	for (int d = 0; d < view->fixed; d++) index[d] = view->index[d];
	for (int k = 1; k < view->rank; k++) index[last + k] = -view->shift[k];
	for (int d = split - 1; d >= view->fixed; d--) {
		index[d] = d > view->fixed ? rest % desc->extent[d] : rest;
		rest /= desc->extent[d];
	}
	uintptr_t at = (uintptr_t)hpcc_place_at(&desc->place, desc->rank, index);
	return (void *)(at + (uintptr_t)((view->offset - row * hpcc_view_row(view)) * desc->place.stride[last]));
}

static void set_origins(plan_t *plan, const hpcc_range *own)
{
	for (int a = 0; a < plan->nest->n_args; a++) {
		const view_t *view = &plan->view[a];
		if (!view->desc || !view->desc->compact || !hpcc_view_in_pieces(view)) continue;
		if (plan->nest->args[a].flags & HPCC_REDUCED) continue;
		plan->run.origin[a] = origin_in_row(view, row_at(view, range_of(plan, a, own).lo));
	}
}

void hpcc_pieces_next(plan_t *plan)
{
	const hpcc_nest *nest = plan->nest;
	hpcc_range own[HPCC_MAX_AXES];
	long k = nest->flags & HPCC_DESCENDING ? plan->last_stage - plan->stage : plan->stage;
	for (int j = 0; j < nest->n_axes; j++) own[j] = plan->own[j];
	if (plan->pieces.n > 0) {
		hpcc_plan_piece(plan, &plan->pieces, k, own);
		set_origins(plan, own);
		hpcc_plan_reach_beyond(plan, own);
	}
	for (int j = 0; j < nest->n_axes; j++) {
		plan->run.lo[j] = own[j].lo;
		plan->run.hi[j] = own[j].hi;
	}
}
