// SPDX-License-Identifier: Apache-2.0
//
// Arrays behind pointers to their rows (double **a). Rows that are allocated one by one are put behind one another, in
// address space of their own, so that the array is one piece of memory as any other, and the program's pointers lead
// into it. Where the program sets the pointers otherwise, nests that use them run on all processes, on whole arrays, by
// these pointers.
#define _GNU_SOURCE
#include "../trace/trace.h"
#include "arrays.h"
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

// ---- memory that rows are put into ------------------------------------------------------------

// Rows of one length, allocated one after the other.
typedef struct run_t {
	char *start;
	size_t bytes; // of each, with what the next one is to be aligned for
	long first;   // its first row's number in the pool
} run_t;

// For the rows of one vector of pointers.
typedef struct pool_t {
	const char *vector, *vector_end; // the block of memory that the pointers stand in
	const char *last_place;          // of the pointer that was set last
	char *map, *base, *next, *end;   // base: of the first row, end: of what is reserved
	size_t map_bytes;
	size_t n_pointers; // in that block, where it was allocated; 0: not known
	run_t *run;        // by address
	int n_runs, room;
	long n_rows, n_live;
	unsigned char *freed; // a bit for each row
	size_t freed_bytes;
} pool_t;

static pool_t *pools;
static int n_pools;
static char *pools_low = (char *)UINTPTR_MAX, *pools_high;

typedef struct span_t {
	char *low, *high;
} span_t;

// What was allocated last: vectors of pointers are among it when their rows are allocated.
enum { RECENT = 256 };
static _Thread_local span_t recent[RECENT];
static _Thread_local unsigned n_recent;
// The pointer in a vector that a call of the program sets, which may allocate the row.
static _Thread_local struct {
	const char *place;
	size_t element;
} wanted;

void hpcc_rows_allocated(void *block, size_t bytes)
{
	// Where processes do different things they allocate different blocks: what all know stays the same on all.
	if (!block || hpcc_partitioned_now || hpcc_apart_now) return;
	recent[n_recent++ % RECENT] = (span_t){block, (char *)block + bytes};
}

void hpcc_rows_freed(const void *block, size_t bytes)
{
	const char *low = block;
	for (unsigned k = 0; k < RECENT && k < n_recent; k++)
		if (recent[k].low >= low && recent[k].low < low + bytes) recent[k] = (span_t){NULL, NULL};
}

size_t hpcc_rows_room(const void *address)
{
	const char *at = address;
	for (unsigned k = 0; k < RECENT && k < n_recent; k++) {
		span_t s = recent[(n_recent - 1 - k) % RECENT];
		if (at >= s.low && at < s.high) return (size_t)(s.high - at);
	}
	return 0;
}

const char *hpcc_rows_block(const void *address)
{
	const char *at = address;
	for (unsigned k = 0; k < RECENT && k < n_recent; k++) {
		span_t s = recent[(n_recent - 1 - k) % RECENT];
		if (at >= s.low && at < s.high) return s.low;
	}
	return at;
}

static pool_t *pool_at(const void *address)
{
	const char *at = address;
	if (at < pools_low || at >= pools_high) return NULL;
	for (int k = n_pools - 1; k >= 0; k--)
		if (at >= pools[k].map && at < pools[k].end) return &pools[k];
	return NULL;
}

const char *hpcc_pool_end(const void *address)
{
	const pool_t *pool = pool_at(address);
	return pool ? pool->end : NULL;
}

// A vector of pointers whose rows have a shape; empty: there is none.
static span_t declared_vector(const char *place);

// What was allocated not long ago, and holds the pointer.
static span_t allocated_vector(const char *place)
{
	for (unsigned k = 0; k < RECENT && k < n_recent; k++) {
		span_t s = recent[(n_recent - 1 - k) % RECENT];
		if (place >= s.low && place + sizeof(char *) <= s.high) return s;
	}
	return (span_t){NULL, NULL};
}

// The block of memory that holds a pointer to a row; empty: not known.
static span_t vector_of(const char *place)
{
	pool_t *pool = pool_at(place);
	if (pool) return (span_t){pool->base, pool->end};
	span_t declared = declared_vector(place);
	return declared.low ? declared : allocated_vector(place);
}

// Room for as many rows as there are pointers from `place` on.
static pool_t *new_pool(const char *place, size_t bytes, size_t alignment)
{
	span_t vector = vector_of(place);
	// Rows are allocated from the first on; what is set at random is none.
	if (!vector.low || place >= vector.low + 2 * sizeof(char *)) return NULL;
	size_t n = (size_t)(vector.high - place) / sizeof(char *), total, colour = hpcc_next_colour();
	if (alignment > HPCC_PAGE) return NULL;
	if (alignment > 1) colour -= colour % alignment;
	if (__builtin_mul_overflow(n, bytes, &total) || total > PTRDIFF_MAX / 2) return NULL;
	char *map = hpcc_map_pages(total + colour, total >= HPCC_HUGE_PAGE ? HPCC_HUGE_PAGE : HPCC_PAGE);
	if (!map) return NULL;
	span_t allocated = allocated_vector(place);
	pools = hpcc_grow(pools, (size_t)(n_pools + 1) * sizeof *pools);
	pool_t *pool = &pools[n_pools++];
	*pool = (pool_t){.vector = vector.low,
	        .vector_end = vector.high,
	        .map = map,
	        .map_bytes = total + colour,
	        .n_pointers = (size_t)(allocated.high - allocated.low) / sizeof(char *),
	        .base = map + colour,
	        .next = map + colour,
	        .end = map + colour + total};
	if (pool->map < pools_low) pools_low = pool->map;
	if (pool->end > pools_high) pools_high = pool->end;
	return pool;
}

