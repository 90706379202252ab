// SPDX-License-Identifier: Apache-2.0
//
// -fdist-check: is each element that a process reads its own or received, each one that it writes its own, each
// subscript inside? What is received is noted element by element where memory changes, so that a plan that is wrong, or
// that was carried out wrongly, shows as well.
#include "check.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int hpcc_checking;

check_place_t hpcc_check_place;

void hpcc_check_begin(void) { hpcc_checking = 1; }

void hpcc_check_at(const char *file, int line) { hpcc_check_place = (check_place_t){file, line}; }

void hpcc_check_fail(const char *file, int line, const char *format, ...)
{
	char text[1024], where[512];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	snprintf(where, sizeof where, "%s:%d", file, line);
	hpcc_die_with(HPCC_CHECK_STATUS, file ? where : NULL, text);
}

// ---- what is here -----------------------------------------------------------------------------

enum { IN_STORE = 1, IN_RANGE = 2 };

struct shadow_t {
	size_t n;            // elements
	unsigned char *here; // IN_STORE, IN_RANGE
	uint32_t *set;       // number of the last run in which this process set it
};

static uint32_t run_number;
static const plan_t *outer; // the nest around all that run

static shadow_t *shadow_of(desc_t *desc)
{
	if (desc->shadow) return desc->shadow;
	shadow_t *shadow = desc->shadow = hpcc_alloc(sizeof *shadow);
	shadow->n = desc->bytes / desc->element;
	shadow->here = hpcc_map_pages(shadow->n, HPCC_PAGE);
	shadow->set = hpcc_map_pages(shadow->n * sizeof *shadow->set, HPCC_PAGE);
	if (!shadow->here || !shadow->set)
		hpcc_die(desc->info->where,
		        "there are no addresses to check `%s` (%m): raise `ulimit -v`, or compile "
		        "without -fdist-check",
		        desc->info->name);
	return shadow;
}

void hpcc_shadow_free(desc_t *desc)
{
	if (!desc->shadow) return;
	munmap(desc->shadow->here, desc->shadow->n);
	munmap(desc->shadow->set, desc->shadow->n * sizeof *desc->shadow->set);
	free(desc->shadow);
	desc->shadow = NULL;
}

static size_t flat(const desc_t *desc, const long *index)
{
	size_t at = 0;
	for (int d = 0; d < desc->rank; d++) at = at * (size_t)desc->extent[d] + (size_t)index[d];
	return at;
}

static void unflat(const desc_t *desc, size_t at, long *index)
{
	for (int d = desc->rank - 1; d >= 0; d--) {
		index[d] = (long)(at % (size_t)desc->extent[d]);
		at /= (size_t)desc->extent[d];
	}
}

static int owned(const desc_t *desc, const long *index)
{
	if (desc->layout->everywhere) return 1;
	for (int d = 0; d < desc->rank && desc->owns; d++)
		if (index[d] < desc->own.d[d].lo || index[d] > desc->own.d[d].hi) return 0;
	return desc->owns;
}

static int inside(int rank, const box_t *box, const long *index)
{
	for (int d = 0; d < rank; d++) {
		const hpcc_range *r = &box->d[d];
		if (index[d] < r->lo || index[d] > r->hi || (index[d] - r->lo) % r->step != 0) return 0;
	}
	return 1;
}

static void change_box(const desc_t *desc, const box_t *box, int add, int remove)
{
	long index[HPCC_MAX_RANK];
	for (int more = hpcc_box_first(desc->rank, box, index); more; more = hpcc_box_next(desc->rank, box, index)) {
		unsigned char *here = &desc->shadow->here[flat(desc, index)];
		*here = (unsigned char)((*here & ~remove) | add);
	}
}

void hpcc_shadow_fresh(desc_t *desc, const boxes_t *boxes, const place_t *to)
{
	if (!hpcc_checking) return;
	shadow_of(desc);
	int bits = to == &desc->range ? IN_RANGE : IN_STORE;
	if (!desc->compact) bits = IN_RANGE | IN_STORE;
	for (int k = 0; k < boxes->n; k++) change_box(desc, &boxes->box[k], bits, 0);
}

void hpcc_shadow_stale(desc_t *desc, const boxes_t *boxes)
{
	if (!hpcc_checking || !desc->shadow) return;
	if (!boxes) memset(desc->shadow->here, 0, desc->shadow->n);
	for (int k = 0; boxes && k < boxes->n; k++) change_box(desc, &boxes->box[k], 0, IN_STORE | IN_RANGE);
}

void hpcc_shadow_lost(desc_t *desc, const char *low, const char *high)
{
	if (!hpcc_checking || !desc->shadow || low >= high) return;
	size_t element = desc->element, first = (size_t)(low - desc->base) / element,
	       last = MIN_OF((size_t)(high - desc->base - 1) / element, desc->shadow->n - 1);
	for (size_t k = first; k <= last; k++)
		desc->shadow->here[k] &= (unsigned char)~(desc->compact ? IN_RANGE : IN_RANGE | IN_STORE);
}

