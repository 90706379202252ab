// SPDX-License-Identifier: Apache-2.0
//
// Which array a nest means by a pointer. It may stand before its array (`x - k`, from which subscripts begin at k),
// where another one lies, or none, and not the same on all processes. So the bytes count that the nest names by it.
//
// And nests that go by a pointer beyond the array that it leads into, to other arrays in the same block of memory, or
// to memory that is not mapped. Who owns what the pointer's array has says nothing of these: all processes run the
// nest, on all that it may touch.
#include "arrays.h"
#include <stdint.h>

// The bytes from the first to the last that a section names; 0: there are none, or it is not known how many.
static int bytes_of(const hpcc_arg *arg, hpcc_section *section, const long *par, const void *base, const long *row,
        char **low, char **high)
{
	static const long unknown[HPCC_MAX_RANK];
	hpcc_range own[HPCC_MAX_AXES];
	if (!section) return 0;
	for (int k = 0; k < HPCC_MAX_AXES; k++) own[k] = hpcc_everything;
	hpcc_sink sink = {.rank = arg->rank, .extent = unknown, .boxes = hpcc_boxes_new(arg->rank)};
	section(par, own, &sink);
	int known = sink.boxes->n > 0;
	uintptr_t least = UINTPTR_MAX, most = 0;
	for (int k = 0; k < sink.boxes->n && known; k++) {
		long first = 0, last = 0, pitch = (long)arg->element;
		for (int d = arg->rank - 1; d >= 0 && known; d--) {
			const hpcc_range *r = &sink.boxes->box[k].d[d];
			known = r->lo > -HPCC_INF && r->hi < HPCC_INF;
			first += known ? r->lo * pitch : 0;
			last += known ? r->hi * pitch : 0;
			if (d > 0) pitch *= row[d - 1];
		}
		least = MIN_OF(least, (uintptr_t)base + (uintptr_t)first);
		most = MAX_OF(most, (uintptr_t)base + (uintptr_t)last + arg->element);
	}
	hpcc_boxes_drop(sink.boxes);
	*low = (char *)least, *high = (char *)most;
	return known && least < most;
}

static int holds(const desc_t *desc, const char *low, const char *high)
{
	return desc && low >= desc->base && high <= desc->base + desc->bytes;
}

// The bytes of all sections together; 0: they are not known.
static int bytes_of_all(
        const hpcc_arg *arg, const long *par, const void *base, const long *row, char **low, char **high)
{
	hpcc_section *const sections[] = {arg->need, arg->wrote, arg->at_home};
	uintptr_t least = UINTPTR_MAX, most = 0;
	for (int k = 0; k < 3; k++) {
		char *from, *to;
		if (!bytes_of(arg, sections[k], par, base, row, &from, &to)) continue;
		least = MIN_OF(least, (uintptr_t)from);
		most = MAX_OF(most, (uintptr_t)to);
	}
	*low = (char *)least, *high = (char *)most;
	return least < most;
}

desc_t *hpcc_array_meant(const hpcc_arg *arg, const long *par, const void *base, const long *row)
{
	desc_t *at_base = hpcc_find(base), *at_low;
	char *low, *high;
	if (!base || arg->row_levels > 0 || hpcc_n_mapped() == 0) return at_base;
	if (!bytes_of_all(arg, par, base, row, &low, &high))
		return at_base ? at_base : hpcc_find((const char *)base + arg->element);
	if (holds(at_base, low, high)) return at_base;
	at_low = hpcc_find(low);
	return holds(at_low, low, high) ? at_low : at_base;
}

// A pointer leads to nothing outside of the object, or the block of memory, in which its array stands. A section may be
// larger than what is read: where it goes further, what lies there is chance, and not the same on all processes.
static void within_block(const desc_t *desc, char **low, char **high)
{
	if (!desc || !desc->block_end || *low >= desc->block_end || *high <= desc->block) return;
	*low = MAX_OF(*low, (char *)desc->block);
	*high = MIN_OF(*high, (char *)desc->block_end);
}

