// SPDX-License-Identifier: Apache-2.0
//
// Loops of which each iteration has a part of the arrays to itself: a line or a plane across what is split.
#ifndef HPCC_ANALYSIS_SLICES_H
#define HPCC_ANALYSIS_SLICES_H

#include "../nest/nest.h"

// Whether the iterations of the outermost loop set each a slice of its own of all that is mapped, which no other one
// comes to: for the loop they may run in any order, as far as mapped memory goes.
bool slices_are_set(const nest *n);
// Has arrays split along slices for as long as the nest runs: those of which each iteration of a loop accesses a slice
// across what is split (nest_object.sliced, overwritten, and the mapping). It is the outermost loop that has enough of
// them. False: what the nest sets is not all in slices, or would be moved for a small part of an array; nothing is
// changed then.
bool slices_choose(nest *n);
// Behind slices_choose: has all of the arrays brought to their slices, also what the nest sets before it reads it. What
// they hold when the nest is left in the middle is seen.
void slices_bring_all(nest *n);

#endif
