// SPDX-License-Identifier: Apache-2.0
//
// Arrays as nests see them: by a pointer into the array, with fewer dimensions perhaps. Sections that need functions
// name in the view's indices become boxes of the array.
#include "arrays.h"
#include <string.h>

const hpcc_range hpcc_everything = {-HPCC_INF, HPCC_INF, 1};
// Empty, and it stays so when a halo is added.
const hpcc_range hpcc_nothing = {HPCC_INF, -HPCC_INF, 1};

// ---- sections ---------------------------------------------------------------------------------

// The array's dimension that dimension k > 0 of the view is (k = 0: the last of the merged ones).
static int array_dim(const view_t *view, int k) { return view->fixed + view->merged - 1 + k; }

static long merged_extent(const view_t *view)
{
	long n = 1;
	for (int d = 0; d < view->merged; d++) n *= view->desc->extent[view->fixed + d];
	return n;
}

// A box of the memory that a section names.
static void take_box(hpcc_sink *sink, int rank, const box_t *b)
{
	box_t common;
	if (sink->boxes)
		hpcc_boxes_unite(sink->boxes, b);
	else
		sink->met = sink->met || hpcc_box_and(rank, b, sink->probe, &common);
}

// Takes a box of the array whose merged dimensions are the flat range `r`.
static void take_merged(hpcc_sink *sink, const view_t *view, box_t *b, hpcc_range r)
{
	const long *extent = view->desc->extent + view->fixed;
	long row = extent[view->merged - 1];
	boxes_t *flat = hpcc_boxes_new(view->merged);
	hpcc_boxes_flat(flat, extent, r.lo, r.hi);
	for (int k = 0; k < flat->n; k++) {
		memcpy(b->d + view->fixed, flat->box[k].d, (size_t)view->merged * sizeof(hpcc_range));
		if (r.lo / row == r.hi / row) b->d[array_dim(view, 0)].step = r.step;
		take_box(sink, view->desc->rank, b);
	}
	hpcc_boxes_drop(flat);
}

static void view_box(hpcc_sink *sink, const hpcc_range *box)
{
	const view_t *view = sink->view;
	box_t b = {0};
	if (sink->within) {
		sink->outside |=
		        box[0].lo <= box[0].hi && (box[0].lo < sink->within->lo || box[0].hi > sink->within->hi);
		return;
	}
	hpcc_range all = {0, merged_extent(view) - 1, 1};
	hpcc_range first = {box[0].lo + view->offset, box[0].hi + view->offset, box[0].step};
	for (int d = 0; d < view->fixed; d++) b.d[d] = (hpcc_range){view->index[d], view->index[d], 1};
	for (int k = 1; k < view->rank; k++) {
		int d = array_dim(view, k);
		hpcc_range whole = {0, view->desc->extent[d] - 1, 1};
		hpcc_range r = {box[k].lo - view->shift[k], box[k].hi - view->shift[k], box[k].step};
		if (view->in_rows && r.lo <= r.hi && (r.lo < 0 || r.hi > whole.hi)) sink->outside = 1;
		if (!hpcc_range_and(&r, &whole, &b.d[d])) return;
	}
	if (first.lo <= first.hi && (first.lo < all.lo || first.hi > all.hi)) sink->outside |= !view->all_rows;
	if (!hpcc_range_and(&first, &all, &first)) return;
	if (view->merged > 1) {
		take_merged(sink, view, &b, first);
		return;
	}
	b.d[view->fixed] = first;
	take_box(sink, view->desc->rank, &b);
}

void hpcc_box(hpcc_sink *sink, const hpcc_range *box)
{
	box_t b = {0};
	if (sink->met) return;
	if (sink->view) {
		view_box(sink, box);
		return;
	}
	for (int d = 0; d < sink->rank; d++) {
		hpcc_range whole = {0, sink->extent[d] - 1, 1};
		if (!hpcc_range_and(&box[d], sink->extent[d] ? &whole : &hpcc_everything, &b.d[d])) return;
	}
	take_box(sink, sink->rank, &b);
}

