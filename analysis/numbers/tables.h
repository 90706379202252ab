// SPDX-License-Identifier: Apache-2.0
//
// Entries of small tables of integers that stay, or that are known where the walk is.
#ifndef HPCC_ANALYSIS_TABLES_H
#define HPCC_ANALYSIS_TABLES_H

#include "../model/model.h"
#include "../unit/unit.h"
#include "affine.h"

// Whether the array has what its initialiser gives it (prog_symbol.values) for good.
bool table_stays(unit_facts *facts, const prog_symbol *s);
// int row[3] = {up, y, down}; row[1] = y: what the entries of a function's own array are from there on.
void tables_learn_list(builder *b, const prog_symbol *table, const prog_expr *list);
void tables_learn_entry(builder *b, const prog_expr *entry, const prog_expr *value);
// They may have changed.
void tables_forget(builder *b, const prog_symbol *table);
// An entry of such an array, by subscripts of which one changes in the nest.
bool affine_table(builder *b, const prog_expr *e, poly *result);

#endif
