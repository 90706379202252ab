// SPDX-License-Identifier: Apache-2.0
//
// A nest that may be left before its end, on several processes: whether they find the first iteration that leaves, and
// whether what was set beyond it can be put back.
#ifndef HPCC_ANALYSIS_EXIT_SEARCH_H
#define HPCC_ANALYSIS_EXIT_SEARCH_H

#include "../unit/unit.h"
#include "partition.h"

// Whether the partition finds the first exit, and what the nest sets is as it is there: put back, and set again up to
// the exit.
bool exit_search_possible(const unit_facts *facts, nest *n, partition *p);
// Assertions, and the program's end in called functions: whether the nest can be undone and run again by all, which
// come to the first one as the program does. Fails where it cannot, if anything but an assertion's message depends on
// it.
bool exit_search_goes_back(const unit_facts *facts, nest *n, partition *p);

#endif
