// SPDX-License-Identifier: Apache-2.0
//
// HPCC_PLAN=machine.json, or `auto`: behind the first steps of the phase cycle the partitioner is asked, with the values
// that the callbacks' parameters have and what the nests took here, and arrays that are split by `block` get the blocks
// that it says: those that there are move, and later ones begin with such blocks. Processes that are not worth waiting
// for own nothing from then on. `auto`: of the processes' speeds what the system says (HPCC_SPEEDS).
#include "../nests/nests.h"
#include "phases.h"

#include "../../machine/planner.h"
#include "../internal.h"
#include "../libc/libc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Blocks move behind so many steps: the first one finds pages without memory, and is not like the others.
enum { STEPS_BEFORE = 2 };

static const char *asked; // NULL: nobody has
static long *units_of;    // of each process; NULL: there is no plan
static long n_units;

void hpcc_planned_start(void)
{
	const char *text = getenv("HPCC_PLAN");
	if (!text || !*text || strcmp(text, "0") == 0 || hpcc_size_ < 2 || hpcc_predicting || hpcc_phases_on) return;
	if (!hpcc_the_phases.table || !hpcc_the_phases.table->cycle_line ||
	        hpcc_the_phases.table->n_axes > PHASES_MOST_AXES)
		return;
	char *error = hpcc_rank_ == 0 && strcmp(text, "auto") != 0 ? hpcc_planner_check(text) : NULL;
	if (error) hpcc_die(NULL, "HPCC_PLAN: %.*s", (int)strcspn(error, "\n"), error);
	asked = text;
	hpcc_phases_on = 1;
}

long *hpcc_planned_sizes(long n)
{
	if (!units_of) return NULL;
	long *size = hpcc_alloc((size_t)hpcc_size_ * sizeof *size), before = 0, end = 0;
	for (int p = 0; p < hpcc_size_; p++) {
		end += units_of[p];
		const long at = hpcc_planner_end(end, n_units, hpcc_size_, n);
		size[p] = at - before;
		before = at;
	}
	return size;
}

// ---- the program, as the planner wants it -----------------------------------------------------

static machine_topology topology_of(const hpcc_phase *p)
{
	switch (p->topology) {
	case HPCC_1D:
	case HPCC_GRID: return MACHINE_1D;
	case HPCC_RING: return MACHINE_RING;
	case HPCC_TREE:
		return p->pattern == HPCC_BROADCAST   ? MACHINE_BROADCAST
		       : p->pattern == HPCC_REDUCTION ? MACHINE_ALLREDUCE
		                                      : MACHINE_TREE;
	case HPCC_ALL_TO_ALL: return MACHINE_ALL_TO_ALL;
	default: return MACHINE_PAIRWISE;
	}
}

static plan_work work_of(const hpcc_phase *p)
{
	const phase_work_t w = hpcc_phase_work(p);
	plan_work work = {.name = p->name, .file = p->file, .line = p->line, .touched_bytes = w.bytes};
	memcpy(work.fixed, w.fixed, sizeof work.fixed);
	memcpy(work.split, w.split, sizeof work.split);
	if (!w.has_profile || p->linear) return work;
	double *before = hpcc_alloc((size_t)w.n_steps * sizeof w.before[0]);
	memcpy(before, w.before, (size_t)w.n_steps * sizeof w.before[0]);
	work.n_steps = w.n_steps;
	work.n_points = PHASE_POINTS;
	work.before = before;
	return work;
}

static int is_computation(int phase) { return hpcc_the_phases.table->phases[phase].kind == HPCC_COMPUTATION; }

// The number of a computation among all of them; -1: it is none.
static int work_number(int phase)
{
	int n = 0;
	if (phase < 0 || phase >= hpcc_the_phases.table->n_phases || !is_computation(phase)) return -1;
	for (int k = 0; k < phase; k++) n += is_computation(k);
	return n;
}

static plan_exchange exchange_of(const hpcc_phase *p)
{
	const phases_t *now = &hpcc_the_phases;
	const hpcc_comm_complexity b = hpcc_phase_comm_complexity(now->table, p, now->par);
	const double runs = hpcc_phase_runs(p) > 0 ? (double)hpcc_phase_runs(p) : 1;
	return (plan_exchange){.name = p->name,
	        .file = p->file,
	        .line = p->line,
	        .topology = topology_of(p),
	        .bytes = b.non_pdu > 0 ? b.non_pdu / runs : 0,
	        .bytes_per_unit = b.pdu > 0 ? b.pdu / runs : 0,
	        .times = runs,
	        .overlap = work_number(p->overlap)};
}

// What each process measured of a computation.
static const plan_measured *measured_of(int phase, const phase_measured_t *by_phase, plan_measured *measured)
{
	for (int q = 0; q < hpcc_size_; q++) {
		const phase_measured_t *m = &by_phase[phase * hpcc_size_ + q];
		measured[q] = (plan_measured){.us = m->ns / 1000};
		memcpy(measured[q].operations, m->operations, sizeof m->operations);
	}
	return measured;
}

