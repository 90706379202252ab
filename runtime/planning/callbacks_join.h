// SPDX-License-Identifier: Apache-2.0
//
// The tables of a program's files as one: the phases of its cycle, found by the calls between functions, in the way in
// which the compiler does it within a file (analysis/graph/control_flow.c).
#ifndef HPCC_RUNTIME_CALLBACKS_JOIN_H
#define HPCC_RUNTIME_CALLBACKS_JOIN_H

#include "hpcc/callbacks.h"

// Of tables of functions; NULL: none of them has main. Stays as long as the program.
const hpcc_callbacks *callbacks_join(const hpcc_callbacks *const *tables, int n);

// A phase of a table that was joined, in the words of its own file. The parameters of the file, given those of the
// program; `bound` has room for them.
enum { CALLBACKS_MOST_PARAMETERS = 256 };
const long *callbacks_bound(const struct hpcc_joined *j, const long *par, long bound[CALLBACKS_MOST_PARAMETERS]);
// The number of its first axis.
int callbacks_first_axis(const struct hpcc_joined *j);
// Whether two phases are of one file, tasks of which have numbers of their own; NULL: of a table by itself.
int callbacks_same_file(const struct hpcc_joined *a, const struct hpcc_joined *b);
// Whether the loop in which it stands is the cycle: else it is run in all steps of that in one of the cycle.
int callbacks_in_cycle(const struct hpcc_joined *j);
// How often its function is called in a step of the cycle.
double callbacks_calls(const struct hpcc_joined *j, const long *par);

#endif