static void drop_pool(pool_t *pool)
{
	hpcc_forget_range(pool->map, pool->end);
	munmap(pool->map, pool->map_bytes);
	free(pool->run);
	free(pool->freed);
	*pool = pools[--n_pools];
	pools_low = (char *)UINTPTR_MAX, pools_high = NULL;
	for (int k = 0; k < n_pools; k++) {
		if (pools[k].map < pools_low) pools_low = pools[k].map;
		if (pools[k].end > pools_high) pools_high = pools[k].end;
	}
}

// The pool that the row of the pointer at `place` goes to. The pointers of a vector are set upward; else another array
// begins.
static pool_t *pool_for(const char *place, size_t bytes, size_t alignment)
{
	for (int k = n_pools - 1; k >= 0; k--) {
		pool_t *pool = &pools[k];
		if (place < pool->vector || place >= pool->vector_end || place <= pool->last_place) continue;
		if ((uintptr_t)pool->next % alignment) continue;
		if ((size_t)(pool->end - pool->next) >= bytes) return pool;
	}
	return new_pool(place, bytes, alignment);
}

static char *add_row(pool_t *pool, size_t bytes)
{
	char *start = pool->next;
	if (!pool->n_runs || pool->run[pool->n_runs - 1].bytes != bytes) {
		if (pool->n_runs == pool->room) {
			pool->room = pool->room ? 2 * pool->room : 16;
			pool->run = hpcc_grow(pool->run, (size_t)pool->room * sizeof *pool->run);
		}
		pool->run[pool->n_runs++] = (run_t){.start = start, .bytes = bytes, .first = pool->n_rows};
	}
	pool->n_rows++;
	pool->n_live++;
	pool->next += bytes;
	return start;
}

void hpcc_row_begin(const void *place, size_t element)
{
	if (!hpcc_as_many() || hpcc_depth > 0) return;
	wanted.place = place;
	wanted.element = element;
}

void hpcc_row_end(void) { wanted.place = NULL; }

// Bytes from one row to the next, so that each is aligned and begins with an element. 0: that would be far more.
static size_t pitch_of(size_t bytes, size_t alignment, size_t element)
{
	size_t aligned = bytes + (alignment - bytes % alignment) % alignment, pitch = aligned;
	while (pitch % element && pitch <= 2 * aligned) pitch += alignment;
	return pitch <= 2 * aligned ? pitch : 0;
}

void *hpcc_rows_allocate(size_t bytes, size_t alignment)
{
	const char *place = wanted.place;
	wanted.place = NULL;
	if (!place || bytes == 0 || bytes > PTRDIFF_MAX / 4 || bytes % wanted.element) return NULL;
	size_t pitch = pitch_of(bytes, alignment, wanted.element);
	pool_t *pool = pitch ? pool_for(place, pitch, alignment) : NULL;
	if (!pool) return NULL;
	pool->last_place = place;
	return add_row(pool, pitch);
}

// The rows among which one begins at `start`, and its number in the pool; NULL: none does.
static const run_t *run_at(const pool_t *pool, const char *start, long *row)
{
	int first = 0, last = pool->n_runs;
	while (first < last) {
		int middle = (first + last) / 2;
		if (pool->run[middle].start <= start)
			first = middle + 1;
		else
			last = middle;
	}
	if (first == 0 || start >= pool->next) return NULL;
	const run_t *run = &pool->run[first - 1];
	size_t offset = (size_t)(start - run->start);
	*row = run->first + (long)(offset / run->bytes);
	return offset % run->bytes == 0 ? run : NULL;
}

size_t hpcc_rows_size(const void *block)
{
	long row;
	pool_t *pool = pool_at(block);
	const run_t *run = pool ? run_at(pool, block, &row) : NULL;
	return run ? run->bytes : 0;
}

// Bytes from one row to the next, where the rows from `first` on have `bytes` at least.
static size_t row_pitch(const char *first, size_t bytes, size_t element)
{
	long row;
	const pool_t *pool = pool_at(first);
	const run_t *run = pool ? run_at(pool, first, &row) : NULL;
	return run && run->bytes > bytes && run->bytes % element == 0 ? run->bytes : bytes;
}

int hpcc_rows_apart(const desc_t *desc)
{
	long row;
	const pool_t *pool = pool_at(desc->base);
	size_t bytes = desc->element;
	for (int d = 1; d < desc->rank; d++) bytes *= (size_t)desc->extent[d];
	const run_t *run = pool ? run_at(pool, desc->base, &row) : NULL;
	if (!run || run->bytes != bytes) return desc->extent[0] == 0;
	long behind = run + 1 < pool->run + pool->n_runs ? run[1].first : pool->n_rows;
	return desc->extent[0] <= behind - row;
}

int hpcc_rows_are_all(const desc_t *desc)
{
	const pool_t *pool = pool_at(desc->base);
	return pool && !desc->lower[0] && pool->n_pointers == (size_t)desc->extent[0];
}

// ---- arrays behind vectors of pointers --------------------------------------------------------

typedef struct rows_t {
	const hpcc_array_info *info;
	char **pointers; // of dimension 0
	int rank, levels;
	long extent[HPCC_MAX_RANK];
	size_t row; // bytes
	layout_t *layout;
	const hpcc_template *with; // what it is aligned with, if that is a template:
	hpcc_align sub[HPCC_MAX_RANK];
	const void *beside; // the same, if that is an array: where it begins, and how many dimensions it has
	int beside_rank;
	int early; // a function is to hand it on to the pointer with the mapping (await.c)
} rows_t;

static rows_t *known;
static int n_known;
static char *known_low = (char *)UINTPTR_MAX, *known_high;

static char *vector_end(const rows_t *r) { return (char *)(r->pointers + r->extent[0]); }

static span_t declared_vector(const char *place)
{
	for (int k = 0; k < n_known; k++)
		if (place >= (char *)known[k].pointers && place < vector_end(&known[k]))
			return (span_t){(char *)known[k].pointers, vector_end(&known[k])};
	return (span_t){NULL, NULL};
}

