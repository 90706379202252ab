// SPDX-License-Identifier: Apache-2.0
//
// Mapped arrays: address ranges, descriptors found by address, and the memory behind them. An array of which only the
// outermost dimension is split lives at its own addresses (whole rows); one with an inner dimension split has a compact
// buffer with what this process owns and a halo.
#include "../check/check.h"
#include "../trace/trace.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

char *hpcc_mapped_low = (char *)UINTPTR_MAX, *hpcc_mapped_high;
long hpcc_epoch = 1;

static desc_t **table; // by address
static long n_table, table_capacity;
static long last_id;
static long n_unbounded; // of which the end of the object around them is not known

// Below this, pages are not worth giving back.
static const size_t small_bytes = 1 << 20;

// ---- reserved ranges --------------------------------------------------------------------------

typedef struct range_t {
	char *base, *map;
	size_t map_bytes;
	int fresh; // nothing but zeros in it yet
} range_t;

static range_t *ranges;
static int n_ranges;

void *hpcc_reserve(const hpcc_array_info *info, size_t bytes)
{
	size_t colour = hpcc_next_colour(), total = bytes + colour + 1;
	char *map = hpcc_map_pages(total, bytes >= HPCC_HUGE_PAGE ? HPCC_HUGE_PAGE : HPCC_PAGE);
	if (!map)
		hpcc_die(info->where,
		        "%zu bytes of addresses cannot be reserved for `%s` (%m): raise `ulimit -v`, and allow "
		        "overcommit (vm.overcommit_memory 0 or 1)",
		        bytes, info->name);
	ranges = hpcc_grow(ranges, (size_t)(n_ranges + 1) * sizeof *ranges);
	ranges[n_ranges++] = (range_t){map + colour, map, total, 1};
	return map + colour;
}

void *hpcc_declared(const hpcc_array_info *info, size_t bytes, void *declared)
{
	return hpcc_alone && hpcc_size_ == 1 ? declared : hpcc_reserve(info, bytes);
}

static range_t *find_range(const void *base)
{
	for (int k = n_ranges - 1; k >= 0; k--)
		if (ranges[k].base == base) return &ranges[k];
	return NULL;
}

void hpcc_store_used(const void *base)
{
	range_t *range = find_range(base);
	if (range) range->fresh = 0;
}

void *hpcc_reserve_filled(const hpcc_array_info *info, size_t bytes, const void *image)
{
	void *base = hpcc_reserve(info, bytes);
	memcpy(base, image, bytes);
	hpcc_store_used(base);
	return base;
}

int hpcc_is_reserved(const void *base) { return find_range(base) != NULL; }

// ---- descriptors by address -------------------------------------------------------------------

long hpcc_n_mapped(void) { return n_table; }

int hpcc_ever_mapped(void) { return last_id > 0; }

desc_t *hpcc_mapped(long k) { return table[k]; }

// First descriptor whose base is above `address`.
static long after(const char *address)
{
	long first = 0, last = n_table;
	while (first < last) {
		long middle = (first + last) / 2;
		if (table[middle]->base <= address)
			first = middle + 1;
		else
			last = middle;
	}
	return first;
}

desc_t *hpcc_find(const void *address)
{
	const char *at = address;
	if (at < hpcc_mapped_low || at >= hpcc_mapped_high) return NULL;
	long k = after(at) - 1;
	return k >= 0 && at < table[k]->base + table[k]->bytes ? table[k] : NULL;
}

int hpcc_is_plain(const void *p) { return !hpcc_find(p); }

int hpcc_is_apart(const void *p, const void *q)
{
	const desc_t *x = hpcc_find(p), *y = hpcc_find(q);
	if (x && y) return x != y;
	if (x || y) return hpcc_is_own(x ? q : p);
	if (hpcc_object_place(p) != hpcc_object_place(q)) return 1;
	// Of an object that is known as a whole: the other pointer is in it, or leads to another object.
	const char *end_p = hpcc_object_end_around(p), *end_q = hpcc_object_end_around(q), *at_p = p, *at_q = q;
	if (end_p) return at_q < hpcc_object_around(p) || at_q >= end_p;
	if (end_q) return at_p < hpcc_object_around(q) || at_p >= end_q;
	return 0;
}

char *hpcc_near_low = (char *)UINTPTR_MAX, *hpcc_near_high;

// A pointer may stand before its array, or behind it (v - 1, counted from 1; v - plane of a stencil): what is that near
// to an object counts as being in it, unless it is seen to be in another one.
enum { BEFORE = 1 << 30, BEHIND = 1 << 26 };

// Where the heap begins above the program's variables is drawn at random, by up to as much as BEFORE: all of these are
// near to what is in it, or processes would answer differently.
static const char *margin_before(const char *block)
{
	extern char __executable_start[], _end[];
	const char *margin = (uintptr_t)block > BEFORE ? block - BEFORE : NULL;
	const int in_heap = block >= _end && block < (char *)sbrk(0);
	return in_heap ? MIN_OF(margin, (const char *)__executable_start) : margin;
}

static void near_bounds(void)
{
	// Where an object is not known as a whole, any address may be in it. Arrays that wait are mapped by nests, in
	// general texts.
	int waiting = hpcc_n_blocks_waiting > 0 || hpcc_any_waiting();
	int bounded = !n_unbounded && !waiting && !hpcc_checking && !hpcc_tracing;
	hpcc_near_low = !bounded ? NULL : n_table ? (char *)table[0]->near : (char *)UINTPTR_MAX;
	hpcc_near_high = !bounded  ? (char *)UINTPTR_MAX
	                 : n_table ? (char *)table[n_table - 1]->block_end + BEHIND
	                           : NULL;
}