boxes_t *hpcc_view_section(const view_t *view, hpcc_section *section, const long *par, const hpcc_range *own)
{
	hpcc_sink sink = {.view = view, .boxes = hpcc_boxes_new(view->desc->rank)};
	section(par, own, &sink);
	return sink.boxes;
}

int hpcc_view_meets(
        const view_t *view, hpcc_section *section, const long *par, const hpcc_range *own, const box_t *probe)
{
	hpcc_sink sink = {.view = view, .probe = probe};
	section(par, own, &sink);
	return sink.met;
}

boxes_t *hpcc_view_all(const view_t *view)
{
	boxes_t *boxes = hpcc_boxes_new(view->desc->rank);
	box_t all = {0};
	for (int d = 0; d < view->desc->rank; d++) all.d[d] = (hpcc_range){0, view->desc->extent[d] - 1, 1};
	hpcc_boxes_push(boxes, &all);
	return boxes;
}

// ---- making views -----------------------------------------------------------------------------

// What all sections of an argument together leave.
static hpcc_sink all_sections(const view_t *view, const hpcc_arg *arg, const long *par)
{
	hpcc_section *const sections[] = {arg->need, arg->wrote, arg->at_home};
	hpcc_range own[HPCC_MAX_AXES];
	for (int k = 0; k < HPCC_MAX_AXES; k++) own[k] = hpcc_everything;
	hpcc_sink sink = {.view = view, .boxes = hpcc_boxes_new(view->desc->rank)};
	for (int k = 0; k < 3; k++)
		if (sections[k]) sections[k](par, own, &sink);
	hpcc_boxes_drop(sink.boxes);
	return sink;
}

// Dimensions 0..fixed-1 at the indices where the view begins, which is at `flat` in all its leading dimensions as one.
static void fix_leading(view_t *view, int fixed, int leading, long flat)
{
	const long *extent = view->desc->extent;
	long merged = 1, rest;
	for (int d = fixed; d <= leading; d++) merged *= extent[d];
	view->fixed = fixed;
	view->merged = leading - fixed + 1;
	view->offset = fixed > 0 ? flat % merged : flat;
	rest = flat / merged;
	memset(view->index, 0, sizeof view->index);
	for (int d = fixed - 1; d >= 0; d--) {
		view->index[d] = rest % extent[d];
		rest /= extent[d];
	}
}

// Whether the nest stays where the view's fixed dimensions have these indices.
static int fits(const view_t *view, const hpcc_arg *arg, const long *par)
{
	int known = !(arg->flags & HPCC_ALL_DIMS) && (arg->need || arg->wrote || arg->at_home) &&
	            (!(arg->flags & HPCC_WRITES) || arg->wrote);
	return known && !all_sections(view, arg, par).outside;
}

// The leading dimensions that the view does not have as one with its first: what a pointer means in C. Where an inner
// one of them is split, as few as possible are taken as one, so that owners have few pieces: the others are at constant
// indices.
static void choose_leading(view_t *view, const hpcc_arg *arg, const long *par)
{
	const desc_t *desc = view->desc;
	int leading = desc->rank - view->rank, fixed = leading;
	unsigned inner = ((1U << (leading + 1)) - 1) & ~1U;
	if (leading == 0 || (!desc->compact_layout && (desc->layout->split & inner) == 0)) return;
	long flat = view->offset;
	// Before the array there are no indices of its own.
	if (flat < 0) fixed = 0;
	fix_leading(view, fixed, leading, flat);
	while (fixed > 0 && !fits(view, arg, par)) fix_leading(view, --fixed, leading, flat);
	view->whole = view->rows && view->merged > 1;
}

// The view begins within a row: `flat` elements from there.
static void begin_in_row(view_t *view, long flat)
{
	for (int k = view->rank - 1; k > 0; k--) {
		long extent = view->desc->extent[array_dim(view, k)];
		view->shift[k] = -(flat % extent);
		flat /= extent;
	}
}

// Whether sections tell all that is accessed.
static int is_told(const hpcc_arg *arg)
{
	return !(arg->flags & (HPCC_ALL_DIMS | HPCC_RESIDENT)) && (arg->wrote || !(arg->flags & HPCC_WRITES));
}

