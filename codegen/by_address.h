// SPDX-License-Identifier: Apache-2.0
//
// Inside of code generation: pointers that receive memory by their addresses.
#ifndef HPCC_CODEGEN_BY_ADDRESS_H
#define HPCC_CODEGEN_BY_ADDRESS_H

#include "rewrite.h"

// `place`, where memory has been put, is no pointer's name: the statements that map it if it is one of the pointers
// with a mapping whose addresses the program keeps. `at`: C text of the place. False: it is none of these.
bool by_address_map(rewriter *w, const prog_expr *place, const char *at, text *out);

#endif