static int is_in_object(const desc_t *desc, const char *at) { return at >= desc->block && at <= desc->block_end; }

int hpcc_stands_apart(const void *p)
{
	const char *at = p;
	if (!hpcc_near_low) return 0;
	const long above = after(at);
	const desc_t *low = above > 0 ? table[above - 1] : NULL, *high = above < n_table ? table[above] : NULL;
	if ((low && is_in_object(low, at)) || (high && is_in_object(high, at))) return 0;
	const int near = (low && at <= low->block_end + BEHIND) || (high && at >= high->near);
	return !near || hpcc_object_room(at) > 0;
}

desc_t *hpcc_next_in_order(const desc_t *before)
{
	desc_t *next = NULL;
	for (long k = 0; k < n_table; k++)
		if ((!before || table[k]->id > before->id) && (!next || table[k]->id < next->id)) next = table[k];
	return next;
}

desc_t *hpcc_with_id(long id)
{
	for (long k = 0; k < n_table; k++)
		if (table[k]->id == id) return table[k];
	return NULL;
}

desc_t *hpcc_find_next(const void *address)
{
	long k = after(address);
	return k < n_table ? table[k] : NULL;
}

void hpcc_store_bounds(void)
{
	hpcc_mapped_low = n_table ? (char *)table[0]->block : (char *)UINTPTR_MAX;
	hpcc_mapped_high = n_table ? table[n_table - 1]->base + table[n_table - 1]->bytes : NULL;
	hpcc_waiting_bounds(&hpcc_mapped_low, &hpcc_mapped_high);
	hpcc_blocks_bounds(&hpcc_mapped_low, &hpcc_mapped_high);
	near_bounds();
	hpcc_epoch++;
}

static void insert(desc_t *desc)
{
	long at = after(desc->base);
	if (n_table == table_capacity) {
		table_capacity = table_capacity ? 2 * table_capacity : 16;
		table = hpcc_grow(table, (size_t)table_capacity * sizeof(desc_t *));
	}
	memmove(table + at + 1, table + at, (size_t)(n_table - at) * sizeof(desc_t *));
	table[at] = desc;
	n_table++;
	n_unbounded += !desc->block_end;
	if (hpcc_phases_on) hpcc_phases_array((long)desc->bytes);
	hpcc_store_bounds();
}

// Bytes that this process keeps of an array: what it owns and has received.
static size_t held_bytes(const desc_t *desc)
{
	long n = desc->owns ? hpcc_box_count(desc->rank, &desc->own) : 0;
	if (desc->compact && desc->has_hull) return (size_t)hpcc_box_count(desc->rank, &desc->hull) * desc->element;
	for (int k = 0; k < desc->n_peers; k++)
		for (int i = 0; i < desc->peer[k]->received.n; i++)
			n += hpcc_boxes_count(desc->peer[k]->received.list[i]);
	for (int i = 0; i < desc->all.n; i++) n += hpcc_boxes_count(desc->all.list[i]);
	return MIN_OF((size_t)n * desc->element, desc->bytes);
}

void hpcc_store_note_memory(void)
{
	for (desc_t *desc = hpcc_next_in_order(NULL); desc; desc = hpcc_next_in_order(desc))
		hpcc_note_memory(desc, held_bytes(desc));
}

static void free_desc(desc_t *desc)
{
	hpcc_note_memory(desc, held_bytes(desc));
	hpcc_invalidate(desc, NULL);
	hpcc_shadow_free(desc);
	hpcc_layout_free(desc->deferred ? hpcc_take_deferred(desc) : desc->given);
	for (int k = 0; k < desc->n_peers; k++) {
		peer_t *peer = desc->peer[k];
		free(peer->sent.list);
		free(peer->received.list);
		free(peer);
	}
	free(desc->all.list);
	free(desc->ahead.list);
	free(desc->peer);
	free(desc->slot);
	free(desc->buffer);
	free(desc->aligned);
	hpcc_layout_free(desc->layout);
	hpcc_layout_free(desc->left);
	free(desc);
}

static void forget_within(const char *low, const char *high)
{
	hpcc_waiting_forget(low, high);
	long first = after(low), last;
	if (first > 0 && table[first - 1]->base == low) first--;
	for (last = first; last < n_table && table[last]->base < high; last++) {
		n_unbounded -= !table[last]->block_end;
		if (hpcc_phases_on) hpcc_phases_array(-(long)table[last]->bytes);
		free_desc(table[last]);
	}
	if (first == last) return;
	memmove(table + first, table + last, (size_t)(n_table - last) * sizeof(desc_t *));
	n_table -= last - first;
	hpcc_store_bounds();
}

void hpcc_forget_range(const char *low, const char *high) { forget_within(low, high); }

void hpcc_forget_memory(const char *low, const char *high)
{
	hpcc_blocks_forget(low, high);
	forget_within(low, high);
}

void hpcc_forget(void *block)
{
	char *low = block;
	if (!block || low >= hpcc_mapped_high) return;
	hpcc_forget_memory(low, low + hpcc_libc_malloc_usable_size(block));
}

void hpcc_forget_realloc(void *block)
{
	char *low = block;
	if (!block || low >= hpcc_mapped_high) return;
	char *high = low + hpcc_libc_malloc_usable_size(block);
	for (long k = 0; k < n_table; k++)
		if (table[k]->base >= low && table[k]->base < high) hpcc_gather(table[k]->base, table[k]->bytes);
	hpcc_forget_memory(low, high);
}

void hpcc_release(void *base)
{
	range_t *range = base ? find_range(base) : NULL;
	if (!range) return;
	forget_within(range->base, range->map + range->map_bytes);
	munmap(range->map, range->map_bytes);
	*range = ranges[--n_ranges];
}

