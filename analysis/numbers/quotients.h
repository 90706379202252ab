// SPDX-License-Identifier: Apache-2.0
//
// Quotients and remainders by what only the run knows.
#ifndef HPCC_ANALYSIS_QUOTIENTS_H
#define HPCC_ANALYSIS_QUOTIENTS_H

#include "../nest/nest.h"
#include "affine.h"

// x / y or x % y, where y is a parameter: of one loop in place of two, i = c / m, j = c % m, whose i * m + j is c
// again. The quotient stands for itself.
bool affine_quotient(builder *b, const poly *x, const poly *y, bool remainder, poly *result);
// Gives an array whose subscripts are such quotients and remainders one subscript, in flat order. That they are by the
// length of its rows is an assumption. False: it has none.
bool quotients_flatten(builder *b, nest_object *o);

#endif
