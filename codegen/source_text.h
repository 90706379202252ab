// SPDX-License-Identifier: Apache-2.0
//
// Functions a second time, as the source has them: for programs in which nothing is elsewhere.
#ifndef HPCC_CODEGEN_SOURCE_TEXT_H
#define HPCC_CODEGEN_SOURCE_TEXT_H

#include "rewrite.h"

// Decides which functions of the unit have such a text, named hpcc_source_<name>.
void source_find(rewriter *w);
// Whether it may have one.
bool source_may_be_chosen(const rewriter *w, const prog_symbol *function);
// Whether the function has one, and may be called by that name in the one that is being rewritten.
bool source_is_known(const rewriter *w, const prog_symbol *function);
// Whether the function is declared before the one that is being rewritten, for all of the file.
bool source_is_declared_before(const rewriter *w, const prog_function *f);
// Puts it behind the function's definition, whose own text is not rewritten yet; false where it has none.
bool source_of_function(rewriter *w, const prog_function *f);
// Puts the choice at the beginning of the function's own text.
void source_choose(rewriter *w, const prog_function *f);

#endif
