// SPDX-License-Identifier: Apache-2.0
//
// Numbers that have a name of their own beside the one by which others call them: `const int ny = g->ny;`, and g->ny in
// the functions that are called.
#ifndef HPCC_ANALYSIS_NAMED_VALUES_H
#define HPCC_ANALYSIS_NAMED_VALUES_H

#include "facts.h"

// The variable of a block around the statement that is declared in front of it as what the member `e` is, for good,
// where the function sets no such member: most likely both are the same there, but calls between may have set it. NULL:
// there is none.
const prog_symbol *named_value(unit_facts *facts, const prog_stmt *at, const prog_expr *e);

#endif