static void find_known_bounds(void)
{
	known_low = (char *)UINTPTR_MAX, known_high = NULL;
	for (int k = 0; k < n_known; k++) {
		if ((char *)known[k].pointers < known_low) known_low = (char *)known[k].pointers;
		if (vector_end(&known[k]) > known_high) known_high = vector_end(&known[k]);
	}
}

static void drop_known(int k)
{
	hpcc_layout_free(known[k].layout);
	known[k] = known[--n_known];
	find_known_bounds();
}

// Until a nest finds the rows, or for ever.
static void note_unmapped(const hpcc_array_info *info, void *pointers, const long *extent)
{
	int empty = 0;
	for (int d = 0; d < info->rank; d++) empty |= extent[d] == 0;
	hpcc_unheeded_note(info, pointers, (size_t)MAX_OF(extent[0], 1) * sizeof(void *),
	        empty ? "an extent was 0 where the pointers to rows came; set it before"
	              : "its rows were never one array where a nest used them");
}

static void settle_early(const rows_t *r, const layout_t *layout);

static void know(const hpcc_array_info *info, void *pointers, int levels, const long *extent, layout_t *layout,
        const hpcc_template *with, const hpcc_align *align)
{
	for (int k = n_known - 1; k >= 0; k--) {
		if (known[k].pointers != pointers) continue;
		if (known[k].early) settle_early(&known[k], layout);
		drop_known(k);
	}
	note_unmapped(info, pointers, extent);
	rows_t r = {.info = info,
	        .pointers = pointers,
	        .rank = info->rank,
	        .levels = levels,
	        .row = info->element,
	        .layout = layout,
	        .with = with};
	memcpy(r.extent, extent, (size_t)info->rank * sizeof *extent);
	for (int d = levels; d < info->rank; d++) r.row *= (size_t)extent[d];
	if (with) memcpy(r.sub, align, (size_t)with->layout->rank * sizeof *align);
	known = hpcc_grow(known, (size_t)(n_known + 1) * sizeof *known);
	known[n_known++] = r;
	find_known_bounds();
	hpcc_waiting_align(pointers);
}

void hpcc_rows_distribute(const hpcc_array_info *info, void *pointers, int levels, const long *extent,
        const hpcc_dist *dist, hpcc_grid *grid)
{
	if (!pointers) return;
	hpcc_check_shape(info, extent);
	know(info, pointers, levels, extent,
	        hpcc_layout_distribute(info->name, info->where, info->rank, extent, dist, grid), NULL, NULL);
}

void hpcc_rows_align(const hpcc_array_info *info, void *pointers, int levels, const long *extent, hpcc_template *with,
        const hpcc_align *align)
{
	if (!pointers) return;
	hpcc_check_shape(info, extent);
	know(info, pointers, levels, extent,
	        hpcc_layout_align(info->name, info->where, info->rank, extent, with->layout, align), with, align);
}

// Of an array, or of one behind pointers to its rows; NULL: neither is there.
static const layout_t *layout_at(const void *base)
{
	const desc_t *desc = hpcc_array_at(base);
	return desc ? desc->layout : hpcc_rows_layout(base);
}

void hpcc_rows_align_array(const hpcc_array_info *info, void *pointers, int levels, const long *extent,
        const void *with_base, const hpcc_align *align)
{
	if (!pointers) return;
	hpcc_check_shape(info, extent);
	know(info, pointers, levels, extent, hpcc_layout_beside(info, extent, with_base, align), NULL, NULL);
	rows_t *r = &known[n_known - 1];
	const layout_t *with = layout_at(with_base);
	if (!with || r->pointers != pointers) return;
	r->beside = with_base;
	r->beside_rank = with->rank;
	memcpy(r->sub, align, (size_t)with->rank * sizeof *align);
}

const hpcc_array_info *hpcc_rows_with_template(const hpcc_template *template)
{
	for (int k = 0; k < n_known; k++)
		if (known[k].with == template) return known[k].info;
	return NULL;
}

const layout_t *hpcc_rows_layout(const void *pointers)
{
	for (int k = 0; k < n_known; k++)
		if (known[k].pointers == pointers) return known[k].layout;
	return NULL;
}

// ---- freeing ----------------------------------------------------------------------------------

int hpcc_rows_may_free(const void *block)
{
	const char *at = block;
	return (at >= pools_low && at < pools_high) || (at >= known_low && at < known_high);
}

void hpcc_rows_forget(const volatile void *pointers)
{
	const char *at = (const char *)pointers;
	hpcc_waiting_forget(at, at + 1);
	for (int k = n_known - 1; k >= 0; k--)
		if (at >= (char *)known[k].pointers && at < vector_end(&known[k])) drop_known(k);
}

// Whether a row is freed that was not free.
static int free_row(pool_t *pool, long row)
{
	size_t needed = (size_t)pool->n_rows / 8 + 1;
	if (pool->freed_bytes < needed) {
		pool->freed = hpcc_grow(pool->freed, needed);
		memset(pool->freed + pool->freed_bytes, 0, needed - pool->freed_bytes);
		pool->freed_bytes = needed;
	}
	unsigned char bit = (unsigned char)(1U << row % 8), *at = &pool->freed[row / 8];
	if (*at & bit) return 0;
	*at |= bit;
	return 1;
}

int hpcc_rows_free(void *block)
{
	long row;
	hpcc_rows_forget(block);
	pool_t *pool = pool_at(block);
	const run_t *run = pool ? run_at(pool, block, &row) : NULL;
	if (run && free_row(pool, row) && --pool->n_live == 0) drop_pool(pool);
	return pool != NULL;
}

// ---- are the rows where the shape says? --------------------------------------------------------

