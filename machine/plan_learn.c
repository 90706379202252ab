// SPDX-License-Identifier: Apache-2.0
//
// What a few steps of the program took, in all: what the plan for them does not explain.
#include "plan_parts.h"

#include <math.h>
#include <stdlib.h>

// The work of a step at the part x of the cycle, near its begin, by the first two steps of the profile: each stands for
// as many steps, and lies in the middle of them.
static const double *step_at(const plan_work *w, double x)
{
	double *before = plan_memory((size_t)w->n_points + 1, sizeof *before);
	const double *next = w->before + w->n_points + 1;
	const double by = x * w->n_steps - 0.5;
	for (int i = 0; i <= w->n_points; i++) {
		before[i] = w->before[i] + by * (next[i] - w->before[i]);
		if (before[i] < 0) before[i] = 0;
	}
	return before;
}

// The program as if it ended behind its first steps: those steps of the profile that stand for these; where they are
// fewer than one stands for, one that is like them.
static plan_work *first_steps(const plan_program *p, double steps)
{
	plan_work *work = plan_memory((size_t)p->n_works, sizeof *work);
	for (int k = 0; k < p->n_works; k++) {
		work[k] = p->work[k];
		if (!work[k].before || work[k].n_steps < 2) continue;
		const double run = p->steps > 0 ? fmin(steps / p->steps, 1) : 0;
		work[k].n_steps = (int)fmax(round(run * p->work[k].n_steps), 1);
		if (work[k].n_steps == 1) work[k].before = step_at(&p->work[k], run / 2);
	}
	return work;
}

// A step of processes that have so many units each (NULL: equal blocks), as the program is told to be. -1: a host has
// no speed at all.
static double step_of(
        const plan_program *p, const machine *m, int n, const machine_host *const host[], const long *units)
{
	plan_room *r = plan_room_running(p, m, n, host);
	int *slot = plan_memory((size_t)n, sizeof *slot);
	long *first = plan_memory((size_t)n + 1, sizeof *first);
	double us = -1;
	for (int k = 0; k < r->n_slots; k++) slot[r->slot[k].rank] = k;
	for (int q = 0; q < n && units; q++) first[q + 1] = first[q] + units[q];
	if (r->n_slots == n && units)
		us = plan_time(r, n, slot, first, NULL, NULL, NULL);
	else if (r->n_slots == n) {
		plan_draft d = plan_equal_blocks(r, n, slot);
		us = d.step_us;
		plan_draft_free(&d);
	}
	free(first);
	free(slot);
	plan_room_free(r);
	return us;
}

// `first`: the program as it is in the steps that took step_us.
static void learn(plan_program *program, plan_program *first, const machine *m, int n, const machine_host *const host[],
        const long *units, double step_us)
{
	const double planned = step_of(first, m, n, host, units);
	if (planned < 0) return;
	if (step_us >= planned) {
		program->beside_us = step_us - planned;
		return;
	}
	first->hidden = 1;
	const double least = step_of(first, m, n, host, units);
	if (planned > least) program->hidden = fmin((planned - step_us) / (planned - least), 1);
}

void plan_learn(plan_program *program, const machine *m, int n, const machine_host *const host[], const long *units,
        double step_us, double steps)
{
	plan_work *work = first_steps(program, steps);
	program->beside_us = program->hidden = 0;
	plan_program first = *program;
	first.work = work;
	if (n > 1) learn(program, &first, m, n, host, units, step_us);
	for (int k = 0; k < program->n_works; k++)
		if (work[k].before != program->work[k].before) free((void *)work[k].before);
	free(work);
}
