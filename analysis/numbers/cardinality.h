// SPDX-License-Identifier: Apache-2.0
//
// How many integer points a set has, as a function of its parameters: a quasi-polynomial piece by piece. Points are
// summed up dimension by dimension. Of each the greatest lower and the least upper bound are told apart by cases, and a
// polynomial is summed between two bounds by Faulhaber's formula. What is divided and rounded at a bound becomes an
// integer division in the polynomial; a variable in such a division is split by its residues.
#ifndef HPCC_ANALYSIS_CARDINALITY_H
#define HPCC_ANALYSIS_CARDINALITY_H

#include <isl/map.h>
#include <isl/polynomial.h>
#include <isl/set.h>

// The number of the set's points over its parameters; 0 outside of the domain of what is given. NULL: it is not
// bounded, or the closed form would be too large to be found or to be of use. Exact wherever it is given. It has a
// quota of isl's operations of its own, or the one that is set, if that is less, for itself.
__isl_give isl_pw_qpolynomial *cardinality(__isl_take isl_set *set);

// The number of elements that each element of the map's domain leads to, over that domain; NULL as above.
__isl_give isl_pw_qpolynomial *cardinality_of_images(__isl_take isl_map *map);

#endif
