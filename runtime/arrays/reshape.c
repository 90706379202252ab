// SPDX-License-Identifier: Apache-2.0
//
// An array gets another shape: the same memory, in flat order, in rows of another length. What processes own before and
// afterwards are intervals of the elements in flat order, a few or one for each row; a message is what two of these
// lists have in common.
#include "../nests/nests.h"
#include "arrays.h"
#include <stdlib.h>

typedef struct part_t {
	int process;
	boxes_t *boxes; // in the sender's shape, or the receiver's
	size_t bytes;
	char *data;
} part_t;

typedef struct parts_t {
	int n;
	part_t *part;
} parts_t;

enum { TAG = 0x5248 };

// ---- intervals in flat order --------------------------------------------------------------------

// Those of a box of which the dimensions beyond `last` are whole; `at`: the rows before it, of dimensions 0..d-1.
static void push_intervals(boxes_t *list, const layout_t *l, const box_t *own, int d, int last, long at)
{
	if (d < last) {
		for (long i = own->d[d].lo; i <= own->d[d].hi; i++)
			push_intervals(list, l, own, d + 1, last, (at + i) * l->extent[d + 1]);
		return;
	}
	long inner = 1;
	for (int k = last + 1; k < l->rank; k++) inner *= l->extent[k];
	box_t b = {.d = {{(at + own->d[d].lo) * inner, (at + own->d[d].hi + 1) * inner - 1, 1}}};
	hpcc_boxes_push(list, &b);
}

// What a process owns, ascending.
static boxes_t *intervals_of(const layout_t *l, int process)
{
	boxes_t *list = hpcc_boxes_new(1);
	box_t own;
	int last = l->rank - 1;
	if (!hpcc_layout_own(l, process, &own)) return list;
	while (last > 0 && hpcc_range_count(&own.d[last]) == l->extent[last]) last--;
	push_intervals(list, l, &own, 0, last, 0);
	return list;
}

// The boxes that the common elements of two lists are in an array of these extents, in flat order.
static boxes_t *common_boxes(const boxes_t *a, const boxes_t *b, const layout_t *shape)
{
	boxes_t *out = hpcc_boxes_new(shape->rank);
	for (int i = 0, k = 0; i < a->n && k < b->n;) {
		const hpcc_range *x = &a->box[i].d[0], *y = &b->box[k].d[0];
		hpcc_boxes_flat(out, shape->extent, MAX_OF(x->lo, y->lo), MIN_OF(x->hi, y->hi));
		if (x->hi < y->hi)
			i++;
		else
			k++;
	}
	return out;
}

// ---- parts --------------------------------------------------------------------------------------

static int serves(const layout_t *l, int owner, int requester)
{
	return l->everywhere ? owner == requester : hpcc_layout_serves(l, owner, requester);
}

static void add_part(parts_t *parts, int process, boxes_t *boxes, size_t element)
{
	if (boxes->n == 0) {
		hpcc_boxes_drop(boxes);
		return;
	}
	size_t bytes = (size_t)hpcc_boxes_count(boxes) * element;
	parts->part = hpcc_grow(parts->part, (size_t)(parts->n + 1) * sizeof *parts->part);
	parts->part[parts->n++] = (part_t){process, boxes, bytes, hpcc_alloc(bytes)};
}

// What a process gives to each (`gives`), or gets from each.
static parts_t find_parts(const desc_t *desc, const layout_t *then, int process, int gives)
{
	const layout_t *now = desc->layout;
	parts_t parts = {0};
	boxes_t *mine = intervals_of(gives ? now : then, process);
	for (int p = 0; p < hpcc_size_ && mine->n > 0; p++) {
		if (!(gives ? serves(now, process, p) : serves(now, p, process))) continue;
		boxes_t *theirs = intervals_of(gives ? then : now, p);
		add_part(&parts, p, common_boxes(mine, theirs, gives ? now : then), desc->element);
		hpcc_boxes_drop(theirs);
	}
	hpcc_boxes_drop(mine);
	return parts;
}

static void exchange(parts_t *gives, parts_t *gets)
{
	MPI_Request *request = hpcc_alloc((size_t)(gives->n + gets->n) * sizeof *request);
	char **kept = NULL;
	int n = 0;
	for (int k = 0; k < gets->n; k++) {
		part_t *part = &gets->part[k];
		if (part->process == hpcc_rank_)
			kept = &part->data;
		else
			hpcc_receive_bytes(part->data, part->bytes, part->process, TAG, &request[n++]);
	}
	for (int k = 0; k < gives->n; k++) {
		part_t *part = &gives->part[k];
		if (part->process != hpcc_rank_) {
			hpcc_send_bytes(part->data, part->bytes, part->process, TAG, &request[n++]);
			continue;
		}
		char *data = *kept;
		*kept = part->data;
		part->data = data;
	}
	hpcc_wait_for(n, request);
	free(request);
}

static void free_parts(parts_t *parts)
{
	for (int k = 0; k < parts->n; k++) {
		hpcc_boxes_drop(parts->part[k].boxes);
		free(parts->part[k].data);
	}
	free(parts->part);
}

// Elements stay where they are: in flat order.
static void predict_reshape(desc_t *desc, layout_t *layout, int whole_rows)
{
	for (int from = 0; from < hpcc_size_; from++) {
		parts_t gives = find_parts(desc, layout, from, 1);
		for (int k = 0; k < gives.n; k++)
			if (gives.part[k].process != from)
				hpcc_note_message(from, gives.part[k].process, gives.part[k].bytes);
		free_parts(&gives);
	}
	hpcc_store_shape(desc, layout);
	next_store_t next = hpcc_store_next(desc, layout, whole_rows);
	hpcc_store_become(desc, &next);
}

void hpcc_reshape(desc_t *desc, layout_t *layout, int whole_rows)
{
	if (hpcc_predicting) {
		predict_reshape(desc, layout, whole_rows);
		return;
	}
	parts_t gives = find_parts(desc, layout, hpcc_rank_, 1), gets = find_parts(desc, layout, hpcc_rank_, 0);
	for (int k = 0; k < gives.n; k++)
		hpcc_pack(gives.part[k].boxes, &desc->place, desc->element, gives.part[k].data);
	exchange(&gives, &gets);
	hpcc_store_shape(desc, layout);
	next_store_t next = hpcc_store_next(desc, layout, whole_rows);
	for (int k = 0; k < gets.n; k++) hpcc_unpack(gets.part[k].boxes, &next.place, desc->element, gets.part[k].data);
	hpcc_store_become(desc, &next);
	free_parts(&gives);
	free_parts(&gets);
}
