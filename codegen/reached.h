// SPDX-License-Identifier: Apache-2.0
//
// By which parameters a function gets to memory that may be mapped.
#ifndef HPCC_CODEGEN_REACHED_H
#define HPCC_CODEGEN_REACHED_H

#include "rewrite.h"

// Whether the function, with all that it calls, uses memory that may be mapped by its parameters only (bits in
// `parameters`), and maps nothing: then what these lead to when it is entered decides for all of it.
bool reached_by_parameters(rewriter *w, const prog_function *f, unsigned long *parameters);

#endif
