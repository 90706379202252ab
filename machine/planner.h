// SPDX-License-Identifier: Apache-2.0
//
// The planner, for programs that run: the only functions of its object (hpcc_planner.o, in the runtime's library) that
// others see, so that no name of the machine's and of Jansson's gets into the way of a program's own.
#ifndef HPCC_MACHINE_PLANNER_H
#define HPCC_MACHINE_PLANNER_H

#include "plan.h"

// Who runs where. Strings and arrays are the caller's.
typedef struct planner_question {
	const char *file;    // of the machine; NULL: all that is known is below
	int n;               // processes
	char *const *host;   // [n]: the name of each one's host
	const double *speed; // [n]: of their processors, relatively, where there is no file; NULL: all alike
} planner_question;

typedef struct planner_answer {
	double step_us, equal_us; // a step by the plan, and with equal blocks
} planner_answer;

// What is wrong with a machine file, in lines, to be freed; NULL: nothing.
char *hpcc_planner_check(const char *file);

// Where blocks end in arrays of other extents: plan_end.
long hpcc_planner_end(long end, long units, int processes, long elements);

// units[q]: how many process q gets. What process q measured of computation w, which the program's work points to, is
// measured[w * n + q]; their hosts are found here. False: *error says why, in lines, to be freed.
bool hpcc_planner(const plan_program *program, plan_measured *measured, const planner_question *question, long *units,
        planner_answer *answer, char **error);

#endif
