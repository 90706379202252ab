// SPDX-License-Identifier: Apache-2.0
//
// Is the value that a variable has at the end of a nest read by anybody?
#ifndef HPCC_ANALYSIS_LIVENESS_H
#define HPCC_ANALYSIS_LIVENESS_H

#include "nest.h"

// `symbol`: a scalar or an array that is accessed by name. True unless every way from the end of `stmt` sets it before it
// is read, or leaves its scope.
bool liveness_after(unit_facts *facts, const prog_stmt *stmt, const prog_symbol *symbol);

#endif
