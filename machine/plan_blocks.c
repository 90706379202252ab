// SPDX-License-Identifier: Apache-2.0
//
// The block of each process. The partition map takes units to be alike. Where they are not, its shares are shares of
// the work, and blocks end where so much work lies before; then ends are moved as long as that makes a step shorter,
// since the slowest process is another one in each step.
#include "plan_parts.h"

#include <math.h>
#include <string.h>

void plan_draft_free(plan_draft *d)
{
	free(d->slot);
	free(d->first);
	*d = (plan_draft){0};
}

static plan_draft draft_new(const plan_room *r, int n, const int *slot)
{
	plan_draft d = {.n = n,
	        .slot = plan_memory((size_t)n, sizeof *d.slot),
	        .first = plan_memory((size_t)n + 1, sizeof *d.first),
	        .step_us = INFINITY};
	memcpy(d.slot, slot, (size_t)n * sizeof *slot);
	if (r->program) d.first[n] = r->program->units;
	return d;
}

// ---- memory -------------------------------------------------------------------------------------

double plan_needs(const plan_room *r, long units)
{
	return r->program->memory_bytes + r->program->memory_per_unit * (double)units;
}

bool plan_holds(const plan_room *r, int slot, long units)
{
	const double has = r->group[r->slot[slot].group].memory;
	return has <= 0 || units == 0 || plan_needs(r, units) <= has;
}

static bool fits(const plan_room *r, const plan_draft *d)
{
	for (int q = 0; q < d->n; q++)
		if (!plan_holds(r, d->slot[q], d->first[q + 1] - d->first[q])) return false;
	return true;
}

static double time_of(plan_room *r, const plan_draft *d)
{
	return fits(r, d) ? plan_time(r, d->n, d->slot, d->first, NULL, NULL, NULL) : INFINITY;
}

// As `block` has it.
plan_draft plan_equal_blocks(plan_room *r, int n, const int *slot)
{
	plan_draft d = draft_new(r, n, slot);
	if (!r->program) return d;
	const long units = r->program->units, block = (units + n - 1) / n;
	for (int q = 0; q <= n; q++) d.first[q] = q * block < units ? q * block : units;
	d.step_us = time_of(r, &d);
	return d;
}

// ---- shares -------------------------------------------------------------------------------------

static bool on_one_host(const plan_room *r, int n, const int *slot)
{
	for (int q = 1; q < n; q++)
		if (r->slot[slot[q]].host != r->slot[slot[0]].host) return false;
	return true;
}

// The partition map of all of them. It has the processes of one group after the other.
static bool map_units(plan_room *r, const plan_draft *d)
{
	int *count = plan_memory((size_t)r->n_groups, sizeof *count),
	    *next = plan_memory((size_t)r->n_groups, sizeof *next);
	long *units = plan_memory((size_t)d->n, sizeof *units);
	for (int q = 0; q < d->n; q++) count[r->slot[d->slot[q]].group]++;
	for (int g = 1; g < r->n_groups; g++) next[g] = next[g - 1] + count[g - 1];
	plan_problem problem = plan_problem_new(r, count, on_one_host(r, d->n, d->slot));
	partition *p = partition_open(&problem.problem);
	const bool good = partition_map(p, count, units);
	partition_close(p);
	plan_problem_free(&problem);
	for (int q = 0; q < d->n; q++) d->first[q + 1] = d->first[q] + units[next[r->slot[d->slot[q]].group]++];
	free(count);
	free(next);
	free(units);
	return good;
}

// ---- units that differ --------------------------------------------------------------------------

static bool units_differ(const plan_room *r)
{
	for (int k = 0; k < r->program->n_works; k++)
		if (r->program->work[k].before) return true;
	return false;
}

// The time of all work that lies before a point of the profiles, on the first group.
static double time_before(const plan_room *r, int i, int n_points)
{
	double sum = 0;
	for (int k = 0; k < r->program->n_works; k++) {
		const plan_work *w = &r->program->work[k];
		const double us = r->split_us[k * r->n_groups];
		if (!w->before || w->n_points != n_points) {
			sum += us * i / n_points;
			continue;
		}
		for (int s = 0; s < w->n_steps; s++)
			sum += us * w->before[(size_t)s * (size_t)(n_points + 1) + (size_t)i] / w->n_steps;
	}
	return sum;
}

