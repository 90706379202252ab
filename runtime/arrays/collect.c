// SPDX-License-Identifier: Apache-2.0
//
// Sections that every process gets, by MPI's collectives.
#include "../check/check.h"
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void hpcc_bcast_from(int root, char *at, size_t bytes)
{
	const size_t most = 1 << 30;
	for (size_t done = 0; done < bytes; done += most) {
		size_t n = bytes - done < most ? bytes - done : most;
		HPCC_COLLECTIVE(MPI_Bcast, MPI_Ibcast, at + done, (int)n, MPI_BYTE, root, hpcc_comm);
		hpcc_note_collective(HPCC_BCAST, root, n);
	}
}

// Whether each part is contiguous and lies apart from the others, so that they can be received where they belong.
// (Where parts overlap, the last process counts.) Parts that follow each other in neither direction count as
// overlapping.
static bool lie_apart(boxes_t *const *part, const place_t *place, size_t element)
{
	bool upward = true, downward = true;
	uintptr_t begin = 0, end = 0;
	for (int p = 0; p < hpcc_size_; p++) {
		if (part[p]->n == 0) continue;
		uintptr_t at = (uintptr_t)hpcc_contiguous(part[p], place, element);
		uintptr_t after = at + (uintptr_t)hpcc_boxes_count(part[p]) * element;
		if (!at) return false;
		upward = upward && at >= end;
		downward = downward && (!end || after <= begin);
		begin = at;
		end = after;
	}
	return upward || downward;
}

// One part after the other: where one process has everything, or it is too much for one call. What this process gives
// is put aside first, before others' parts can come to lie over it.
static void exchange_each(boxes_t *const *part, const place_t *place, size_t element)
{
	bool apart = lie_apart(part, place, element);
	char *mine = NULL;
	if (!apart && part[hpcc_rank_]->n > 0) {
		mine = hpcc_alloc((size_t)hpcc_boxes_count(part[hpcc_rank_]) * element);
		hpcc_pack(part[hpcc_rank_], place, element, mine);
	}
	for (int p = 0; p < hpcc_size_; p++) {
		size_t bytes = (size_t)hpcc_boxes_count(part[p]) * element;
		if (bytes == 0) continue;
		if (apart) {
			hpcc_bcast_from(p, hpcc_contiguous(part[p], place, element), bytes);
			continue;
		}
		char *theirs = p == hpcc_rank_ ? NULL : hpcc_alloc(bytes), *buffer = theirs ? theirs : mine;
		hpcc_bcast_from(p, buffer, bytes);
		hpcc_unpack(part[p], place, element, buffer);
		free(theirs);
	}
	free(mine);
}

// Offsets of the parts from the lowest address; NULL where they cannot be received in place, or are too far apart.
static char *offsets_in_place(boxes_t *const *part, const place_t *place, size_t element, int *offset)
{
	uintptr_t low = UINTPTR_MAX, high = 0;
	if (!lie_apart(part, place, element)) return NULL;
	for (int p = 0; p < hpcc_size_; p++) {
		if (part[p]->n == 0) continue;
		uintptr_t at = (uintptr_t)hpcc_contiguous(part[p], place, element);
		low = MIN_OF(low, at);
		high = MAX_OF(high, at);
	}
	if (high - low > INT_MAX) return NULL;
	for (int p = 0; p < hpcc_size_; p++)
		offset[p] = part[p]->n ? (int)((uintptr_t)hpcc_contiguous(part[p], place, element) - low) : 0;
	return (char *)low;
}

static void exchange_packed(boxes_t *const *part, const place_t *place, size_t element, const int *count, int *offset)
{
	size_t total = 0;
	for (int p = 0; p < hpcc_size_; p++) {
		offset[p] = (int)total;
		total += (size_t)count[p];
	}
	char *buffer = hpcc_alloc(total);
	hpcc_pack(part[hpcc_rank_], place, element, buffer + offset[hpcc_rank_]);
	HPCC_COLLECTIVE(MPI_Allgatherv, MPI_Iallgatherv, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, buffer, count, offset,
	        MPI_BYTE, hpcc_comm);
	for (int p = 0; p < hpcc_size_; p++) hpcc_unpack(part[p], place, element, buffer + offset[p]);
	free(buffer);
}

static void exchange_together(boxes_t *const *part, const place_t *place, size_t element)
{
	int *count = hpcc_alloc(2 * (size_t)hpcc_size_ * sizeof(int)), *offset = count + hpcc_size_;
	for (int p = 0; p < hpcc_size_; p++) count[p] = (int)(hpcc_boxes_count(part[p]) * (long)element);
	char *at = offsets_in_place(part, place, element, offset);
	if (at)
		HPCC_COLLECTIVE(MPI_Allgatherv, MPI_Iallgatherv, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, at, count, offset,
		        MPI_BYTE, hpcc_comm);
	else
		exchange_packed(part, place, element, count, offset);
	size_t total = 0;
	for (int p = 0; p < hpcc_size_; p++) total += (size_t)count[p];
	hpcc_note_collective(HPCC_ALLGATHER, -1, total);
	free(count);
}

