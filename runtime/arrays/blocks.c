// SPDX-License-Identifier: Apache-2.0
//
// Variables in which several arrays begin at offsets. Those of file scope, and those in objects: the program computes
// where, when it has begun to run; the arrays are mapped by the first nest that finds all of them there, and until then
// the variable is what memory without a mapping is. Where the program computes other places later, its arrays are
// mapped anew.
#include "../nests/nests.h"
#include "arrays.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct piece_t {
	const char *low, *high;
	long extent[HPCC_MAX_RANK];
} piece_t;

struct hpcc_block_arrays {
	const hpcc_array_info *info;
	const char *base;
	size_t bytes;
	hpcc_block_function *arrays; // NULL: a variable of a block, whose directive tells
	const void *object;          // that it is in; NULL: none
	const char *memory;          // the begin of the memory that this is in
	piece_t *mapped, *found;     // what is mapped in it, and where the arrays would be now
	long n_mapped, n_found, room;
	int unknown; // an extent is not there yet, or the array that one of them is aligned with
	int outside; // one leaves the block
	int crossed; // two overlap
	int same;    // two begin at the same place: offsets that are not there yet do
};

static hpcc_block_arrays **block;
static int n_blocks;
int hpcc_n_blocks_waiting;

static hpcc_block_arrays *add(const hpcc_array_info *info, const void *base, size_t bytes, hpcc_block_function *arrays)
{
	block = hpcc_grow(block, (size_t)(n_blocks + 1) * sizeof *block);
	hpcc_block_arrays *b = hpcc_alloc(sizeof *b);
	*b = (hpcc_block_arrays){.info = info, .base = base, .bytes = bytes, .arrays = arrays};
	return block[n_blocks++] = b;
}

static void drop(hpcc_block_arrays *b)
{
	hpcc_n_blocks_waiting -= b->arrays && b->n_mapped == 0;
	free(b->mapped);
	free(b->found);
	free(b);
}

void hpcc_blocks_forget(const char *low, const char *high)
{
	int kept = 0;
	for (int k = 0; k < n_blocks; k++)
		if (block[k]->base >= low && block[k]->base < high)
			drop(block[k]);
		else
			block[kept++] = block[k];
	n_blocks = kept;
}

// ---- where the arrays are -----------------------------------------------------------------------

void hpcc_block_array(hpcc_block_arrays *b, const void *base, const long *extent, const void *with)
{
	int rank = b->info->rank, empty = 0, large = 0;
	size_t bytes = b->info->element;
	for (int d = 0; d < rank; d++) {
		empty |= extent[d] <= 0;
		large |= !empty && __builtin_mul_overflow(bytes, (size_t)extent[d], &bytes);
	}
	b->unknown |= empty || (with && hpcc_is_plain(with));
	const char *low = base, *end = b->base + b->bytes;
	int inside = low >= b->base && low < end && !large && bytes <= (size_t)(end - low);
	if (empty) return;
	b->outside |= !inside;
	if (!inside) return;
	if (b->n_found == b->room) {
		b->room = b->room ? 2 * b->room : 16;
		b->found = hpcc_grow(b->found, (size_t)b->room * sizeof *b->found);
	}
	piece_t piece = {.low = low, .high = low + bytes};
	memcpy(piece.extent, extent, (size_t)rank * sizeof *extent);
	b->found[b->n_found++] = piece;
}

static int by_address(const void *a, const void *b)
{
	const piece_t *x = a, *y = b;
	return (x->low > y->low) - (x->low < y->low);
}

static void compare(hpcc_block_arrays *b)
{
	if (b->n_found) qsort(b->found, (size_t)b->n_found, sizeof *b->found, by_address);
	for (long k = 1; k < b->n_found; k++) {
		b->crossed |= b->found[k].low < b->found[k - 1].high;
		b->same |= b->found[k].low == b->found[k - 1].low;
	}
}

static int is_as_before(const hpcc_block_arrays *b)
{
	if (b->n_found != b->n_mapped) return 0;
	return b->n_found == 0 || memcmp(b->found, b->mapped, (size_t)b->n_found * sizeof *b->found) == 0;
}

static void begin(hpcc_block_arrays *b)
{
	b->n_found = 0;
	b->unknown = b->outside = b->crossed = b->same = 0;
}

// What was mapped is mapped no more, with all values everywhere; what was found will be.
static void take(hpcc_block_arrays *b)
{
	if (b->n_mapped > 0) {
		for (long k = 0; k < b->n_mapped; k++)
			hpcc_gather(b->mapped[k].low, (size_t)(b->mapped[k].high - b->mapped[k].low));
		hpcc_forget_range(b->mapped[0].low, b->mapped[b->n_mapped - 1].high);
	}
	free(b->mapped);
	b->mapped = b->found, b->n_mapped = b->n_found;
	b->found = NULL, b->n_found = b->room = 0;
}

