// SPDX-License-Identifier: Apache-2.0
//
// What polynomials are made of, as C text: affine.c's other half.
#ifndef HPCC_ANALYSIS_AFFINE_TEXT_H
#define HPCC_ANALYSIS_AFFINE_TEXT_H

#include "../model/model.h"
#include "../nest/nest.h"

// Three texts in a row, in the unit's memory.
const char *affine_joined(builder *b, const char *x, const char *y, const char *z);
// The text of a value that is an atom. Inside of a function that is called the source's means nothing: what the
// variables are is written in their place. NULL: it cannot be.
const char *affine_value_text(builder *b, const prog_expr *e);
// Whether it is the remainder of a number without a sign by this power of two: some of its bits, also where it has
// wrapped around.
bool affine_keeps_bits(const prog_expr *e, long divisor);
// The parameter of the nest that stands for a product of base parameters; NULL: there are too many.
__isl_give isl_id *affine_product_parameter(builder *b, const poly_term *t);
// The name of the nest's parameter that the polynomial is; NULL: it is none.
const char *affine_parameter_name(builder *b, const poly *p);

#endif