void hpcc_view_make(view_t *view, const hpcc_arg *arg, const void *base, const long *row, const long *par)
{
	desc_t *desc = hpcc_array_meant(arg, par, base, row);
	*view = (view_t){.desc = desc, .rank = arg->rank, .merged = 1};
	if (!desc) return;
	view->id = desc->id;
	view->generation = desc->generation;
	long bytes = (const char *)base - desc->base, inner = (long)desc->element;
	int leading = desc->rank - arg->rank;
	view->whole = arg->element != desc->element || leading < 0;
	view->rows = arg->row_levels > 0;
	for (int k = arg->rank - 1; k > 0 && !view->whole; k--) {
		view->whole = row[k - 1] != desc->extent[leading + k] && !view->rows;
		inner *= desc->extent[leading + k];
	}
	view->whole |= bytes % (long)desc->element != 0 || (view->rows && bytes % inner != 0);
	if (view->whole) return;
	view->offset = bytes / inner;
	view->merged = leading + 1;
	int in_row = bytes % inner != 0 || (arg->flags & HPCC_DISPLACED);
	if (in_row) begin_in_row(view, bytes % inner / (long)desc->element);
	if (view->rows) {
		view->offset -= desc->lower[leading];
		for (int k = 1; k < view->rank; k++) view->shift[k] = desc->lower[leading + k];
	}
	if (desc->layout->everywhere && !in_row) return;
	choose_leading(view, arg, par);
	// a[0][k] may go on in the next row: the rows are one behind the other. But not where each is a block of memory
	// of its own.
	view->all_rows = view->rows && leading == 0 && hpcc_rows_are_all(desc);
	view->in_rows = view->rows ? leading > 0 || !hpcc_rows_apart(desc) : in_row || (arg->flags & HPCC_ONE_ROW);
	if (view->whole || !(view->rows || view->in_rows)) return;
	view->whole = all_sections(view, arg, par).outside || (in_row && !is_told(arg)) ||
	              (view->rows && (arg->flags & HPCC_ALL_DIMS) && desc->compact_layout);
}

// ---- ownership --------------------------------------------------------------------------------

unsigned hpcc_view_split(const view_t *view)
{
	unsigned split = 0, of_array = view->desc ? view->desc->layout->split : 0;
	for (int k = 0; k < view->rank; k++)
		if (of_array >> array_dim(view, k) & 1) split |= 1U << k;
	for (int d = view->fixed; d < view->fixed + view->merged; d++)
		if (of_array >> d & 1) split |= 1;
	return split;
}

static int owns_fixed(const view_t *view, const box_t *own)
{
	for (int d = 0; d < view->fixed; d++)
		if (view->index[d] < own->d[d].lo || view->index[d] > own->d[d].hi) return 0;
	return 1;
}

int hpcc_view_last_split(const view_t *view)
{
	int d = view->fixed + view->merged - 1;
	while (d > view->fixed && !(view->desc->layout->split >> d & 1)) d--;
	return d;
}

long hpcc_view_row(const view_t *view)
{
	long row = 1;
	for (int d = hpcc_view_last_split(view); d < view->fixed + view->merged; d++) row *= view->desc->extent[d];
	return row;
}

// The pieces of a box in the merged dimensions: what is owned of a row of the last one that is split, for each of those
// outside of it.
static pieces_t pieces_in(const view_t *view, const box_t *own)
{
	int last = hpcc_view_last_split(view);
	long pitch = 1;
	pieces_t pieces = {.n = 1};
	for (int d = view->fixed + view->merged - 1; d > last; d--) pitch *= view->desc->extent[d];
	pieces.first = (hpcc_range){own->d[last].lo * pitch, (own->d[last].hi + 1) * pitch - 1, 1};
	for (int d = last - 1; d >= view->fixed; d--) {
		pitch *= view->desc->extent[d + 1];
		pieces.first.lo += own->d[d].lo * pitch;
		pieces.first.hi += own->d[d].lo * pitch;
		pieces.pitch[pieces.depth] = pitch;
		pieces.count[pieces.depth++] = hpcc_range_count(&own->d[d]);
		pieces.n *= hpcc_range_count(&own->d[d]);
	}
	pieces.first.lo -= view->offset;
	pieces.first.hi -= view->offset;
	return pieces;
}

