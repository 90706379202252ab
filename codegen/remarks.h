// SPDX-License-Identifier: Apache-2.0
//
// What the remarks of a unit say: the task graph, and the elements that the text accesses beside it, in the order of
// the source.
#ifndef HPCC_CODEGEN_REMARKS_H
#define HPCC_CODEGEN_REMARKS_H

#include "rewrite.h"

// Hands all remarks to remark.h's sink, if there is one. After the text has been made without errors.
void remarks_tell(const rewriter *w);

// The element at whose owner a statement runs, as it is written.
const char *remarks_home(const nest *n, int stmt);
// The variable of the loops that a pipeline has its strips of.
const char *remarks_strips(const task *t);
// "1 row", "2 columns" in `to`; NULL for none.
const char *remarks_slabs(char *to, size_t size, long count, const nest_object *o, int dim);
// How the nest combines the object: "sum", "maximum".
const char *remarks_operation(const nest *n, int object);

#endif
