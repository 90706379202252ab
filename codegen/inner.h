// SPDX-License-Identifier: Apache-2.0
//
// Versions of functions for calls in nests.
#ifndef HPCC_CODEGEN_INNER_H
#define HPCC_CODEGEN_INNER_H

#include "rewrite.h"

// Whether there is one, named hpcc_inner_<name>.
bool inner_exists(const rewriter *w, const prog_symbol *function);
// Its declaration, nothing where there is none.
void inner_prototype(rewriter *w, const prog_symbol *function, text *out);
// Puts it behind the function's definition.
void inner_function(rewriter *w, const prog_function *f);

#endif
