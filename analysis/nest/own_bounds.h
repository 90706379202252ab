// SPDX-License-Identifier: Apache-2.0
//
// The interval that a process owns along an axis of a nest, as parameters of sets. In generated code they are
// `hpcc_own[x].lo` and `hpcc_own[x].hi`; here a parameter is known by its identifier, whatever its name.
#ifndef HPCC_ANALYSIS_OWN_BOUNDS_H
#define HPCC_ANALYSIS_OWN_BOUNDS_H

#include <isl/id.h>
#include <isl/set.h>
#include <isl/space.h>

#include <stdbool.h>

typedef enum own_end { OWN_LO, OWN_HI } own_end;

// `axis`: from 0 to below NEST_MAX_AXES.
__isl_give isl_id *own_bound_id(isl_ctx *ctx, int axis, own_end end);
// The position of that parameter in the set, -1: the set has none.
int own_bound_find(__isl_keep isl_set *set, int axis, own_end end);
// Whether a parameter of the space is such a bound, and of which axis and end (each may be NULL).
bool own_bound_is(__isl_keep isl_space *space, unsigned param, int *axis, own_end *end);
// Whether the set hangs on a bound; where isl gives no answer it does.
bool own_bounds_decide(__isl_keep isl_set *set);
// What holds for some interval.
__isl_give isl_set *own_bounds_project_out(__isl_take isl_set *set);

#endif
