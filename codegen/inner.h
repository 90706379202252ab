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
// The end of the text before the function's body; 0 where that is neither a `)` nor in the old style.
unsigned inner_head_end(const rewriter *w, const prog_function *f);
// That text, with another name, and `specifier` before it.
void inner_head(rewriter *w, const prog_function *f, const char *specifier, const char *name, text *out);
// A declaration of that function, `;` included.
void inner_declaration(rewriter *w, const prog_function *f, const char *specifier, const char *name, text *out);
// What stands before a copy of the function, which is called in this file only, and perhaps not at all.
const char *inner_specifier(const prog_function *f);
// Around a copy of the function, which has another name: what __func__ and its like are in it. `copy`: which one it is.
void inner_names_begin(const prog_function *f, const char *copy, text *out);
void inner_names_end(const prog_function *f, text *out);
// Puts it behind the function's definition.
void inner_function(rewriter *w, const prog_function *f);

#endif