void hpcc_release_local(void *pointer_to_base) { hpcc_release(*(void **)pointer_to_base); }

// ---- stores -----------------------------------------------------------------------------------

static void give_back(const char *low, const char *high)
{
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	uintptr_t first = ((uintptr_t)low + page - 1) / page * page, last = (uintptr_t)high / page * page;
	if (low < high && first < last) madvise((void *)first, last - first, MADV_DONTNEED);
}

// Bytes of the range from the first to the last element of a box.
static void byte_span(const desc_t *desc, const box_t *b, char **low, char **high)
{
	long first[HPCC_MAX_RANK], last[HPCC_MAX_RANK];
	for (int d = 0; d < desc->rank; d++) {
		first[d] = b->d[d].lo;
		last[d] = b->d[d].hi;
	}
	*low = hpcc_place_at(&desc->range, desc->rank, first);
	*high = (char *)hpcc_place_at(&desc->range, desc->rank, last) + desc->element;
}

static void widen(const desc_t *desc, const valid_t *valid, char **low, char **high)
{
	for (int i = 0; i < valid->n; i++)
		for (int k = 0; k < valid->list[i]->n; k++) {
			char *first, *last;
			byte_span(desc, &valid->list[i]->box[k], &first, &last);
			*low = MIN_OF(*low, first);
			*high = MAX_OF(*high, last);
		}
}

// Elements that are no more here are lost; their memory is given back, or stays where `keeps`.
static void trim(desc_t *desc, int keeps)
{
	char *low = desc->base, *high = desc->base, *end = desc->base + desc->bytes;
	if (desc->layout->everywhere || desc->bytes < small_bytes || hpcc_predicting) return;
	if (!desc->compact && desc->owns) byte_span(desc, &desc->own, &low, &high);
	if (!desc->compact) {
		if (!desc->owns) low = end, high = desc->base;
		for (int k = 0; k < desc->n_peers; k++) widen(desc, &desc->peer[k]->received, &low, &high);
		widen(desc, &desc->all, &low, &high);
	}
	widen(desc, &desc->ahead, &low, &high);
	if (low >= high) low = high = desc->base;
	if (!keeps) {
		give_back(desc->base, low);
		give_back(high, end);
	}
	hpcc_shadow_lost(desc, desc->base, low);
	hpcc_shadow_lost(desc, high, end);
}

void hpcc_store_trim(desc_t *desc)
{
	trim(desc, 0);
	desc->untrimmed = 0;
}

// Each time costs a call of the system, whatever it gives back.
void hpcc_store_trim_after(desc_t *desc, size_t bytes)
{
	desc->untrimmed += bytes;
	if (desc->untrimmed >= small_bytes) hpcc_store_trim(desc);
}

static place_t range_place(const desc_t *desc)
{
	place_t place = {.origin = (uintptr_t)desc->base};
	long bytes = (long)desc->element;
	for (int d = desc->rank - 1; d >= 0; d--) {
		place.stride[d] = bytes;
		bytes *= desc->extent[d];
	}
	return place;
}

// ---- compact stores ----------------------------------------------------------------------------

// A process at the end of a periodic array reads what is at its other end. The store has room for both ends, and none
// for what is between: in each dimension there is a range of indices, and a gap in it.

static int has_gap(const hpcc_range *gap) { return gap->step != 0; }

static long indices_in(const hpcc_range *gap) { return has_gap(gap) ? hpcc_range_count(gap) : 0; }

// Whether the gap stays one in memory, too: pages that nobody touches.
static int stays_open(const hpcc_range *gap, long stride) { return indices_in(gap) * stride >= 16L * HPCC_PAGE; }

// How many indices the next row is away. Where a gap is to be closed, what is behind it lies in the rows that follow,
// each of which leaves as much free at its end.
static long pitch_of(const hpcc_range *all, const hpcc_range *gap, long stride)
{
	long most = hpcc_range_count(all), before = gap->lo - all->lo, behind = all->hi - gap->hi;
	if (!has_gap(gap) || stays_open(gap, stride)) return most;
	for (long pitch = before + behind; pitch < most; pitch++) {
		long at = (gap->hi + 1 - all->lo) % pitch;
		if (at >= before && at + behind <= pitch) return pitch;
	}
	return most;
}

// Of the dimensions from `d` on, which begin here, `inner` is the last one with a gap that stays open: memory on both
// sides of it is used in full.
static void use_huge_pages_beside(
        const box_t *hull, const box_t *gap, const place_t *place, int d, int inner, char *start)
{
	const hpcc_range *all = &hull->d[d], *left = &gap->d[d];
	long stride = place->stride[d], n = hpcc_range_count(all);
	if (d == inner) {
		hpcc_use_huge_pages(start, start + (left->lo - all->lo) * stride);
		hpcc_use_huge_pages(start + (left->hi + 1 - all->lo) * stride, start + n * stride);
		return;
	}
	for (long i = 0; stride >= HPCC_HUGE_PAGE && i < n; i++)
		if (!has_gap(left) || all->lo + i < left->lo || all->lo + i > left->hi)
			use_huge_pages_beside(hull, gap, place, d + 1, inner, start + i * stride);
}

static void use_huge_pages_in(
        const desc_t *desc, const box_t *hull, const box_t *gap, const place_t *place, char *start, size_t bytes)
{
	int inner = desc->rank - 1;
	while (inner >= 0 && !stays_open(&gap->d[inner], place->stride[inner])) inner--;
	if (inner < 0)
		hpcc_use_huge_pages(start, start + bytes);
	else
		use_huge_pages_beside(hull, gap, place, 0, inner, start);
}

