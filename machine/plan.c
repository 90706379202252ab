// SPDX-License-Identifier: Apache-2.0
//
// A plan: configurations are considered, the best one becomes the plan, and what else there was is kept to be shown.
#define _GNU_SOURCE
#include "plan_parts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// ---- configurations -----------------------------------------------------------------------------

// The first processors of each group, in the order of groups.
static int slots_of(const plan_room *r, const int *processes, int *slot)
{
	int n = 0;
	for (int g = 0; g < r->n_groups; g++)
		for (int k = 0; k < processes[g]; k++) slot[n++] = r->group[g].first + k;
	return n;
}

typedef struct search {
	plan_room *room;
	const plan_wish *wish;
	plan *plan;
	int *slot, *processes; // room for all
	plan_draft best;
} search;

static void note(search *s, const char *what, int n, double step_us)
{
	plan *p = s->plan;
	if (p->n_choices < PLAN_MOST_CHOICES) p->choice[p->n_choices++] = (plan_choice){what, n, step_us};
}

static void keep(search *s, plan_draft d)
{
	if (s->best.n == 0 || d.step_us < s->best.step_us) {
		plan_draft_free(&s->best);
		s->best = d;
	} else {
		plan_draft_free(&d);
	}
}

static bool is_wanted(const search *s, int n) { return n > 0 && (!s->wish->processes || n == s->wish->processes); }

// The slots that are in s->slot. What is of another number than is wanted is only shown.
static void consider(search *s, const char *what, int n, bool equal)
{
	if (n == 0) return;
	plan_draft d = equal || s->wish->why_equal ? plan_equal_blocks(s->room, n, s->slot)
	                                           : plan_best_blocks(s->room, n, s->slot);
	if (what) note(s, what, n, d.step_us);
	if (is_wanted(s, n))
		keep(s, d);
	else
		plan_draft_free(&d);
}

static void consider_counts(search *s, const char *what, bool equal)
{
	consider(s, what, slots_of(s->room, s->processes, s->slot), equal);
}

// ---- exactly so many ------------------------------------------------------------------------------

// From the fastest processors on, one group after the other.
static void take_fastest(search *s, int n)
{
	const plan_room *r = s->room;
	memset(s->processes, 0, (size_t)r->n_groups * sizeof *s->processes);
	while (n > 0) {
		int best = -1;
		double least = INFINITY;
		for (int g = 0; g < r->n_groups; g++) {
			double us = 0;
			for (int k = 0; r->program && k < r->program->n_works; k++)
				us += r->split_us[k * r->n_groups + g];
			if (!r->program) us = 1 / r->group[g].speed;
			if (s->processes[g] < r->group[g].n && us < least) least = us, best = g;
		}
		if (best < 0) return;
		s->processes[best] = n < r->group[best].n ? n : r->group[best].n;
		n -= s->processes[best];
	}
}

// Some processes of group i leave for group j.
static bool try_change(search *s, partition *p, int i, int j, int n, double *least)
{
	if (n < 1 || s->processes[i] < n || s->processes[j] + n > s->room->group[j].n) return false;
	s->processes[i] -= n;
	s->processes[j] += n;
	const double cost = partition_cost(p, s->processes);
	if (cost < *least) return *least = cost, true;
	s->processes[i] += n;
	s->processes[j] -= n;
	return false;
}

static void descend(search *s, partition *p)
{
	const int n = s->room->n_groups;
	double least = partition_cost(p, s->processes);
	for (bool better = true; better;) {
		better = false;
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++) {
				if (i == j) continue;
				const int room = s->room->group[j].n - s->processes[j];
				const int all = s->processes[i] < room ? s->processes[i] : room;
				better |= try_change(s, p, i, j, all, &least) ||
				          try_change(s, p, i, j, all / 2, &least) || try_change(s, p, i, j, 1, &least);
			}
	}
}

static void choose_exactly(search *s, partition *p)
{
	take_fastest(s, s->wish->processes);
	descend(s, p);
	consider_counts(s, "the best for so many processes", false);
}

// ---- as many as is best -----------------------------------------------------------------------------

static void choose_by_paper(search *s, const plan_problem *problem)
{
	partition_room room;
	partition_problem dominant = partition_dominant(&problem->problem, &room);
	if (dominant.n_computations < 1) return;
	partition *p = partition_open(&dominant);
	partition_h1(p, s->processes);
	consider_counts(s, "H1", false);
	partition_h2(p, false, s->processes);
	consider_counts(s, "H2", false);
	s->plan->evaluations += partition_evaluations(p);
	partition_close(p);
}