static int is_within(const rows_t *r, int level, char **vector, const char *first, size_t pitch)
{
	long n = r->extent[level];
	if (level + 1 == r->levels) {
		for (long i = 0; i < n; i++)
			if (vector[i] != first + (size_t)i * pitch) return 0;
		return 1;
	}
	size_t below = pitch;
	for (int d = level + 1; d < r->levels; d++) below *= (size_t)r->extent[d];
	for (long i = 0; i < n; i++)
		if (!is_within(r, level + 1, (char **)vector[i], first + (size_t)i * below, pitch)) return 0;
	return 1;
}

// Vectors of pointers to vectors are looked into only where these lie one behind the other: what was never set does
// not.
static int is_regular(const rows_t *r, int level, char **vector)
{
	if (level + 1 == r->levels) return 1;
	long n = r->extent[level], least = r->extent[level + 1] * (long)sizeof(char *);
	long apart = n > 1 ? vector[1] - vector[0] : least;
	if (!vector[0] || apart < least) return 0;
	for (long i = 1; i < n; i++)
		if (vector[i] != vector[0] + i * apart) return 0;
	for (long i = 0; i < n; i++)
		if (!is_regular(r, level + 1, (char **)vector[i])) return 0;
	return 1;
}

// Rows 1, 2, ... are there, `pitch` bytes apart.
static int from_one(const rows_t *r, size_t pitch)
{
	for (long i = 2; i < r->extent[0]; i++)
		if (r->pointers[i] != r->pointers[1] + (size_t)(i - 1) * pitch) return 0;
	return r->pointers[1] != NULL;
}

// Where the elements of the array stand.
typedef struct stand_t {
	char *first;  // NULL: the rows are not where the shape says
	int lower;    // 1: subscripts begin at 1 in both dimensions, there is nothing at 0; `first` is that of (1, 1)
	size_t row;   // bytes from one row to the next
	long padding; // elements behind each row that the shape does not have
} stand_t;

// With subscripts from 1 there are rows without an element 0, one behind the other.
static stand_t stand_of(const rows_t *r)
{
	stand_t nowhere = {0};
	size_t element = r->info->element;
	for (int d = 0; d < r->rank; d++)
		if (r->extent[d] == 0) return nowhere;
	if (!is_regular(r, 0, r->pointers)) return nowhere;
	char **vector = r->pointers;
	for (int level = 0; level + 1 < r->levels; level++) vector = (char **)vector[0];
	if (vector[0] && is_within(r, 0, r->pointers, vector[0], r->row)) return (stand_t){vector[0], 0, r->row, 0};
	// Within a row of several dimensions there is no room.
	size_t pitch = vector[0] && r->rank == r->levels + 1 ? row_pitch(vector[0], r->row, element) : r->row;
	if (pitch > r->row && is_within(r, 0, r->pointers, vector[0], pitch))
		return (stand_t){vector[0], 0, pitch, (long)((pitch - r->row) / element)};
	if (r->levels > 1 || r->extent[0] < 2) return nowhere;
	if (r->rank == 2 && r->extent[1] > 1 && from_one(r, r->row - element))
		return (stand_t){vector[1] + element, 1, r->row - element, 0};
	return nowhere;
}

static layout_t *layout_of_stand(const rows_t *r, const stand_t *stand)
{
	hpcc_align same[HPCC_MAX_RANK];
	long extent[HPCC_MAX_RANK];
	for (int d = 0; d < r->rank; d++) {
		same[d] = (hpcc_align){.dim = d, .coef = 1, .offset = stand->lower};
		extent[d] = r->extent[d] - stand->lower;
	}
	if (stand->padding) {
		same[r->rank - 1].is_part = 1;
		same[r->rank - 1].used = extent[r->rank - 1];
		extent[r->rank - 1] += stand->padding;
	}
	return hpcc_layout_align(r->info->name, r->info->where, r->rank, extent, r->layout, same);
}

static int is_mapped(const char *low, const char *high)
{
	const desc_t *next = hpcc_find_next(low);
	return hpcc_find(low) || (next && next->base < high);
}

// The mapping takes effect.
static void map_rows(const rows_t *r, const stand_t *stand)
{
	size_t bytes = r->info->element;
	for (int d = 0; d < r->rank; d++)
		bytes *= (size_t)(r->extent[d] - stand->lower + (d == r->rank - 1 ? stand->padding : 0));
	if (is_mapped(stand->first, stand->first + bytes)) return;
	hpcc_map_layout(r->info, stand->first, layout_of_stand(r, stand));
	desc_t *desc = hpcc_find(stand->first);
	if (desc) desc->early = r->early;
	if (desc) desc->padding = stand->padding;
	for (int d = 0; desc && d < r->rank; d++) desc->lower[d] = stand->lower;
}

// The pointer with the mapping has got the vector, and says how it is mapped; layout NULL: it has not got it.
static void settle_early(const rows_t *r, const layout_t *layout)
{
	stand_t stand = stand_of(r);
	desc_t *desc = stand.first ? hpcc_find(stand.first) : NULL;
	if (desc && layout && hpcc_layout_equal(r->layout, layout))
		desc->early = 0;
	else if (desc)
		hpcc_early_undo(desc->base);
}

void hpcc_rows_await(const hpcc_array_info *info, void *pointers, int levels, const long *extent, const hpcc_dist *dist,
        hpcc_grid *grid)
{
	hpcc_rows_distribute(info, pointers, levels, extent, dist, grid);
	hpcc_unheeded_forget(info, pointers);
	for (int k = 0; k < n_known; k++) known[k].early |= known[k].pointers == pointers;
}

void hpcc_rows_early_undo(const void *pointers)
{
	for (int k = n_known - 1; k >= 0; k--) {
		if (known[k].pointers != pointers || !known[k].early) continue;
		settle_early(&known[k], NULL);
		drop_known(k);
	}
}

