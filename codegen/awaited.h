// SPDX-License-Identifier: Apache-2.0
//
// Inside of code generation: memory that a function allocates, perhaps sets, and hands on to a pointer with a mapping.
// It gets that where it is allocated, so that each process touches its part only.
#ifndef HPCC_CODEGEN_AWAITED_H
#define HPCC_CODEGEN_AWAITED_H

#include "rewrite.h"

// A call that allocates such memory, or one of a function that hands it on; false: it is none.
bool awaited_call(rewriter *w, const prog_expr *e, text *out);

#endif
