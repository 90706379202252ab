// SPDX-License-Identifier: Apache-2.0
//
// The objects of a nest: each variable and each array, once.
#ifndef HPCC_ANALYSIS_ACCESS_OBJECTS_H
#define HPCC_ANALYSIS_ACCESS_OBJECTS_H

#include "../nest/nest.h"
#include "../unit/unit.h"

// The variable or member that the expression names; NULL: none.
prog_symbol *access_base_symbol(const prog_expr *base);
// The subscripts from pointers to rows down to an element.
int access_rank_through_rows(const prog_type *t);
// The object of a variable; of the array that the element is one of.
nest_object *access_scalar_object(builder *b, const prog_expr *e);
nest_object *access_array_object(builder *b, const element_ref *ref);

#endif
