// SPDX-License-Identifier: Apache-2.0
//
// What hpcc-compare reads: a file with a line for each thing that a nest leaves behind, the same for any number of
// processes. The environment variable HPCC_TRACE names the file.
//
//     hpcc-trace 2
//     <step> array <file:line of the nest> <its executions> <name> <hash> <norm>
//     <step> sums   (the same, of what processes combine real numbers in; the hash is ? where the memory has no mapping)
//     <step> result <file:line> <executions> <operation> <type> <value> <scale>
//
// with tabs between; the norm is the array's largest number, the scale what processes have contributed to a sum,
// without signs. In <file>.elements an array is a line
//
//     <step> <name> <what an element holds: parts.h> <bytes of one> <rank> <extents...>
//
// and then its bytes. HPCC_TRACE_DUMP lists steps, with commas between; `sums` among them are all arrays that are
// combined. HPCC_TRACE_FROM names the trace of another run, on one process say: real results and sums of arrays are
// taken from there as long as the traces go the same way. So a sum that is rounded otherwise shows where it is made,
// and changes nothing after it.
//
// Process 0 writes and reads. All functions do nothing where no trace is wanted.
#ifndef HPCC_RUNTIME_TRACE_H
#define HPCC_RUNTIME_TRACE_H

#include "../nests/nests.h"

extern int hpcc_tracing;

// The run that others are compared with: one process, on which any number of processes that the program asks for is
// right.
static inline int hpcc_trace_alone(void) { return hpcc_tracing && hpcc_size_ == 1; }

// Memory is mapped, and pointers to rows are followed: in a trace one process leaves what many do.
static inline int hpcc_as_many(void) { return hpcc_size_ > 1 || hpcc_tracing; }

// Reads the environment. All processes call it.
void hpcc_trace_start(void);
// Code begins (1) or ends (-1) that only some processes run, or each for itself: what nests leave there is in no trace.
void hpcc_trace_apart(int change);
// A nest that is not run inside of another one is entered, with these parameters; it is left.
void hpcc_trace_enter(plan_t *plan, const long *par, int assumed);
void hpcc_trace_leave(void);
// It is run again from the beginning, and what it has done is undone.
void hpcc_trace_undo(plan_t *plan);
// A value that the nest left last gives, or a call of a local function; it may change (HPCC_TRACE_FROM).
void hpcc_trace_reduction(hpcc_op op, hpcc_type type, void *value, double scale);
void hpcc_trace_call(const char *where, hpcc_op op, hpcc_type type, void *value);
void hpcc_trace_value(const char *what, const void *value, size_t size);

// ---- trace_elements.c -------------------------------------------------------------------------

typedef struct digest_t {
	uint64_t hash; // of what is between the parts of an element nothing counts
	double norm;
} digest_t;

// Of the boxes, each element counted once. Collective.
digest_t hpcc_trace_digest(const desc_t *desc, const boxes_t *boxes);
// All elements come together at `whole`, which process 0 has; or go from there to all that have them. Collective.
void hpcc_trace_bring(const desc_t *desc, char *whole);
void hpcc_trace_deal(desc_t *desc, char *whole);

#endif
