// SPDX-License-Identifier: Apache-2.0
//
// Mapped memory as bytes: what memset, memcpy, fread and the like do with it.
#include "../nests/nests.h"
#include "arrays.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Part of a mapped array that a range of bytes touches.
typedef struct part_t {
	desc_t *desc;
	char *low, *high; // bytes
	long first, last; // elements, the first and last perhaps in part
	boxes_t *boxes;   // of these elements
} part_t;

// The first mapped part within [at, end); 0: none. The caller drops part->boxes.
static int next_part(const char *at, const char *end, part_t *part)
{
	desc_t *desc = at < end ? hpcc_find(at) : NULL;
	if (!desc) desc = hpcc_find_next(at);
	if (at >= end || !desc || desc->base >= end) return 0;
	part->desc = desc;
	part->low = (char *)MAX_OF(at, desc->base);
	part->high = (char *)MIN_OF(end, desc->base + desc->bytes);
	part->first = (part->low - desc->base) / (long)desc->element;
	part->last = (part->high - desc->base - 1) / (long)desc->element;
	part->boxes = hpcc_boxes_new(desc->rank);
	hpcc_boxes_flat(part->boxes, desc->extent, part->first, part->last);
	return 1;
}

// In a local function bytes are used where they stand, which must be at their addresses.
static void check_local(const void *address, size_t bytes)
{
	if (hpcc_apart_now != HPCC_APART_LOCAL || !bytes || hpcc_local_bytes(address, bytes) == address) return;
	desc_t *desc = hpcc_find(address);
	hpcc_die(desc->info->where,
	        "`%s` is split in an inner dimension; in a local function dist_local says where its elements are",
	        desc->info->name);
}

void hpcc_gather(const void *address, size_t bytes)
{
	if (hpcc_apart_now) {
		check_local(address, bytes);
		return;
	}
	const char *at = address, *end = at + bytes;
	part_t part;
	for (; hpcc_n_mapped() > 0 && next_part(at, end, &part); at = part.high) {
		int is_event = hpcc_event_begin((hpcc_event){.purpose = HPCC_FOR_BYTES, .name = part.desc->info->name});
		hpcc_collect(part.desc, part.boxes, &part.desc->range);
		hpcc_event_end(is_event);
		hpcc_boxes_drop(part.boxes);
	}
}

// A nest has brought what it shows, and may have set it since.
size_t hpcc_gather_shown(const void *address, size_t bytes)
{
	if (hpcc_depth > 0) return bytes;
	size_t n = MIN_OF(bytes, (size_t)HPCC_PORTION);
	hpcc_gather(address, n);
	return n;
}

void hpcc_let_go(const void *address, size_t bytes)
{
	if (hpcc_apart_now) return;
	const char *at = address, *end = at + bytes;
	part_t part;
	for (; hpcc_n_mapped() > 0 && next_part(at, end, &part); at = part.high) {
		hpcc_store_trim_after(part.desc, (size_t)(part.high - part.low));
		hpcc_boxes_drop(part.boxes);
	}
}

// Copies the bytes of one run of elements that are in [part->low, part->high), from the range to the store.
static void take_run(const part_t *part, const box_t *run)
{
	const desc_t *desc = part->desc;
	long index[HPCC_MAX_RANK], n = 1;
	for (int d = 0; d < desc->rank; d++) {
		index[d] = run->d[d].lo;
		n *= hpcc_range_count(&run->d[d]);
	}
	char *source = hpcc_place_at(&desc->range, desc->rank, index),
	     *target = hpcc_place_at(&desc->place, desc->rank, index);
	char *low = MAX_OF(source, part->low), *high = MIN_OF(source + n * (long)desc->element, part->high);
	if (low < high) memcpy(target + (low - source), low, (size_t)(high - low));
}

// Every innermost row of a box by itself.
static void take_box(const part_t *part, box_t *b, int d)
{
	if (d == part->desc->rank - 1) {
		take_run(part, b);
		return;
	}
	hpcc_range all = b->d[d];
	for (long i = all.lo; i <= all.hi; i++) {
		b->d[d] = (hpcc_range){i, i, 1};
		take_box(part, b, d + 1);
	}
	b->d[d] = all;
}