// Memory for a box with gaps, and the place of elements in it. zeroed: what is not set yet is zero, not what other
// arrays had there.
static char *box_memory(const desc_t *desc, const box_t *hull, const box_t *gap, int zeroed, place_t *place)
{
	enum { LINE = 64 };
	long stride = (long)desc->element;
	size_t bytes = desc->element;
	for (int d = desc->rank - 1; d >= 0; d--) {
		place->stride[d] = stride;
		bytes += (size_t)((hpcc_range_count(&hull->d[d]) - 1) * stride);
		stride *= pitch_of(&hull->d[d], &gap->d[d], stride);
	}
	size_t colour = bytes >= small_bytes ? hpcc_next_colour() : 0;
	size_t boundary = bytes >= HPCC_HUGE_PAGE ? HPCC_HUGE_PAGE : LINE;
	char *buffer = hpcc_spare_alloc(bytes + boundary + colour, zeroed);
	char *start = buffer + (boundary - (uintptr_t)buffer % boundary) % boundary + colour;
	use_huge_pages_in(desc, hull, gap, place, start, bytes);
	place->origin = (uintptr_t)start;
	for (int d = 0; d < desc->rank; d++) place->origin -= (uintptr_t)(hull->d[d].lo * place->stride[d]);
	return buffer;
}

static void moved(desc_t *desc)
{
	desc->generation++;
	hpcc_epoch++;
}

// Cuts each of the boxes in two, before and behind the gap of a dimension.
static boxes_t *cut_at(boxes_t *boxes, int d, const hpcc_range *gap)
{
	boxes_t *cut = hpcc_boxes_new(boxes->rank);
	for (int k = 0; k < boxes->n; k++) {
		box_t before = boxes->box[k], behind = boxes->box[k];
		before.d[d].hi = gap->lo - 1;
		behind.d[d].lo = gap->hi + 1;
		hpcc_boxes_push(cut, &before);
		hpcc_boxes_push(cut, &behind);
	}
	hpcc_boxes_drop(boxes);
	return cut;
}

boxes_t *hpcc_store_boxes(const desc_t *desc)
{
	boxes_t *boxes = hpcc_boxes_new(desc->rank);
	if (desc->has_hull) hpcc_boxes_push(boxes, &desc->hull);
	for (int d = 0; d < desc->rank; d++)
		if (has_gap(&desc->gap.d[d])) boxes = cut_at(boxes, d, &desc->gap.d[d]);
	return boxes;
}

// To another place, some rows after the other, whose memory is given back: at no time there are two stores. What of a
// row is behind a gap lies further on.
static void leave_store(desc_t *desc, const place_t *to)
{
	boxes_t *boxes = hpcc_store_boxes(desc);
	const hpcc_range *all = &desc->hull.d[0];
	long stride = desc->place.stride[0], rows = MAX_OF((long)small_bytes / stride, 1);
	char *start = (char *)desc->place.origin;
	for (int d = 0; d < desc->rank; d++) start += desc->hull.d[d].lo * desc->place.stride[d];
	for (long i = all->lo; boxes->n > 0 && i <= all->hi; i += rows, start += rows * stride) {
		for (int k = 0; k < boxes->n; k++) {
			box_t some = boxes->box[k];
			some.d[0].lo = MAX_OF(some.d[0].lo, i);
			some.d[0].hi = MIN_OF(some.d[0].hi, i + rows - 1);
			hpcc_copy_box(desc->rank, &some, desc->element, to, &desc->place);
		}
		if (i + rows <= all->hi) give_back(start, start + rows * stride);
	}
	hpcc_boxes_drop(boxes);
	free(desc->buffer);
	desc->buffer = NULL;
}

static void move_to_hull(desc_t *desc, const box_t *hull, const box_t *gap)
{
	place_t place;
	char *buffer = box_memory(desc, hull, gap, 1, &place);
	leave_store(desc, &place);
	desc->buffer = buffer;
	desc->place = place;
	desc->hull = *hull;
	desc->gap = *gap;
	desc->has_hull = 1;
	moved(desc);
}

void hpcc_store_rows(desc_t *desc)
{
	if (!desc->compact) return;
	leave_store(desc, &desc->range);
	hpcc_shadow_rows(desc);
	desc->compact = desc->has_hull = 0;
	desc->place = desc->range;
	moved(desc);
}

static int has_room(const desc_t *desc, const box_t *need)
{
	int fits = desc->has_hull;
	for (int d = 0; d < desc->rank; d++) {
		const hpcc_range *r = &need->d[d], *all = &desc->hull.d[d], *gap = &desc->gap.d[d];
		fits = fits && r->lo >= all->lo && r->hi <= all->hi;
		fits = fits && (!has_gap(gap) || r->hi < gap->lo || r->lo > gap->hi);
	}
	return fits;
}

static int compare_ranges(const void *a, const void *b)
{
	long x = ((const hpcc_range *)a)->lo, y = ((const hpcc_range *)b)->lo;
	return (x > y) - (x < y);
}

