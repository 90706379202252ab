// SPDX-License-Identifier: Apache-2.0
//
// How many integer points a set has, as what is evaluated fast: a product of numbers, one for each group of dimensions
// that the set's constraints do not connect. Where such a number has no closed form, or too large a one
// (cardinality.h), it is a sum in loops over some of the dimensions around a closed form for the others: exact, but
// evaluated in a time that grows with the loops.
#ifndef HPCC_ANALYSIS_POINT_SUM_H
#define HPCC_ANALYSIS_POINT_SUM_H

#include <isl/aff.h>
#include <isl/id.h>
#include <isl/polynomial.h>
#include <isl/set.h>

#include <stdbool.h>

// `for (var = first; var <= last; var++)`: the bounds are functions of parameters, of which those of the loops around
// this one are some (point_loop_id). Where a bound has no value the loop does not run.
typedef struct point_loop {
	isl_pw_aff *first, *last;
} point_loop;

typedef struct point_factor {
	int n_loops;      // outermost first; 0: `term` is a closed form
	point_loop *loop; // loop k has the variable point_loop_id(k)
	isl_pw_qpolynomial
	        *term; // summed up; over the parameters and the variables of all loops, 0 outside of its domain
} point_factor;

typedef struct point_sum {
	int n; // at least 1
	point_factor *factor;
} point_sum;

// NULL: the set is not bounded, or isl's quota was too small even for loops over all dimensions. Takes the set.
point_sum *point_sum_of(__isl_take isl_set *set);
// NULL is fine.
void point_sum_free(point_sum *s);
// Whether some factor is summed up in loops.
bool point_sum_has_loops(const point_sum *s);
// All of it as one function; NULL: there are loops.
__isl_give isl_pw_qpolynomial *point_sum_closed(const point_sum *s);

__isl_give isl_id *point_loop_id(isl_ctx *ctx, int loop);
// Whether this is a loop's variable: then its name, which may stand in C, is that of the identifier.
bool point_loop_is(__isl_keep isl_id *id);

#endif
