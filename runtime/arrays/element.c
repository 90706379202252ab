// SPDX-License-Identifier: Apache-2.0
//
// Single elements outside of nests: the owner tells all, or all agree that the owner stores.
#include "../check/check.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The element that [address, address + size) lies in; 0 where it is in more than one.
static int element_at(const desc_t *desc, const void *address, size_t size, box_t *element)
{
	size_t offset = (size_t)((const char *)address - desc->base);
	long rest = (long)(offset / desc->element);
	if (offset % desc->element + size > desc->element) return 0;
	for (int d = desc->rank - 1; d >= 0; d--) {
		long i = rest % desc->extent[d];
		element->d[d] = (hpcc_range){i, i, 1};
		rest /= desc->extent[d];
	}
	return 1;
}

static char *at_place(const desc_t *desc, const box_t *element, const void *address)
{
	long index[HPCC_MAX_RANK];
	for (int d = 0; d < desc->rank; d++) index[d] = element->d[d].lo;
	return (char *)hpcc_place_at(&desc->place, desc->rank, index) +
	       (size_t)((const char *)address - desc->base) % desc->element;
}

static int known_to_all(desc_t *desc, const box_t *element)
{
	boxes_t list = {.rank = desc->rank, .n = 1, .box = (box_t *)element};
	return !desc->compact_layout && desc->all.n > 0 && hpcc_boxes_covered(&list, desc->all.list, desc->all.n);
}

static int owned_here(const desc_t *desc, const void *address, size_t size)
{
	box_t element, common;
	return desc->owns && element_at(desc, address, size, &element) &&
	       hpcc_box_and(desc->rank, &desc->own, &element, &common);
}

// ---- reading ahead ------------------------------------------------------------------------------
//
// A program that reads element by element would have a collective for each. So after as many as cost as much as
// bringing what lies around them does, that is brought: nothing costs more than twice what it would cost if one knew
// before. What lies around an element stretches as the elements did that were read: a part of a row, of a column, or
// of what a path goes through; and it is the larger the better the one before it was used.

// What is sent in the time that a collective takes at least; what a part costs beside its bytes, in collectives;
// elements that stay single in any case; the least that is brought at a time (at most it is HPCC_PORTION); and how many
// parts are kept, of as many places at which a program reads in turn.
enum {
	BYTES_PER_COLLECTIVE = 4096,
	PER_PART = 4,
	LEAST_SINGLE = 8,
	LEAST_AHEAD = LEAST_SINGLE * BYTES_PER_COLLECTIVE,
	MOST_PARTS = 4
};

static int lies_in(const desc_t *desc, const box_t *element, const box_t *part)
{
	for (int d = 0; d < desc->rank; d++)
		if (element->d[d].lo < part->d[d].lo || element->d[d].lo > part->d[d].hi) return 0;
	return 1;
}

// Each part is one box without gaps.
static int is_read_ahead(const desc_t *desc, const box_t *element)
{
	for (int k = desc->ahead.n - 1; k >= 0; k--)
		if (lies_in(desc, element, &desc->ahead.list[k]->box[0])) return 1;
	return 0;
}

static void note_single(desc_t *desc, const box_t *element)
{
	desc->ahead_spent++;
	if (!desc->n_single++) desc->singles = *element;
	for (int d = 0; d < desc->rank; d++) {
		hpcc_range *all = &desc->singles.d[d];
		all->lo = MIN_OF(all->lo, element->d[d].lo);
		all->hi = MAX_OF(all->hi, element->d[d].lo);
	}
}

// `n` indices with the last one that was read, most of them where the ones before it led to.
static hpcc_range stretch(const hpcc_range *singles, long last, long n, long extent)
{
	long low = last - n / 2;
	if (singles->lo == singles->hi)
		low = last / n * n;
	else if (last == singles->hi)
		low = last - n / 8;
	else if (last == singles->lo)
		low = last - n + 1 + n / 8;
	low = MAX_OF(MIN_OF(low, extent - n), 0);
	return (hpcc_range){low, MIN_OF(low + n, extent) - 1, 1};
}

static long product(int rank, const long *n)
{
	long count = 1;
	for (int d = 0; d < rank; d++) count *= n[d];
	return count;
}