// The indices of one dimension that there is to be room for, and the largest gap in them, if it is worth it.
static void find_room(const desc_t *desc, const boxes_t *need, int d, hpcc_range *all, hpcc_range *gap)
{
	const long least = 8, part = 4;
	const hpcc_range *had = &desc->hull.d[d], *left = &desc->gap.d[d];
	hpcc_range *known = hpcc_alloc(((size_t)need->n + 3) * sizeof *known);
	int n = 0;
	for (int k = 0; k < need->n; k++) known[n++] = need->box[k].d[d];
	if (desc->owns) known[n++] = desc->own.d[d];
	if (desc->has_hull && has_gap(left)) known[n++] = (hpcc_range){left->hi + 1, had->hi, 1};
	if (desc->has_hull) known[n++] = (hpcc_range){had->lo, has_gap(left) ? left->lo - 1 : had->hi, 1};
	qsort(known, (size_t)n, sizeof *known, compare_ranges);
	*all = (hpcc_range){known[0].lo, known[0].hi, 1};
	*gap = (hpcc_range){0};
	for (int k = 1; k < n; k++) {
		hpcc_range between = {all->hi + 1, known[k].lo - 1, 1};
		if (hpcc_range_count(&between) > (has_gap(gap) ? hpcc_range_count(gap) : 0)) *gap = between;
		all->hi = MAX_OF(all->hi, known[k].hi);
	}
	free(known);
	if (has_gap(gap) && hpcc_range_count(gap) < MAX_OF(least, hpcc_range_count(all) / part)) *gap = (hpcc_range){0};
}

// How many elements the memory for them would hold.
static long room_count(const desc_t *desc, const box_t *hull, const box_t *gap)
{
	long count = 1, stride = (long)desc->element;
	for (int d = desc->rank - 1; d >= 0; d--) {
		long pitch = pitch_of(&hull->d[d], &gap->d[d], stride);
		int open = d == 0 || stays_open(&gap->d[d], stride);
		count *= open ? hpcc_range_count(&hull->d[d]) - indices_in(&gap->d[d]) : pitch;
		stride *= pitch;
	}
	return count;
}

void hpcc_store_room(desc_t *desc, const boxes_t *need)
{
	box_t hull = {0}, gap = {0};
	int fits = 1;
	for (int k = 0; k < need->n && desc->compact; k++) fits = fits && has_room(desc, &need->box[k]);
	if (!desc->compact || fits) return;
	for (int d = 0; d < desc->rank; d++) find_room(desc, need, d, &hull.d[d], &gap.d[d]);
	long owned = desc->owns ? hpcc_box_count(desc->rank, &desc->own) : 0;
	if (room_count(desc, &hull, &gap) > 4 * owned + (long)(small_bytes / desc->element))
		hpcc_store_rows(desc);
	else
		move_to_hull(desc, &hull, &gap);
}

// ---- mapping ----------------------------------------------------------------------------------

static int same_mapping(const desc_t *desc, const hpcc_array_info *info, const layout_t *layout)
{
	return desc->element == info->element && hpcc_layout_equal(hpcc_given_layout(desc), layout);
}

// A dynamic array that is received again keeps the mapping that it was given since.
static int was_remapped(const desc_t *desc, const hpcc_array_info *info, const layout_t *layout)
{
	return info->dynamic && desc->info->dynamic && desc->element == info->element && desc->rank == layout->rank &&
	       memcmp(desc->extent, layout->extent, (size_t)desc->rank * sizeof(long)) == 0;
}

// What is owned, with room for the halo that most nests need, of one element or, of long parts, of a few, where that is
// little more: so the store need not move, nor what was made ready for it be made again.
static box_t with_rim(const layout_t *layout, const box_t *own)
{
	const long least = 16, part = 64, most = 64;
	box_t hull = *own;
	for (int d = 0; d < layout->rank; d++) {
		const long n = hpcc_range_count(&hull.d[d]), rim = MIN_OF(MAX_OF(n / part, 1), most);
		if (!(layout->split >> d & 1) || n < least) continue;
		hull.d[d].lo = MAX_OF(hull.d[d].lo - rim, 0);
		hull.d[d].hi = MIN_OF(hull.d[d].hi + rim, layout->extent[d] - 1);
	}
	return hull;
}

// Whether memory is the program's alone, with zeros where it has no pages: that of `malloc`, unlike a file's.
static int is_allocated(const desc_t *desc)
{
	return hpcc_pool_end(desc->base) || hpcc_libc_block_length(hpcc_rows_block(desc->base));
}

// What the program has set in the range, some rows at a time. Where it has set nothing nothing is read: not every
// system has pages of zeros that cost no memory.
static void take_over_range(desc_t *desc)
{
	int may_be_clear = desc->bytes >= small_bytes && is_allocated(desc);
	long rows = may_be_clear ? MAX_OF((long)small_bytes / desc->range.stride[0], 1) : desc->extent[0];
	for (long i = desc->own.d[0].lo; i <= desc->own.d[0].hi; i += rows) {
		char *low, *high;
		box_t some = desc->own;
		some.d[0].lo = i;
		some.d[0].hi = MIN_OF(some.d[0].hi, i + rows - 1);
		byte_span(desc, &some, &low, &high);
		if (may_be_clear && hpcc_pages_are_clear(low, high)) continue;
		hpcc_copy_box(desc->rank, &some, desc->element, &desc->place, &desc->range);
	}
}

// The compact store takes over what the range holds.
static void start_compact(desc_t *desc, int fresh)
{
	desc->compact = 1;
	if (!desc->owns) return;
	box_t hull = with_rim(desc->layout, &desc->own), none = {0};
	move_to_hull(desc, &hull, &none);
	if (!fresh) take_over_range(desc);
}

static int is_compact(const layout_t *layout, int whole_rows) { return (layout->split & ~1U) != 0 && !whole_rows; }

// What this process keeps of an array: what it owns. One that predicts has all of it.
static int held(const layout_t *layout, box_t *own)
{
	return hpcc_predicting ? hpcc_layout_around(layout, 0, hpcc_size_ - 1, own)
	                       : hpcc_layout_own(layout, hpcc_rank_, own);
}

