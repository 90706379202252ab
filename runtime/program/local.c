// SPDX-License-Identifier: Apache-2.0
//
// Calls of local functions: each process runs them on its own part of mapped arrays.
#include "../check/check.h"
#include "../trace/trace.h"

hpcc_apart hpcc_apart_now;

static check_place_t place; // where all were

void hpcc_local_begin(void)
{
	hpcc_trace_apart(1);
	if (hpcc_apart_now == HPCC_APART_SERIAL || hpcc_size_ == 1) return;
	hpcc_replicate_end();
	if (hpcc_depth == 0) hpcc_remap_all_now();
	if (hpcc_depth > 0) hpcc_die(NULL, "a local function is called where the processes do different things");
	hpcc_depth++;
	hpcc_partitioned_now = 1;
	hpcc_apart_now = HPCC_APART_LOCAL;
	place = hpcc_check_place;
}

// Whether this process's value counts: it owns something of one of the arrays, and is the first to have it.
static int counts(const char *where, int n, const void *const *base)
{
	int found = 0, any = 0;
	for (int k = 0; k < n; k++) {
		const desc_t *desc = hpcc_find(base[k]);
		if (!desc) continue;
		found = 1;
		any |= desc->owns && hpcc_layout_first_copy(desc->layout, hpcc_rank_);
	}
	if (!found) hpcc_die(where, "the local function gets no mapped array that says which part is each process's");
	return any;
}

// What it wrote, nobody else knows.
static void forget_copies(void)
{
	for (desc_t *desc = hpcc_find_next(NULL); desc; desc = hpcc_find_next(desc->base)) hpcc_invalidate(desc, NULL);
}

void hpcc_local_end(const char *where, hpcc_op op, hpcc_type type, void *value, int n, const void *const *base)
{
	hpcc_trace_apart(-1);
	if (hpcc_apart_now == HPCC_APART_LOCAL) {
		hpcc_apart_now = HPCC_TOGETHER;
		hpcc_check_place = place;
		hpcc_partitioned_now = 0;
		hpcc_depth--;
		forget_copies();
		int is_event = hpcc_event_begin((hpcc_event){.purpose = HPCC_FOR_SERIAL, .file = where});
		if (value) hpcc_combine_counting(op, type, value, counts(where, n, base));
		hpcc_event_end(is_event);
	}
	if (value) hpcc_trace_call(where, op, type, value);
}
