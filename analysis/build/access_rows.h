// SPDX-License-Identifier: Apache-2.0
//
// Elements behind pointers to rows: which of the pointers lead to rows of an array, and which to arrays of their own.
#ifndef HPCC_ANALYSIS_ACCESS_ROWS_H
#define HPCC_ANALYSIS_ACCESS_ROWS_H

#include "../nest/nest.h"
#include "../unit/unit.h"

// Whether the element is one of memory that may be mapped, or is combined into (`combined`: it is read and set in one),
// behind pointers to rows which a variable or member names. Then *ref says of what it is an element.
bool access_through_rows(builder *b, const prog_expr *e, bool combined, element_ref *ref);

#endif
