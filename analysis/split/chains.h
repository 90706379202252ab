// SPDX-License-Identifier: Apache-2.0
//
// Values that are made of those of the iteration before, such as the seed of a random number generator, where more is
// computed from each of them than they themselves take.
#ifndef HPCC_ANALYSIS_CHAINS_H
#define HPCC_ANALYSIS_CHAINS_H

#include "attempt.h"

// Finds the statements that only hand on values without an owner from iteration to iteration of the outermost loop, and
// what they are made of: t->in_chain[statement]. All processes execute them in all iterations. False: there are none,
// they read elements that have owners, or nothing but them is worth to be split.
bool chains_find(attempt *t);

// Gives the other statements without a home the one that an iteration of the outermost loop has. False: some have none.
bool chains_place_others(attempt *t);

#endif