pieces_t hpcc_view_pieces(const view_t *view, int first, int last)
{
	box_t own;
	pieces_t all = {.n = 1, .first = hpcc_everything}, nothing = {.first = hpcc_nothing};
	if (!hpcc_view_spread(view)) return all;
	if (!hpcc_layout_around(view->desc->layout, first, last, &own) || !owns_fixed(view, &own)) return nothing;
	return hpcc_view_split(view) & 1 ? pieces_in(view, &own) : all;
}

hpcc_range hpcc_piece(const pieces_t *pieces, long k)
{
	hpcc_range r = pieces->first;
	for (int d = 0; d < pieces->depth; d++) {
		r.lo += k % pieces->count[d] * pieces->pitch[d];
		r.hi += k % pieces->count[d] * pieces->pitch[d];
		k /= pieces->count[d];
	}
	return r;
}

hpcc_range hpcc_view_own(const view_t *view, int first, int last, int dim)
{
	box_t own;
	if (dim == 0) {
		pieces_t pieces = hpcc_view_pieces(view, first, last);
		if (pieces.n == 0) return hpcc_nothing;
		return (hpcc_range){pieces.first.lo, hpcc_piece(&pieces, pieces.n - 1).hi, 1};
	}
	if (!hpcc_view_spread(view)) return hpcc_everything;
	if (!hpcc_layout_around(view->desc->layout, first, last, &own) || !owns_fixed(view, &own)) return hpcc_nothing;
	if (!(hpcc_view_split(view) >> dim & 1)) return hpcc_everything;
	hpcc_range d = own.d[array_dim(view, dim)];
	return (hpcc_range){d.lo + view->shift[dim], d.hi + view->shift[dim], 1};
}

hpcc_range hpcc_view_domain(const view_t *view, int dim)
{
	if (dim > 0) {
		long first = view->shift[dim];
		int d = array_dim(view, dim);
		long n = view->desc->extent[d] - (d == view->desc->rank - 1 ? view->desc->padding : 0);
		return (hpcc_range){first, first + n - 1, 1};
	}
	return (hpcc_range){-view->offset, merged_extent(view) - 1 - view->offset, 1};
}

void hpcc_likeness(const hpcc_arg *arg, const long *par, likeness_t *out)
{
	for (int k = 0; k < HPCC_MAX_RANK; k++) {
		int d = arg->like_dim[k]; // NOLINT(bugprone-signed-char-misuse): a number
		out->dim[k] = d ? MAX_OF(d - 1, -1) : k;
		out->sign[k] = arg->like_reversed[k] ? -1 : 1;
		out->offset[k] = arg->like_offset[k];
	}
	out->guessed = arg->like_by != NULL;
	if (arg->like_by) arg->like_by(par, out->offset);
}

static hpcc_range placed(hpcc_range r, const likeness_t *like, int k)
{
	return hpcc_range_moved(r, like->sign[k], like->offset[k]);
}

// What a process owns along dimension 0, in the order of the indices.
typedef struct cursor_t {
	pieces_t pieces;
	long k, offset;
	hpcc_range within;
} cursor_t;

// The next indices that follow one another; 0: there are none.
static int next_run(cursor_t *c, hpcc_range *run)
{
	int found = 0;
	for (; c->k < c->pieces.n; c->k++) {
		hpcc_range r = hpcc_piece(&c->pieces, c->k);
		r.lo += c->offset, r.hi += c->offset;
		if (!hpcc_range_and(&r, &c->within, &r)) continue;
		if (found && r.lo != run->hi + 1) break;
		*run = (hpcc_range){found ? run->lo : r.lo, r.hi, 1};
		found = 1;
	}
	return found;
}

// Whether a process owns the same along dimension 0 of both, of the indices `within` that both have, at `offset` from
// one another.
static int pieces_alike(const view_t *a, const view_t *b, long offset, hpcc_range within, int process)
{
	cursor_t of_a = {hpcc_view_pieces(a, process, process), 0, offset, within};
	cursor_t of_b = {hpcc_view_pieces(b, process, process), 0, 0, within};
	hpcc_range in_a, in_b;
	for (;;) {
		int has_a = next_run(&of_a, &in_a), has_b = next_run(&of_b, &in_b);
		if (has_a != has_b || (has_a && (in_a.lo != in_b.lo || in_a.hi != in_b.hi))) return 0;
		if (!has_a) return 1;
	}
}