// What lies around an element, as much as is brought at a time: of the shape of what the single ones lie in; what is
// left of it, as memory goes on. All processes, of whatever kind, find the same: by whole numbers.
static box_t around(const desc_t *desc, const box_t *element)
{
	// Where reads stay costly, as much as they have cost.
	const long spent = MIN_OF(desc->ahead_spent * (BYTES_PER_COLLECTIVE / 2), HPCC_PORTION);
	const long most = MAX_OF(MAX_OF(desc->ahead_bytes, spent) / (long)desc->element, 1);
	long n[HPCC_MAX_RANK];
	box_t part = *element;
	for (int d = 0; d < desc->rank; d++) n[d] = hpcc_range_count(&desc->singles.d[d]);
	while (product(desc->rank, n) > most)
		for (int d = 0; d < desc->rank; d++) n[d] = MAX_OF(n[d] / 2, 1);
	for (int grows = 1; grows;) {
		grows = 0;
		for (int d = 0; d < desc->rank; d++) {
			const long larger = n[d] > 1 ? MIN_OF(2 * n[d], desc->extent[d]) : 1;
			if (larger == n[d] || product(desc->rank, n) / n[d] * larger > most) continue;
			n[d] = larger;
			grows = 1;
		}
	}
	for (int d = desc->rank - 1; d >= 0; d--) {
		const long others = product(desc->rank, n) / n[d];
		n[d] = MIN_OF(MAX_OF(most / others, n[d]), desc->extent[d]);
	}
	for (int d = 0; d < desc->rank; d++)
		part.d[d] = stretch(&desc->singles.d[d], element->d[d].lo, n[d], desc->extent[d]);
	return part;
}

static long cost_of(const desc_t *desc, long elements)
{
	return PER_PART + elements * (long)desc->element / BYTES_PER_COLLECTIVE;
}

// What the last part has saved, and how much is brought next by that.
static void judge_ahead(desc_t *desc)
{
	enum { WELL = 8 };
	desc->ahead_saved = MAX_OF(desc->ahead_saved + desc->n_ahead - desc->ahead_cost, 0);
	if (!desc->ahead_bytes)
		desc->ahead_bytes = LEAST_AHEAD;
	else if (desc->ahead_cost && desc->n_ahead >= WELL * desc->ahead_cost)
		desc->ahead_bytes = MIN_OF(2 * desc->ahead_bytes, HPCC_PORTION);
	else if (desc->n_ahead < desc->ahead_cost)
		desc->ahead_bytes = MAX_OF(desc->ahead_bytes / 2, LEAST_AHEAD);
	desc->n_ahead = desc->ahead_cost = 0;
}

// Where parts have saved as many collectives before as this one costs, none need to be single before it.
static int read_ahead(desc_t *desc, const box_t *element)
{
	note_single(desc, element);
	if (desc->n_single <= LEAST_SINGLE) return 0;
	if (desc->n_single == LEAST_SINGLE + 1) judge_ahead(desc);
	box_t part = around(desc, element);
	boxes_t *list = hpcc_boxes_new(desc->rank);
	hpcc_boxes_push(list, &part);
	const long cost = cost_of(desc, hpcc_boxes_count(list));
	const int pays = desc->n_single > cost || desc->ahead_saved >= cost;
	if (pays) {
		desc->n_single = 0;
		desc->ahead_cost = cost;
		desc->ahead_spent += cost;
		if (desc->ahead.n == MOST_PARTS) hpcc_valid_drop_first(desc, &desc->ahead);
		hpcc_store_trim_after(desc, (size_t)cost * BYTES_PER_COLLECTIVE);
		hpcc_collect(desc, list, &desc->range);
		hpcc_valid_add(desc, &desc->ahead, list);
	}
	hpcc_boxes_drop(list);
	return pays;
}

static hpcc_event event_of(const desc_t *desc, const char *file, int line)
{
	return (hpcc_event){.purpose = HPCC_FOR_ELEMENT, .file = file, .line = line, .name = desc->info->name};
}

static void tell_element(const desc_t *desc, const box_t *element, void *address, size_t size, int owner)
{
	if (desc->compact && owned_here(desc, address, size)) memcpy(address, at_place(desc, element, address), size);
	HPCC_COLLECTIVE(MPI_Bcast, MPI_Ibcast, address, (int)size, MPI_BYTE, owner, hpcc_comm);
	hpcc_note_collective(HPCC_BCAST, owner, size);
}

