// SPDX-License-Identifier: Apache-2.0
//
// What the planner's files share.
#ifndef HPCC_MACHINE_PLAN_PARTS_H
#define HPCC_MACHINE_PLAN_PARTS_H

#include "partition.h"
#include "plan.h"

#include <stdlib.h>

// A core, or a part of one.
typedef struct plan_slot {
	const machine_host *host;
	int core, group;
	int rank; // of the process that runs there already; else 0
} plan_slot;

// Cores that are alike: of one cluster, type and speed, with as much memory each. `slot` are in the order of hosts.
typedef struct plan_group {
	const machine_cluster *cluster;
	const machine_type *type;
	double speed, memory; // memory 0: no limit
	int first, n;         // slots
	int n_hosts;
} plan_group;

typedef struct plan_room {
	const plan_program *program;
	const machine *machine;
	int n_groups, n_slots;
	plan_group *group;
	plan_slot *slot;                // by groups
	double *fixed_us, *split_us;    // [work * n_groups + group]; split: all units
	cost_link *link;                // [from * n_groups + to]
	const machine_cluster **common; // [from * n_groups + to]: the cluster around two that differ; NULL: they do not
	long evaluations;
} plan_room;

static inline void *plan_memory(size_t n, size_t size)
{
	void *memory = calloc(n ? n : 1, size);
	if (!memory) abort();
	return memory;
}

// ---- plan_slots.c -----------------------------------------------------------------------------

// No more than `most` processes on a host, which share its memory.
plan_room *plan_room_new(const plan_program *program, const machine *m, const plan_wish *wish, int most);
// Of n processes that run already: rank q on host[q].
plan_room *plan_room_running(const plan_program *program, const machine *m, int n, const machine_host *const host[]);
void plan_room_free(plan_room *r);

// ---- plan_cost.c ------------------------------------------------------------------------------

void plan_set_times(plan_room *r);
void plan_set_links(plan_room *r);
// The part of a message that goes on while processes of two groups compute.
double plan_overlap_between(const plan_room *r, int from, int to, double bytes);
// The function for an exchange among n processes of a group; inside: they are on one host.
plan_origin plan_origin_of(const plan_room *r, int exchange, int group, bool inside);
// T_c of processes in the order of ranks, with their units. `work_us`, `exchange_us`: by phase; `compute_us`: by
// process; may be NULL.
double plan_time(plan_room *r, int n, const int *slot, const long *first, double *work_us, double *exchange_us,
        double *compute_us);

// ---- plan_blocks.c ----------------------------------------------------------------------------

// Processes on slots in the order of ranks, in which groups may take turns; first[n] is the number of units.
typedef struct plan_draft {
	int n, *slot;
	long *first;
	double step_us;
} plan_draft;
void plan_draft_free(plan_draft *d);
plan_draft plan_equal_blocks(plan_room *r, int n, const int *slot);
// By the partition map, then by what lies where. step_us INFINITY: they do not fit into memory.
plan_draft plan_best_blocks(plan_room *r, int n, const int *slot);
// Whether a process on the slot has the memory for so many units.
bool plan_holds(const plan_room *r, int slot, long units);
double plan_needs(const plan_room *r, long units);

// ---- plan_problem.c ---------------------------------------------------------------------------

// The partitioner's problem, with so many processes of each group available. inside: on one host.
typedef struct plan_problem {
	partition_problem problem;
	partition_cluster *cluster;
	partition_computation *computation;
	partition_communication *communication;
	cost_function *within;
	double *d;
} plan_problem;
plan_problem plan_problem_new(const plan_room *r, const int *available, bool inside);
void plan_problem_free(plan_problem *p);

#endif
