// SPDX-License-Identifier: Apache-2.0
//
// Inside of the analysis: which functions of a unit are pure. facts_only_reads and its kin (nest.h) are defined beside
// it.
#ifndef HPCC_ANALYSIS_PURITY_H
#define HPCC_ANALYSIS_PURITY_H

#include "facts.h"

typedef struct purity purity;

// `alone`: no other unit hands anything over. Lives as long as the unit, in its arena.
purity *purity_new(unit_facts *facts, bool alone);
// That of the unit.
purity *facts_purity(const unit_facts *facts);

#endif
