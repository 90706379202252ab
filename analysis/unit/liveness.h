// SPDX-License-Identifier: Apache-2.0
//
// Is the value that a variable has at the end of a nest read by anybody?
#ifndef HPCC_ANALYSIS_LIVENESS_H
#define HPCC_ANALYSIS_LIVENESS_H

#include "../model/model.h"
#include "facts.h"

// `symbol`: a scalar or an array that is accessed by name. True unless every way from the end of `stmt` sets it before
// it is read, or leaves its scope.
bool liveness_after(unit_facts *facts, const prog_stmt *stmt, const prog_symbol *symbol);

// The same of a part of a variable, x.m or x.m.n.
bool liveness_after_part(unit_facts *facts, const prog_stmt *stmt, const prog_expr *part);

// The variable of which the expression is a part, by members only; NULL: it is none, or the variable itself.
const prog_symbol *liveness_variable(const prog_expr *part);

#endif
