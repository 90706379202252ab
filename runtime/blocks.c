// SPDX-License-Identifier: Apache-2.0
//
// Variables of file scope in which several arrays begin at offsets: the program computes where, when it has begun to run. The arrays are
// mapped by the first nest that finds all of them there; until then the variable is what memory without a mapping is.
#include "core.h"
#include <stdlib.h>
#include <string.h>

typedef struct block_t {
	const hpcc_array_info *info;
	const char *base;
	size_t bytes;
	void (*arrays)(hpcc_block_arrays *found);
} block_t;

typedef struct span_t {
	const char *low, *high;
} span_t;

// Where the arrays of one block would be.
struct hpcc_block_arrays {
	const block_t *block;
	span_t *span;
	long n, room;
	int unknown; // an extent is not there yet, or the array that one of them is aligned with
	int outside; // one leaves the block
};

static block_t *waiting;
int hpcc_n_blocks;

void hpcc_block_wait(
        const hpcc_array_info *info, const void *block, size_t bytes, void (*arrays)(hpcc_block_arrays *found))
{
	waiting = hpcc_grow(waiting, (size_t)(hpcc_n_blocks + 1) * sizeof *waiting);
	waiting[hpcc_n_blocks++] = (block_t){info, block, bytes, arrays};
}

void hpcc_block_array(hpcc_block_arrays *found, const void *base, const long *extent, const void *with)
{
	const block_t *block = found->block;
	size_t bytes = block->info->element;
	int empty = 0, large = 0;
	for (int d = 0; d < block->info->rank; d++) {
		empty |= extent[d] <= 0;
		large |= !empty && __builtin_mul_overflow(bytes, (size_t)extent[d], &bytes);
	}
	found->unknown |= empty || (with && hpcc_is_plain(with));
	const char *low = base, *end = block->base + block->bytes;
	int inside = low >= block->base && low < end && !large && bytes <= (size_t)(end - low);
	found->outside |= !inside;
	if (empty || !inside) return;
	if (found->n == found->room) {
		found->room = found->room ? 2 * found->room : 16;
		found->span = hpcc_grow(found->span, (size_t)found->room * sizeof *found->span);
	}
	found->span[found->n++] = (span_t){low, low + bytes};
}

static int by_address(const void *a, const void *b)
{
	const span_t *x = a, *y = b;
	return (x->low > y->low) - (x->low < y->low);
}

// Of offsets that are not there yet many are the same.
static int overlap(hpcc_block_arrays *found, int *same)
{
	int any = 0;
	if (found->n) qsort(found->span, (size_t)found->n, sizeof *found->span, by_address);
	for (long k = 1; k < found->n; k++) {
		any |= found->span[k].low < found->span[k - 1].high;
		*same |= found->span[k].low == found->span[k - 1].low;
	}
	return any;
}

static int leads_into(const block_t *block, void *const *base, int n)
{
	for (int a = 0; a < n; a++) {
		const char *at = base[a];
		if (at >= block->base && at < block->base + block->bytes) return 1;
	}
	return 0;
}

// Maps the arrays if all of them are where they can be. What cannot become right is told of when a nest uses the memory.
static int map_arrays(const block_t *block, void *const *base, int n)
{
	hpcc_block_arrays found = {.block = block};
	block->arrays(&found);
	int same = 0, crossed = overlap(&found, &same);
	long count = found.n;
	free(found.span);
	int known = count > 0 && !found.unknown && !same;
	if (known && (crossed || found.outside) && leads_into(block, base, n))
		hpcc_die(block->info->where,
		        crossed ? "the arrays in `%s` overlap where a nest uses them: their offsets and extents must "
		                  "be "
		                  "there by then"
		                : "an array in `%s` goes beyond it where a nest uses them: their offsets and extents "
		                  "must be "
		                  "there by then",
		        block->info->name);
	if (!known || crossed || found.outside) return 0;
	block->arrays(NULL);
	return 1;
}

void hpcc_block_find_all(void *const *base, int n)
{
	if (hpcc_depth > 0 || hpcc_apart_now) return;
	for (int k = 0; k < hpcc_n_blocks; k++) {
		block_t block = waiting[k];
		if (!map_arrays(&block, base, n)) continue;
		memmove(waiting + k, waiting + k + 1, (size_t)(hpcc_n_blocks - k - 1) * sizeof *waiting);
		hpcc_n_blocks--;
		k = -1; // others may be aligned with these
	}
}