void hpcc_shadow_rows(desc_t *desc)
{
	long index[HPCC_MAX_RANK];
	if (!hpcc_checking) return;
	shadow_t *shadow = shadow_of(desc);
	boxes_t *boxes = hpcc_store_boxes(desc);
	for (size_t k = 0; k < shadow->n; k++) {
		int in_store = 0;
		unflat(desc, k, index);
		for (int b = 0; b < boxes->n; b++) in_store |= inside(desc->rank, &boxes->box[b], index);
		int here = shadow->here[k] & (in_store ? IN_STORE : IN_RANGE);
		shadow->here[k] = here ? IN_STORE | IN_RANGE : 0;
	}
	hpcc_boxes_drop(boxes);
}

void hpcc_check_enter(const plan_t *plan)
{
	outer = plan;
	run_number++;
}

// ---- messages ---------------------------------------------------------------------------------

void hpcc_element_text(const char *name, int rank, const long *index, char *text, size_t size)
{
	size_t at = (size_t)snprintf(text, size, "%s", name);
	for (int d = 0; d < rank && at < size; d++) at += (size_t)snprintf(text + at, size - at, "[%ld]", index[d]);
}

static _Noreturn void fail_outside(
        const char *file, int line, const char *name, int rank, const long *index, int dim, long low, long high)
{
	char text[256];
	hpcc_element_text(name, rank, index, text, sizeof text);
	hpcc_check_fail(file, line,
	        "`%s` is outside of the array: subscript %d is %ld, and goes from %ld to %ld (process %d); correct the "
	        "bounds of the loop or the shape that the directive gives",
	        text, dim + 1, index[dim], low, high, hpcc_rank_);
}

static const char *const marks_or_us = "an `independent` or `pure` around it promises too much; if there is none, this "
                                       "is an error of hpcc, please report it";

static _Noreturn void fail_read(const char *file, int line, const desc_t *desc, const long *index)
{
	char text[256];
	hpcc_element_text(desc->info->name, desc->rank, index, text, sizeof text);
	hpcc_check_fail(file, line,
	        "`%s` is read by process %d, which neither owns nor has received it (loops at %s:%d): %s", text,
	        hpcc_rank_, outer->nest->file, outer->nest->line, marks_or_us);
}

static _Noreturn void fail_write(const char *file, int line, const desc_t *desc, const long *index, const char *why)
{
	char text[256];
	hpcc_element_text(desc->info->name, desc->rank, index, text, sizeof text);
	hpcc_check_fail(file, line, "`%s` is written by process %d, %s (loops at %s:%d): %s", text, hpcc_rank_, why,
	        outer->nest->file, outer->nest->line, marks_or_us);
}

// ---- accesses in nests ------------------------------------------------------------------------

typedef struct access_t {
	const char *file;
	int line, kind;
} access_t;

static int in_boxes(int rank, const boxes_t *boxes, const long *index)
{
	for (int k = 0; k < boxes->n; k++)
		if (inside(rank, &boxes->box[k], index)) return 1;
	return 0;
}

// Whether the value that the nest around all reads is there.
static int is_here(desc_t *desc, const long *index, int in_range)
{
	shadow_t *shadow = shadow_of(desc);
	size_t at = flat(desc, index);
	if (shadow->set[at] == run_number) return 1;
	if (shadow->here[at] & (in_range ? IN_RANGE : IN_STORE)) return 1;
	return owned(desc, index) && (!in_range || !desc->compact);
}

static void check_read(const access_t *access, desc_t *desc, const long *index, int in_range)
{
	if (desc->layout->everywhere || hpcc_size_ == 1) return;
	if (!is_here(desc, index, in_range)) fail_read(access->file, access->line, desc, index);
}

static void check_write(const access_t *access, desc_t *desc, const long *index, const boxes_t *wrote)
{
	if (desc->layout->everywhere || hpcc_size_ == 1) return;
	if (outer->mode == RUN_PARTITIONED && !owned(desc, index))
		fail_write(access->file, access->line, desc, index, "which does not own it");
	if (wrote && !in_boxes(desc->rank, wrote, index))
		fail_write(access->file, access->line, desc, index, "and other processes do not know that it changes");
	shadow_of(desc)->set[flat(desc, index)] = run_number;
}