static void refuse(const hpcc_block_arrays *b)
{
	const char *when = b->arrays ? "where a nest uses them" : "at the directive";
	if (b->crossed)
		hpcc_die(b->info->where, "the arrays in `%s` overlap: offsets and extents must be there %s",
		        b->info->name, when);
	hpcc_die(b->info->where, "an array in `%s` goes beyond its %zu bytes: offsets and extents must be there %s",
	        b->info->name, b->bytes, when);
}

// ---- variables of blocks ------------------------------------------------------------------------

hpcc_block_arrays *hpcc_block_begin(const hpcc_array_info *info, const void *base, size_t bytes)
{
	hpcc_block_arrays *b = NULL;
	for (int k = 0; k < n_blocks && !b; k++)
		if (block[k]->base == base && block[k]->info == info) b = block[k];
	if (!b) b = add(info, base, bytes, NULL);
	begin(b);
	return b;
}

int hpcc_block_changes(hpcc_block_arrays *b)
{
	compare(b);
	if (is_as_before(b)) return 0;
	if (b->crossed || b->outside) refuse(b);
	take(b);
	return 1;
}

// ---- variables of file scope, and in objects ----------------------------------------------------

void hpcc_block_wait(
        const hpcc_array_info *info, const void *base, size_t bytes, hpcc_block_function *arrays, const void *object)
{
	if (!base || !bytes || hpcc_apart_now) return;
	// Where a pointer gets an object that another file made, both tell of it.
	for (int k = 0; k < n_blocks; k++)
		if (block[k]->base == base && block[k]->arrays) return;
	hpcc_block_arrays *b = add(info, base, bytes, arrays);
	b->object = object;
	if (object) b->memory = hpcc_object_around(object);
	hpcc_n_blocks_waiting++;
	hpcc_unheeded_note(
	        info, base, bytes, "where its arrays are was never known, all of them, where a nest used it");
	hpcc_store_bounds();
}

size_t hpcc_block_room(const void *base) { return hpcc_rows_room(base); }

void hpcc_blocks_bounds(char **low, char **high)
{
	for (int k = 0; k < n_blocks; k++) {
		if (!block[k]->object) continue;
		*low = MIN_OF(*low, (char *)block[k]->memory); // this is what is freed
		*high = MAX_OF(*high, (char *)block[k]->base + block[k]->bytes);
	}
}

static int leads_into(const hpcc_block_arrays *b, void *const *base, int n)
{
	for (int a = 0; a < n; a++) {
		const char *at = base[a];
		if (at >= b->base && at < b->base + b->bytes) return 1;
	}
	return 0;
}

// Maps the arrays if all of them are where they can be. What cannot become right is told of when a nest uses the
// memory.
static int map_arrays(hpcc_block_arrays *b, void *const *base, int n)
{
	begin(b);
	b->arrays(b, b->object);
	compare(b);
	if (b->n_found == 0 || b->unknown || b->same || is_as_before(b)) return 0;
	if (b->crossed || b->outside) {
		if (b->n_mapped == 0 && leads_into(b, base, n)) refuse(b);
		return 0;
	}
	hpcc_n_blocks_waiting -= b->n_mapped == 0;
	take(b);
	b->arrays(NULL, b->object);
	return 1;
}

// What says where the arrays of an object are may be gone before the object is, as a table that the program has freed.
// It is looked at where the object is used: a pointer may be set back before it.
static int may_be_used(const hpcc_block_arrays *b, void *const *base, int n)
{
	if (!b->object) return 1;
	for (int a = 0; a < n; a++) {
		uintptr_t at = (uintptr_t)base[a], low = (uintptr_t)b->base;
		if (at + b->bytes >= low && at < low + b->bytes) return 1;
		// Another array of the object may be aligned with it.
		if (b->n_mapped == 0 && hpcc_object_around(base[a]) == b->memory) return 1;
	}
	return 0;
}

void hpcc_block_find_all(void *const *base, int n)
{
	if (hpcc_depth > 0 || hpcc_apart_now) return;
	// Others may be aligned with those that are found.
	for (int any = 1; any;) {
		any = 0;
		for (int k = 0; k < n_blocks; k++)
			if (block[k]->arrays && may_be_used(block[k], base, n)) any |= map_arrays(block[k], base, n);
	}
}