static void bring(desc_t *desc, const box_t *element, void *address, size_t size, const char *file, int line)
{
	int owner[1];
	if (known_to_all(desc, element)) return;
	if (is_read_ahead(desc, element)) {
		desc->n_ahead++;
		// The owner's newest value may be in its store.
		if (desc->compact && owned_here(desc, address, size))
			memcpy(address, at_place(desc, element, address), size);
		return;
	}
	int is_event = hpcc_event_begin(event_of(desc, file, line));
	int one = hpcc_layout_owners(desc->layout, -1, element, owner) == 1 && !read_ahead(desc, element);
	if (one) tell_element(desc, element, address, size, owner[0]);
	hpcc_event_end(is_event);
	if (one) hpcc_stats_read(file, line);
}

hpcc_span hpcc_here;

hpcc_span hpcc_take_as_here(const void *memory, size_t bytes)
{
	hpcc_span before = hpcc_here;
	hpcc_here = (hpcc_span){memory, (const char *)memory + bytes};
	return before;
}

static int is_here(const char *address, size_t size)
{
	return address >= hpcc_here.low && address < hpcc_here.high && size <= (size_t)(hpcc_here.high - address);
}

// Between hpcc_store_begin and hpcc_store_end, on the owner.
int hpcc_storing;

void *hpcc_read(const void *address, size_t size, const char *file, int line)
{
	box_t element;
	if (is_here(address, size)) return (void *)address;
	desc_t *desc = hpcc_find(address);
	if (desc && hpcc_apart_now == HPCC_APART_LOCAL) return hpcc_local_element(desc, address, size, file, line);
	if (desc && hpcc_storing) {
		int own = desc->compact && owned_here(desc, address, size) && element_at(desc, address, size, &element);
		return own ? at_place(desc, &element, address) : (void *)address;
	}
	hpcc_check_single(address, size, HPCC_CHECK_READ);
	if (!desc || hpcc_depth > 0 || desc->layout->everywhere) return (void *)address;
	desc->window = hpcc_replicate_window;
	if (element_at(desc, address, size, &element))
		bring(desc, &element, (void *)address, size, file, line);
	else
		hpcc_gather(address, size);
	return (void *)address;
}

// A place that nobody reads. Several, because one assignment's value may be computed while another's place is known.
static void *scratch(size_t size)
{
	enum { PLACES = 8 };
	static struct {
		void *memory;
		size_t size;
	} places[PLACES];
	static int next;
	int k = next++ % PLACES;
	if (places[k].size < size) {
		free(places[k].memory);
		places[k].memory = hpcc_alloc(size);
		places[k].size = size;
	}
	return memset(places[k].memory, 0, size);
}

void *hpcc_write(void *address, size_t size, const char *file, int line)
{
	box_t element;
	desc_t *desc = hpcc_find(address);
	if (desc && hpcc_apart_now == HPCC_APART_LOCAL) return hpcc_local_element(desc, address, size, file, line);
	hpcc_check_single(address, size, HPCC_CHECK_WRITE);
	if (!desc || hpcc_depth > 0) return address;
	if (!element_at(desc, address, size, &element))
		hpcc_die(desc->info->where, "a store to several elements of `%s` at once is not possible here",
		        desc->info->name);
	boxes_t changed = {.rank = desc->rank, .n = 1, .box = &element};
	int by_all = !hpcc_storing && is_read_ahead(desc, &element);
	if (by_all)
		hpcc_invalidate_but_ahead(desc, &changed);
	else
		hpcc_invalidate(desc, &changed);
	if (!desc->layout->everywhere && !hpcc_storing) hpcc_stats_written(file, line);
	if (!owned_here(desc, address, size)) return by_all ? address : scratch(size);
	return at_place(desc, &element, address);
}

void *hpcc_update(void *address, size_t size, const char *file, int line)
{
	return hpcc_write(address, size, file, line);
}

void *hpcc_exchange(void *address, size_t size, const char *file, int line)
{
	if (hpcc_apart_now == HPCC_APART_LOCAL) return hpcc_write(address, size, file, line);
	if (hpcc_depth > 0) return hpcc_check_single(address, size, HPCC_CHECK_READ | HPCC_CHECK_WRITE), address;
	hpcc_read(address, size, file, line);
	void *place = hpcc_write(address, size, file, line);
	desc_t *desc = hpcc_find(address);
	if (desc && place != address && !owned_here(desc, address, size)) memcpy(place, address, size);
	return place;
}

