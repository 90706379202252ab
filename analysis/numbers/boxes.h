// SPDX-License-Identifier: Apache-2.0
//
// Sections are told to the runtime as boxes with strides (codegen/sections.c), which may be larger than the section.
// For what is only fetched that does no harm; what a process has written must be told exactly.
#ifndef HPCC_ANALYSIS_BOXES_H
#define HPCC_ANALYSIS_BOXES_H

#include <isl/set.h>

#include <stdbool.h>

// A set of indices in parts that are to be told by the box around each: boxes where that is possible, and not too many.
// Where there are too many it is more than the set. Takes it.
__isl_give isl_set *boxes_parts(__isl_take isl_set *set);
// Whether a set of indices is told exactly by the boxes around its parts.
bool boxes_are_exact(__isl_keep const isl_set *set);

// How many indices a set has in a dimension, from the first to the last, whatever the parameters are; -1: no number
// says that. Takes the set.
long boxes_width(__isl_take isl_set *set, int dim);

// The box around the set, for each value of the parameters; or a larger one.
__isl_give isl_set *boxes_around(__isl_keep isl_set *set);

// Indices at the distance of the stride that isl finds in dimension d of the set, where the parameters alone say where
// it begins; else all.
__isl_give isl_set *boxes_on_stride(__isl_keep isl_set *part, unsigned d);

// Whether two indices, over loops, are the same in all iterations; of statements of different depth, in the loops that
// both have.
bool boxes_same_place(__isl_keep const isl_pw_aff *a, __isl_keep const isl_pw_aff *b);

#endif