// Where the vector that `at` points into stands in the array: its place in the order of the rows. -1: it is none of the
// level's.
static long index_of(const rows_t *r, int level, char **vector, const char *at, int wanted)
{
	long n = r->extent[level];
	const char *low = (const char *)vector;
	if (level == wanted) {
		size_t offset = (size_t)(at - low);
		return at >= low && at < (const char *)(vector + n) && offset % sizeof *vector == 0
		               ? (long)(offset / sizeof *vector)
		               : -1;
	}
	for (long i = 0; i < n; i++) {
		long k = index_of(r, level + 1, (char **)vector[i], at, wanted);
		if (k >= 0) return i * r->extent[level + 1] + k;
	}
	return -1;
}

// The address of row 0 of a vector of pointers, as the array's descriptor has it; NULL: not one array, or not in its
// place.
static char *place_of_rows(char *vector, const hpcc_arg *arg)
{
	for (int k = n_known - 1; k >= 0; k--) {
		const rows_t *r = &known[k];
		int level = r->rank - arg->rank;
		if (level < 0 || level != r->levels - arg->row_levels || r->info->element != arg->element) continue;
		if (level == 0 && (vector < (char *)r->pointers || vector >= vector_end(r))) continue;
		stand_t stand = stand_of(r);
		long index = stand.first ? index_of(r, 0, r->pointers, vector, level) : -1;
		if (index < 0) continue;
		map_rows(r, &stand);
		for (int d = level + 1; d < r->levels; d++) index *= r->extent[d];
		return stand.first + (size_t)index * stand.row;
	}
	return NULL;
}

desc_t *hpcc_array_at(const void *address)
{
	desc_t *desc = hpcc_find(address);
	for (int k = n_known - 1; !desc && k >= 0; k--) {
		if (known[k].pointers != address) continue;
		stand_t stand = stand_of(&known[k]);
		if (stand.first) map_rows(&known[k], &stand);
		desc = stand.first ? hpcc_find(stand.first) : NULL;
	}
	return desc;
}

// ---- another mapping ----------------------------------------------------------------------------

static rows_t *known_at(const void *pointers)
{
	for (int k = 0; k < n_known; k++)
		if (known[k].pointers == pointers) return &known[k];
	return NULL;
}

int hpcc_rows_have_come(const hpcc_array_info *info, const void *pointers, const long *extent)
{
	const rows_t *r = known_at(pointers);
	for (int d = 0; d < info->rank; d++)
		if (extent[d] <= 0) return 0;
	return !r || r->early;
}

// The rows may be in their places or not be there yet.
static desc_t *move_rows(rows_t *r, layout_t *layout, int whole_rows)
{
	stand_t stand = stand_of(r);
	if (stand.first) map_rows(r, &stand);
	desc_t *desc = stand.first ? hpcc_find(stand.first) : NULL;
	hpcc_layout_free(r->layout);
	r->layout = layout;
	if (!desc || desc->base != stand.first || desc->info != r->info) return NULL;
	hpcc_remap(desc, layout_of_stand(r, &stand), whole_rows);
	hpcc_remap_aligned(desc);
	return desc;
}

static rows_t *to_be_moved(const hpcc_array_info *info, const void *pointers)
{
	rows_t *r = known_at(pointers);
	if (r && (r->rank != info->rank || r->info->element != info->element))
		hpcc_die(info->where, "`%s` has another shape than `%s` (%s): only a whole array can be remapped",
		        info->name, r->info->name, r->info->where);
	return r;
}

int hpcc_rows_redistribute(const hpcc_array_info *info, const void *pointers, const hpcc_dist *dist, hpcc_grid *grid)
{
	rows_t *r = to_be_moved(info, pointers);
	if (!r) return 0;
	hpcc_remap_check_range(info, r->info, r->rank, dist);
	r->with = NULL;
	r->beside = NULL;
	desc_t *desc = move_rows(
	        r, hpcc_layout_distribute(info->name, info->where, r->rank, r->extent, dist, grid), info->whole_rows);
	if (desc) desc->mapping = info->mapping;
	return 1;
}

int hpcc_rows_realign(const hpcc_array_info *info, const void *pointers, const layout_t *with,
        const hpcc_template *template, const hpcc_align *align)
{
	rows_t *r = to_be_moved(info, pointers);
	if (!r) return 0;
	r->with = template;
	r->beside = NULL;
	if (template) memcpy(r->sub, align, (size_t)with->rank * sizeof *align);
	desc_t *desc = move_rows(
	        r, hpcc_layout_align(info->name, info->where, r->rank, r->extent, with, align), info->whole_rows);
	if (desc) desc->mapping = info->mapping;
	return 1;
}

void hpcc_rows_move_aligned(const hpcc_template *template)
{
	for (int k = 0; k < n_known; k++) {
		rows_t *r = &known[k];
		if (r->with != template) continue;
		move_rows(r,
		        hpcc_layout_align(r->info->name, r->info->where, r->rank, r->extent, template->layout, r->sub),
		        r->info->whole_rows);
	}
}

// Whether what it is aligned with is still there; something else may have its memory.
static int is_there(const rows_t *r)
{
	const layout_t *layout = layout_at(r->beside);
	return layout && layout->rank == r->beside_rank;
}

void hpcc_rows_move_planned(void)
{
	for (int k = 0; k < n_known; k++) {
		rows_t *r = &known[k];
		if (r->with) continue;
		if (r->layout->equal)
			move_rows(
			        r, hpcc_layout_planned(r->info->name, r->info->where, r->layout), r->info->whole_rows);
		else if (r->beside && is_there(r))
			move_rows(r, hpcc_layout_beside(r->info, r->extent, r->beside, r->sub), r->info->whole_rows);
	}
}

void hpcc_rows_leave_template(const hpcc_template *template)
{
	for (int k = 0; k < n_known; k++)
		if (known[k].with == template) known[k].with = NULL;
}

