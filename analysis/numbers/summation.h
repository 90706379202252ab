// SPDX-License-Identifier: Apache-2.0
//
// Sums of quasi-polynomials: polynomials in variables, parameters, and integer divisions of these.
#ifndef HPCC_ANALYSIS_SUMMATION_H
#define HPCC_ANALYSIS_SUMMATION_H

#include <isl/aff.h>
#include <isl/polynomial.h>

// The polynomial with `value` in place of dimension `dim` of its domain, in integer divisions, too.
__isl_give isl_qpolynomial *qpolynomial_substitute(
        __isl_take isl_qpolynomial *q, unsigned dim, __isl_keep isl_aff *value);

// The least m > 0 with which the dimension leaves all integer divisions when m * y + r is put in its place; 0: it is
// more than `most`.
long qpolynomial_period(__isl_keep isl_qpolynomial *q, unsigned dim, long most);

// A polynomial S with S(y) - S(x - 1) = q(x) + ... + q(y) for all integers x <= y + 1: its value where `dim` is 0, 1,
// 2, ... up to the dimension's value, added up. The dimension is in no integer division.
__isl_give isl_qpolynomial *qpolynomial_sum_up_to(__isl_take isl_qpolynomial *q, unsigned dim);

#endif
