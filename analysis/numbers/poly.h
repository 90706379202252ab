// SPDX-License-Identifier: Apache-2.0
//
// Polynomials: arithmetic. False: there are too many terms.
#ifndef HPCC_ANALYSIS_POLY_H
#define HPCC_ANALYSIS_POLY_H

#include "../nest/nest.h"

poly poly_constant(long value);
bool poly_add(poly *sum, const poly *a, const poly *b, long factor); // a + factor * b
bool poly_mul(poly *product, const poly *a, const poly *b);
bool poly_is_constant(const poly *p, long *value);
bool poly_equal(const poly *a, const poly *b);
bool poly_has_atoms(const poly *p);
// Division with a remainder without terms that the leading term of `by` divides. By 0: all is left.
void poly_divide(const poly *p, const poly *by, poly *quotient, poly *remainder);

#endif