// Of each host by itself the best number of processes; the best of them is told.
static void choose_host(search *s)
{
	plan_room *r = s->room;
	int *available = plan_memory((size_t)r->n_groups, sizeof *available);
	plan_draft best = {.step_us = INFINITY};
	for (int h = 0; h < r->machine->n_hosts; h++) {
		int n = 0, k = 0;
		memset(available, 0, (size_t)r->n_groups * sizeof *available);
		for (int q = 0; q < r->n_slots; q++)
			if (r->slot[q].host->number == h) available[r->slot[q].group]++, n++;
		if (n == 0) continue;
		plan_problem problem = plan_problem_new(r, available, true);
		partition *p = partition_open(&problem.problem);
		partition_sweep(p, s->processes);
		partition_close(p);
		plan_problem_free(&problem);
		for (int q = 0; q < r->n_slots; q++)
			if (r->slot[q].host->number == h && s->processes[r->slot[q].group] > 0)
				s->processes[r->slot[q].group]--, s->slot[k++] = q;
		plan_draft d = s->wish->why_equal ? plan_equal_blocks(r, k, s->slot) : plan_best_blocks(r, k, s->slot);
		if (best.n == 0 || d.step_us < best.step_us) {
			plan_draft_free(&best);
			best = d;
		} else {
			plan_draft_free(&d);
		}
	}
	free(available);
	note(s, "one host, the best", best.n, best.step_us);
	if (is_wanted(s, best.n))
		keep(s, best);
	else
		plan_draft_free(&best);
}

static void take_all(search *s)
{
	for (int g = 0; g < s->room->n_groups; g++) s->processes[g] = s->room->group[g].n;
}

static void choose(search *s)
{
	plan_problem problem = plan_problem_new(s->room, NULL, false);
	partition *p = partition_open(&problem.problem);
	if (s->wish->processes) {
		choose_exactly(s, p);
	} else {
		partition_sweep(p, s->processes);
		consider_counts(s, "the default search", false);
	}
	s->plan->evaluations += partition_evaluations(p);
	take_all(s);
	consider_counts(s, "all processors, equal blocks", true);
	take_all(s);
	consider_counts(s, "all processors", false);
	choose_by_paper(s, &problem);
	if (s->room->machine->n_hosts > 1) choose_host(s);
	partition_close(p);
	plan_problem_free(&problem);
}

// ---- nothing is known of the program ---------------------------------------------------------------

static void choose_equal(search *s)
{
	if (s->wish->processes)
		take_fastest(s, s->wish->processes);
	else
		take_all(s);
	const int n = slots_of(s->room, s->processes, s->slot);
	s->best = plan_equal_blocks(s->room, n, s->slot);
	s->best.step_us = 0;
}

// ---- the result -------------------------------------------------------------------------------------

void plan_evaluate(plan *p)
{
	plan_room *r = p->room;
	if (!r->program) return;
	int *slot = plan_memory((size_t)p->n, sizeof *slot);
	long *first = plan_memory((size_t)p->n + 1, sizeof *first);
	double *us = plan_memory((size_t)p->n, sizeof *us);
	for (int q = 0; q < p->n; q++) {
		for (int k = 0; k < r->n_slots; k++)
			if (r->slot[k].host == p->process[q].host && r->slot[k].core == p->process[q].core) slot[q] = k;
		first[q] = p->process[q].first;
		first[q + 1] = first[q] + p->process[q].units;
	}
	p->step_us = plan_time(r, p->n, slot, first, p->work_us, p->exchange_us, us);
	for (int q = 0; q < p->n; q++) p->process[q].compute_us = us[q];
	free(slot);
	free(first);
	free(us);
}

static void finish(plan *p, const plan_draft *d)
{
	plan_room *r = p->room;
	p->n = d->n;
	p->process = plan_memory((size_t)d->n, sizeof *p->process);
	for (int q = 0; q < d->n; q++) {
		const plan_slot *s = &r->slot[d->slot[q]];
		const long units = d->first[q + 1] - d->first[q];
		p->process[q] = (plan_process){.host = s->host,
		        .core = s->core,
		        .group = s->group,
		        .first = d->first[q],
		        .units = units,
		        .memory_bytes = r->program && units ? plan_needs(r, units) : 0,
		        .has_bytes = r->group[s->group].memory};
	}
	if (!r->program) return;
	p->work_us = plan_memory((size_t)r->program->n_works, sizeof(double));
	p->exchange_us = plan_memory((size_t)r->program->n_exchanges, sizeof(double));
	plan_evaluate(p);
}

// ---- what cannot be ---------------------------------------------------------------------------------

__attribute__((format(printf, 2, 3))) static plan *fails(char **error, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	if (vasprintf(error, format, args) < 0) abort();
	va_end(args);
	return NULL;
}

