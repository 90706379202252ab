// SPDX-License-Identifier: Apache-2.0
//
// What a nest may change: the variables and fields that it stores to.
#ifndef HPCC_ANALYSIS_EFFECTS_H
#define HPCC_ANALYSIS_EFFECTS_H

#include "../model/model.h"
#include "builder.h"

// Notes in the builder what the statement changes.
void effects_collect(builder *b, const prog_stmt *s);

#endif