int hpcc_begins_at(const desc_t *desc, const void *address)
{
	return desc->base == address || (hpcc_find(address) != desc && hpcc_array_at(address) == desc);
}

// ---- nests on rows that are elsewhere ------------------------------------------------------------

// Arrays that rows lead into and the nest may use.
static desc_t **reached;
static int n_reached, reached_written;

static void reach_array(desc_t *desc)
{
	for (int k = 0; k < n_reached; k++)
		if (reached[k] == desc) return;
	reached = hpcc_grow(reached, (size_t)(n_reached + 1) * sizeof *reached);
	int at = n_reached++;
	// In the same order on all processes, wherever the arrays are.
	for (; at > 0 && reached[at - 1]->id > desc->id; at--) reached[at] = reached[at - 1];
	reached[at] = desc;
}

static void reach_all(void)
{
	for (desc_t *desc = hpcc_next_in_order(NULL); desc; desc = hpcc_next_in_order(desc)) reach_array(desc);
}

void hpcc_reach(const char *low, const char *high, int written)
{
	reached_written |= written;
	desc_t *desc = hpcc_find(low);
	if (desc) reach_array(desc);
	while ((desc = hpcc_find_next(low)) && desc->base < high) {
		reach_array(desc);
		low = desc->base;
	}
}

// Sections may be larger than what the program looks at: pointers that are not there are left out.
static long copy_pointers(char *const *from, char **to, long n)
{
	struct iovec here = {to, (size_t)n * sizeof *to}, there = {(void *)from, (size_t)n * sizeof *to};
	ssize_t bytes = process_vm_readv(getpid(), &here, 1, &there, 1, 0);
	if (bytes >= 0) return (long)((size_t)bytes / sizeof *to);
	if (errno == EFAULT) return 0;
	memcpy(to, from, (size_t)n * sizeof *to);
	return n;
}

static void reach_rows(const hpcc_arg *arg, int level, char *const *vector, const box_t *b)
{
	enum { MOST = 256 };
	char *row[MOST];
	const hpcc_range *inner = &b->d[arg->rank - 1];
	for (long i = b->d[level].lo; i <= b->d[level].hi; i += MOST) {
		long left = b->d[level].hi - i + 1, n = copy_pointers(vector + i, row, left < MOST ? left : MOST);
		for (long k = 0; k < n; k++) {
			if (level + 1 < arg->row_levels)
				reach_rows(arg, level + 1, (char *const *)row[k], b);
			else
				hpcc_reach(row[k] + inner->lo * (long)arg->element,
				        row[k] + (inner->hi + 1) * (long)arg->element, 0);
		}
		if (n < left && n < MOST) break;
	}
}

static int is_bounded(const hpcc_arg *arg, const box_t *b)
{
	if (arg->row_levels + 1 != arg->rank) return 0;
	for (int d = 0; d < arg->rank; d++)
		if (b->d[d].lo <= -HPCC_INF || b->d[d].hi >= HPCC_INF) return 0;
	return 1;
}

static void reach_section(const hpcc_arg *arg, hpcc_section *section, const long *par, char *const *vector)
{
	static const long unknown[HPCC_MAX_RANK];
	hpcc_range own[HPCC_MAX_AXES];
	for (int k = 0; k < HPCC_MAX_AXES; k++) own[k] = hpcc_everything;
	hpcc_sink sink = {.rank = arg->rank, .extent = unknown, .boxes = hpcc_boxes_new(arg->rank)};
	section(par, own, &sink);
	for (int k = 0; k < sink.boxes->n; k++) {
		if (is_bounded(arg, &sink.boxes->box[k]))
			reach_rows(arg, 0, vector, &sink.boxes->box[k]);
		else
			reach_all();
	}
	hpcc_boxes_drop(sink.boxes);
}

// Notes what mapped arrays the rows lead into.
static void reach_argument(const hpcc_arg *arg, const long *par, char *const *vector)
{
	if (hpcc_n_mapped() == 0) return;
	int known_sections = (arg->need || !(arg->flags & HPCC_READS)) && (arg->wrote || !(arg->flags & HPCC_WRITES)) &&
	                     !(arg->flags & HPCC_ALL_DIMS);
	if (!known_sections) {
		reach_all();
		return;
	}
	if (arg->need) reach_section(arg, arg->need, par, vector);
	if (arg->wrote) reach_section(arg, arg->wrote, par, vector);
}

// Why the nest cannot be split.
static char why[256];

// ---- entering and leaving nests -----------------------------------------------------------------

// What rows nobody knows the place of are written beside, or are written themselves, may be the same memory. -1:
// nothing is.
static int written_unmapped(const hpcc_nest *nest, void *const *place)
{
	for (int a = 0; a < nest->n_args; a++)
		if ((nest->args[a].flags & HPCC_WRITES) && !(nest->args[a].flags & HPCC_GROWS) && !hpcc_find(place[a]))
			return a;
	return -1;
}

// What is added to rows that are nowhere is told when it is known: hpcc_rows_check_added.
static int is_added_to(const hpcc_arg *arg) { return arg->row_levels && (arg->flags & HPCC_GROWS); }

static int any_grows(const hpcc_nest *nest)
{
	for (int a = 0; a < nest->n_args; a++)
		if (nest->args[a].flags & HPCC_GROWS) return 1;
	return 0;
}

// Calls `look` with the memory of the rows in the section; 0 where not all of it is known.
typedef void look_at_rows(const hpcc_nest *nest, int a, const char *low, const char *high, void *with);