static void check_resident(const access_t *access, const desc_t *desc, const long *index)
{
	char text[256];
	if (!(access->kind & HPCC_CHECK_RESIDENT) || outer->mode != RUN_PARTITIONED || owned(desc, index)) return;
	hpcc_element_text(desc->info->name, desc->rank, index, text, sizeof text);
	hpcc_check_fail(access->file, access->line,
	        "`%s` is %s by process %d, which does not own it (loops at %s:%d): take `%s` out of the `resident` "
	        "around it, or align `%s` with what decides where the iterations run",
	        text, access->kind & HPCC_CHECK_WRITE ? "written" : "read", hpcc_rank_, outer->nest->file,
	        outer->nest->line, desc->info->name, desc->info->name);
}

static void check_element(const access_t *access, desc_t *desc, const long *index, int in_range, const boxes_t *wrote)
{
	check_resident(access, desc, index);
	if (access->kind & HPCC_CHECK_READ) check_read(access, desc, index, in_range);
	if (access->kind & HPCC_CHECK_WRITE) check_write(access, desc, index, wrote);
}

// The element at an address of the range; 0: it is in no mapped array.
static desc_t *element_in_range(const void *address, long *index)
{
	desc_t *desc = hpcc_find(address);
	if (desc) unflat(desc, (size_t)((const char *)address - desc->base) / desc->element, index);
	return desc;
}

static long merged_extent(const view_t *view)
{
	long n = 1;
	for (int d = 0; d < view->merged; d++) n *= view->desc->extent[view->fixed + d];
	return n;
}

// From the view's subscripts to those of the array; subscripts outside end the job.
static void array_index(const access_t *access, const plan_t *plan, int arg, const long *sub, long *index)
{
	const view_t *view = &plan->view[arg];
	const hpcc_arg *a = &plan->nest->args[arg];
	long first = merged_extent(view), row = sub[0] + view->offset;
	for (int k = 1; k < view->rank; k++) {
		int d = view->fixed + view->merged - 1 + k;
		long low = view->shift[k], high = hpcc_view_domain(view, k).hi;
		if (sub[k] < low || sub[k] > high)
			fail_outside(access->file, access->line, a->name, view->rank, sub, k, low, high);
		index[d] = sub[k] - low;
	}
	if (row < 0 || row >= first)
		fail_outside(access->file, access->line, a->name, view->rank, sub, 0, -view->offset,
		        first - 1 - view->offset);
	memcpy(index, view->index, (size_t)view->fixed * sizeof *index);
	for (int d = view->fixed + view->merged - 1; d >= view->fixed; d--) {
		index[d] = row % view->desc->extent[d];
		row /= view->desc->extent[d];
	}
}

static int index_in_box(const desc_t *desc, const box_t *box, const void *address, long *index)
{
	long low[HPCC_MAX_RANK];
	for (int d = 0; d < desc->rank; d++) low[d] = box->d[d].lo;
	long rest = (long)((uintptr_t)address - (uintptr_t)hpcc_place_at(&desc->place, desc->rank, low));
	if (rest < 0) return 0;
	for (int d = 0; d < desc->rank; d++) {
		index[d] = low[d] + rest / desc->place.stride[d];
		rest %= desc->place.stride[d];
		if (index[d] > box->d[d].hi) return 0;
	}
	return 1;
}

// Which element stands at an address of the compact store; 0: none.
static int index_in_store(const desc_t *desc, const void *address, long *index)
{
	boxes_t *boxes = hpcc_store_boxes(desc);
	int found = 0;
	for (int k = 0; k < boxes->n && !found; k++) found = index_in_box(desc, &boxes->box[k], address, index);
	hpcc_boxes_drop(boxes);
	return found;
}

static void check_address(const access_t *access, const plan_t *plan, int arg, const void *address, const long *index)
{
	const desc_t *desc = plan->view[arg].desc;
	char text[256];
	const place_t *place = plan->mode == RUN_PARTITIONED ? &desc->place : &desc->range;
	const char *wanted = hpcc_place_at(place, desc->rank, index);
	if ((const char *)address >= wanted && (const char *)address < wanted + desc->element) return;
	hpcc_element_text(desc->info->name, desc->rank, index, text, sizeof text);
	hpcc_check_fail(access->file, access->line,
	        "`%s` is looked for in another place than where process %d has it: this is an error of hpcc, please "
	        "report it",
	        text, hpcc_rank_);
}

// Subscripts count only where the compiler's assumptions of them hold.
static int by_subscripts(const plan_t *plan, int arg, const long *sub)
{
	return sub && plan->assumed && !plan->view[arg].whole;
}

static _Noreturn void fail_somewhere(const access_t *access, const char *name)
{
	hpcc_check_fail(access->file, access->line,
	        "an access to `%s` is outside of the array, or of what process %d has of it; correct the bounds of the "
	        "loop or "
	        "the shape that the directive gives",
	        name, hpcc_rank_);
}

