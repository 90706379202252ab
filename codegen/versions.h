// SPDX-License-Identifier: Apache-2.0
//
// Versions of functions for arguments without a mapping.
#ifndef HPCC_CODEGEN_VERSIONS_H
#define HPCC_CODEGEN_VERSIONS_H

#include "rewrite.h"

// Puts them before the function, whose own text, which is not rewritten yet, begins with the choice among them.
void versions_of_function(rewriter *w, const prog_function *f);

// Whether what stands before the function's name says no more than its result's type and storage.
bool versions_have_plain_head(const rewriter *w, const prog_function *f);

#endif
