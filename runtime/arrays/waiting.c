// SPDX-License-Identifier: Apache-2.0
//
// Arrays that are aligned with a pointer which has no memory yet: they are aligned when it gets that. Until then they
// are what memory without a mapping is: all processes hold all of it, and its values are equal.
#define _GNU_SOURCE
#include "../nests/nests.h"
#include "arrays.h"
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

typedef struct waiting_t {
	const hpcc_array_info *info;
	char *base, *end; // of the array; of pointers to rows: of their vector
	int levels;       // of pointers to rows; 0: none
	long extent[HPCC_MAX_RANK];
	void *const *with; // where the pointer stands that it waits for
	hpcc_align align[HPCC_MAX_RANK];
} waiting_t;

static waiting_t *waiting;
static int n_waiting;

void hpcc_waiting_bounds(char **low, char **high)
{
	for (int k = 0; k < n_waiting; k++) {
		*low = MIN_OF(*low, waiting[k].base);
		*high = MAX_OF(*high, waiting[k].end);
	}
}

static char *end_of(const hpcc_array_info *info, char *base, int levels, const long *extent)
{
	if (levels) return base + (size_t)extent[0] * sizeof(void *);
	size_t bytes = info->element;
	for (int d = 0; d < info->rank; d++) bytes *= (size_t)extent[d];
	return base + bytes;
}

// `n`: subscripts behind `with`.
static void wait_for(const hpcc_array_info *info, void *base, int levels, const long *extent, void *const *with, int n,
        const hpcc_align *align)
{
	waiting_t w = {.info = info, .base = base, .levels = levels, .with = with};
	w.end = end_of(info, base, levels, extent);
	memcpy(w.extent, extent, (size_t)info->rank * sizeof *extent);
	memcpy(w.align, align, (size_t)n * sizeof *align);
	hpcc_waiting_forget(w.base, w.base + 1);
	waiting = hpcc_grow(waiting, (size_t)(n_waiting + 1) * sizeof *waiting);
	waiting[n_waiting++] = w;
	hpcc_unheeded_note(
	        info, base, (size_t)(w.end - w.base), "what it is aligned with never got memory with a mapping");
	hpcc_store_bounds();
}

int hpcc_any_waiting(void) { return n_waiting > 0; }

void hpcc_waiting_forget(const char *low, const char *high)
{
	int kept = 0;
	for (int k = 0; k < n_waiting; k++)
		if (waiting[k].base < low || waiting[k].base >= high) waiting[kept++] = waiting[k];
	n_waiting = kept;
}

// Copies what stands at an address; -1, and errno, where it cannot be read.
static long copy_from(const void *address, void *to, size_t bytes)
{
	struct iovec here = {to, bytes}, there = {(void *)address, bytes};
	return process_vm_readv(getpid(), &here, 1, &there, 1, 0);
}

// What the pointer holds; NULL where it is not there any more: it may have been a variable of a function that has
// returned.
static const void *pointer_at(void *const *place)
{
	void *value = NULL;
	if (copy_from(place, &value, sizeof value) >= 0) return value;
	return errno == EFAULT ? NULL : *place;
}

const void *hpcc_value_at(const void *address, size_t bytes, const char *file, int line)
{
	static const char none[16];
	char value[sizeof none];
	if (!address) return none;
	if (!hpcc_is_plain(address)) return hpcc_depth > 0 ? address : hpcc_read(address, bytes, file, line);
	// Where the system does not tell, the program is trusted.
	return copy_from(address, value, bytes) >= 0 || errno != EFAULT ? address : none;
}

void hpcc_waiting_align(const void *base)
{
	for (int k = 0; k < n_waiting; k++) {
		waiting_t w = waiting[k];
		if (pointer_at(w.with) != base) continue;
		waiting[k] = waiting[--n_waiting];
		if (w.levels)
			hpcc_rows_align_array(w.info, w.base, w.levels, w.extent, base, w.align);
		else
			hpcc_map_align_array(w.info, w.base, w.extent, base, w.align);
		k = -1;
	}
}

static int has_memory(const void *base) { return hpcc_find(base) || hpcc_rows_layout(base); }

// Pointers that have no memory yet: of each one place.
typedef struct value_t {
	struct value_t *next;
	void *pointer;
} value_t;

void *const *hpcc_kept_pointer(const void *pointer)
{
	static value_t *kept;
	static void *last;
	// What has memory is not waited for.
	if (has_memory(pointer)) {
		last = (void *)pointer;
		return &last;
	}
	for (value_t *k = kept; k; k = k->next)
		if (k->pointer == pointer) return &k->pointer;
	value_t *k = hpcc_alloc(sizeof *k);
	*k = (value_t){kept, (void *)pointer};
	kept = k;
	return &k->pointer;
}

void hpcc_map_align_pointer(
        const hpcc_array_info *info, void *base, const long *extent, void *const *with, int n, const hpcc_align *align)
{
	long counted[HPCC_MAX_RANK];
	if (!base) return;
	extent = hpcc_shape_of(info, base, extent, counted);
	if (has_memory(*with)) {
		hpcc_map_align_array(info, base, extent, *with, align);
		return;
	}
	hpcc_check_shape(info, extent);
	hpcc_store_used(base);
	wait_for(info, base, 0, extent, with, n, align);
}

void hpcc_rows_align_pointer(const hpcc_array_info *info, void *pointers, int levels, const long *extent,
        void *const *with, int n, const hpcc_align *align)
{
	if (!pointers) return;
	if (has_memory(*with)) {
		hpcc_rows_align_array(info, pointers, levels, extent, *with, align);
		return;
	}
	hpcc_check_shape(info, extent);
	wait_for(info, pointers, levels, extent, with, n, align);
}
