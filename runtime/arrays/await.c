// SPDX-License-Identifier: Apache-2.0
//
// Memory that a function allocates, perhaps sets, and hands on to a pointer with a mapping. It is mapped where it is
// allocated, so that the function's loops are split, and each process touches its part only. Should another pointer get
// it after all it is as before: everybody has all of it. What is awaited is awaited of one call of one function: other
// memory that this function or others allocate meanwhile is none of it.
#include "../trace/trace.h"
#include <string.h>

// What is said of memory that a call of the function will hand on. info NULL: nothing.
typedef struct await_t {
	const void *function;
	const char *way; // the parameter f whose *f leads to it, or the member; "": it is returned
	const hpcc_array_info *info;
	int levels; // of pointers to rows
	const long *extent;
	const hpcc_dist *dist;
	hpcc_grid *grid;
	hpcc_template *with;
	const void *with_base;
	const hpcc_align *align;
	const void *met; // memory that has been mapped so; NULL: none yet
	int by;          // 1 + the number of what the function around hands on by it; 0: nothing
} await_t;

enum { MOST = 32 }; // of all calls that are under way; further in all memory is mapped behind its call
static await_t awaits[MOST];
static int n_awaits;

static void begin(await_t a)
{
	if (n_awaits < MOST) awaits[n_awaits] = a;
	n_awaits++;
}

void hpcc_await_distribute(const void *function, const char *way, const hpcc_array_info *info, const long *extent,
        const hpcc_dist *dist, hpcc_grid *grid)
{
	begin((await_t){.function = function, .way = way, .info = info, .extent = extent, .dist = dist, .grid = grid});
}

void hpcc_await_rows(const void *function, const char *way, const hpcc_array_info *info, int levels, const long *extent,
        const hpcc_dist *dist, hpcc_grid *grid)
{
	begin((await_t){.function = function,
	        .way = way,
	        .info = info,
	        .levels = levels,
	        .extent = extent,
	        .dist = dist,
	        .grid = grid});
}

void hpcc_await_align(const void *function, const char *way, const hpcc_array_info *info, const long *extent,
        hpcc_template *with, const hpcc_align *align)
{
	begin((await_t){
	        .function = function, .way = way, .info = info, .extent = extent, .with = with, .align = align});
}

void hpcc_await_align_array(const void *function, const char *way, const hpcc_array_info *info, const long *extent,
        const void *with_base, const hpcc_align *align)
{
	int known = hpcc_array_at(with_base) != NULL;
	begin((await_t){.function = function,
	        .way = way,
	        .info = known ? info : NULL,
	        .extent = extent,
	        .with_base = with_base,
	        .align = align});
}

void hpcc_await_align_pointer(const void *function, const char *way, const hpcc_array_info *info, const long *extent,
        void *const *with, int n, const hpcc_align *align)
{
	// Where that has no memory yet the array waits for it, from when it is set.
	const desc_t *desc = hpcc_array_at(*with);
	if (desc && desc->rank == n)
		hpcc_await_align_array(function, way, info, extent, *with, align);
	else
		begin((await_t){.function = function, .way = way});
}

// What the call of the function that is under way is to hand on in this way, the first of it that has not come;
// `top`: behind the call's.
static await_t *awaited_of(int top, const void *function, const char *way)
{
	await_t *found = NULL;
	for (int k = top - 1; k >= 0 && awaits[k].function == function; k--)
		if (!awaits[k].met && !strcmp(awaits[k].way, way)) found = &awaits[k];
	return found;
}

void hpcc_await_of(const void *function, const char *way, const void *by, const char *by_way)
{
	int top = MIN_OF(n_awaits, MOST);
	while (top > 0 && awaits[top - 1].function == function) top--;
	const await_t *a = n_awaits <= MOST ? awaited_of(top, by, by_way) : NULL;
	await_t further = a ? *a : (await_t){0};
	further.function = function;
	further.way = way;
	further.by = a ? (int)(a - awaits) + 1 : 0;
	begin(further);
}

// The extents may have other values when the call is over, and none yet.
static int is_as_large(const await_t *a, const void *memory)
{
	size_t room = hpcc_rows_room(memory), bytes = a->info->element;
	for (int d = 0; d < a->info->rank; d++) {
		if (d == 0 && a->extent[0] == HPCC_ROOM) continue;
		if (a->extent[d] <= 0 || __builtin_mul_overflow(bytes, (size_t)a->extent[d], &bytes)) return 0;
	}
	return room > 0 && (a->extent[0] == HPCC_ROOM ? room % bytes == 0 : room == bytes);
}

// A vector of pointers to rows.
static int has_pointers(const await_t *a, const void *memory)
{
	for (int d = 0; d < a->info->rank; d++)
		if (a->extent[d] <= 0) return 0;
	return hpcc_rows_room(memory) == (size_t)a->extent[0] * sizeof(void *);
}

static int may_be_mapped(const await_t *a, const void *memory)
{
	if (!a->info || !memory || hpcc_depth > 0 || hpcc_apart_now) return 0;
	if (a->levels) return has_pointers(a, memory);
	return is_as_large(a, memory) && hpcc_has_room(a->info, memory, a->extent);
}

void *hpcc_awaited(const void *function, const char *way, void *memory)
{
	await_t *a = n_awaits <= MOST ? awaited_of(n_awaits, function, way) : NULL;
	if (!hpcc_as_many() || !a || !may_be_mapped(a, memory)) return memory;
	a->met = memory;
	if (a->levels)
		hpcc_rows_await(a->info, memory, a->levels, a->extent, a->dist, a->grid);
	else if (a->dist)
		hpcc_map_distribute(a->info, memory, a->extent, a->dist, a->grid);
	else if (a->with)
		hpcc_map_align(a->info, memory, a->extent, a->with, a->align);
	else
		hpcc_map_align_array(a->info, memory, a->extent, a->with_base, a->align);
	desc_t *desc = a->levels ? NULL : hpcc_array_at(memory);
	if (desc) desc->early = 1;
	return memory;
}

// The call is over, and has handed on `memory`; NULL: that is not known.
static void end(const await_t *a, const void *memory)
{
	if (!a->met) return;
	if (memory && a->met != memory && a->levels)
		hpcc_rows_early_undo(a->met);
	else if (memory && a->met != memory)
		hpcc_early_undo(a->met);
	else if (a->by)
		awaits[a->by - 1].met = a->met;
}

void hpcc_await_end(int n, const void *const *memory)
{
	n_awaits -= n;
	for (int k = 0; k < n && n_awaits + k < MOST; k++) end(&awaits[n_awaits + k], memory[k]);
}