// The one process that owns the element; -1: there is none, or more than one.
static int only_owner(const desc_t *desc, const hpcc_element *e, box_t *element)
{
	int owner[1];
	if (desc->layout->everywhere || desc->layout->copies || !element_at(desc, e->address, e->size, element))
		return -1;
	return hpcc_layout_owners(desc->layout, -1, element, owner) == 1 ? owner[0] : -1;
}

// Whether the element is, or can be brought, where the process `to` finds it.
static int can_be_brought(const hpcc_element *e)
{
	box_t element;
	if (is_here(e->address, e->size)) return 0;
	desc_t *desc = hpcc_find(e->address);
	return !desc || desc->layout->everywhere || only_owner(desc, e, &element) >= 0;
}

static void bring_to(int to, const hpcc_element *e)
{
	enum { TAG = 0x5354 };
	box_t element;
	MPI_Request request;
	desc_t *desc = hpcc_find(e->address);
	if (!desc || desc->layout->everywhere) return;
	int from = only_owner(desc, e, &element);
	if (from == to || known_to_all(desc, &element)) return;
	if (hpcc_predicting) hpcc_note_message(from, to, e->size);
	if (hpcc_predicting || (hpcc_rank_ != from && hpcc_rank_ != to)) return;
	if (hpcc_rank_ == from)
		hpcc_send_bytes(at_place(desc, &element, e->address), e->size, to, TAG, &request);
	else
		hpcc_receive_bytes((void *)e->address, e->size, from, TAG, &request);
	hpcc_wait_for(1, &request);
}

int hpcc_store_begin(int n, const hpcc_element *element)
{
	box_t place;
	desc_t *desc = hpcc_find(element->address);
	if (!desc || hpcc_depth > 0 || hpcc_apart_now || is_here(element->address, element->size)) return 1;
	// What all have around it stays right where all store.
	if (element_at(desc, element->address, element->size, &place) && is_read_ahead(desc, &place)) return 1;
	int owner = only_owner(desc, element, &place);
	for (int k = 1; k < n; k++)
		if (owner >= 0 && !can_be_brought(&element[k])) owner = -1;
	if (owner < 0) return 1;
	int is_event = hpcc_event_begin(event_of(desc, NULL, 0));
	for (int k = 1; k < n; k++) bring_to(owner, &element[k]);
	hpcc_event_end(is_event);
	hpcc_storing = owner == hpcc_rank_ || hpcc_predicting;
	if (hpcc_storing) return 1;
	boxes_t changed = {.rank = desc->rank, .n = 1, .box = &place};
	hpcc_invalidate(desc, &changed);
	return 0;
}

// `[lo:hi]` for each dimension, or `[i]` where that is one index.
static const char *indices_text(const desc_t *desc, const box_t *box, char *text, size_t size)
{
	size_t n = 0;
	for (int d = 0; d < desc->rank && n < size; d++) {
		const hpcc_range *r = &box->d[d];
		n += (size_t)(r->lo == r->hi ? snprintf(text + n, size - n, "[%ld]", r->lo)
		                             : snprintf(text + n, size - n, "[%ld:%ld]", r->lo, r->hi));
	}
	return text;
}

void *hpcc_local_element(desc_t *desc, const void *address, size_t size, const char *file, int line)
{
	box_t element, common;
	char where[512], used[200], owned[200] = "none of it";
	snprintf(where, sizeof where, "%s:%d", file, line);
	if (!element_at(desc, address, size, &element))
		hpcc_die(
		        where, "several elements of `%s` at once cannot be used in a local function", desc->info->name);
	if (!desc->owns || !hpcc_box_and(desc->rank, &desc->own, &element, &common)) {
		if (desc->owns) indices_text(desc, &desc->own, owned, sizeof owned);
		hpcc_die(where,
		        "a local function uses `%s`%s, which is mapped at %s and not owned by process %d (it owns %s); "
		        "dist_lo and dist_hi say what is owned",
		        desc->info->name, indices_text(desc, &element, used, sizeof used), desc->info->where,
		        hpcc_rank_, owned);
	}
	return at_place(desc, &element, address);
}