static int each_row_in(const hpcc_nest *nest, int a, hpcc_section *section, const long *par, char *const *vector,
        look_at_rows *look, void *with)
{
	static const long unknown[HPCC_MAX_RANK];
	const hpcc_arg *arg = &nest->args[a];
	hpcc_range own[HPCC_MAX_AXES];
	int known = arg->row_levels == 1 && arg->rank == 2 && !(arg->flags & HPCC_ALL_DIMS) && section;
	for (int k = 0; k < HPCC_MAX_AXES; k++) own[k] = hpcc_everything;
	hpcc_sink sink = {.rank = arg->rank, .extent = unknown, .boxes = hpcc_boxes_new(arg->rank)};
	if (known) section(par, own, &sink);
	for (int k = 0; k < sink.boxes->n && known; k++) known = is_bounded(arg, &sink.boxes->box[k]);
	for (int k = 0; k < sink.boxes->n && known && look; k++) {
		const hpcc_range *rows = &sink.boxes->box[k].d[0], *inner = &sink.boxes->box[k].d[1];
		enum { MOST = 256 };
		char *row[MOST];
		for (long i = rows->lo, n = MOST; i <= rows->hi && n == MOST; i += n) {
			n = copy_pointers(vector + i, row, MIN_OF(rows->hi - i + 1, MOST));
			for (long j = 0; j < n; j++)
				look(nest, a, row[j] + inner->lo * (long)arg->element,
				        row[j] + (inner->hi + 1) * (long)arg->element, with);
		}
	}
	hpcc_boxes_drop(sink.boxes);
	return known;
}

// Of the rows that the nest reads.
static int each_row_read(
        const hpcc_nest *nest, int a, const long *par, char *const *vector, look_at_rows *look, void *with)
{
	return each_row_in(nest, a, nest->args[a].need, par, vector, look, with);
}

// Of those that it reads or writes.
static int each_row_touched(
        const hpcc_nest *nest, int a, const long *par, char *const *vector, look_at_rows *look, void *with)
{
	const hpcc_arg *arg = &nest->args[a];
	return (!(arg->flags & HPCC_READS) || each_row_in(nest, a, arg->need, par, vector, look, with)) &&
	       (!(arg->flags & HPCC_WRITES) || each_row_in(nest, a, arg->wrote, par, vector, look, with));
}

// ---- rows that each process has -----------------------------------------------------------------

// Without a mapping, as the compiler expects: each process works on its own.
static int is_plain(const hpcc_arg *arg)
{
	return arg->row_levels && (arg->flags & HPCC_UNMAPPED) && !(arg->flags & HPCC_GROWS);
}

typedef struct stretch_t {
	const char *low, *high;
	int meets;
} stretch_t;

static void widen(const hpcc_nest *nest, int a, const char *low, const char *high, void *with)
{
	stretch_t *span = with;
	(void)nest, (void)a;
	if (!span->low || low < span->low) span->low = low;
	if (high > span->high) span->high = high;
}

static void look_if_meets(const hpcc_nest *nest, int a, const char *low, const char *high, void *with)
{
	stretch_t *span = with;
	(void)nest, (void)a;
	span->meets |= low < span->high && span->low < high;
}

typedef struct pair_t {
	int other;
	const long *par;
	char *const *vector; // of the other one
	int meets;
} pair_t;

static void look_at_others(const hpcc_nest *nest, int a, const char *low, const char *high, void *with)
{
	pair_t *pair = with;
	stretch_t span = {low, high, 0};
	(void)a;
	if (!pair->meets) each_row_touched(nest, pair->other, pair->par, pair->vector, look_if_meets, &span);
	pair->meets |= span.meets;
}

// Whether the rows of `a` may be memory of `b`, which has no mapping either.
static int rows_meet(const hpcc_nest *nest, int a, int b, const long *par, void *const *base)
{
	const hpcc_arg *other = &nest->args[b];
	stretch_t mine = {0}, its = {0};
	if (!each_row_touched(nest, a, par, base[a], widen, &mine)) return 1;
	if (other->row_levels) {
		if (!each_row_touched(nest, b, par, base[b], widen, &its)) return 1;
		if (mine.high <= its.low || its.high <= mine.low) return 0;
		pair_t pair = {b, par, base[b], 0};
		each_row_touched(nest, a, par, base[a], look_at_others, &pair);
		return pair.meets;
	}
	its.low = base[b];
	its.high = other->size ? its.low + other->size : hpcc_object_end_around(base[b]);
	size_t length = its.high ? 0 : hpcc_libc_block_length(base[b]);
	if (length) its.high = its.low + length;
	if (!its.high) return 1;
	if (!other->size && !length) its.low = hpcc_object_around(base[b]);
	each_row_touched(nest, a, par, base[a], look_if_meets, &its);
	return its.meets;
}

static int plain_rows_meet(const hpcc_nest *nest, int a, const long *par, void *const *base)
{
	const int flags = nest->args[a].flags;
	for (int b = 0; b < nest->n_args; b++) {
		const hpcc_arg *other = &nest->args[b];
		// What is added to is looked at where it is (hpcc_rows_check_added).
		int apart = b == a || (other->flags & HPCC_GROWS) || !(flags & other->flags & HPCC_MAY_MEET) ||
		            !(other->flags & HPCC_UNMAPPED) || !((flags | other->flags) & HPCC_WRITES) ||
		            (is_plain(other) && b < a);
		if (!apart && rows_meet(nest, a, b, par, base)) {
			snprintf(why, sizeof why, "the rows of `%s` and `%s` overlap", nest->args[a].name, other->name);
			return 1;
		}
	}
	return 0;
}

// ---- rows that are added to ---------------------------------------------------------------------

typedef struct added_t {
	int arg;
	const char *low, *high;
} added_t;

static _Noreturn void die_of_meeting(const hpcc_nest *nest, const char *added, const char *other)
{
	char where[300];
	snprintf(where, sizeof where, "%s:%d", nest->file, nest->line);
	hpcc_die(where, "rows of `%s`, which this loop adds to, are those of `%s`, too: mark the loop serial", added,
	        other);
}

