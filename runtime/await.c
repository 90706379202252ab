// SPDX-License-Identifier: Apache-2.0
//
// Memory that a function allocates, perhaps sets, and hands on to a pointer with a mapping. It is mapped where it is
// allocated, so that the function's loops are split, and each process touches its part only. Should another pointer get
// it after all it is as before: everybody has all of it. What is awaited is awaited of one call of one function: other
// memory that this function or others allocate meanwhile is none of it.
#include "core.h"

// What is said of the memory that a call of the function will hand on. info NULL: nothing.
typedef struct await_t {
	const void *function;
	const hpcc_array_info *info;
	int levels; // of pointers to rows
	const long *extent;
	const hpcc_dist *dist;
	hpcc_grid *grid;
	hpcc_template *with;
	const void *with_base;
	const hpcc_align *align;
	const void *met; // memory that has been mapped so; NULL: none yet
	int by;          // the function around hands it on, too
} await_t;

enum { DEEPEST = 8 }; // calls, one in the other; further in all memory is mapped behind its call
static await_t calls[DEEPEST];
static int n_calls;

static void begin(await_t a)
{
	if (n_calls < DEEPEST) calls[n_calls] = a;
	n_calls++;
}

void hpcc_await_distribute(
        const void *function, const hpcc_array_info *info, const long *extent, const hpcc_dist *dist, hpcc_grid *grid)
{
	begin((await_t){.function = function, .info = info, .extent = extent, .dist = dist, .grid = grid});
}

void hpcc_await_rows(const void *function, const hpcc_array_info *info, int levels, const long *extent,
        const hpcc_dist *dist, hpcc_grid *grid)
{
	begin((await_t){
	        .function = function, .info = info, .levels = levels, .extent = extent, .dist = dist, .grid = grid});
}

void hpcc_await_align(const void *function, const hpcc_array_info *info, const long *extent, hpcc_template *with,
        const hpcc_align *align)
{
	begin((await_t){.function = function, .info = info, .extent = extent, .with = with, .align = align});
}

void hpcc_await_align_array(const void *function, const hpcc_array_info *info, const long *extent,
        const void *with_base, const hpcc_align *align)
{
	int known = hpcc_array_at(with_base) != NULL;
	begin((await_t){.function = function,
	        .info = known ? info : NULL,
	        .extent = extent,
	        .with_base = with_base,
	        .align = align});
}

void hpcc_await_align_pointer(const void *function, const hpcc_array_info *info, const long *extent, void *const *with,
        int n, const hpcc_align *align)
{
	const desc_t *desc = hpcc_array_at(*with);
	hpcc_await_align_array(function, info, extent, desc && desc->rank == n ? *with : NULL, align);
}

// What the call that is under way is to hand on.
static await_t *awaited_of(const void *function)
{
	await_t *a = n_calls > 0 && n_calls <= DEEPEST ? &calls[n_calls - 1] : NULL;
	return a && a->function == function ? a : NULL;
}

void hpcc_await_of(const void *function, const void *by)
{
	const await_t *a = awaited_of(by);
	await_t further = a && !a->met ? *a : (await_t){0};
	further.function = function;
	further.by = 1;
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
	if (!a->info || a->met || !memory || hpcc_depth > 0 || hpcc_apart_now) return 0;
	if (a->levels) return has_pointers(a, memory);
	return is_as_large(a, memory) && hpcc_has_room(a->info, memory, a->extent);
}

void *hpcc_awaited(const void *function, void *memory)
{
	await_t *a = awaited_of(function);
	if (hpcc_size_ == 1 || !a || !may_be_mapped(a, memory)) return memory;
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

void hpcc_await_end(const void *memory)
{
	if (n_calls == 0 || --n_calls >= DEEPEST) return;
	const await_t *a = &calls[n_calls];
	if (!a->met) return;
	if (a->met != memory && a->levels)
		hpcc_rows_early_undo(a->met);
	else if (a->met != memory)
		hpcc_early_undo(a->met);
	else if (a->by)
		calls[n_calls - 1].met = memory;
}
