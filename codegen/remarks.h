// SPDX-License-Identifier: Apache-2.0
//
// What the remarks of a unit say: the task graph, and the elements that the text accesses beside it, in the order of the source.
#ifndef HPCC_CODEGEN_REMARKS_H
#define HPCC_CODEGEN_REMARKS_H

#include "rewrite.h"

// Hands all remarks to remark.h's sink, if there is one. After the text has been made without errors.
void remarks_tell(const rewriter *w);

#endif