static int points_of(const plan_room *r)
{
	for (int k = 0; k < r->program->n_works; k++)
		if (r->program->work[k].before) return r->program->work[k].n_points;
	return 1;
}

// Ends of blocks that are parts of the units become those of the same parts of the work.
static void by_work(const plan_room *r, plan_draft *d)
{
	const int points = points_of(r);
	const double all = time_before(r, points, points);
	const long units = r->program->units;
	int i = 0;
	for (int q = 1; q < d->n && all > 0; q++) {
		const double wanted = all * (double)d->first[q] / (double)units;
		while (i + 1 < points && time_before(r, i + 1, points) < wanted) i++;
		const double low = time_before(r, i, points), high = time_before(r, i + 1, points);
		const double x = i + (high > low ? fmin(1, fmax(0, (wanted - low) / (high - low))) : 1);
		d->first[q] = lround(x * (double)units / points);
	}
}

// ---- ends that are moved ------------------------------------------------------------------------

// Moves the end behind process q - 1, and with it, less and less, those behind it or before it.
typedef enum { ALONE, WITH_NEXT, WITH_PREVIOUS, N_MOVES } move;

static void moved(const plan_draft *d, int q, long by, move how, long *first)
{
	memcpy(first, d->first, ((size_t)d->n + 1) * sizeof *first);
	first[q] += by;
	for (int j = q + 1; j < d->n && how == WITH_NEXT; j++) first[j] += by * (d->n - j) / (d->n - q);
	for (int j = 1; j < q && how == WITH_PREVIOUS; j++) first[j] += by * j / q;
}

static bool rises(const plan_draft *d)
{
	for (int q = 0; q < d->n; q++)
		if (d->first[q] > d->first[q + 1]) return false;
	return true;
}

static bool try_move(plan_room *r, plan_draft *d, plan_draft *next, int q, long by, move how)
{
	moved(d, q, by, how, next->first);
	if (!rises(next)) return false;
	next->step_us = time_of(r, next);
	if (!(next->step_us < d->step_us)) return false;
	memcpy(d->first, next->first, ((size_t)d->n + 1) * sizeof *d->first);
	d->step_us = next->step_us;
	return true;
}

// How many evaluations are worth it: some 10 ms of them.
static long effort(const plan_room *r, int n)
{
	long each = n;
	for (int k = 0; k < r->program->n_works; k++) each += (long)n * r->program->work[k].n_steps;
	return 4000000 / each + 100;
}

static void move_ends(plan_room *r, plan_draft *d)
{
	plan_draft next = draft_new(r, d->n, d->slot);
	long left = effort(r, d->n);
	for (long by = r->program->units / 8 + 1; by > 0 && left > 0;) {
		bool better = false;
		for (int q = 1; q < d->n; q++)
			for (int how = 0; how < N_MOVES && left > 0; how++, left -= 2)
				if (try_move(r, d, &next, q, by, how) || try_move(r, d, &next, q, -by, how))
					better = true;
		if (!better) by /= 2;
	}
	plan_draft_free(&next);
}

plan_draft plan_best_blocks(plan_room *r, int n, const int *slot)
{
	plan_draft d = draft_new(r, n, slot);
	if (!map_units(r, &d)) return d;
	d.step_us = time_of(r, &d);
	if (!units_differ(r)) return d;
	plan_draft other = draft_new(r, n, slot);
	memcpy(other.first, d.first, ((size_t)n + 1) * sizeof *d.first);
	by_work(r, &other);
	other.step_us = time_of(r, &other);
	move_ends(r, &d);
	if (other.step_us < INFINITY) move_ends(r, &other);
	if (other.step_us < d.step_us) {
		const plan_draft worse = d;
		d = other;
		other = worse;
	}
	plan_draft_free(&other);
	return d;
}