// Whether a process owns the same of both.
static int alike_at(const view_t *a, const view_t *b, const likeness_t *like, int process)
{
	int same = 1, empty_a = 0, empty_b = 0;
	for (int k = 0; k < a->rank; k++) {
		int c = like->dim[k];
		if (c < 0 || c >= b->rank) continue;
		hpcc_range in_a = placed(hpcc_view_own(a, process, process, k), like, k),
		           domain_a = placed(hpcc_view_domain(a, k), like, k);
		hpcc_range in_b = hpcc_view_own(b, process, process, c), domain_b = hpcc_view_domain(b, c), both;
		if (!hpcc_range_and(&domain_a, &domain_b, &both)) return !like->guessed;
		int has_a = hpcc_range_and(&in_a, &both, &in_a), has_b = hpcc_range_and(&in_b, &both, &in_b);
		empty_a |= !has_a;
		empty_b |= !has_b;
		same = same && has_a == has_b && (!has_a || (in_a.lo == in_b.lo && in_a.hi == in_b.hi));
		int in_pieces = (k == 0 && hpcc_view_in_pieces(a)) || (c == 0 && hpcc_view_in_pieces(b));
		if (same && in_pieces)
			same = k == 0 && c == 0 && like->sign[0] > 0 &&
			       pieces_alike(a, b, like->offset[0], both, process);
	}
	return same || (empty_a && empty_b);
}

// Whether the views' fixed dimensions are at the same indices, where these decide who owns them.
static int same_fixed(const view_t *a, const view_t *b)
{
	for (int d = 0; d < a->fixed; d++)
		if (a->index[d] != b->index[d] && (a->desc->layout->split >> d & 1)) return 0;
	return 1;
}

// Whether dimensions that lie along each other are the same ones, of layouts that are equal.
static int same_view(const view_t *a, const view_t *b, const likeness_t *like)
{
	if (a->rank != b->rank || a->fixed != b->fixed || a->merged != b->merged || a->offset != b->offset ||
	        memcmp(a->shift, b->shift, sizeof a->shift) != 0 || !same_fixed(a, b))
		return 0;
	for (int k = 0; k < a->rank; k++) {
		if (like->dim[k] >= 0 && (like->dim[k] != k || like->sign[k] < 0 || like->offset[k] != 0)) return 0;
	}
	return hpcc_layout_equal(a->desc->layout, b->desc->layout);
}

int hpcc_view_alike(const view_t *a, const view_t *b, const likeness_t *like, unsigned axes_a, unsigned axes_b)
{
	if (a->whole || b->whole || !a->desc || !b->desc) return 0;
	// What is split without a counterpart is not where the other is.
	unsigned alone_a = hpcc_view_split(a) & ~axes_a, alone_b = hpcc_view_split(b) & ~axes_b;
	for (int k = 0; k < a->rank; k++) {
		int c = like->dim[k];
		if (c < 0 || c >= b->rank) continue;
		alone_a &= ~(1u << k);
		alone_b &= ~(1u << c);
	}
	if (alone_a || alone_b) return 0;
	if (same_view(a, b, like)) return 1;
	for (int p = 0; p < hpcc_size_; p++)
		if (!alike_at(a, b, like, p)) return 0;
	return 1;
}

int hpcc_view_exceeds(const view_t *a, const view_t *b, const likeness_t *like)
{
	for (int k = 0; k < a->rank; k++) {
		if (like->dim[k] < 0 || like->dim[k] >= b->rank) continue;
		hpcc_range of_a = placed(hpcc_view_domain(a, k), like, k), of_b = hpcc_view_domain(b, like->dim[k]);
		if (of_a.lo <= of_a.hi && (of_a.lo < of_b.lo || of_a.hi > of_b.hi)) return 1;
	}
	return 0;
}