static void check_apart(const hpcc_nest *nest, int a, const char *low, const char *high, void *with)
{
	const added_t *added = with;
	if (low < added->high && added->low < high)
		die_of_meeting(nest, nest->args[added->arg].name, nest->args[a].name);
}

void hpcc_rows_check_added(const plan_t *plan, int arg, const char *low, const char *high)
{
	const hpcc_nest *nest = plan->nest;
	added_t added = {arg, low, high};
	const desc_t *desc = hpcc_find(low), *next = hpcc_find_next(low);
	if (!desc && next && next->base < high) desc = next;
	if (desc) die_of_meeting(nest, nest->args[arg].name, desc->info->name);
	for (int a = 0; a < nest->n_args; a++)
		if (a != arg && nest->args[a].row_levels && !plan->view[a].desc && !is_added_to(&nest->args[a]))
			each_row_read(nest, a, plan->par_now, plan->run.origin[a], check_apart, &added);
}

const char *hpcc_rows_why(void) { return why; }

const char *hpcc_rows_instead(void)
{
	return n_reached ? "allocate them in one loop, or set them into one block" : "give it a mapping, too";
}

static void because(const hpcc_nest *nest, int rows, int written)
{
	const char *name = nest->args[rows].name;
	if (n_reached)
		snprintf(why, sizeof why,
		        "the rows of `%s` are not where its shape says, or are those of several arrays", name);
	else if (nest->args[written].row_levels)
		snprintf(why, sizeof why,
		        "`%s` is written through pointers to its rows, and has no mapping that says where these are",
		        nest->args[written].name);
	else
		snprintf(why, sizeof why,
		        "`%s` is written, and has no mapping: the rows of `%s` may be the same memory",
		        nest->args[written].name, name);
}

void *const *hpcc_rows_enter(const hpcc_nest *nest, const long *par, void *const *base, int *assumed)
{
	static void **place;
	static int room;
	int any = 0, elsewhere = -1, meet = 0;
	for (int a = 0; a < nest->n_args; a++) any |= nest->args[a].row_levels;
	if (!any || !hpcc_as_many()) return base;
	if (nest->n_args > room) place = hpcc_grow(place, (size_t)(room = nest->n_args) * sizeof *place);
	for (int a = 0; a < nest->n_args; a++) {
		const hpcc_arg *arg = &nest->args[a];
		place[a] = base[a];
		if (!arg->row_levels) continue;
		place[a] = place_of_rows(base[a], arg);
		if (place[a]) continue;
		if (is_added_to(arg)) {
			place[a] = base[a];
			continue;
		}
		hpcc_unheeded_used(nest, par, base[a]);
		if (is_plain(arg)) {
			place[a] = base[a];
			if (plain_rows_meet(nest, a, par, base)) meet = 1;
		} else if (elsewhere < 0 || n_reached == 0) {
			elsewhere = a;
		}
		reach_argument(arg, par, base[a]);
		if (n_reached && elsewhere < 0) elsewhere = a;
		reached_written |= arg->flags & HPCC_WRITES;
		// What is added to could be among them, and would not be seen.
		if (any_grows(nest) && !each_row_read(nest, a, par, base[a], NULL, NULL)) *assumed = 0;
	}
	int written = elsewhere >= 0 ? written_unmapped(nest, place) : -1;
	if (meet) *assumed = 0;
	if (n_reached || (written >= 0 && !meet)) {
		because(nest, elsewhere, written);
		*assumed = 0;
	}
	return place;
}

void hpcc_rows_reach_added(const hpcc_nest *nest, const long *par, void *const *base)
{
	for (int a = 0; a < nest->n_args && hpcc_as_many(); a++) {
		if (!is_added_to(&nest->args[a])) continue;
		reach_argument(&nest->args[a], par, base[a]);
		reached_written = 1;
	}
}

int hpcc_reaches(void) { return n_reached > 0; }

void hpcc_reach_begin(void)
{
	for (int k = 0; k < n_reached; k++) hpcc_gather(reached[k]->base, reached[k]->bytes);
}

void hpcc_reach_written(void)
{
	for (int k = 0; k < n_reached && reached_written; k++) {
		desc_t *desc = reached[k];
		hpcc_invalidate(desc, NULL);
		if (desc->compact && desc->owns)
			hpcc_copy_box(desc->rank, &desc->own, desc->element, &desc->place, &desc->range);
	}
}

void hpcc_reach_end(void)
{
	for (int k = 0; k < n_reached; k++) hpcc_store_trim(reached[k]);
	n_reached = reached_written = 0;
}

// ---- pointers to the rows of a compact store --------------------------------------------------

static void **fill_pointers(const view_t *view, int levels, int level, long *index, void **at, void **vector)
{
	long n = view->desc->extent[view->fixed + level];
	for (long i = 0; i < n; i++) {
		index[view->fixed + level] = i;
		if (level + 1 == levels) {
			vector[i] = hpcc_place_at(&view->desc->place, view->desc->rank, index);
			continue;
		}
		vector[i] = at;
		void **below = at;
		at += view->desc->extent[view->fixed + level + 1];
		at = fill_pointers(view, levels, level + 1, index, at, below);
	}
	index[view->fixed + level] = 0;
	return at;
}

void **hpcc_rows_pointers(const view_t *view, int levels)
{
	long index[HPCC_MAX_RANK] = {0}, total = 0, n = 1;
	memcpy(index, view->index, (size_t)view->fixed * sizeof *index);
	for (int k = levels; k < view->rank; k++) index[view->fixed + k] = -view->shift[k];
	for (int k = 0; k < levels; k++) {
		n *= view->desc->extent[view->fixed + k];
		total += n;
	}
	void **vector = hpcc_alloc((size_t)total * sizeof *vector);
	fill_pointers(view, levels, 0, index, vector + view->desc->extent[view->fixed], vector);
	return vector;
}