// Of the blocks that would be if there were no limit, the process that lacks most.
static plan *lacks(search *s, char **error)
{
	plan_room *r = s->room;
	double most = 0;
	int process = 0, n;
	if (s->wish->processes)
		take_fastest(s, s->wish->processes);
	else
		take_all(s);
	n = slots_of(r, s->processes, s->slot);
	double *limit = plan_memory((size_t)r->n_groups, sizeof *limit);
	for (int g = 0; g < r->n_groups; g++) limit[g] = r->group[g].memory, r->group[g].memory = 0;
	plan_draft d = s->wish->why_equal ? plan_equal_blocks(r, n, s->slot) : plan_best_blocks(r, n, s->slot);
	for (int q = 0; q < n; q++) {
		const double has = limit[r->slot[d.slot[q]].group];
		const double more = has > 0 ? plan_needs(r, d.first[q + 1] - d.first[q]) - has : 0;
		if (more > most) most = more, process = q;
	}
	const plan_slot *slot = &r->slot[d.slot[process]];
	fails(error,
	        "it does not fit into memory: of %d processes, number %d, on %s, would need %.4g MB for its %ld of %ld "
	        "units, and has %.4g MB\n",
	        n, process, slot->host->name, plan_needs(r, d.first[process + 1] - d.first[process]) / 1e6,
	        d.first[process + 1] - d.first[process], r->program->units, limit[slot->group] / 1e6);
	free(limit);
	plan_draft_free(&d);
	return NULL;
}

static plan *too_few(const plan_room *r, const plan_wish *wish, char **error)
{
	if (r->n_slots == 0) return fails(error, "the machine has no host that may be used\n");
	return fails(
	        error, "%d processes are wanted, and the machine has %d cores to use\n", wish->processes, r->n_slots);
}

static int most_cores(const machine *m)
{
	int most = 1;
	for (int h = 0; h < m->n_hosts; h++)
		if (hpcc_machine_slots(m->host[h]) > most) most = hpcc_machine_slots(m->host[h]);
	return most;
}

// With at most so many processes on a host.
static plan *make(const plan_program *program, const machine *m, const plan_wish *wish, int most, char **error)
{
	plan_room *r = plan_room_new(program, m, wish, most);
	if (r->n_slots == 0 || r->n_slots < wish->processes) {
		too_few(r, wish, error);
		plan_room_free(r);
		return NULL;
	}
	plan *p = plan_memory(1, sizeof *p);
	*p = (plan){.machine = m, .program = program, .room = r};
	search s = {.room = r,
	        .wish = wish,
	        .plan = p,
	        .slot = plan_memory((size_t)r->n_slots, sizeof *s.slot),
	        .processes = plan_memory((size_t)r->n_groups, sizeof *s.processes)};
	if (program)
		choose(&s);
	else
		choose_equal(&s);
	const bool good = s.best.n > 0 && s.best.step_us < INFINITY;
	if (good)
		finish(p, &s.best);
	else
		lacks(&s, error);
	p->evaluations += r->evaluations;
	plan_draft_free(&s.best);
	free(s.slot);
	free(s.processes);
	if (good) return p;
	plan_free(p);
	return NULL;
}

// A host's memory is shared by the processes on it: where all cores are too many, fewer may do. What is told is what
// they lack at all cores.
plan *plan_make(const plan_program *program, const machine *m, const plan_wish *wish, char **error)
{
	int most = most_cores(m);
	plan *p = make(program, m, wish, most, error);
	while (!p && program && most > 1) {
		char *other = NULL;
		most /= 2;
		p = make(program, m, wish, most, &other);
		if (p) free(*error), *error = NULL;
		free(other);
	}
	return p;
}

void plan_free(plan *p)
{
	if (!p) return;
	plan_room_free(p->room);
	free(p->process);
	free(p->work_us);
	free(p->exchange_us);
	free(p);
}

// ---- questions --------------------------------------------------------------------------------------

plan_origin plan_cost_of(const plan *p, int exchange, int group)
{
	const machine_host *host = NULL;
	bool inside = true;
	for (int q = 0; q < p->n; q++) {
		if (p->process[q].group != group) continue;
		inside = inside && (!host || host == p->process[q].host);
		host = p->process[q].host;
	}
	return plan_origin_of(p->room, exchange, group, inside);
}

// An array of nearly the same extent gets blocks with the same ends: one with a border must lie as one without. Of
// others blocks end at the same parts of them, as equal blocks do.
long plan_end(long end, long units, int processes, long elements)
{
	const bool is_near = labs(units - elements) <= units / processes;
	if (units == elements || end == units) return end == units ? elements : end;
	if (is_near) return end < elements ? end : elements;
	return lround((double)end * (double)elements / (double)units);
}

void plan_sizes(const plan *p, long elements, long *sizes)
{
	long before = 0;
	for (int q = 0; q < p->n; q++) {
		const long end = p->process[q].first + p->process[q].units;
		const long at = plan_end(end, p->program->units, p->n, elements);
		sizes[q] = at - before;
		before = at;
	}
}
