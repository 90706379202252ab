// SPDX-License-Identifier: Apache-2.0
//
// Serial code: process 0 runs it alone, with the mapped arrays whole at their addresses; the others wait.
#include "../check/check.h"
#include "../libc/libc.h"
#include "../trace/trace.h"
#include <stdlib.h>
#include <string.h>

typedef struct array_t {
	desc_t *desc;
	int writes;
} array_t;

// What is to be done at the end.
typedef struct state_t {
	const char *where;
	void *result;
	size_t bytes;
	int n_memory, n_arrays;
	hpcc_memory *memory; // replicated, changed
	array_t *arrays;
	long n_mapped;
	check_place_t place; // where all were
} state_t;

static int by_id(const void *a, const void *b)
{
	long x = ((const array_t *)a)->desc->id, y = ((const array_t *)b)->desc->id;
	return (x > y) - (x < y);
}

static void add_array(state_t *state, desc_t *desc, int writes)
{
	for (int k = 0; k < state->n_arrays; k++)
		if (state->arrays[k].desc == desc) {
			state->arrays[k].writes |= writes;
			return;
		}
	state->arrays = hpcc_grow(state->arrays, (size_t)(state->n_arrays + 1) * sizeof *state->arrays);
	state->arrays[state->n_arrays++] = (array_t){desc, writes};
}

static void add_memory(state_t *state, const hpcc_memory *m)
{
	desc_t *desc = hpcc_find(m->address);
	if (!m->address && !m->name)
		for (desc_t *d = hpcc_next_in_order(NULL); d; d = hpcc_next_in_order(d)) add_array(state, d, m->writes);
	if (desc) add_array(state, desc, m->writes);
	if (!m->address || desc || !m->writes || m->bytes == 0) return;
	if (m->bytes == HPCC_UNKNOWN_SIZE)
		hpcc_die(state->where,
		        "serial code changes the memory behind `%s`, whose size is not known; add `#pragma dist array` "
		        "with its "
		        "extents",
		        m->name);
	state->memory = hpcc_grow(state->memory, (size_t)(state->n_memory + 1) * sizeof *state->memory);
	state->memory[state->n_memory++] = *m;
}

static void go_alone(state_t *state)
{
	hpcc_libc_alone_begin();
	if (hpcc_rank_ != 0) return;
	state->n_mapped = hpcc_n_mapped();
	state->place = hpcc_check_place;
	hpcc_apart_now = HPCC_APART_SERIAL;
	hpcc_partitioned_now = 1;
	hpcc_depth++;
}

void hpcc_serial_begin(hpcc_serial *s, const char *where, void *result, size_t bytes, int n, const hpcc_memory *memory)
{
	*s = (hpcc_serial){.here = 1};
	hpcc_trace_apart(1);
	if (hpcc_size_ == 1 || hpcc_apart_now == HPCC_APART_SERIAL) return;
	if (hpcc_depth > 0) hpcc_die(where, "serial code is reached where the processes do different things");
	hpcc_replicate_end();
	state_t *state = s->state = hpcc_alloc(sizeof *state);
	*state = (state_t){.where = where, .result = result, .bytes = bytes};
	for (int k = 0; k < n; k++) add_memory(state, &memory[k]);
	// By address they are not in the same order everywhere.
	if (state->n_arrays) qsort(state->arrays, (size_t)state->n_arrays, sizeof *state->arrays, by_id);
	int is_event = hpcc_event_begin((hpcc_event){.purpose = HPCC_FOR_SERIAL, .file = where});
	for (int k = 0; k < state->n_arrays; k++) hpcc_collect_on_first(state->arrays[k].desc);
	hpcc_event_end(is_event);
	s->here = hpcc_rank_ == 0;
	go_alone(state);
}

static void come_back(const state_t *state)
{
	int error = errno;
	if (hpcc_rank_ == 0) {
		if (hpcc_n_mapped() != state->n_mapped)
			hpcc_die(state->where,
			        "serial code has allocated or freed mapped memory: that is for all processes to do");
		hpcc_apart_now = HPCC_TOGETHER;
		hpcc_check_place = state->place;
		hpcc_partitioned_now = 0;
		hpcc_depth--;
	}
	hpcc_libc_alone_end(state->where);
	hpcc_bcast_bytes(&error, sizeof error);
	if (state->result) hpcc_bcast_bytes(state->result, state->bytes);
	for (int k = 0; k < state->n_memory; k++) hpcc_bcast_bytes(state->memory[k].address, state->memory[k].bytes);
	for (int k = 0; k < state->n_arrays; k++) {
		if (state->arrays[k].writes) hpcc_deal_from_first(state->arrays[k].desc);
		hpcc_store_trim(state->arrays[k].desc);
	}
	errno = error;
}

void hpcc_serial_end(hpcc_serial *s)
{
	state_t *state = s->state;
	if (s->here || state) hpcc_trace_apart(-1);
	*s = (hpcc_serial){0};
	if (!state) return;
	int is_event = hpcc_event_begin((hpcc_event){.purpose = HPCC_FOR_SERIAL, .file = state->where});
	come_back(state);
	hpcc_event_end(is_event);
	free(state->arrays);
	free(state->memory);
	free(state);
}
