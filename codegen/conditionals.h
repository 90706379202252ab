// SPDX-License-Identifier: Apache-2.0
//
// Conditional directives (#if ... #endif) in text that stands a second time.
#ifndef HPCC_CODEGEN_CONDITIONALS_H
#define HPCC_CODEGEN_CONDITIONALS_H

#include "text.h"

// The text begins and ends where the preprocessor was in branches that it takes. Of conditionals that begin before it,
// or end behind it, the branch stays that was taken; those that are in it as a whole stay as they are, and so does the
// number of lines.
void conditionals_balance(text *t);
// Whether all directives in the source are conditionals.
bool conditionals_only(const char *source, size_t size);

#endif
