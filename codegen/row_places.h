// SPDX-License-Identifier: Apache-2.0
//
// Rows that are allocated before the vector of their pointers gets them.
#ifndef HPCC_CODEGEN_ROW_PLACES_H
#define HPCC_CODEGEN_ROW_PLACES_H

#include "rewrite.h"

// row = malloc(n); .. u[i] = row: the u[i] that gets what the call allocates, whose address may be asked for in front
// of the call just as well. NULL: none is seen.
const prog_expr *row_place_of(rewriter *w, const prog_expr *call);

#endif
