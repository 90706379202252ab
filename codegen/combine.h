// SPDX-License-Identifier: Apache-2.0
//
// Operators and types of reductions as the runtime calls them.
#ifndef HPCC_CODEGEN_COMBINE_H
#define HPCC_CODEGEN_COMBINE_H

#include "../analysis/model/model.h"

const char *combine_op(prog_op op);
// NULL: the runtime does not know the type.
const char *combine_type(const prog_type *t);

#endif