// The collective operations of either way, of which nothing is carried out.
static void predict_exchange(boxes_t *const *part, size_t element, int each)
{
	size_t total = 0;
	for (int p = 0; p < hpcc_size_; p++) {
		size_t bytes = (size_t)hpcc_boxes_count(part[p]) * element;
		if (each && bytes) hpcc_bcast_from(p, NULL, bytes);
		total += bytes;
	}
	if (!each) hpcc_note_collective(HPCC_ALLGATHER, -1, total);
}

void hpcc_exchange_all(boxes_t *const *part, const place_t *place, size_t element)
{
	const long most = 1 << 28;
	long total = 0, givers = 0;
	for (int p = 0; p < hpcc_size_; p++) {
		long bytes = hpcc_boxes_count(part[p]) * (long)element;
		total += bytes;
		givers += bytes > 0;
	}
	if (hpcc_size_ == 1 || total == 0) return;
	if (hpcc_predicting)
		predict_exchange(part, element, givers == 1 || total > most);
	else if (givers == 1 || total > most)
		exchange_each(part, place, element);
	else
		exchange_together(part, place, element);
}

static void exchange_owned(desc_t *desc, const boxes_t *boxes, const place_t *to)
{
	boxes_t **part = hpcc_alloc((size_t)hpcc_size_ * sizeof *part);
	box_t own;
	for (int p = 0; p < hpcc_size_; p++)
		part[p] = hpcc_layout_first_copy(desc->layout, p) && hpcc_layout_own(desc->layout, p, &own)
		                  ? hpcc_boxes_and(boxes, &own)
		                  : hpcc_boxes_new(desc->rank);
	hpcc_exchange_all(part, to, desc->element);
	for (int p = 0; p < hpcc_size_; p++) hpcc_boxes_drop(part[p]);
	free(part);
}

void hpcc_collect(desc_t *desc, const boxes_t *boxes, const place_t *to)
{
	if (desc->layout->everywhere || boxes->n == 0) return;
	if (desc->compact && to == &desc->range && desc->owns) {
		boxes_t *mine = hpcc_boxes_and(boxes, &desc->own);
		for (int k = 0; k < mine->n; k++)
			hpcc_copy_box(desc->rank, &mine->box[k], desc->element, to, &desc->place);
		hpcc_boxes_drop(mine);
	}
	if (!desc->compact_layout && hpcc_valid_has(desc, &desc->all, boxes)) return;
	exchange_owned(desc, boxes, to);
	hpcc_shadow_fresh(desc, boxes, to);
}

// ---- process 0 alone --------------------------------------------------------------------------

static void pass_box(const desc_t *desc, const box_t *b, const place_t *place, int peer, int sends)
{
	boxes_t list = {.rank = desc->rank, .n = 1, .box = (box_t *)b};
	size_t bytes = (size_t)hpcc_boxes_count(&list) * desc->element;
	if (hpcc_predicting) {
		hpcc_note_message(sends ? hpcc_rank_ : peer, sends ? peer : hpcc_rank_, bytes);
		return;
	}
	char *at = hpcc_contiguous(&list, place, desc->element), *buffer = at ? NULL : hpcc_alloc(bytes);
	if (buffer && sends) hpcc_pack(&list, place, desc->element, buffer);
	hpcc_pass_bytes(at ? at : buffer, bytes, peer, sends);
	if (buffer && !sends) hpcc_unpack(&list, place, desc->element, buffer);
	free(buffer);
}

void hpcc_collect_on_first(desc_t *desc)
{
	box_t own;
	for (int p = 0; p < hpcc_size_; p++) {
		if (!hpcc_layout_first_copy(desc->layout, p) || !hpcc_layout_own(desc->layout, p, &own)) continue;
		if (p == 0 && hpcc_rank_ == 0 && desc->compact)
			hpcc_copy_box(desc->rank, &own, desc->element, &desc->range, &desc->place);
		if (p == 0) continue;
		if (hpcc_rank_ == p) pass_box(desc, &own, &desc->place, 0, 1);
		if (hpcc_rank_ == 0) pass_box(desc, &own, &desc->range, p, 0);
	}
}

void hpcc_deal_from_first(desc_t *desc)
{
	box_t own;
	for (int p = 0; p < hpcc_size_; p++) {
		if (!hpcc_layout_own(desc->layout, p, &own)) continue;
		if (p == 0 && hpcc_rank_ == 0 && desc->compact)
			hpcc_copy_box(desc->rank, &own, desc->element, &desc->place, &desc->range);
		if (p == 0) continue;
		if (hpcc_rank_ == 0) pass_box(desc, &own, &desc->range, p, 1);
		if (hpcc_rank_ == p) pass_box(desc, &own, &desc->place, 0, 0);
	}
	hpcc_invalidate(desc, NULL);
}