// The index of the element at an address, in the store or the range.
static void index_of_address(const access_t *access, const plan_t *plan, int arg, const void *address, long *index)
{
	const desc_t *desc = plan->view[arg].desc;
	int found = plan->mode == RUN_PARTITIONED && desc->compact ? index_in_store(desc, address, index)
	                                                           : element_in_range(address, index) == desc;
	if (!found) fail_somewhere(access, plan->nest->args[arg].name);
}

// Allocated memory may go on behind the shape: other arrays, or what belongs to no process.
static int goes_on_behind(const plan_t *plan, int arg, const void *address, const long *sub)
{
	const view_t *view = &plan->view[arg];
	const desc_t *desc = view->desc;
	if (hpcc_is_reserved(desc->base)) return 0;
	if (by_subscripts(plan, arg, sub))
		return sub[0] + view->offset < 0 || sub[0] + view->offset >= merged_extent(view);
	return (plan->mode != RUN_PARTITIONED || !desc->compact) && hpcc_find(address) != desc;
}

static void check_argument(
        const access_t *access, const plan_t *plan, int arg, desc_t *desc, const void *address, const long *sub)
{
	long index[HPCC_MAX_RANK];
	const hpcc_arg *a = &plan->nest->args[arg];
	if (goes_on_behind(plan, arg, address, sub)) return;
	// What is combined goes to memory of its own.
	int combined = (a->flags & HPCC_REDUCED) && plan->mode == RUN_PARTITIONED;
	if (by_subscripts(plan, arg, sub)) {
		array_index(access, plan, arg, sub, index);
		if (a->element == desc->element && !combined) check_address(access, plan, arg, address, index);
	} else if (!combined) {
		index_of_address(access, plan, arg, address, index);
	}
	if (combined) return;
	if ((access->kind & HPCC_CHECK_WRITE) && !(a->flags & HPCC_WRITES))
		fail_write(access->file, access->line, desc, index, "and other processes do not know that it changes");
	check_element(access, desc, index, plan->mode != RUN_PARTITIONED, plan->wrote[arg]);
	if (!(a->flags & HPCC_REDUCED))
		hpcc_check_order(desc, flat(desc, index), access->kind, access->file, access->line);
}

void *hpcc_check_access(
        hpcc_run *run, int arg, int kind, const char *file, int line, const void *address, const long *sub)
{
	const plan_t *plan = run->state;
	access_t access = {file, line, kind};
	long index[HPCC_MAX_RANK];
	// Serial code has everything, local code is asked element by element.
	if (hpcc_apart_now) return (void *)address;
	desc_t *desc = plan->mode == RUN_INNER ? element_in_range(address, index) : plan->view[arg].desc;
	if (desc && plan->mode != RUN_INNER) {
		check_argument(&access, plan, arg, desc, address, sub);
	} else if (desc) {
		check_element(&access, desc, index, 1, NULL);
		hpcc_check_order(desc, flat(desc, index), kind, file, line);
	} else if (!(plan->nest->args[arg].flags & HPCC_REDUCED)) {
		hpcc_check_plain(kind, plan->nest->args[arg].name, file, line, address);
	}
	return (void *)address;
}

// ---- single elements --------------------------------------------------------------------------

void hpcc_check_single(const void *address, size_t size, int kind)
{
	long index[HPCC_MAX_RANK];
	access_t access = {hpcc_check_place.file, hpcc_check_place.line, kind};
	desc_t *desc = hpcc_checking && !hpcc_apart_now && size > 0 ? element_in_range(address, index) : NULL;
	if (!desc) return;
	if (hpcc_depth > 0) {
		check_element(&access, desc, index, 1, NULL);
		hpcc_check_order(desc, flat(desc, index), kind, access.file, access.line);
	} else {
		hpcc_check_together_at(kind == HPCC_CHECK_READ ? "is read" : "is written", desc, flat(desc, index));
	}
}

void hpcc_check_element(const char *file, int line, const void *base, int n, const long *sub, const size_t *size)
{
	hpcc_check_at(file, line);
	desc_t *desc = hpcc_apart_now ? NULL : hpcc_find(base);
	int leading = desc ? desc->rank - n : -1;
	if (leading < 0) return;
	for (int k = 0; k < n; k++)
		if ((long)size[k] != desc->range.stride[leading + k]) return;
	long first = (long)desc->bytes / (long)size[0], offset = ((const char *)base - desc->base) / (long)size[0];
	for (int k = 1; k < n; k++)
		if (sub[k] < 0 || sub[k] >= desc->extent[leading + k])
			fail_outside(file, line, desc->info->name, n, sub, k, 0, desc->extent[leading + k] - 1);
	// Allocated memory may go on behind the shape: other arrays, or what belongs to no process.
	if (!hpcc_is_reserved(desc->base)) return;
	if (sub[0] + offset < 0 || sub[0] + offset >= first)
		fail_outside(file, line, desc->info->name, n, sub, 0, -offset, first - 1 - offset);
}
