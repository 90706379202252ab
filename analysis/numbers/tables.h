// SPDX-License-Identifier: Apache-2.0
//
// Entries of small tables of integers that stay.
#ifndef HPCC_ANALYSIS_TABLES_H
#define HPCC_ANALYSIS_TABLES_H

#include "../model/model.h"
#include "../unit/unit.h"
#include "affine.h"

// Whether the array has what its initialiser gives it (prog_symbol.values) for good.
bool table_stays(unit_facts *facts, const prog_symbol *s);
// An entry of such an array, by subscripts of which one changes in the nest.
bool affine_table(builder *b, const prog_expr *e, poly *result);

#endif
