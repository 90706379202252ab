// SPDX-License-Identifier: Apache-2.0
//
// Calls of large functions in nests, as one statement each.
#ifndef HPCC_ANALYSIS_SUMMARIES_H
#define HPCC_ANALYSIS_SUMMARIES_H

#include "../nest/nest.h"

// Where the nest has very many statements, those that stand for a call become one, which accesses what they do
// together: the call has one place in any case. What it reads is what is read before it sets it itself.
void summaries_make(nest *n);

#endif
