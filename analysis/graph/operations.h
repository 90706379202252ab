// SPDX-License-Identifier: Apache-2.0
//
// What one execution of a statement of a nest does, by kind of operation, as it is written. The conventions:
//  - Floating-point additions and subtractions are `fadd`, and so are minima and maxima (fmin, fmax); fma is a
//    multiplication and an addition. Changes of sign, fabs and conversions are nothing. Complex numbers are what they
//    are made of: a sum is two additions, a product four multiplications and two additions.
//  - sqrt is `fsqrt`, other functions of libm are `flibm`. Functions that the nest looks into count by their own
//    statements in the nest; other functions of the unit by their bodies, each statement once (an estimate, if there
//    are branches or loops), without what they load and store. The rest is `calls`.
//  - `iops` are operations on integers and comparisons of any numbers. What computes subscripts and addresses is none.
//  - Loads and stores are of elements of arrays and of what pointers lead to, with the bytes of the element, or of its
//    member. Variables, and values that do not change in the nest, are taken to be in registers. What a statement reads
//    twice it loads once.
//  - The five-point stencil `v[i][j] = 0.25 * (a + b + c + d)` is 3 additions, a multiplication, 4 loads and a store.
//  - All of `c ? a : b`, `a && b` and `a || b` counts, and so does what happens in some iterations only: then the
//    counts are an estimate, if there is more than a comparison in it.
#ifndef HPCC_ANALYSIS_OPERATIONS_H
#define HPCC_ANALYSIS_OPERATIONS_H

#include "../nest/nest.h"

typedef struct op_counts {
	long fadd, fmul, fdiv, fsqrt, flibm, iops;
	long loads, load_bytes, stores, store_bytes;
	long calls;
	bool estimated;
	bool loops; // in a function that it calls: what is in them counts once
} op_counts;

op_counts operations_of_statement(const nest *n, const nest_stmt *s);

// a + b
op_counts operations_sum(op_counts a, op_counts b);

// The functions of libm that an expression calls in place of each `flibm`: their names, in the order of the source,
// until `visit` gives false.
void operations_each_libm(const prog_expr *e, bool (*visit)(const prog_symbol *function, void *user), void *user);

#endif
