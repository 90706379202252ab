// SPDX-License-Identifier: Apache-2.0
//
// What the program says of its phases, and blocks that are not equal: called by what happens to nests and arrays.
#ifndef HPCC_RUNTIME_PLANNING_H
#define HPCC_RUNTIME_PLANNING_H

#include "../internal.h"

struct plan_t;

// Of one whose directive says nothing but `block`: what a partition may give other sizes. A grid of `grid_rank`
// dimensions. (phases.c)
void hpcc_phases_block(const char *name, int grid_rank, int parts, long n);
// A nest is entered; loops over a region of it begin, and end. A step of the cycle begins, behind so many: gives the
// process's time since the first one.
void hpcc_phases_entered(const struct plan_t *plan);
void hpcc_phases_region_begins(void);
void hpcc_phases_region_ends(const struct plan_t *plan);
long hpcc_phases_step(long steps);
// What the process has had of processors, in nanoseconds.
long hpcc_process_time(void);
// Whether nests and blocks are noted: somebody wants to know of the phases.
extern int hpcc_phases_on;
void hpcc_phases_start(void);
// HPCC_PHASES (phases_file.c): whether so many steps suffice, which took so long; the cycle has been run as far as it is
// wanted, or the program ends: writes the file, and ends the program. hpcc_phases_array: arrays have so many bytes
// more, or less, all of which a process that predicts has.
void hpcc_phases_file_start(void);
void hpcc_phases_array(long bytes);
int hpcc_phases_suffice(long steps, long time);
void hpcc_phases_end(void);
// HPCC_PLAN (planned.c): the partitioner is asked behind some steps of the cycle, and blocks become as it says.
void hpcc_planned_start(void);
void hpcc_planned_step(long steps);
// The sizes of equal blocks of a dimension of n elements over all processes by the plan, to be freed; NULL: there is none.
long *hpcc_planned_sizes(long n);

#endif
