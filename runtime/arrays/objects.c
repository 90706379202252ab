// SPDX-License-Identifier: Apache-2.0
//
// Objects of the program in which mapped arrays stand. The arrays are mapped in place: an object has the size and the
// layout that C gives it, and of its pages those are touched that hold what this process owns, receives, or what is no
// part of a mapped array.
#define _GNU_SOURCE
#include "../nests/nests.h"
#include "arrays.h"
#include <pthread.h>
#include <stdlib.h>

// ---- where they are -----------------------------------------------------------------------------

// Variables, each with all that is in it.
static hpcc_object *objects;
static long n_objects, room;

static hpcc_object enter(hpcc_object o)
{
	if (n_objects == room) {
		room = room ? 2 * room : 16;
		objects = hpcc_grow(objects, (size_t)room * sizeof *objects);
	}
	objects[n_objects++] = o;
	return o;
}

hpcc_object hpcc_object_enter(const void *object, size_t bytes) { return enter((hpcc_object){object, bytes, 0}); }

hpcc_object hpcc_block_enter(const void *block, size_t bytes) { return enter((hpcc_object){block, bytes, 1}); }

void hpcc_object_leave(const hpcc_object *object)
{
	const char *low = object->address;
	hpcc_forget_memory(low, low + object->bytes);
	long k = n_objects - 1;
	while (k >= 0 && objects[k].address != object->address) k--;
	if (k < 0) return;
	for (; k + 1 < n_objects; k++) objects[k] = objects[k + 1];
	n_objects--;
}

void hpcc_frame_leave(const void *const *frame) { hpcc_forget_memory(__builtin_frame_address(0), *frame); }

// The stack from its end to where it begins; NULL: not known.
static const char *end_of_stack(const char **begin)
{
	pthread_attr_t attributes;
	void *low = NULL;
	size_t bytes = 0;
	if (pthread_getattr_np(pthread_self(), &attributes)) return NULL;
	if (pthread_attr_getstack(&attributes, &low, &bytes)) low = NULL;
	pthread_attr_destroy(&attributes);
	*begin = (char *)low + bytes;
	return low;
}

hpcc_place hpcc_object_place(const void *address)
{
	extern char __executable_start[], _end[];
	static const char *low, *high;
	const char *at = address;
	// Asked once: the system is asked for it by way of a file.
	if (!high && !(low = end_of_stack(&high))) high = low = "";
	return at >= __executable_start && at < _end ? HPCC_PLACE_VARIABLES
	       : at >= low && at < high              ? HPCC_PLACE_STACK
	                                             : HPCC_PLACE_OTHER;
}

__attribute__((noinline)) int hpcc_landed(int value)
{
	const char *begin, *low = value ? end_of_stack(&begin) : NULL, *high = __builtin_frame_address(0);
	if (!low || low >= high) return value;
	long kept = 0;
	for (long k = 0; k < n_objects; k++) {
		const char *at = objects[k].address;
		if (at < low || at >= high) objects[kept++] = objects[k];
	}
	n_objects = kept;
	hpcc_forget_memory(low, high);
	return value;
}

const char *hpcc_object_around(const void *address)
{
	const char *at = address;
	for (long k = n_objects - 1; k >= 0; k--) {
		const char *low = objects[k].address;
		if (at >= low && at < low + objects[k].bytes) return low;
	}
	return hpcc_rows_block(address);
}

const char *hpcc_object_end_around(const void *address)
{
	const char *at = address;
	for (long k = n_objects - 1; k >= 0; k--) {
		const char *low = objects[k].address;
		if (at >= low && at < low + objects[k].bytes) return low + objects[k].bytes;
	}
	size_t room = hpcc_rows_room(address);
	return room ? at + room : hpcc_pool_end(address);
}

size_t hpcc_object_room(const void *address)
{
	const char *at = address;
	for (long k = n_objects - 1; k >= 0; k--) {
		const char *low = objects[k].address;
		if (objects[k].is_block && at >= low && at < low + objects[k].bytes)
			return (size_t)(low + objects[k].bytes - at);
	}
	return hpcc_rows_room(address);
}

long hpcc_objects_at(const void *p, size_t size, int fresh)
{
	if (!p || !size || hpcc_apart_now) return 0;
	size_t bytes = hpcc_rows_room(p);
	if (bytes < size) return 0;
	const desc_t *there = hpcc_find(p);
	if (!there) there = hpcc_find_next(p);
	if (there && there->base < (const char *)p + size) return 0;
	// What is left over behind the last one is something else, and may be so before.
	return fresh && bytes % size == 0 ? (long)(bytes / size) : 1;
}

// ---- their values --------------------------------------------------------------------------------

void *hpcc_object_value(const void *object, size_t bytes)
{
	if (hpcc_depth > 0 || !hpcc_touches(object, bytes)) return (void *)object;
	hpcc_check_together("an object as a whole");
	hpcc_gather(object, bytes);
	return (void *)object;
}

void hpcc_object_end(const void *object, size_t bytes)
{
	if (hpcc_depth == 0 && hpcc_touches(object, bytes)) hpcc_let_go(object, bytes);
}