// Whether an array but `own` has bytes there of which processes have different parts.
static int meets_other(const desc_t *own, const char *low, const char *high)
{
	for (const desc_t *d = hpcc_find(low) ? hpcc_find(low) : hpcc_find_next(low); d && d->base < high;
	        d = hpcc_find_next(d->base))
		if (d != own && !d->layout->everywhere) return 1;
	return 0;
}

// What is read beyond an array, where nothing is mapped, all processes have; but by its compact store it is elsewhere.
static int goes_beyond(const desc_t *desc, int only_read, const char *low, const char *high)
{
	if (holds(desc, low, high)) return 0;
	if (meets_other(desc, low, high)) return 1;
	return desc && !desc->layout->everywhere && (!only_read || desc->compact_layout);
}

// Another array behind the same pointer, from `low` on; NULL: there is none.
static const desc_t *sibling(const desc_t *own, const char *low, const char *high)
{
	for (const desc_t *d = hpcc_find_next(low); d && d->base < high; d = hpcc_find_next(d->base))
		if (d != own && d->info == own->info && !d->layout->everywhere) return d;
	return NULL;
}

// Where it is not known how far the section goes: from the array's beginning, or that of the memory in which it stands,
// to the end of that memory, if other arrays stand there behind the same pointer.
static int may_go_on(
        const hpcc_arg *arg, hpcc_section *section, const long *par, const desc_t *desc, char **low, char **high)
{
	static const long unknown[HPCC_MAX_RANK];
	hpcc_range own[HPCC_MAX_AXES];
	size_t room = section && desc && desc->info->at_offset ? hpcc_block_room(desc->base) : 0;
	if (!room) return 0;
	for (int k = 0; k < HPCC_MAX_AXES; k++) own[k] = hpcc_everything;
	hpcc_sink sink = {.rank = arg->rank, .extent = unknown, .boxes = hpcc_boxes_new(arg->rank)};
	section(par, own, &sink);
	int upward = 0, downward = 0;
	for (int k = 0; k < sink.boxes->n; k++) {
		upward |= sink.boxes->box[k].d[0].hi >= HPCC_INF;
		downward |= sink.boxes->box[k].d[0].lo <= -HPCC_INF;
	}
	hpcc_boxes_drop(sink.boxes);
	*low = desc->base, *high = desc->base + room;
	const desc_t *before = downward && desc->block ? sibling(desc, desc->block - 1, desc->base) : NULL;
	if (before) *low = before->base;
	return before || (upward && room > desc->bytes && sibling(desc, desc->base, *high));
}

const char hpcc_beyond_why[] = "a pointer goes beyond the array that it leads into";
const char hpcc_beyond_instead[] = "name the array that is meant";

// Whether all processes have all of every array: where a pointer leads to is the same on all of them then.
static int nothing_is_spread(void)
{
	static long at; // of hpcc_epoch
	static int nothing;
	if (at == hpcc_epoch) return nothing;
	nothing = 1;
	for (const desc_t *d = hpcc_next_in_order(NULL); d && nothing; d = hpcc_next_in_order(d))
		nothing = d->layout->everywhere;
	at = hpcc_epoch;
	return nothing;
}

int hpcc_beyond(const hpcc_nest *nest, const long *par, void *const *base, const long *row, int reach)
{
	int found = 0;
	if (nothing_is_spread()) return 0;
	for (int a = 0; a < nest->n_args; a++) {
		const hpcc_arg *arg = &nest->args[a];
		const desc_t *desc = hpcc_array_meant(arg, par, base[a], row);
		hpcc_section *const sections[] = {arg->need, arg->wrote, arg->at_home};
		// An array that the source declares ends where its declaration says.
		int declared = arg->row_levels > 0 || (desc && hpcc_is_reserved(desc->base));
		for (int k = 0; k < 3 && !declared; k++) {
			char *low, *high;
			int known = bytes_of(arg, sections[k], par, base[a], row, &low, &high);
			if (known) within_block(desc, &low, &high);
			if (known ? !goes_beyond(desc, k == 0, low, high)
			          : !may_go_on(arg, sections[k], par, desc, &low, &high))
				continue;
			found = 1;
			if (reach) hpcc_reach(low, high, arg->flags & HPCC_WRITES);
		}
		row += arg->rank - 1;
	}
	return found;
}