static desc_t *new_desc(const hpcc_array_info *info, void *base, layout_t *layout)
{
	desc_t *desc = hpcc_alloc(sizeof *desc);
	desc->info = info;
	desc->base = base;
	desc->block = find_range(base) ? base : hpcc_object_around(base);
	desc->near = margin_before(desc->block);
	desc->element = info->element;
	desc->rank = layout->rank;
	memcpy(desc->extent, layout->extent, sizeof desc->extent);
	desc->bytes = info->element;
	for (int d = 0; d < desc->rank; d++) desc->bytes *= (size_t)desc->extent[d];
	desc->block_end = find_range(base) ? desc->base + desc->bytes : hpcc_object_end_around(base);
	// Rows that were allocated one by one are one array.
	if (desc->block_end) desc->block_end = MAX_OF(desc->block_end, desc->base + desc->bytes);
	desc->layout = layout;
	desc->id = ++last_id;
	desc->owns = held(layout, &desc->own);
	desc->range = desc->place = range_place(desc);
	desc->whole_rows = info->whole_rows;
	desc->mapping = info->mapping;
	desc->compact_layout = is_compact(layout, desc->whole_rows);
	return desc;
}

static void check_overlap(const hpcc_array_info *info, const char *base, size_t bytes)
{
	long k = after(base);
	desc_t *below = k > 0 ? table[k - 1] : NULL, *above = k < n_table ? table[k] : NULL;
	if (below && below->base == base && !strcmp(below->info->name, info->name) &&
	        strcmp(below->info->where, info->where) != 0)
		hpcc_die(info->where,
		        "`%s` is mapped in another way, or has another shape, than %s says; one directive beside its "
		        "declaration in a header holds for all files",
		        info->name, below->info->where);
	if (below && below->base == base)
		hpcc_die(info->where, "the memory of `%s` is mapped already, in another way (as `%s`, %s)", info->name,
		        below->info->name, below->info->where);
	desc_t *other = below && below->base + below->bytes > base ? below
	                : above && base + bytes > above->base      ? above
	                                                           : NULL;
	if (other)
		hpcc_die(info->where, "the memory of `%s` overlaps that of `%s` (%s), which is mapped already",
		        info->name, other->info->name, other->info->where);
}

static void note_empty(const hpcc_array_info *info, const void *base)
{
	size_t room = hpcc_object_room(base);
	if (!room && find_range(base)) room = info->element;
	if (room < info->element) return;
	hpcc_unheeded_note(
	        info, base, room, "an extent was 0 where the memory came; set it before, or put the directives behind");
}

// 1: there is a new descriptor.
static int map_memory(const hpcc_array_info *info, void *base, layout_t *layout)
{
	desc_t *old = hpcc_find(base);
	if (old && old->base == base && (same_mapping(old, info, layout) || was_remapped(old, info, layout))) {
		const int handed_on = old->early;
		old->early = 0;
		hpcc_layout_free(layout);
		// Only now the pointer leads there that others wait for.
		if (handed_on) hpcc_waiting_align(base);
		return 0;
	}
	hpcc_early_undo(base);
	desc_t *desc = new_desc(info, base, layout);
	if (!hpcc_apart_now) hpcc_drop_implied(base, desc->bytes);
	check_overlap(info, base, desc->bytes);
	if (desc->bytes == 0) {
		note_empty(info, base);
		free_desc(desc);
		return 0;
	}
	hpcc_unheeded_drop(info);
	range_t *range = find_range(base);
	int fresh = range && range->fresh;
	if (range) range->fresh = 0;
	insert(desc);
	if (desc->compact_layout && !hpcc_predicting) {
		start_compact(desc, fresh);
	} else if (desc->owns) {
		char *low, *high;
		byte_span(desc, &desc->own, &low, &high);
		hpcc_use_huge_pages(low, high);
	}
	if (!fresh) hpcc_store_trim(desc);
	hpcc_waiting_align(base);
	return 1;
}

void hpcc_early_undo(const void *base)
{
	const desc_t *desc = hpcc_find(base);
	if (desc && desc->base == base && desc->early) hpcc_forget_realloc((void *)base);
}

long hpcc_shadow_width(const char *name, const char *where, long value)
{
	if (value < 0) hpcc_die(where, "a shadow of `%s` is %ld wide; it cannot be negative", name, value);
	return value;
}

void hpcc_check_shape(const hpcc_array_info *info, const long *extent)
{
	if (info->rank < 1 || info->rank > HPCC_MAX_RANK)
		hpcc_die(info->where, "`%s` has %d dimensions; 1 to %d are possible", info->name, info->rank,
		        HPCC_MAX_RANK);
	for (int d = 0; d < info->rank; d++)
		if (extent[d] < 0)
			hpcc_die(info->where, "extent %ld of dimension %d of `%s` is negative", extent[d], d,
			        info->name);
}

// "[100][8]"
static void shape_text(const hpcc_array_info *info, const long *extent, char *text, size_t size)
{
	size_t at = 0;
	text[0] = 0;
	for (int d = 0; d < info->rank && at < size; d++)
		at += (size_t)snprintf(text + at, size - at, "[%ld]", extent[d]);
}

// What was allocated lately must hold its shape.
static void check_room(const hpcc_array_info *info, const void *base, const long *extent)
{
	size_t room = hpcc_rows_room(base), bytes = info->element;
	char text[HPCC_MAX_RANK * 24];
	if (!room || find_range(base)) return;
	for (int d = 0; d < info->rank; d++)
		if (__builtin_mul_overflow(bytes, (size_t)extent[d], &bytes)) bytes = SIZE_MAX;
	if (bytes <= room) return;
	shape_text(info, extent, text, sizeof text);
	hpcc_die(
	        info->where, "the memory of `%s` has %zu bytes, its shape %s needs %zu", info->name, room, text, bytes);
}

