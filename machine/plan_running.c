// SPDX-License-Identifier: Apache-2.0
//
// A plan for processes that run already: where they are cannot be chosen any more, but how many units each has, and
// whether it takes part at all.
#define _GNU_SOURCE
#include "plan_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The first processes of each group, by their ranks.
static int ranks_of(const plan_room *r, const int *processes, int *slot)
{
	int n = 0;
	for (int rank = 0; rank < r->n_slots; rank++) {
		int k = 0, before = 0;
		while (r->slot[k].rank != rank) k++;
		for (int j = 0; j < r->n_slots; j++)
			before += r->slot[j].group == r->slot[k].group && r->slot[j].rank < rank;
		if (before < processes[r->slot[k].group]) slot[n++] = k;
	}
	return n;
}

static void consider(plan *p, plan_draft *best, const char *what, plan_draft d)
{
	if (p->n_choices < PLAN_MOST_CHOICES) p->choice[p->n_choices++] = (plan_choice){what, d.n, d.step_us};
	if (best->n == 0 || d.step_us < best->step_us) {
		plan_draft_free(best);
		*best = d;
	} else {
		plan_draft_free(&d);
	}
}

static plan_draft search(plan *p, int *processes, int *slot)
{
	plan_room *r = p->room;
	plan_draft best = {0};
	for (int g = 0; g < r->n_groups; g++) processes[g] = r->group[g].n;
	const int n = ranks_of(r, processes, slot);
	consider(p, &best, "all processes, equal blocks", plan_equal_blocks(r, n, slot));
	consider(p, &best, "all processes", plan_best_blocks(r, n, slot));
	plan_problem problem = plan_problem_new(r, NULL, r->machine->n_hosts == 1);
	partition *x = partition_open(&problem.problem);
	partition_sweep(x, processes);
	consider(p, &best, "some processes", plan_best_blocks(r, ranks_of(r, processes, slot), slot));
	p->evaluations = partition_evaluations(x);
	partition_close(x);
	plan_problem_free(&problem);
	return best;
}

// Who takes no part has a block without units, where it stands among the others.
static void take(plan *p, const plan_draft *d)
{
	plan_room *r = p->room;
	p->n = r->n_slots;
	p->process = plan_memory((size_t)p->n, sizeof *p->process);
	p->step_us = d->step_us;
	for (int k = 0; k < r->n_slots; k++) {
		const plan_slot *s = &r->slot[k];
		p->process[s->rank] = (plan_process){
		        .host = s->host, .core = s->core, .group = s->group, .has_bytes = r->group[s->group].memory};
	}
	for (int q = 0; q < d->n; q++) {
		plan_process *x = &p->process[r->slot[d->slot[q]].rank];
		x->units = d->first[q + 1] - d->first[q];
		x->memory_bytes = x->units ? plan_needs(r, x->units) : 0;
	}
	for (int q = 1; q < p->n; q++) p->process[q].first = p->process[q - 1].first + p->process[q - 1].units;
}

plan *plan_running(const plan_program *program, const machine *m, int n, const machine_host *const host[], char **error)
{
	plan *p = plan_memory(1, sizeof *p);
	*p = (plan){.machine = m, .program = program, .room = plan_room_running(program, m, n, host)};
	if (p->room->n_slots < n) {
		if (asprintf(error, "the machine has hosts without any speed among those of the processes\n") < 0)
			abort();
		plan_free(p);
		return NULL;
	}
	int *processes = plan_memory((size_t)p->room->n_groups, sizeof *processes),
	    *slot = plan_memory((size_t)n, sizeof *slot);
	plan_draft best = search(p, processes, slot);
	if (best.step_us < INFINITY)
		take(p, &best);
	else if (asprintf(error, "it does not fit into the memory of the hosts\n") < 0)
		abort();
	plan_draft_free(&best);
	free(processes);
	free(slot);
	if (p->n) return p;
	plan_free(p);
	return NULL;
}
