// SPDX-License-Identifier: Apache-2.0
//
// Plans that are kept, and found again by their nest's parameters and pointers.
#include "../check/check.h"
#include "../trace/trace.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// A nest keeps few plans at first, as parameters that never come again are usual (the step of an elimination). Where
// plans that were dropped are wanted again, it keeps more.
enum { LEAST_PLANS = 32, MOST_PLANS = 1024 };

typedef struct cache_t {
	plan_t *first, *last; // most recently used first
	plan_t *stale;        // the first one, found out of date: goes when another one has learnt from it
	int n, most, n_row;
	int has_rows;      // some argument has pointers to its rows
	uint64_t *dropped; // keys of the plans dropped last, [MOST_PLANS]; NULL: none yet
	long n_dropped;
	struct cache_t *next; // of another nest
} cache_t;

static cache_t *caches;

static cache_t *cache_of(hpcc_nest *nest)
{
	if (nest->cache) return nest->cache;
	cache_t *cache = hpcc_alloc(sizeof *cache);
	cache->most = LEAST_PLANS;
	for (int a = 0; a < nest->n_args; a++) {
		cache->n_row += nest->args[a].rank - 1;
		cache->has_rows |= nest->args[a].row_levels > 0;
	}
	cache->next = caches;
	caches = cache;
	return nest->cache = cache;
}

int hpcc_nest_has_rows(hpcc_nest *nest) { return cache_of(nest)->has_rows; }

void hpcc_plans_each(void (*visit)(plan_t *))
{
	for (const cache_t *cache = caches; cache; cache = cache->next)
		for (plan_t *plan = cache->first; plan; plan = plan->next) visit(plan);
}

int hpcc_plan_is_latest(const plan_t *plan) { return ((const cache_t *)plan->nest->cache)->first == plan; }

// ---- the list ---------------------------------------------------------------------------------

static void unlink_plan(cache_t *cache, plan_t *plan)
{
	*(plan->prev ? &plan->prev->next : &cache->first) = plan->next;
	*(plan->next ? &plan->next->prev : &cache->last) = plan->prev;
	plan->prev = plan->next = NULL;
}

// What was used before is expected to be followed by this one the next time, too.
static void put_in_front(cache_t *cache, plan_t *plan)
{
	if (cache->first) cache->first->follower = plan;
	*(cache->first ? &cache->first->prev : &cache->last) = plan;
	plan->next = cache->first;
	cache->first = plan;
}

static void drop(cache_t *cache, plan_t *plan)
{
	unlink_plan(cache, plan);
	for (plan_t *other = cache->first; other; other = other->next)
		if (other->follower == plan) other->follower = NULL;
	hpcc_plan_free(plan);
	cache->n--;
}

// ---- keys of plans that were dropped --------------------------------------------------------------

static uint64_t mixed(uint64_t key, const void *words, size_t n)
{
	uint64_t word;
	for (size_t k = 0; k < n; k++) {
		memcpy(&word, (const char *)words + k * sizeof word, sizeof word);
		key = (key ^ word) * 0x9e3779b97f4a7c15U;
		key ^= key >> 32;
	}
	return key;
}

static uint64_t key_of(const hpcc_nest *nest, const cache_t *cache, const long *par, void *const *base, const long *row)
{
	_Static_assert(sizeof *par == sizeof(uint64_t) && sizeof *base == sizeof(uint64_t), "words of 64 bits");
	const uint64_t key = mixed(1, par, (size_t)nest->n_par);
	return mixed(mixed(key, base, (size_t)nest->n_args), row, (size_t)cache->n_row);
}

static void drop_last(cache_t *cache)
{
	const plan_t *plan = cache->last;
	if (!cache->dropped) cache->dropped = hpcc_alloc(MOST_PLANS * sizeof *cache->dropped);
	cache->dropped[cache->n_dropped++ % MOST_PLANS] = key_of(plan->nest, cache, plan->par, plan->base, plan->row);
	drop(cache, cache->last);
}

static int was_dropped(const cache_t *cache, uint64_t key)
{
	const long n = cache->n_dropped < MOST_PLANS ? cache->n_dropped : MOST_PLANS;
	for (long k = 0; k < n; k++)
		if (cache->dropped[k] == key) return 1;
	return 0;
}

// ---- finding ----------------------------------------------------------------------------------

static int same_parameters(const plan_t *plan, const cache_t *cache, const long *par, const long *row, int assumed)
{
	if (memcmp(plan->row, row, (size_t)cache->n_row * sizeof *row) != 0) return 0;
	if (plan->assumed != assumed) return 0; // a check asks it where there is one process, too
	return plan->mode == RUN_LOCAL || memcmp(plan->par, par, (size_t)plan->nest->n_par * sizeof *par) == 0;
}

static int same_pointers(const plan_t *plan, void *const *base)
{
	return memcmp(plan->base, base, (size_t)plan->nest->n_args * sizeof *base) == 0;
}