const long *hpcc_shape_of(const hpcc_array_info *info, const void *base, const long *extent, long *counted)
{
	if (extent[0] != HPCC_ROOM) return extent;
	size_t room = hpcc_object_room(base), row = info->element;
	if (!room) room = hpcc_libc_block_length(base);
	memcpy(counted, extent, (size_t)info->rank * sizeof *extent);
	counted[0] = 1;
	hpcc_check_shape(info, counted);
	for (int d = 1; d < info->rank; d++)
		if (__builtin_mul_overflow(row, (size_t)extent[d], &row)) row = 0;
	if (!room && row)
		hpcc_die(info->where,
		        "how much memory there is behind `%s` is not known: it was not allocated by malloc or the "
		        "like; say it "
		        "with `#pragma dist array`",
		        info->name);
	counted[0] = row ? (long)(room / row) : 0;
	return counted;
}

int hpcc_has_room(const hpcc_array_info *info, const void *base, const long *extent)
{
	long counted[HPCC_MAX_RANK];
	size_t room = hpcc_object_room(base), bytes = info->element;
	if (extent[0] == HPCC_ROOM && !room) return 0;
	extent = hpcc_shape_of(info, base, extent, counted);
	hpcc_check_shape(info, extent);
	for (int d = 0; d < info->rank; d++)
		if (__builtin_mul_overflow(bytes, (size_t)extent[d], &bytes)) return 0;
	const desc_t *next = hpcc_find_next(base);
	return bytes <= room && !hpcc_find(base) && !(next && (const char *)base + bytes > next->base);
}

int hpcc_has_come(const hpcc_array_info *info, const void *base, const long *extent)
{
	int empty = 0;
	for (int d = 0; d < info->rank; d++) empty |= extent[d] <= 0 && extent[d] != HPCC_ROOM;
	const desc_t *desc = hpcc_find(base);
	if (empty && !desc) note_empty(info, base);
	if (desc && desc->base == base && desc->early) return !empty;
	return !empty && !desc && hpcc_has_room(info, base, extent);
}

void hpcc_map_layout(const hpcc_array_info *info, void *base, layout_t *layout) { map_memory(info, base, layout); }

layout_t *hpcc_layout_beside(
        const hpcc_array_info *info, const long *extent, const void *with_base, const hpcc_align *align)
{
	const desc_t *desc = hpcc_find(with_base);
	const layout_t *layout = desc ? hpcc_given_layout(desc) : hpcc_rows_layout(with_base);
	const hpcc_dist none[HPCC_MAX_RANK] = {{.format = HPCC_NONE}};
	if (layout) return hpcc_layout_align(info->name, info->where, info->rank, extent, layout, align);
	if (info->with_argument) return hpcc_layout_distribute(info->name, info->where, info->rank, extent, none, NULL);
	hpcc_die(info->where,
	        "`%s` is aligned with an array that has no memory with a mapping yet: that must get it first",
	        info->name);
}

void hpcc_map_distribute(
        const hpcc_array_info *info, void *base, const long *extent, const hpcc_dist *dist, hpcc_grid *grid)
{
	long counted[HPCC_MAX_RANK];
	if (!base) return;
	extent = hpcc_shape_of(info, base, extent, counted);
	hpcc_check_shape(info, extent);
	check_room(info, base, extent);
	map_memory(info, base, hpcc_layout_distribute(info->name, info->where, info->rank, extent, dist, grid));
}

void hpcc_map_align(
        const hpcc_array_info *info, void *base, const long *extent, hpcc_template *with, const hpcc_align *align)
{
	long counted[HPCC_MAX_RANK];
	if (!base) return;
	extent = hpcc_shape_of(info, base, extent, counted);
	hpcc_check_shape(info, extent);
	check_room(info, base, extent);
	if (map_memory(info, base, hpcc_layout_align(info->name, info->where, info->rank, extent, with->layout, align)))
		hpcc_note_align(hpcc_find(base), NULL, with, align);
}

void hpcc_map_align_array(
        const hpcc_array_info *info, void *base, const long *extent, const void *with_base, const hpcc_align *align)
{
	long counted[HPCC_MAX_RANK];
	if (!base) return;
	extent = hpcc_shape_of(info, base, extent, counted);
	hpcc_check_shape(info, extent);
	check_room(info, base, extent);
	desc_t *with = hpcc_find(with_base);
	layout_t *layout = hpcc_layout_beside(info, extent, with_base, align);
	if (map_memory(info, base, layout) && with) hpcc_note_align(hpcc_find(base), with, NULL, align);
}

void hpcc_set_initial(void *base, const void *image, size_t bytes)
{
	desc_t *desc = hpcc_find(base);
	if (base == image) return;
	if (!desc) {
		memcpy(base, image, bytes);
		return;
	}
	place_t from = desc->range;
	from.origin = (uintptr_t)image;
	if (desc->owns) hpcc_copy_box(desc->rank, &desc->own, desc->element, &desc->place, &from);
}

// ---- another mapping --------------------------------------------------------------------------

next_store_t hpcc_store_next(const desc_t *desc, layout_t *layout, int whole_rows)
{
	next_store_t next = {.layout = layout, .whole_rows = whole_rows, .place = desc->range};
	next.owns = held(layout, &next.own);
	next.compact_layout = is_compact(layout, whole_rows);
	if (!next.compact_layout || !next.owns || hpcc_predicting) return next;
	const box_t none = {0};
	next.hull = with_rim(layout, &next.own);
	next.buffer = box_memory(desc, &next.hull, &none, 0, &next.place);
	return next;
}