void hpcc_scatter(void *address, size_t bytes)
{
	if (hpcc_apart_now) {
		check_local(address, bytes);
		return;
	}
	const char *at = address, *end = at + bytes;
	part_t part;
	for (; hpcc_n_mapped() > 0 && next_part(at, end, &part); at = part.high) {
		hpcc_invalidate(part.desc, part.boxes);
		if (part.desc->compact && part.desc->owns) {
			boxes_t *mine = hpcc_boxes_and(part.boxes, &part.desc->own);
			for (int k = 0; k < mine->n; k++) take_box(&part, &mine->box[k], 0);
			hpcc_boxes_drop(mine);
		}
		hpcc_boxes_drop(part.boxes);
		hpcc_store_trim_after(part.desc, (size_t)(part.high - part.low));
	}
}

int hpcc_touches(const void *address, size_t bytes)
{
	part_t part;
	if (hpcc_n_mapped() == 0 || bytes == 0 || !next_part(address, (const char *)address + bytes, &part)) return 0;
	hpcc_boxes_drop(part.boxes);
	return 1;
}

// Whether bytes are whole elements of one mapped array; fills `part` (its boxes are the caller's).
static int whole_elements(const void *address, size_t bytes, part_t *part)
{
	if (!next_part(address, (const char *)address + bytes, part)) return 0;
	size_t element = part->desc->element, offset = (size_t)((char *)address - part->desc->base);
	if (part->low == address && part->high == (char *)address + bytes && offset % element == 0 &&
	        bytes % element == 0)
		return 1;
	hpcc_boxes_drop(part->boxes);
	return 0;
}

static void set_owned(const part_t *part, int value)
{
	const desc_t *desc = part->desc;
	hpcc_invalidate(part->desc, part->boxes);
	if (!desc->owns) return;
	boxes_t *mine = hpcc_boxes_and(part->boxes, &desc->own);
	for (int k = 0; k < mine->n; k++) hpcc_set_box(desc->rank, &mine->box[k], desc->element, &desc->place, value);
	hpcc_boxes_drop(mine);
}

// Where the memory begins that an array has, or ends, after `at`; `end` where nothing does before.
static const char *next_edge(const char *at, const char *end)
{
	const desc_t *desc = hpcc_n_mapped() > 0 ? hpcc_find(at) : NULL;
	const char *edge = desc ? desc->base + desc->bytes : NULL;
	if (!desc && hpcc_n_mapped() > 0 && (desc = hpcc_find_next(at))) edge = desc->base;
	return edge && edge < end ? edge : end;
}

void *hpcc_mem_set(void *to, int value, size_t bytes)
{
	if (hpcc_apart_now == HPCC_APART_LOCAL) return memset(hpcc_local_bytes(to, bytes), value, bytes), to;
	if (hpcc_apart_now || hpcc_partitioned_now || !hpcc_touches(to, bytes)) return memset(to, value, bytes);
	hpcc_check_together("memset");
	// Arrays, and what stands between them.
	for (char *at = to, *end = at + bytes, *edge; at < end; at = edge) {
		part_t part;
		edge = (char *)next_edge(at, end);
		if (whole_elements(at, (size_t)(edge - at), &part)) {
			set_owned(&part, value);
			hpcc_boxes_drop(part.boxes);
			continue;
		}
		memset(at, value, (size_t)(edge - at));
		hpcc_scatter(at, (size_t)(edge - at));
	}
	return to;
}

// Between arrays of one shape and layout, element for element: each process copies what it owns.
static int copy_alike(void *to, const void *from, size_t bytes)
{
	part_t a, b;
	if (!whole_elements(to, bytes, &a)) return 0;
	int alike = whole_elements(from, bytes, &b);
	if (alike) {
		hpcc_boxes_drop(b.boxes);
		alike = a.desc != b.desc && a.first == b.first && a.desc->element == b.desc->element &&
		        hpcc_layout_equal(a.desc->layout, b.desc->layout);
	}
	if (alike) {
		hpcc_invalidate(a.desc, a.boxes);
		boxes_t *mine = a.desc->owns ? hpcc_boxes_and(a.boxes, &a.desc->own) : hpcc_boxes_new(a.desc->rank);
		for (int k = 0; k < mine->n; k++)
			hpcc_copy_box(a.desc->rank, &mine->box[k], a.desc->element, &a.desc->place, &b.desc->place);
		hpcc_boxes_drop(mine);
	}
	hpcc_boxes_drop(a.boxes);
	return alike;
}

void *hpcc_mem_copy(void *to, const void *from, size_t bytes) { return hpcc_mem_move(to, from, bytes); }

