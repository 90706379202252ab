// SPDX-License-Identifier: Apache-2.0
//
// What a nest leaves behind: reductions, last values, plain arrays. All of these do nothing for tasks without.
#ifndef HPCC_CODEGEN_RESULTS_H
#define HPCC_CODEGEN_RESULTS_H

#include "rewrite.h"

// Functions that tell which processes add to a variable, among the task's tables.
void results_functions(rewriter *w, const task *t);
// Reductions: before the task's loops, around one run of them, and behind hpcc_leave.
void results_begin(const task *t, text *out);
void results_open(const task *t, text *out);
// Whether a reduction is made in the place that the source names, not in a copy.
bool results_in_place(const task *t, const nest_object *o);
void results_close(const task *t, text *out);
void results_end(const task *t, text *out);
// Scalars that are needed after the task: the times of their last values, noted where they are set, and what they come
// to.
void results_declare_last(const task *t, text *out);
void results_track_last(rewriter *w, const task *t);
void results_last_values(const task *t, text *out);
// The function of the runtime that gives all the last value of a variable of this type.
const char *results_last(const prog_type *type);
// Where extrema were found.
void results_places(const task *t, text *out);
// Plain arrays that are made whole behind the task.
void results_share(rewriter *w, const task *t, text *out);
// What processes hand on from turn to turn: how much it is, and in front of the loops where it is.
void results_carried_size(const task *t, text *out);
void results_carry(rewriter *w, const task *t, text *out);
// Of a pipeline: variables that are handed on in each run of an inner loop, and the text around that loop.
void results_handed_size(const task *t, text *out);
void results_hand_on(rewriter *w, const task *t);

#endif