// Memory that is not mapped and only read may be elsewhere than the last time.
static int movable_pointers(const plan_t *plan, const long *par, void *const *base)
{
	const long *row = plan->row;
	for (int a = 0; a < plan->nest->n_args; a++) {
		const hpcc_arg *arg = &plan->nest->args[a];
		if (plan->base[a] != base[a] &&
		        (plan->view[a].desc || (arg->flags & HPCC_WRITES) || hpcc_array_meant(arg, par, base[a], row)))
			return 0;
		row += arg->rank - 1;
	}
	return 1;
}

static void move_pointers(plan_t *plan, void *const *base)
{
	for (int a = 0; a < plan->nest->n_args; a++)
		if (plan->base[a] != base[a]) plan->base[a] = plan->run.origin[a] = base[a];
}

// Whether the pointers still mean the arrays that they did, in the same places.
static int still_right(plan_t *plan)
{
	if (!hpcc_strips_hold(plan)) return 0;
	if (plan->epoch == hpcc_epoch) return 1;
	const long *row = plan->row;
	for (int a = 0; a < plan->nest->n_args; a++) {
		const view_t *view = &plan->view[a];
		const hpcc_arg *arg = &plan->nest->args[a];
		const desc_t *desc = hpcc_find(plan->base[a]);
		if (!desc || desc != view->desc) desc = hpcc_array_meant(arg, plan->par, plan->base[a], row);
		row += arg->rank - 1;
		if (!desc != !view->desc || (desc && (desc->id != view->id || desc->generation != view->generation)))
			return 0;
	}
	if (hpcc_beyond(plan->nest, plan->par, plan->base, plan->row, 0) != plan->beyond) return 0;
	plan->epoch = hpcc_epoch;
	return 1;
}

// Takes the plan to the front; NULL where it is out of date.
static plan_t *use_plan(cache_t *cache, plan_t *plan)
{
	if (plan != cache->first) {
		unlink_plan(cache, plan);
		put_in_front(cache, plan);
	}
	cache->stale = still_right(plan) ? NULL : plan;
	return cache->stale ? NULL : plan;
}

// On one process nothing depends on what the pointers mean.
static plan_t *find_alone(const cache_t *cache, void *const *base, const long *row)
{
	for (plan_t *plan = cache->first; plan; plan = plan->next)
		if (memcmp(plan->row, row, (size_t)cache->n_row * sizeof *row) == 0) {
			move_pointers(plan, base);
			return plan;
		}
	return NULL;
}

// Where no process has a part of its own the parameters do not matter, but for how far the pointers are followed.
static int as_far(const plan_t *plan, const long *par, void *const *base)
{
	if (hpcc_n_mapped() == 0 || plan->mode != RUN_LOCAL) return 1;
	if (same_pointers(plan, base) && memcmp(plan->par, par, (size_t)plan->nest->n_par * sizeof *par) == 0) return 1;
	return hpcc_beyond(plan->nest, par, base, plan->row, 0) == plan->beyond;
}

static int serves(
        const plan_t *plan, const cache_t *cache, const long *par, void *const *base, const long *row, int assumed)
{
	return same_pointers(plan, base) && same_parameters(plan, cache, par, row, assumed) && as_far(plan, par, base);
}

static plan_t *find_same(const cache_t *cache, const long *par, void *const *base, const long *row, int assumed)
{
	plan_t *const first = cache->first, *const expected = first ? first->follower : NULL;
	if (!first || serves(first, cache, par, base, row, assumed)) return first;
	if (expected && serves(expected, cache, par, base, row, assumed)) return expected;
	for (plan_t *plan = first->next; plan; plan = plan->next)
		if (serves(plan, cache, par, base, row, assumed)) return plan;
	return NULL;
}

static plan_t *find_moved(const cache_t *cache, const long *par, void *const *base, const long *row, int assumed)
{
	for (plan_t *plan = cache->first; plan; plan = plan->next)
		if (same_parameters(plan, cache, par, row, assumed) && movable_pointers(plan, par, base) &&
		        !plan->beyond && !hpcc_beyond(plan->nest, par, base, row, 0) && hpcc_plan_may_move(plan, base))
			return plan;
	return NULL;
}

plan_t *hpcc_plan_find(hpcc_nest *nest, const long *par, void *const *base, const long *row, int assumed)
{
	cache_t *cache = cache_of(nest);
	if (hpcc_size_ == 1 && !hpcc_checking && !hpcc_tracing) return find_alone(cache, base, row);
	plan_t *plan = find_same(cache, par, base, row, assumed);
	if (plan) return use_plan(cache, plan);
	plan = find_moved(cache, par, base, row, assumed);
	if (!plan) return NULL;
	move_pointers(plan, base);
	return use_plan(cache, plan);
}

plan_t *hpcc_plan_make(hpcc_nest *nest, const long *par, void *const *base, const long *row, int assumed)
{
	cache_t *cache = cache_of(nest);
	if (!cache->stale && cache->n == cache->most) {
		if (cache->most < MOST_PLANS && was_dropped(cache, key_of(nest, cache, par, base, row)))
			cache->most *= 2;
		else
			drop_last(cache);
	}
	plan_t *plan = hpcc_plan_new(nest, par, base, row, cache->n_row, assumed, cache->first);
	if (cache->stale) drop(cache, cache->stale);
	cache->stale = NULL;
	put_in_front(cache, plan);
	cache->n++;
	return plan;
}
