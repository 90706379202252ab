// SPDX-License-Identifier: Apache-2.0
//
// Reductions into elements of arrays: y[j] += a[i][j], h[key[i]]++. Where the elements' owners cannot compute them
// (each iteration goes to another owner's element), or could only with most of another array brought to them,
// iterations are placed by what else they access: each process combines into elements of its own, and these are
// combined after the nest.
#ifndef HPCC_ANALYSIS_ARRAY_REDUCTIONS_H
#define HPCC_ANALYSIS_ARRAY_REDUCTIONS_H

#include "../nest/nest.h"

// A bit for each object of the nest of which all accesses are reductions by one operator.
unsigned long array_reductions_possible(const nest *n);
// Those whose placing at the element's home would bring elements there that are more than it, and that others own.
unsigned long array_reductions_that_pay(const nest *n, unsigned long objects);
// Of elements that are structs, members that are combined into and nothing else, where it pays (f[i].x += g beside
// f[j].x -= g): each becomes an object of its own, behind the others, which have the bits of the result; or part of
// the array's again.
unsigned long array_reductions_split_members(nest *n);
void array_reductions_join_members(nest *n);
// Makes the objects reductions, or takes that back.
void array_reductions_take(nest *n, unsigned long objects);
void array_reductions_leave(nest *n, unsigned long objects);
// Memory without a mapping that is combined into is read and written as boxes say: whether these do not go beyond it.
bool array_reductions_stay_inside(const nest *n, const nest_object *o);
// The iterations by which it counts as touched: those of this process. Where it is the same element in all iterations,
// and boxes do not say exactly which processes have any of them, those of all processes: sum[t].
__isl_give isl_set *array_reductions_iterations(const nest_object *o, const nest_stmt *s, const nest_access *a);
// Cuts an element set of a reduced object to the array, where an unknown subscript leaves it without bounds.
__isl_give isl_set *array_reductions_within(const nest_object *o, __isl_take isl_set *elements);

#endif