// `measured` as hpcc_planner has it.
static plan_program program_of(
        plan_work *work, plan_exchange *exchange, const phase_measured_t *by_phase, plan_measured *measured)
{
	const phases_t *now = &hpcc_the_phases;
	plan_program p = {.units = now->units, .steps = hpcc_phases_steps(), .work = work, .exchange = exchange};
	hpcc_phases_memory(&p.memory_bytes, &p.memory_per_unit);
	for (int k = 0; k < now->table->n_phases; k++) {
		if (!is_computation(k)) {
			exchange[p.n_exchanges++] = exchange_of(&now->table->phases[k]);
			continue;
		}
		work[p.n_works] = work_of(&now->table->phases[k]);
		work[p.n_works].n_measured = hpcc_size_;
		work[p.n_works].measured = measured_of(k, by_phase, measured + (size_t)p.n_works * (size_t)hpcc_size_);
		p.n_works++;
	}
	return p;
}

// ---- asking -----------------------------------------------------------------------------------

// Moving takes time, and is not done for less: one part in so many.
enum { WORTH = 50 };

// On process 0: whether there is a plan that is better than equal blocks.
static int ask(const planner_question *question, const phase_measured_t *by_phase, long *units)
{
	const size_t n = (size_t)hpcc_the_phases.table->n_phases + 1;
	plan_measured *measured = hpcc_alloc(n * (size_t)hpcc_size_ * sizeof *measured);
	plan_work *work = hpcc_alloc(n * sizeof *work);
	plan_exchange *exchange = hpcc_alloc(n * sizeof *exchange);
	plan_program p = program_of(work, exchange, by_phase, measured);
	planner_answer answer = {0, 0};
	char *error = NULL;
	const int good = hpcc_planner(&p, measured, question, units, &answer, &error);
	if (!good && hpcc_may_warn())
		dprintf(HPCC_MESSAGES, "hpcc: warning: HPCC_PLAN: %.*s: blocks stay as they are\n",
		        (int)strcspn(error, "\n"), error);
	free(error);
	for (int k = 0; k < p.n_works; k++) free((void *)work[k].before);
	free(work);
	free(exchange);
	free(measured);
	return good && answer.step_us < answer.equal_us * (1 - 1.0 / WORTH);
}

// The names of all processes' hosts, one behind the other.
static char *names_of_hosts(void)
{
	char own[MPI_MAX_PROCESSOR_NAME + 1] = "";
	int length = 0;
	char *all = hpcc_alloc((size_t)hpcc_size_ * sizeof own);
	HPCC_MPI(MPI_Get_processor_name(own, &length));
	HPCC_COLLECTIVE(MPI_Allgather, MPI_Iallgather, own, (int)sizeof own, MPI_CHAR, all, (int)sizeof own, MPI_CHAR,
	        hpcc_comm);
	hpcc_note_collective(HPCC_ALLGATHER, -1, (size_t)hpcc_size_ * sizeof own);
	return all;
}

static int make_plan(long *units)
{
	const int is_auto = strcmp(asked, "auto") == 0;
	double *speed = is_auto ? hpcc_speeds_ask() : NULL;
	char *names = names_of_hosts(), **host = hpcc_alloc((size_t)hpcc_size_ * sizeof *host);
	for (int p = 0; p < hpcc_size_; p++) host[p] = names + (size_t)p * (MPI_MAX_PROCESSOR_NAME + 1);
	const planner_question question = {
	        .file = is_auto ? NULL : asked, .n = hpcc_size_, .host = host, .speed = speed};
	phase_measured_t *by_phase = hpcc_phases_measured();
	int is_better = hpcc_rank_ == 0 && ask(&question, by_phase, units);
	free(by_phase);
	HPCC_COLLECTIVE(MPI_Bcast, MPI_Ibcast, &is_better, 1, MPI_INT, 0, hpcc_comm);
	HPCC_COLLECTIVE(MPI_Bcast, MPI_Ibcast, units, hpcc_size_, MPI_LONG, 0, hpcc_comm);
	hpcc_note_collective(HPCC_BCAST, 0, sizeof is_better);
	hpcc_note_collective(HPCC_BCAST, 0, (size_t)hpcc_size_ * sizeof *units);
	free(names);
	free(host);
	free(speed);
	return is_better;
}

void hpcc_planned_step(long steps)
{
	if (!asked || steps < STEPS_BEFORE || hpcc_depth > 0 || hpcc_apart_now) return;
	hpcc_phases_on = 0;
	if (!hpcc_phases_evaluate()) {
		long *units = hpcc_alloc((size_t)hpcc_size_ * sizeof *units);
		const int is_event = hpcc_event_begin((hpcc_event){.purpose = HPCC_FOR_MAPPING, .name = "the plan"});
		const int is_better = make_plan(units);
		hpcc_event_end(is_event);
		if (is_better) {
			n_units = hpcc_the_phases.units;
			units_of = units;
			hpcc_remap_planned();
		} else {
			free(units);
		}
	}
	asked = NULL;
}