void hpcc_store_become(desc_t *desc, const next_store_t *next)
{
	hpcc_invalidate(desc, NULL);
	hpcc_spare_free(desc->buffer);
	desc->n_returns = desc->left && hpcc_layout_equal(desc->left, next->layout) ? desc->n_returns + 1 : 0;
	hpcc_layout_free(desc->left);
	desc->left = desc->layout;
	desc->layout = next->layout;
	desc->owns = next->owns;
	desc->own = next->own;
	desc->whole_rows = next->whole_rows;
	desc->compact_layout = next->compact_layout;
	desc->compact = next->compact_layout && !hpcc_predicting;
	desc->place = next->place;
	desc->buffer = next->buffer;
	desc->has_hull = next->buffer != NULL;
	desc->hull = next->hull;
	desc->gap = (box_t){0};
	if (!desc->compact && desc->owns) {
		char *low, *high;
		byte_span(desc, &desc->own, &low, &high);
		hpcc_use_huge_pages(low, high);
	}
	moved(desc);
	// An array that goes there and back again and again comes to the memory that it has left: new pages cost more time,
	// in the system, than what is sent. It is no more than there was while the array moved.
	trim(desc, desc->n_returns > 1);
}

void hpcc_store_shape(desc_t *desc, const layout_t *layout)
{
	hpcc_invalidate(desc, NULL);
	desc->rank = layout->rank;
	memcpy(desc->extent, layout->extent, sizeof desc->extent);
	desc->range = range_place(desc);
}

// ---- what is valid ----------------------------------------------------------------------------

// The slot of a key, or the free one where it belongs; n_slots is a power of two.
static int *slot_of(const desc_t *desc, long key)
{
	unsigned long at = (unsigned long)key * 0x9e3779b97f4a7c15UL >> 32;
	for (;; at++) {
		int *slot = &desc->slot[at & ((unsigned long)desc->n_slots - 1)];
		if (*slot == 0 || desc->peer[*slot - 1]->key == key) return slot;
	}
}

static void more_slots(desc_t *desc)
{
	enum { LEAST = 16 };
	free(desc->slot);
	desc->n_slots = desc->n_slots ? 2 * desc->n_slots : LEAST;
	desc->slot = hpcc_alloc((size_t)desc->n_slots * sizeof *desc->slot);
	desc->peer = hpcc_grow(desc->peer, (size_t)desc->n_slots / 2 * sizeof(peer_t *));
	for (int k = 0; k < desc->n_peers; k++) *slot_of(desc, desc->peer[k]->key) = k + 1;
}

peer_t *hpcc_peer(desc_t *desc, long key)
{
	if (2 * desc->n_peers >= desc->n_slots) more_slots(desc);
	int *slot = slot_of(desc, key);
	if (*slot == 0) {
		peer_t *peer = desc->peer[desc->n_peers] = hpcc_alloc(sizeof *peer);
		peer->key = key;
		*slot = ++desc->n_peers;
	}
	return desc->peer[*slot - 1];
}

int hpcc_valid_has(desc_t *desc, const valid_t *valid, const boxes_t *list)
{
	if (desc->n_valid == 0) return 0;
	return (valid->n > 0 && hpcc_boxes_covered(list, valid->list, valid->n)) ||
	       (desc->all.n > 0 && valid != &desc->all && hpcc_boxes_covered(list, desc->all.list, desc->all.n));
}

void hpcc_valid_drop_first(desc_t *desc, valid_t *valid)
{
	hpcc_boxes_drop(valid->list[0]);
	memmove(valid->list, valid->list + 1, (size_t)(valid->n - 1) * sizeof *valid->list);
	valid->n--;
	desc->n_valid--;
}

void hpcc_valid_add(desc_t *desc, valid_t *valid, boxes_t *list)
{
	enum { MOST = 32 };
	if (valid->n == MOST) hpcc_valid_drop_first(desc, valid);
	if (valid->n == valid->capacity) {
		valid->capacity = valid->capacity ? 2 * valid->capacity : 4;
		valid->list = hpcc_grow(valid->list, (size_t)valid->capacity * sizeof *valid->list);
	}
	valid->list[valid->n++] = hpcc_boxes_keep(list);
	desc->n_valid++;
}

static void drop_changed(desc_t *desc, valid_t *valid, const boxes_t *changed)
{
	int kept = 0;
	for (int k = 0; k < valid->n; k++)
		if (changed && !hpcc_boxes_meet(valid->list[k], changed))
			valid->list[kept++] = valid->list[k];
		else
			hpcc_boxes_drop(valid->list[k]);
	desc->n_valid -= valid->n - kept;
	valid->n = kept;
}

void hpcc_valid_drop(desc_t *desc, valid_t *valid) { drop_changed(desc, valid, NULL); }

void hpcc_invalidate_but_ahead(desc_t *desc, const boxes_t *changed)
{
	if (desc->n_valid == 0) return;
	for (int k = 0; k < desc->n_peers; k++) {
		drop_changed(desc, &desc->peer[k]->sent, changed);
		drop_changed(desc, &desc->peer[k]->received, changed);
	}
	drop_changed(desc, &desc->all, changed);
}

void hpcc_invalidate(desc_t *desc, const boxes_t *changed)
{
	hpcc_shadow_stale(desc, changed);
	if (!changed || hpcc_boxes_count(changed) > 1) desc->n_single = desc->ahead_spent = 0;
	hpcc_invalidate_but_ahead(desc, changed);
	drop_changed(desc, &desc->ahead, changed);
}

void hpcc_invalidate_but_all(desc_t *desc, const boxes_t *changed)
{
	const valid_t all = desc->all;
	desc->n_valid -= all.n;
	desc->all = (valid_t){0};
	hpcc_invalidate(desc, changed);
	desc->all = all;
	desc->n_valid += all.n;
	for (int k = 0; k < all.n; k++) hpcc_shadow_fresh(desc, all.list[k], &desc->range);
}
