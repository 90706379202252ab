// SPDX-License-Identifier: Apache-2.0
//
// What hpcc-compare reads: a file with a line for each thing that a nest leaves behind, the same for any number of processes. The
// environment variable HPCC_TRACE names the file, HPCC_TRACE_DUMP the steps whose elements go to <file>.elements.
//
//     hpcc-trace 1
//     <step> array <file:line of the nest> <its executions> <name> <hash>
//     <step> sums   (the same, of what all combine into)
//     <step> result <file:line> <executions> <operation> <type> <value>
//
// with tabs between. Process 0 writes it. All functions do nothing where no trace is wanted.
#ifndef HPCC_RUNTIME_TRACE_H
#define HPCC_RUNTIME_TRACE_H

#include "core.h"

extern int hpcc_tracing;

// The run that others are compared with: one process, on which any number of processes that the program asks for is right.
static inline int hpcc_trace_alone(void) { return hpcc_tracing && hpcc_size_ == 1; }

// Reads the environment. All processes call it.
void hpcc_trace_start(void);
// A nest that is not run inside of another one is entered, with these parameters; it is left.
void hpcc_trace_enter(plan_t *plan, const long *par, int assumed);
void hpcc_trace_leave(void);
// A value that the nest left last gives: a reduction's at once or, where several are combined together, when the last of them has
// been named (`more` 0).
void hpcc_trace_reduction(hpcc_op op, hpcc_type type, const void *value, int more);
void hpcc_trace_value(const char *what, const void *value, size_t size);

#endif