static void move_together(void *to, const void *from, size_t bytes)
{
	hpcc_gather(from, bytes);
	memmove(to, from, bytes);
	hpcc_scatter(to, bytes);
	hpcc_let_go(from, bytes);
}

// Objects with arrays in them: what is one array, or none, on both sides by itself, so that arrays which lie alike need
// no messages.
static void move_pieces(char *to, const char *from, size_t bytes)
{
	for (size_t at = 0, edge; at < bytes; at = edge) {
		const char *there = next_edge(to + at, to + bytes), *here = next_edge(from + at, from + bytes);
		edge = MIN_OF((size_t)(there - to), (size_t)(here - from));
		if (!hpcc_touches(to + at, edge - at) && !hpcc_touches(from + at, edge - at))
			memcpy(to + at, from + at, edge - at);
		else if (!copy_alike(to + at, from + at, edge - at))
			move_together(to + at, from + at, edge - at);
	}
}

void *hpcc_mem_move(void *to, const void *from, size_t bytes)
{
	if (hpcc_apart_now == HPCC_APART_LOCAL)
		return memmove(hpcc_local_bytes(to, bytes), hpcc_local_bytes(from, bytes), bytes), to;
	// In a nest that is split each process moves elements of its own.
	if (hpcc_apart_now || hpcc_partitioned_now || (!hpcc_touches(to, bytes) && !hpcc_touches(from, bytes)))
		return memmove(to, from, bytes);
	hpcc_check_together("memmove");
	int overlap = (uintptr_t)to < (uintptr_t)from + bytes && (uintptr_t)from < (uintptr_t)to + bytes;
	if (to == from) return to;
	if (overlap)
		move_together(to, from, bytes);
	else
		move_pieces(to, from, bytes);
	return to;
}

static int is_owned(const desc_t *desc, const boxes_t *boxes)
{
	boxes_t *mine = desc->owns ? hpcc_boxes_and(boxes, &desc->own) : hpcc_boxes_new(desc->rank);
	int all = hpcc_boxes_count(mine) == hpcc_boxes_count(boxes);
	hpcc_boxes_drop(mine);
	return all;
}

void *hpcc_local_bytes(const void *address, size_t bytes)
{
	part_t part;
	if (!hpcc_touches(address, bytes)) return (void *)address;
	next_part(address, (const char *)address + bytes, &part);
	desc_t *desc = part.desc;
	int together = part.low == address && part.high == (const char *)address + bytes &&
	               hpcc_contiguous(part.boxes, &desc->place, desc->element);
	if (!together || !is_owned(desc, part.boxes))
		hpcc_die(desc->info->where,
		        "a local function uses bytes of `%s` on process %d, which does not own them, or not in one "
		        "piece",
		        desc->info->name, hpcc_rank_);
	size_t within = (size_t)((const char *)address - desc->base) % desc->element;
	char *at = hpcc_contiguous(part.boxes, &desc->place, desc->element);
	hpcc_boxes_drop(part.boxes);
	return at + within;
}

// ---- arguments of library functions -----------------------------------------------------------

// What hpcc_whole brought together and hpcc_whole_end has not let go: arguments may hold calls with arguments of their
// own.
static struct whole_t {
	void *address;
	size_t bytes;
	int writes;
} *whole;
static int n_whole;

int hpcc_whole_begin(void) { return n_whole; }

void *hpcc_make_whole(const void *p, size_t bytes, int writes)
{
	desc_t *desc = hpcc_depth > 0 ? NULL : hpcc_find(p);
	if (hpcc_depth > 0 || !(bytes ? hpcc_touches(p, bytes) : desc != NULL)) return (void *)p;
	hpcc_check_together("an array as a whole");
	struct whole_t w = {(void *)p, bytes, writes};
	if (!bytes) {
		w.address = desc->base;
		w.bytes = desc->bytes;
	}
	hpcc_gather(w.address, w.bytes);
	whole = hpcc_grow(whole, (size_t)(n_whole + 1) * sizeof *whole);
	whole[n_whole++] = w;
	return (void *)p;
}

void hpcc_whole_again(void)
{
	for (int k = 0; k < n_whole; k++) hpcc_gather(whole[k].address, whole[k].bytes);
}

void hpcc_whole_end(int mark)
{
	while (n_whole > mark) {
		struct whole_t w = whole[--n_whole];
		if (w.writes)
			hpcc_scatter(w.address, w.bytes);
		else
			hpcc_let_go(w.address, w.bytes);
	}
}
