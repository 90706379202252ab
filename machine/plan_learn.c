// SPDX-License-Identifier: Apache-2.0
//
// What a few steps of the program took, in all: what the plan for them does not explain.
#include "plan_parts.h"

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

void plan_learn(
        plan_program *program, const machine *m, int n, const machine_host *const host[], double step_us, double steps)
{
	char *error = NULL;
	plan_work *work = first_steps(program, steps);
	plan_program first = *program;
	first.work = work;
	first.beside_us = program->beside_us = 0;
	plan *p = n > 1 ? plan_running(&first, m, n, host, &error) : NULL;
	// The first choice is that of equal blocks.
	if (p && step_us > p->choice[0].step_us) program->beside_us = step_us - p->choice[0].step_us;
	plan_free(p);
	free(error);
	for (int k = 0; k < program->n_works; k++)
		if (work[k].before != program->work[k].before) free((void *)work[k].before);
	free(work);
}
