// SPDX-License-Identifier: Apache-2.0
//
// What a few steps of the program took, in all: what the plan for them does not explain.
#include "plan_parts.h"

#include <math.h>
#include <stdlib.h>

// The work of a step at the part x of the cycle, by the two steps of the profile that are nearest to its begin: each
// stands for as many steps, and lies in the middle of them.
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

// The program as if all of its steps were like the first ones.
static plan_work *first_steps(const plan_program *p, double steps)
{
	plan_work *work = plan_memory((size_t)p->n_works, sizeof *work);
	for (int k = 0; k < p->n_works; k++) {
		work[k] = p->work[k];
		if (!work[k].before || work[k].n_steps < 2) continue;
		work[k].before = step_at(&p->work[k], p->steps > 0 ? steps / 2 / p->steps : 0);
		work[k].n_steps = 1;
	}
	return work;
}

// A step of processes in equal blocks, as the program is told to be.
static double equal_step(const plan_program *p, const machine *m, int n, const machine_host *const host[])
{
	char *error = NULL;
	plan *made = plan_running(p, m, n, host, &error);
	const double us = made ? made->choice[0].step_us : -1; // the first choice is that of equal blocks
	plan_free(made);
	free(error);
	return us;
}

static void learn(plan_program *program, plan_program *first, const machine *m, int n, const machine_host *const host[],
        double step_us)
{
	const double planned = equal_step(first, m, n, host);
	if (planned < 0) return;
	if (step_us >= planned) {
		program->beside_us = step_us - planned;
		return;
	}
	first->hidden = 1;
	const double least = equal_step(first, m, n, host);
	if (planned > least) program->hidden = fmin((planned - step_us) / (planned - least), 1);
}

void plan_learn(
        plan_program *program, const machine *m, int n, const machine_host *const host[], double step_us, double steps)
{
	plan_work *work = first_steps(program, steps);
	program->beside_us = program->hidden = 0;
	plan_program first = *program;
	first.work = work;
	if (n > 1) learn(program, &first, m, n, host, step_us);
	for (int k = 0; k < program->n_works; k++)
		if (work[k].before != program->work[k].before) free((void *)work[k].before);
	free(work);
}
