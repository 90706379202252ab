// SPDX-License-Identifier: Apache-2.0
//
// Effects that have an order, in a nest, under conditions that are the same in all of its iterations.
#ifndef HPCC_ANALYSIS_DECIDED_EFFECTS_H
#define HPCC_ANALYSIS_DECIDED_EFFECTS_H

#include "../model/model.h"
#include "../nest/nest.h"

// if (debug && i % 100 == 0) printf("%g", x[i]): that such a condition does not hold is assumed, and asked in front of
// the nest. False: it is no such statement, or its body works on mapped memory that the rest of the nest does not read.
bool effects_decided_before(builder *b, const prog_stmt *s);

#endif
